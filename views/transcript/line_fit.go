package transcript

import (
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/state/figures"
	"gatehouse/views/text"
)

// line joins drawn words and cuts them to the width of the text.
func (b *builder) line(words ...string) string {
	var kept []string
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return b.fit(strings.Join(kept, "  "))
}

// fit cuts a line to the width of the text.
func (b *builder) fit(line string) string {
	if b.uncut {
		return line
	}
	return text.Truncate(line, b.width, "…")
}

// wrapped joins drawn words, by three spaces where they fit on one line, else
// by two on as many lines as they need.
func (b *builder) wrapped(words []string) []string {
	if line := strings.Join(words, "   "); text.Width(line) <= b.width {
		return []string{line}
	}
	var lines []string
	line := words[0]
	for _, w := range words[1:] {
		if text.Width(line)+2+text.Width(w) <= b.width {
			line += "  " + w
			continue
		}
		lines = append(lines, line)
		line = w
	}
	return append(lines, line)
}

// sanitized returns s as one safe line, or what to say when there is none.
func sanitized(s, none string) string {
	if s == "" {
		return none
	}
	return text.SanitizeLine(s)
}

// brief shows the members of an object that say most in little room.
func (b *builder) brief(item gjson.Result) string {
	var words []string
	room := b.width
	item.ForEach(func(name, v gjson.Result) bool {
		switch name.String() {
		case "type", "id", "status", "role", "call_id":
			return true
		}
		value := v.String()
		if v.IsObject() || v.IsArray() {
			value = v.Raw
		}
		if value == "" || v.Type == gjson.Null {
			return true
		}
		if len(value) > 200 {
			value = figures.Size(len(value))
		}
		word := text.SanitizeLine(strings.Join(strings.Fields(name.String()+": "+value), " "))
		words = append(words, word)
		room -= len(word)
		return room > 0
	})
	return b.fit(strings.Join(words, "  "))
}
