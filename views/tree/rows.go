package tree

import (
	"bytes"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/state/figures"
	jsontree "gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/json"
	"gatehouse/views/text"
)

const (
	maxIndent    = 24      // levels that are indented; what lies deeper stands there too
	shownOfValue = 2 << 10 // of a long text in a row, in bytes
)

// rowLines draws a row: a line as a tree, as many as it needs when pretty.
func (m *Model) rowLines(l *layer, r jsontree.Row) []string {
	if m.shown() == asTree {
		return []string{m.treeRow(l, r)}
	}
	return m.prettyRow(l, r)
}

// room is the cells of a row beside the margin and the fold sign.
func (m *Model) room() int { return max(m.width-1, 1) }

func (m *Model) indent(r jsontree.Row) string {
	cells := 2 * min(r.Depth, maxIndent)
	return strings.Repeat(" ", min(cells, m.room()/2))
}

func foldSign(l *layer, r jsontree.Row) string {
	switch {
	case r.Close || !l.x.Children(r.Node):
		return "  "
	case l.folds.Open(r):
		return "▾ "
	}
	return "▸ "
}

// treeRow draws a value on one line: its name, and what it is.
func (m *Model) treeRow(l *layer, r jsontree.Row) string {
	x, i := l.x, r.Node
	line := m.indent(r) + m.styles.Dim.Render(foldSign(l, r))
	used := text.Width(line)
	name := "the document"
	switch n := x.Number(i); {
	case n >= 0:
		name = strconv.Itoa(n)
	case x.Name(i) != nil:
		name = text.SanitizeLine(scan.Text(cut(x.Name(i), shownOfValue)))
	}
	name = text.Truncate(name, max(m.room()-used-8, 4), "…")
	style := m.tint.Name
	if x.Name(i) == nil {
		style = m.styles.Dim
	}
	line += m.marked(name, style) + m.styles.Dim.Render(": ")
	used += text.Width(name) + 2
	if x.Container(i) {
		about := text.SanitizeLine(about(x, i))
		line += m.styles.Dim.Render(json.Outline(x, i)) + "  " + m.marked(about, m.styles.Text)
		return text.Truncate(line, m.room(), "…")
	}
	value := readable(cut(x.Value(i), shownOfValue))
	if hit, ok := m.find.Hit(); ok && hit == i && !m.find.inRaw() {
		value = m.nearHit(x.Value(i), m.room()-used)
	}
	value = text.Truncate(value, max(m.room()-used, 1), "…")
	return text.Truncate(line+m.marked(value, m.tint.Value(x.Kind(i))), m.room(), "…")
}

// nearHit returns the value in which something was found on one safe line,
// from a little before the place where it would otherwise not be in sight.
func (m *Model) nearHit(v []byte, room int) string {
	if from, to, ok := m.find.pattern.Find(v); ok && to > max(room, 8) {
		from = max(from-max(room, 8)/3, 0)
		for from > 0 && v[from]&0xc0 == 0x80 {
			from--
		}
		return "…" + text.SanitizeLine(string(cut(v[from:], shownOfValue)))
	}
	return readable(cut(v, shownOfValue))
}

// readable is a value, or the beginning or the end of one, with its letters in the
// place of their escapes, safe to be drawn. What copies or saves it takes the bytes.
func readable(v []byte) string {
	rest := bytes.TrimLeft(v, `\`) // it may begin in the middle of an escape
	return text.SanitizeLine(string(v[:len(v)-len(rest)]) + scan.Readable(string(rest)))
}

// cut returns the first bytes of v, at most n.
func cut(v []byte, n int) []byte { return v[:min(len(v), n)] }

// about tells objects of a list apart: the words of the members by which
// people know them.
func about(x *jsontree.Index, i int) string {
	if x.Kind(i) != scan.Object {
		return ""
	}
	var words []string
	seen := 0
	for c := i + 1; c < x.Next(i) && seen < 12; c, seen = x.Next(c), seen+1 {
		if x.Kind(c) != scan.String {
			continue
		}
		switch string(cut(x.Name(c), 12)) {
		case `"type"`, `"role"`, `"name"`, `"id"`, `"model"`:
			words = append(words, scan.Text(cut(x.Value(c), 200)))
		}
	}
	return strings.Join(words, "  ")
}

// prettyRow draws a value as JSON is written, long texts over several lines.
func (m *Model) prettyRow(l *layer, r jsontree.Row) []string {
	x, i := l.x, r.Node
	left := m.styles.Dim.Render(foldSign(l, r)) + m.indent(r)
	room := max(m.room()-text.Width(left), 1)
	brackets := "{}"
	if x.Kind(i) == scan.Array {
		brackets = "[]"
	}
	comma := ","
	if p := x.Parent(i); p < 0 || x.Next(i) >= x.Next(p) {
		comma = ""
	}
	if r.Close {
		return []string{left + m.styles.Dim.Render(brackets[1:]+comma)}
	}
	name := ""
	if x.Name(i) != nil {
		name = readable(cut(x.Name(i), shownOfValue))
	}
	switch {
	case l.folds.Open(r):
		return m.named(left, name, brackets[:1], m.styles.Dim, room)
	case x.Container(i):
		return m.named(left, name, json.Outline(x, i)+comma, m.styles.Dim, room)
	}
	v := x.Value(i)
	style := m.tint.Value(x.Kind(i))
	if len(v) <= 2*shownOfValue {
		return m.named(left, name, readable(v)+comma, style, room)
	}
	what, shown := " more: ", cut(v, shownOfValue)
	tail := l == m.layers[0] && m.content.Grows && i == x.Len()-1
	if tail {
		what, shown = " before this: ", last(v, shownOfValue)
	}
	lines := m.named(left, name, readable(shown), style, room)
	words := "… " + figures.Size(len(v)-shownOfValue) + what + m.keys.Name(views.ActOpenRow) + " shows all of it"
	more := m.blank(left) + m.styles.Accent.Render(text.Truncate(words, room, "…"))
	if tail {
		return append([]string{more}, lines...)
	}
	return append(lines, more)
}

// last returns the last bytes of v, at most n, from where a letter begins.
func last(v []byte, n int) []byte {
	v = v[max(len(v)-n, 0):]
	for len(v) > 0 && v[0]&0xc0 == 0x80 {
		v = v[1:]
	}
	return v
}

func (m *Model) blank(left string) string { return strings.Repeat(" ", text.Width(left)) }

// named draws a member's name and its value, wrapped.
func (m *Model) named(left, name, value string, style lipgloss.Style, room int) []string {
	prefix := ""
	if name != "" {
		prefix = name + ": "
	}
	if text.Width(prefix+value) <= room {
		return []string{left + m.nameOf(name) + m.marked(value, style)}
	}
	lines := wrap(prefix+value, room)
	for i, line := range lines {
		lead := left
		if i > 0 {
			lead = m.blank(left)
		}
		if rest, ok := strings.CutPrefix(line, prefix); ok && i == 0 {
			lines[i] = lead + m.nameOf(name) + m.marked(rest, style)
		} else {
			lines[i] = lead + m.marked(line, style)
		}
	}
	return lines
}

func (m *Model) nameOf(name string) string {
	if name == "" {
		return ""
	}
	return m.marked(name, m.tint.Name) + m.styles.Dim.Render(": ")
}

// marked draws safe text in a style, and in it what is searched for.
func (m *Model) marked(text string, style lipgloss.Style) string {
	return m.found(text, style, m.styles.Match)
}

// found draws text in a style, and what is searched for in another.
func (m *Model) found(text string, style, match lipgloss.Style) string {
	if !m.find.Open || m.find.Words == "" {
		return style.Render(text)
	}
	var b strings.Builder
	for {
		from, to, ok := m.find.pattern.Find([]byte(text))
		if !ok {
			b.WriteString(style.Render(text))
			return b.String()
		}
		if from > 0 {
			b.WriteString(style.Render(text[:from]))
		}
		b.WriteString(match.Render(text[from:to]))
		if text = text[to:]; text == "" {
			return b.String()
		}
	}
}
