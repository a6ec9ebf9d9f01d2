// Package json draws JSON in rows: a document with a member a line, and what differs
// between two. It does not check documents and does not change them.
package json

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// Tint is how the parts of JSON are coloured where it is drawn value by value.
type Tint struct {
	Name, String, Number, Word, Sign lipgloss.Style
}

// NewTint takes the colours of a theme: those of JSON in an answer.
func NewTint(styles *themes.Styles) Tint {
	of := func(colour string) lipgloss.Style {
		return lipgloss.NewStyle().Foreground(lipgloss.Color(colour))
	}
	p := styles.Palette
	return Tint{Name: of(p.Function), String: of(p.String), Number: of(p.Number), Word: of(p.Number), Sign: styles.Dim}
}

// Value returns the style of a value of a kind; objects and arrays are recognised by their brackets.
func (t Tint) Value(kind scan.Kind) lipgloss.Style {
	switch kind {
	case scan.String:
		return t.String
	case scan.Number:
		return t.Number
	case scan.Object, scan.Array:
		return t.Sign
	}
	return t.Word
}

// The bytes of a long text that are drawn in a row, and on all the rows that it needs.
const (
	maxInLine  = 2 << 10
	maxWrapped = 8 << 10
)

// Tree draws the rows of a document as they are folded: with a line a value (Row), or as JSON
// is written (Pretty).
type Tree struct {
	Styles *themes.Styles
	Tint   Tint
	Index  *tree.Index
	Folds  *tree.Folds
	Width  int           // cells of a row
	Base   int           // depth of the rows that are not indented
	More   func() string // what shows all of a long text
	Grows  bool          // the last text is shown by its end

	Pattern *tree.Pattern // that is marked; nil for none
	Hit     int           // value whose match is drawn in any case; -1 for none
}

// sign draws the fold sign of a row.
func (t *Tree) sign(r tree.Row) string {
	sign := "▸ "
	switch {
	case r.Close || !t.Index.Children(r.Node):
		sign = "  "
	case t.Folds.Open(r):
		sign = "▾ "
	}
	return t.Styles.Dim.Render(sign)
}

func (t *Tree) indent(r tree.Row) string {
	return strings.Repeat(" ", min(2*min(max(r.Depth-t.Base, 0), maxIndent), t.Width/2))
}

// Row draws a value on one line: its name, and what it is.
func (t *Tree) Row(r tree.Row) string {
	x, i := t.Index, r.Node
	line := t.indent(r) + t.sign(r)
	used := text.Width(line)
	name, style := t.name(i)
	name = text.Truncate(name, max(t.Width-used-8, 4), "…")
	line += t.named(name, style)
	if x.Container(i) {
		line += t.Styles.Dim.Render(Outline(x, i)) + "  " + t.marked(t.about(r), t.Styles.Text)
		return text.Truncate(line, t.Width, "…")
	}
	width := max(t.Width-used-text.Width(name)-2, 1)
	value := readableValue(cut(x.Value(i), maxInLine))
	if t.Hit == i && t.Pattern != nil {
		value = t.nearHit(x.Value(i), width)
	}
	line += t.marked(text.Truncate(value, width, "…"), t.Tint.Value(x.Kind(i)))
	return text.Truncate(line, t.Width, "…")
}

// Wrapped draws a simple value as Row does, on as many lines as it needs.
func (t *Tree) Wrapped(r tree.Row) []string {
	name, style := t.name(r.Node)
	name = text.Truncate(name, max(t.Width/2, 4), "…")
	v := cut(t.Index.Value(r.Node), maxWrapped)
	return t.wrapped(t.indent(r)+t.sign(r), name, style, readableValue(v), t.Tint.Value(t.Index.Kind(r.Node)))
}

// name returns the name of a value, or its number in its array.
func (t *Tree) name(i int) (string, lipgloss.Style) {
	if n := t.Index.Number(i); n >= 0 {
		return strconv.Itoa(n), t.Styles.Dim
	}
	if name := t.Index.Name(i); name != nil {
		return text.SanitizeLine(scan.Text(cut(name, maxInLine))), t.Tint.Name
	}
	return "the document", t.Styles.Dim
}

// nearHit returns the value in which something was found on one safe line,
// from a little before the place where it would otherwise not be in sight.
func (t *Tree) nearHit(v []byte, width int) string {
	if from, to, ok := t.Pattern.Find(v); ok && to > max(width, 8) {
		from = max(from-max(width, 8)/3, 0)
		for from > 0 && v[from]&0xc0 == 0x80 {
			from--
		}
		return "…" + text.SanitizeLine(string(cut(v[from:], maxInLine)))
	}
	return readableValue(cut(v, maxInLine))
}

// readableValue returns a value, or the beginning or the end of one, with letters instead of
// their escapes, safe to be drawn. What copies or saves it takes the bytes.
func readableValue(v []byte) string {
	rest := bytes.TrimLeft(v, `\`) // it may begin in the middle of an escape
	return text.SanitizeLine(string(v[:len(v)-len(rest)]) + scan.Readable(string(rest)))
}

// cut returns the first bytes of v, at most n, up to the end of a letter.
func cut(v []byte, n int) []byte {
	return v[:len(text.Start(string(v[:min(len(v), n+utf8.UTFMax)]), n))]
}

// about describes an object or array by what tells it from others of a list: the members by which
// people know objects; of others, while they are folded, the first simple values.
func (t *Tree) about(r tree.Row) string {
	const looked, shown = 12, 6 // members
	x := t.Index
	var known, first []string
	for c, n := r.Node+1, 0; n < looked && c < x.Next(r.Node); c, n = x.Next(c), n+1 {
		name := ""
		if spelled := x.Name(c); spelled != nil {
			name = scan.Text(cut(spelled, 40))
		}
		if x.Kind(c) == scan.String {
			switch name {
			case "type", "role", "name", "id", "model":
				known = append(known, text.SanitizeLine(scan.Text(cut(x.Value(c), 200))))
			}
		}
		if n < shown && !x.Container(c) {
			first = append(first, t.glance(c, name))
		}
	}
	switch {
	case known != nil:
		return strings.Join(known, "  ")
	case t.Folds.Open(r):
		return ""
	}
	return strings.Join(first, ", ")
}

// glance writes a simple value of a folded object or array in a few words.
func (t *Tree) glance(i int, name string) string {
	if name != "" {
		name = text.Truncate(text.SanitizeLine(name), 20, "…") + " "
	}
	return name + text.Truncate(readableValue(cut(t.Index.Value(i), 200)), 40, "…")
}

// Pretty draws a value as JSON is written, long texts on several lines.
func (t *Tree) Pretty(r tree.Row) []string {
	x, i := t.Index, r.Node
	left := t.sign(r) + t.indent(r)
	brackets := "{}"
	if x.Kind(i) == scan.Array {
		brackets = "[]"
	}
	comma := ","
	if p := x.Parent(i); p < 0 || x.Next(i) >= x.Next(p) {
		comma = ""
	}
	if r.Close {
		return []string{left + t.Styles.Dim.Render(brackets[1:]+comma)}
	}
	name := ""
	if x.Name(i) != nil {
		name = readableValue(cut(x.Name(i), maxInLine))
	}
	wrapped := func(value string, style lipgloss.Style) []string {
		return t.wrapped(left, name, t.Tint.Name, value, style)
	}
	switch {
	case t.Folds.Open(r):
		return wrapped(brackets[:1], t.Styles.Dim)
	case x.Container(i):
		return wrapped(Outline(x, i)+comma, t.Styles.Dim)
	}
	v := x.Value(i)
	style := t.Tint.Value(x.Kind(i))
	if len(v) <= 2*maxInLine {
		return wrapped(readableValue(v)+comma, style)
	}
	what, shown := " more: ", cut(v, maxInLine)
	tail := t.Grows && i == x.Len()-1
	if tail {
		what, shown = " before this: ", last(v, maxInLine)
	}
	lines := wrapped(readableValue(shown), style)
	words := "… " + figures.Size(len(v)-maxInLine) + what + t.More()
	width := max(t.Width-text.Width(left), 1)
	more := strings.Repeat(" ", text.Width(left)) + t.Styles.Accent.Render(text.Truncate(words, width, "…"))
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

// wrapped draws a name and its value, on as many lines as they need.
func (t *Tree) wrapped(left, name string, nameStyle lipgloss.Style, value string, style lipgloss.Style) []string {
	width := max(t.Width-text.Width(left), 1)
	prefix := ""
	if name != "" {
		prefix = name + ": "
	}
	if text.Width(prefix+value) <= width {
		return []string{left + t.named(name, nameStyle) + t.marked(value, style)}
	}
	lines := text.RowsWithSpaces(prefix+value, width)
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, prefix); ok && i == 0 {
			lines[i] = left + t.named(name, nameStyle) + t.marked(rest, style)
		} else {
			lines[i] = left + t.marked(line, style)
		}
		left = strings.Repeat(" ", text.Width(left))
	}
	return lines
}

func (t *Tree) named(name string, style lipgloss.Style) string {
	if name == "" {
		return ""
	}
	return t.marked(name, style) + t.Styles.Dim.Render(": ")
}

func (t *Tree) marked(text string, style lipgloss.Style) string {
	return Marked(t.Pattern, text, style, t.Styles.Match)
}

// Marked draws safe text in a style, and in another what a pattern matches; nil for none.
func Marked(p *tree.Pattern, text string, style, match lipgloss.Style) string {
	if p == nil {
		return style.Render(text)
	}
	var b strings.Builder
	for {
		from, to, ok := p.Find([]byte(text))
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
