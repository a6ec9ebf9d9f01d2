package intent

import (
	"slices"
	"strings"

	"gatehouse/gateway/words"
)

// A verb is a command at the beginning of a clause, or after what asks for it.
var commands = words.New(`(?i)(?:(?:^\s*|[.!?;:,]\s+|\n\s*)(?:[-*]\s+)?|` +
	`\b(?:and|then|please|also|now|just|only|first|finally|next|lastly|go ahead and|you must|you should)\s+|` +
	`\b(?:can|could|would|will)\s+you\s+(?:please\s+|now\s+|also\s+)?|` +
	`\b(?:want|need|like|wish|ask)\s+(?:you\s+)?to\s+)` +
	`(?:please\s+|then\s+|also\s+|now\s+|just\s+|only\s+|first\s+)*([a-z]+)\b`)

// Of a tool that is to be used, the verb that says for what is a command too.
var purposes = words.New(`(?i)\b(?:use|using|call)\s+(?:\S+\s+){1,4}?to\s+([a-z]+)\b`)

var (
	lines  = words.New("(?i)\\b(?:commands?|shell|bash|terminal|console|scripts?)\\b")
	shells = words.New(`(?i)\b(?:use|using|with|in|on|via|through|open|start)\s+(?:(?:the|a|your|my|local)\s+){0,2}(?:shell|bash|terminal|console)\b`)
	adding = words.New(`(?i)\bto\s+(?:add|append|insert)\b`)
	filing = words.New(`(?i)\bfiles?\b|\bpatch\b|\bdiff\b`)
)

// verbs is the verbs that a text tells the reader to carry out, in lower case.
func verbs(ordered string) []string {
	var list []string
	for _, found := range append(commands.AllParts(ordered), purposes.AllParts(ordered)...) {
		list = append(list, strings.ToLower(found[1]))
	}
	return list
}

// commanded reports whether one of the verbs is a command.
func (in Intent) commanded(verbs ...string) bool {
	return slices.ContainsFunc(in.verbs, func(v string) bool { return slices.Contains(verbs, v) })
}

// Runs reports whether a prompt asks for a command to be run.
func (in Intent) Runs() bool {
	return shells.In(in.Ordered) ||
		in.commanded("run", "execute", "exec") && (lines.In(in.Ordered) || in.Command() != "")
}

// Patches reports whether a prompt asks for files to be changed.
func (in Intent) Patches() bool {
	if in.Named("apply_patch") || in.commanded("patch") {
		return true
	}
	changes := in.commanded("create", "edit", "change", "update", "delete", "remove", "fix", "modify")
	return changes && (filing.In(in.Ordered) || in.Edited() != "")
}

// Deleted is the file that a prompt asks to be deleted; empty for none. A line of
// a file is not the file.
func (in Intent) Deleted() string {
	if !in.commanded("delete", "remove", "erase", "unlink") {
		return ""
	}
	deleted := ""
	each(in.Ordered, func(path, before string) bool {
		if deletion.In(before) {
			deleted = path
		}
		return deleted == ""
	})
	return deleted
}

// Clause is the part of what a prompt orders that is about a tool: from the verb
// of its name to the next order. A file of another order is not meant for it.
// "Edit a.txt: replace …" is one order.
func (in Intent) Clause(name string) Intent {
	parts := Split(name)
	text, from := blanked(in.exact), -1
	for _, at := range commands.PlacesOfParts(text) {
		verb := strings.ToLower(text[at[2]:at[3]])
		switch {
		case from < 0 && slices.Contains(parts, verb) && slices.Contains(changing(), verb):
			from = at[2]
		case from >= 0 && verb != "replace" && (slices.Contains(changing(), verb) || slices.Contains(readers(), verb)):
			return Of(in.exact[from:at[2]])
		}
	}
	if from < 0 {
		return in
	}
	return Of(in.exact[from:])
}

// Creates reports whether a prompt asks for a new file.
func (in Intent) Creates() bool {
	return in.commanded("create", "write")
}

// Adds reports whether a prompt asks for something to be added to a file.
func (in Intent) Adds() bool { return in.commanded("add", "append", "insert") || adding.In(in.Ordered) }

// Named reports whether a prompt orders a tool by its name: a name of several
// words is in it, or it says to use that of one word.
func (in Intent) Named(name string) bool {
	parts := Split(name)
	return len(parts) > 0 && in.asked[parts[0]] && named(in.ordered, parts)
}

// Mentioned is the same for a tool that changes nothing, in questions too.
func (in Intent) Mentioned(name string) bool {
	parts := Split(name)
	return len(parts) > 0 && in.Has(parts[0]) && named(in.said, parts)
}

func named(text, name []string) bool {
	if len(text) <= len(name)+2 { // the name may be all that is said, but for "please"
		bare := slices.DeleteFunc(slices.Clone(text), func(w string) bool { return w == "please" })
		if slices.Equal(bare, name) {
			return true
		}
	}
	for i := range text {
		if text[i] != name[0] || !slices.Equal(text[i:min(len(text), i+len(name))], name) {
			continue
		}
		if len(name) > 1 || i+1 < len(text) && (text[i+1] == "tool" || text[i+1] == "function") {
			return true
		}
		before := i - 1
		for before >= 0 && slices.Contains([]string{"the", "my", "your", "tool", "function"}, text[before]) {
			before--
		}
		if before >= 0 && slices.Contains([]string{"use", "using", "call", "invoke"}, text[before]) {
			return true
		}
	}
	return false
}

// Has reports whether a prompt says a word, in this form or with another ending,
// or as two words: "look up" is lookup as well.
func (in Intent) Has(word string) bool { return in.stems[Stem(word)] }

// Stem is a word without its ending: city and cities have the same one, and so
// have search and searching.
func Stem(word string) string {
	for _, end := range []string{"ing", "ies", "ed", "es", "s", "y", "e"} {
		if len(word) > len(end)+2 && strings.HasSuffix(word, end) {
			return strings.TrimSuffix(word, end)
		}
	}
	return word
}
