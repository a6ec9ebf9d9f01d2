package intent

import (
	"slices"
	"strings"

	"gatehouse/gateway/words"
)

var (
	fileName = words.New(`(?:~?/|\.{1,2}/)?(?:[\w@.-]+/)*[\w-][\w.-]*\.[A-Za-z]\w{0,9}\b|(?:~?/|\.{1,2}/)[\w@.-]+(?:/[\w@.-]+)*`)
	address  = words.New(`\b[a-z][a-z0-9+.-]*://[^\s"'<>` + "`" + `]+`)
	// source ends the text before a file that something is taken from: "a summary of notes.txt".
	source = words.New(`(?i)\b(?:of|from|about|like|than|see|per|using|with|by|read|reads|says)\s+(?:(?:the|a|an|my|this|that|file|contents?\s+of)\s+)*["'` + "`" + `]?$`)
	// aim ends the text before a file that is itself written or changed: "hello to notes.txt".
	aim   = words.New(`(?i)\b(?:to|into|as|named|called|create|write|overwrite|delete|remove|erase|edit|update|change|modify|patch|rename|append|fix)\s+(?:(?:the|a|an|my|this|that|new|text|file|document|named|called)\s+)*["'` + "`" + `]?$`)
	place = words.New(`(?i)\b(?:end|start|beginning|top|bottom)\s+of\s+(?:(?:the|my|file)\s+)*["'` + "`" + `]?$`)
	// deletion ends the text before a file that is deleted.
	deletion = words.New(`(?i)\b(?:delete|remove|erase|unlink)\s+(?:(?:the|a|an|my|this|that|old|file|files|named|called)\s+)*["'` + "`" + `]?$`)
	// line is a command line: the quotation right behind what asks for it to be run.
	line = words.New(`(?i)\b(?:(?:run|execute|exec)\s+(?:(?:the|this|a|following|shell|bash|terminal|console|command|commands|line|script|in|with|using|via|please|my|your|local)\s*:?\s+)*|` +
		`(?:use|using|in|with)\s+(?:(?:the|a|your|my|local)\s+)*(?:shell|bash|terminal|console)(?:\s+tool)?\s*[:,]?\s+(?:(?:to|and)\s+(?:run|execute)\s+)?)` +
		"(?:`([^`\n]+)`" + `|"([^"\n]+)"|“([^”\n]+)”|'([^'\n]+)')`)
	written   = words.New(`(?is)\b(?:write|save|put|append|add|insert)\s+(.{1,200}?)\s+(?:in|on|at the (?:end|start|top|bottom) of\s+)?(?:to|into)\s+(?:(?:the|a|an|my|new|file|end|start|top|bottom|of)\s+)*["'` + "`" + `]?[\w./~@-]*\.\w`)
	vague     = words.New(`(?i)^(?:it|its|this|that|them|these|those|the|a|an|some|my|your|all|one|another|what|everything|something)\b`)
	singles   = words.New(`(?:^|[\s(:])'([^'\n]+)'`)
	doubles   = words.New("`([^`\n]+)`" + `|"([^"\n]+)"|“([^”\n]+)”`)
	replacing = words.New(`(?i)\b(?:replace|change|rename|swap)\b`)
)

// Paths is the files that a text names, in order, each once. What stands in an
// address of the web is no file.
func Paths(text string) []string {
	var paths []string
	each(text, func(path, _ string) bool {
		if !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
		return true
	})
	return paths
}

// mostBefore is how much of the text before a file is looked at, in bytes: the verb
// stands close to it.
const mostBefore = 200

// each calls f with every file and the text before it.
func each(text string, f func(path, before string) bool) {
	text = address.Replace(text, func(a string) string { return strings.Repeat(" ", len(a)) })
	for _, at := range fileName.Places(text) {
		path := strings.TrimRight(text[at[0]:at[1]], ".")
		if strings.Trim(path, "./~") != "" && !f(path, text[max(0, at[0]-mostBefore):at[0]]) {
			return
		}
	}
}

// Path is the file that a prompt speaks of first, of those that it does not
// forbid to touch; empty for none.
func (in Intent) Path() string {
	for _, p := range Paths(in.Said) {
		return p
	}
	return ""
}

// Target is the file that a prompt wants to have written, changed or deleted as a
// whole: the one after "to" or after the verb. It is empty where a prompt does not
// make clear which file that is: "the last line in notes.txt" is not the file.
func (in Intent) Target() string {
	aimed := ""
	each(in.Ordered, func(path, before string) bool {
		if aim.In(before) {
			aimed = path
		}
		return aimed == ""
	})
	return aimed
}

// Edited is the file in which a prompt wants something to be changed: the target,
// else the only file, unless something is to be taken from that.
func (in Intent) Edited() string {
	edited := in.Target()
	if edited == "" && len(Paths(in.Ordered)) == 1 {
		each(in.Ordered, func(path, before string) bool {
			if place.In(before) || !source.In(before) {
				edited = path
			}
			return edited == ""
		})
	}
	return edited
}

// Quotes is the quoted texts of a prompt that are no files.
func (in Intent) Quotes() []string {
	var quotes []string
	for _, found := range append(doubles.AllParts(in.Said), singles.AllParts(in.Said)...) {
		text := strings.Join(found[1:], "")
		if paths := Paths(text); len(paths) != 1 || paths[0] != text {
			quotes = append(quotes, text)
		}
	}
	return quotes
}

// Content is the text that a prompt wants to have written: what is quoted, or
// what stands between the verb and the file. ok is false where it gives none.
func (in Intent) Content() (text string, ok bool) {
	if quotes := in.Quotes(); len(quotes) > 0 {
		return quotes[len(quotes)-1], true
	}
	if found := written.Parts(in.Ordered); found != nil && !vague.In(found[1]) {
		return found[1], true
	}
	return "", false
}

// Replacement is the text that a prompt wants to have replaced, and the text to
// put in its place: two quotations.
func (in Intent) Replacement() (before, after string, ok bool) {
	quotes := in.Quotes()
	if len(quotes) < 2 || !replacing.In(in.Ordered) {
		return "", "", false
	}
	return quotes[0], quotes[1], true
}

// Command is the command line that a prompt orders to be run, in a code span or
// in quotation marks; empty for none. A command that a prompt only speaks of is
// none.
func (in Intent) Command() string {
	found := line.Parts(in.exact)
	if found == nil {
		return ""
	}
	return strings.Join(strings.Fields(strings.Join(found[1:], "")), " ")
}

// Address is the first address of the web in a prompt; empty for none.
func (in Intent) Address() string {
	return strings.TrimRight(address.First(in.Said), ".,;:!?)")
}
