package tooluse

import (
	"bytes"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/text/rope"
)

// item is the input of a reader: an item of an answer, or of a document.
type item struct {
	kind    string
	members object
	from    *state.Item // nil for an item of a document
}

// object is a JSON object that is read once: an output may have many megabytes.
type object []scan.Member

func members(doc []byte) object {
	var o object
	for m := range scan.Members(doc) {
		o = append(o, m)
	}
	return o
}

// get returns the first of some members that is present and not null. Names differ from
// service to service, and so does their case (wire-notes §4).
func (o object) get(names ...string) []byte {
	for _, name := range names {
		for n := len(o) - 1; n >= 0; n-- {
			if o[n].Key == name && !scan.IsNull(o[n].Value) {
				return o[n].Value
			}
		}
	}
	return nil
}

func (i *item) get(names ...string) []byte { return i.members.get(names...) }

// text is a text of an item, and the part it belongs to.
type text struct {
	rope *rope.Rope
	part int
}

// plain returns a text of this program.
func plain(words string) text { return text{rope.Plain(words), NotStreamed} }

// text returns a string value, and any other value as spelled; null is empty.
func (i *item) text(v []byte) text { return text{ropeOf(v), NotStreamed} }

func ropeOf(v []byte) *rope.Rope {
	switch scan.KindOf(v) {
	case scan.String:
		return rope.New(v)
	case scan.Null, scan.Invalid:
		return rope.Plain("")
	}
	return rope.Plain(scan.AsSpelled(v))
}

// word returns a short text: a name, a path, a status.
func (i *item) word(names ...string) string { return wordOf(i.get(names...)) }

func wordOf(v []byte) string {
	const most = 1 << 10
	switch scan.KindOf(v) {
	case scan.String:
		return rope.New(v).Cut(0, most)
	case scan.Number, scan.Bool:
		return string(v)
	}
	return ""
}

// texts returns the texts of a string, or of an array of strings.
func texts(v []byte) []text {
	switch scan.KindOf(v) {
	case scan.String:
		return []text{{rope.New(v), NotStreamed}}
	case scan.Array:
		var all []text
		for _, element := range scan.Elements(v) {
			all = append(all, text{ropeOf(element), NotStreamed})
		}
		return all
	}
	return nil
}

// contentText returns the text of an output or a message: a string, or an array of parts; parts
// without text are named.
func contentText(v []byte) text {
	if scan.KindOf(v) != scan.Array {
		return text{ropeOf(v), NotStreamed}
	}
	var all []*rope.Rope
	for _, part := range scan.Elements(v) {
		words := part
		if scan.KindOf(part) == scan.Object {
			words = nil
			for _, t := range [][]byte{scan.Get(part, "text"), scan.Get(part, "refusal"), scan.At(part, "resource", "text")} {
				if words == nil && scan.KindOf(t) == scan.String {
					words = t
				}
			}
		}
		if len(all) > 0 {
			all = append(all, rope.Plain("\n"))
		}
		if words == nil {
			all = append(all, rope.Plain("["+nameOf(part)+"]"))
			continue
		}
		all = append(all, ropeOf(words))
	}
	return text{rope.Join(all...), NotStreamed}
}

// TextOfParts returns the text of what a tool returned if that is JSON with content parts, as of MCP; any other
// text is returned unchanged.
func TextOfParts(output string) string {
	v := []byte(strings.TrimSpace(output))
	if len(v) > 0 && v[0] == '{' {
		v = scan.Get(v, "content")
	}
	if scan.KindOf(v) != scan.Array || !scan.Valid(v) {
		return output
	}
	n := 0
	for _, part := range scan.Elements(v) {
		if scan.KindOf(scan.Get(part, "type")) != scan.String {
			return output
		}
		n++
	}
	if n == 0 {
		return output
	}
	return contentText(v).rope.String()
}

// nameOf names a part without text.
func nameOf(part []byte) string {
	words := wordOf(scan.Get(part, "type"))
	for _, name := range []string{"filename", "file_id", "file_url", "image_url", "uri"} {
		if v := wordOf(scan.Get(part, name)); v != "" && !strings.HasPrefix(v, "data:") {
			return words + " " + v
		}
	}
	return words
}

const (
	// maxJSON is the longest text that is checked for being JSON, in bytes.
	maxJSON = 256 << 10
	// headSize is how much of a text is searched for its first line, in bytes.
	headSize = 1 << 10
)

// isJSON reports whether a text is a JSON object or array.
func isJSON(t *rope.Rope) bool {
	if t.Len() > maxJSON {
		return false
	}
	head := bytes.TrimLeft(t.Bytes(0, headSize), " \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '[') && scan.Check(t.Bytes(0, t.Len())) == nil
}

// more ends a line of a text that continues.
const more = " …"

// firstLine returns the first non-blank line of a text, with an ellipsis where the text
// continues.
func firstLine(t *rope.Rope) string {
	head := t.Cut(0, headSize)
	line, rest, _ := strings.Cut(strings.TrimLeft(head, " \t\r\n"), "\n")
	line = strings.TrimRight(line, " \t\r")
	if strings.TrimSpace(rest) != "" || t.Len() > headSize {
		line += more
	}
	return line
}
