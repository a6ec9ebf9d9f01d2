package outline

import (
	"bytes"
	"cmp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// title is what a row says of an element.
type title struct {
	lead     string // whose or what it is
	words    string // the first words in it
	right    string
	on       bool // of a plugin
	returned bool // a model gave it
	cached   bool // its last part carries a cache mark
}

// titles caches the titles of the rows drawn last. An element that an edit left
// alone is not read again: its bytes are compared, which costs far less.
type titles struct {
	now, before map[views.Place]made
}

type made struct {
	value []byte
	title title
}

func (t *titles) of(p views.Place, value []byte) title {
	was, ok := t.before[p]
	if !ok || !bytes.Equal(was.value, value) {
		was.title = titleOf(p.Section, value)
	}
	t.now[p] = made{value, was.title}
	return was.title
}

func titleOf(s views.Section, value []byte) title {
	var t title
	switch {
	case s == views.ItemsSection:
		t = itemTitle(value)
	case scan.KindOf(value) != scan.Object:
		t = title{lead: firstWords(value), right: "not an object", on: true}
	case s == views.PluginsSection:
		t = title{lead: cmp.Or(firstWords(scan.Get(value, "id")), "no id"), on: string(scan.Get(value, "enabled")) != "false"}
	default:
		t = toolTitle(value)
	}
	t.lead, t.words, t.right = text.SanitizeLine(t.lead), text.SanitizeLine(t.words), text.SanitizeLine(t.right)
	return t
}

func toolTitle(tool []byte) title {
	kind := firstWords(scan.Get(tool, "type"))
	name := firstWords(scan.Get(tool, "name"))
	switch {
	case kind == "":
		kind = "no type"
	case name == "":
		return title{lead: kind}
	}
	return title{lead: name, right: kind}
}

func itemTitle(item []byte) title {
	if scan.KindOf(item) == scan.String {
		return title{lead: "user", words: firstWords(item)}
	}
	if scan.KindOf(item) != scan.Object {
		return title{lead: "not an object", words: firstWords(item)}
	}
	var t title
	members := map[string][]byte{}
	for m := range scan.Members(item) {
		members[m.Key] = m.Value
	}
	kind := firstWords(members["type"])
	content := members["content"]
	switch {
	case kind == "" || kind == "message":
		t.lead = cmp.Or(firstWords(members["role"]), "message")
		t.words, t.right, t.cached = contentWords(content)
		t.returned = t.lead == "assistant"
		return t
	case members["name"] != nil:
		t.lead, t.words = kind, firstWords(members["name"])
	default:
		t.lead = kind
		for _, key := range []string{"output", "summary", "query", "input", "arguments", "call_id", "status"} {
			if t.words = anyWords(members[key]); t.words != "" {
				break
			}
		}
	}
	t.returned = !strings.HasSuffix(kind, "_output")
	return t
}

// anyWords returns the first words of a string, or of the first part of an
// array that has any.
func anyWords(v []byte) string {
	if scan.KindOf(v) == scan.Array {
		words, _, _ := contentWords(v)
		return words
	}
	return firstWords(v)
}

// contentWords returns the first words of a message's content, what else is in
// it, and whether its last part carries a cache mark.
func contentWords(content []byte) (words, more string, cached bool) {
	if scan.KindOf(content) != scan.Array {
		return firstWords(content), "", false
	}
	parts, kind := 0, ""
	var last []byte
	for _, part := range scan.Elements(content) {
		parts++
		last = part
		if text := firstWords(scan.Get(part, "text")); text != "" {
			words = cmp.Or(words, text)
			continue
		}
		kind = cmp.Or(kind, strings.TrimPrefix(firstWords(scan.Get(part, "type")), "input_"))
	}
	cached = scan.Get(last, "cache_control") != nil
	if parts > 2 {
		return words, figures.Counted(parts, "part"), cached
	}
	return words, kind, cached
}

// maxWords is how much of a value is looked at for its first words, in bytes.
const maxWords = 240

// firstWords returns the first words of a string, or the start of any other
// value as it is spelled. It never reads far into a long one.
func firstWords(v []byte) string {
	if v == nil {
		return ""
	}
	if scan.KindOf(v) != scan.String {
		return strings.ToValidUTF8(string(v[:min(len(v), maxWords)]), "")
	}
	return strings.Join(strings.Fields(scan.TextStart(v, maxWords-len(`""`))), " ")
}
