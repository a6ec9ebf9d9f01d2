package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"gatehouse/client/scan"
	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// Delta is what differs between two JSON documents, a row a place: − for what
// only the first has, + for what only the second has, ~ where the value is
// another one, ≈ where it is only written differently, ↕ for an element that
// moved. It is made for each row that is looked at.
type Delta struct {
	styles          *themes.Styles
	delta           *tree.Delta
	long            map[int]*text.LineDiff // LongTexts
	rows            []deltaRow
	shown           DeltaShown
	cut             bool // something was cut short, of what has been drawn
	text.Drawn[int]      // by the version of the styles
}

var _ text.Content = (*Delta)(nil)

// NewDelta makes a view of a comparison and of its LongTexts.
func NewDelta(styles *themes.Styles, delta *tree.Delta, long map[int]*text.LineDiff, shown DeltaShown) *Delta {
	d := &Delta{styles: styles, delta: delta, long: long, Drawn: text.Drawn[int]{Width: 80}}
	for _, w := range long {
		w.SetStyles(styles)
	}
	d.Show(shown)
	return d
}

func (d *Delta) SetWidth(width int) {
	if max(width, 1) != d.Width {
		d.cut = false
	}
	d.Drawn.SetWidth(width)
}

func (d *Delta) Len() int { return len(d.rows) }

// Change returns what a row describes.
func (d *Delta) Change(i int) tree.Change { return d.delta.Rows[d.rows[i].of] }

// Source implements Content: the differences as text, a line a place.
func (d *Delta) Source() string {
	var b strings.Builder
	for _, c := range d.delta.Rows {
		if !c.Differs() || c.Kind == tree.Inside {
			continue
		}
		fmt.Fprintf(&b, "%s %s", sign(c.Kind), d.delta.Path(c))
		if c.A >= 0 {
			fmt.Fprintf(&b, " - %s", d.delta.A.Value(c.A))
		}
		if c.B >= 0 && c.Kind != tree.Moved {
			fmt.Fprintf(&b, " + %s", d.delta.B.Value(c.B))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func sign(k tree.ChangeKind) string {
	return [...]string{" ", "≈", " ", "~", "+", "-", "↕"}[k]
}

func (d *Delta) Lines(i int) []string {
	r := d.rows[i]
	c := d.delta.Rows[r.of]
	switch {
	case r.folded > 0:
		return []string{d.fit(d.styles.Dim.Render("  … " + figures.Counted(r.folded, "value") + " the same"))}
	case c.Kind == tree.Inside, c.Kind == tree.Respelled && d.delta.A.Container(c.A):
		return []string{d.line(c, d.styles.Dim, " ", d.place(c), "")}
	case c.Kind == tree.Moved && c.Apart:
		words, _ := d.value(d.delta.B, c.B)
		return d.valued(c, d.styles.Warn, "↕", d.place(c), words)
	case c.Kind == tree.Moved:
		words, _ := d.value(d.delta.B, c.B)
		words = fmt.Sprintf("from [%d]  %s", d.delta.A.Number(c.A), words)
		return d.valued(c, d.styles.Warn, "↕", d.place(c), words)
	case c.Kind == tree.Same:
		words, _ := d.value(d.delta.B, c.B)
		return d.valued(c, d.styles.Dim, " ", d.place(c), words)
	}
	return d.Get(i, d.styles.Version, func() []string { return d.differing(r, c) })
}

// differing draws a place in which the documents differ.
func (d *Delta) differing(r deltaRow, c tree.Change) []string {
	x, i, ink := d.delta.B, c.B, d.onlyB()
	switch c.Kind {
	case tree.Added:
	case tree.Removed:
		x, i, ink = d.delta.A, c.A, d.onlyA()
	default:
		return d.changed(r, c)
	}
	return d.tinted(ink, d.added(c, x, i, ink))
}

// changed draws a value that is another one: on one line where both fit, texts
// by what differs in their words, all else on two lines.
func (d *Delta) changed(r deltaRow, c tree.Change) []string {
	place := d.place(c)
	a, completeA := d.value(d.delta.A, c.A)
	b, completeB := d.value(d.delta.B, c.B)
	if c.Kind == tree.Respelled {
		return d.valued(c, d.styles.Dim, "≈", place, a+" → "+b+"  written differently")
	}
	head := d.head(c, d.styles.Warn, "~", place)
	if completeA && completeB && text.Width(head)+text.Width(a+b)+7 <= d.Width {
		return []string{d.fit(head + " " + d.onlyA().inline(a) + d.styles.Dim.Render("  ") + d.onlyB().inline(b))}
	}
	if lines := d.inTexts(r, c); lines != nil {
		return append([]string{d.fit(head)}, lines...)
	}
	lines := []string{d.fit(head)}
	for _, side := range []struct {
		ink      ink
		of       *tree.Index
		at       int
		words    string
		complete bool
	}{{d.onlyA(), d.delta.A, c.A, a, completeA}, {d.onlyB(), d.delta.B, c.B, b, completeB}} {
		drawn := d.valued(c, side.ink.line, side.ink.sign, "", side.words)
		if !side.complete {
			drawn = append(drawn, d.unfolded(c.Depth, side.of.Value(side.at), side.ink)...)
		}
		lines = append(lines, d.tinted(side.ink, drawn)...)
	}
	return lines
}

// place names a change in its object or array.
func (d *Delta) place(c tree.Change) string {
	if c.Apart {
		return text.SanitizeLine(d.delta.Path(c))
	}
	x, i := d.delta.B, c.B
	if i < 0 {
		x, i = d.delta.A, c.A
	}
	if name := x.Name(i); name != nil {
		return text.SanitizeLine(scan.Text(name))
	}
	if n := x.Number(i); n >= 0 {
		return fmt.Sprintf("[%d]", n)
	}
	return "the document"
}

// shownOfValue bounds what of a value goes into a row at first, in bytes.
const shownOfValue = 4 << 10

// value writes a value on one line; complete is false if words are only an outline of it.
func (d *Delta) value(x *tree.Index, i int) (words string, complete bool) {
	v := x.Value(i)
	if !x.Container(i) {
		maxBytes := d.maxBytes(shownOfValue)
		start := text.Start(string(v[:min(len(v), maxBytes+utf8.UTFMax)]), maxBytes)
		words = text.SanitizeLine(start)
		if len(start) < len(v) {
			words += " " + further(len(v)-len(start))
		}
		return words, true
	}
	if len(v) > 200 {
		return Outline(x, i), false
	}
	var onLine bytes.Buffer
	if json.Compact(&onLine, v) != nil || onLine.Len() > 60 {
		return Outline(x, i), false
	}
	return text.SanitizeLine(onLine.String()), true
}

// Outline describes an object or array in a few words: { 3 members }.
func Outline(x *tree.Index, i int) string {
	const many = 10_000
	n := x.Count(i, many)
	count, thing := fmt.Sprint(n), "member"
	if n == many {
		count += "+"
	}
	left, right := "{ ", " }"
	if x.Kind(i) == scan.Array {
		left, right, thing = "[ ", " ]", "element"
	}
	if n != 1 {
		thing += "s"
	}
	if n == 0 {
		return strings.TrimSpace(left) + strings.TrimSpace(right)
	}
	return left + count + " " + thing + right
}

func (d *Delta) head(c tree.Change, style lipgloss.Style, mark, place string) string {
	indent := strings.Repeat("  ", max(min(c.Depth-1, maxIndent), 0))
	return style.Render(mark) + " " + indent + style.Render(place)
}

func (d *Delta) line(c tree.Change, style lipgloss.Style, mark, place, value string) string {
	drawn := d.head(c, style, mark, text.Truncate(place, max(d.Width, 1), "…"))
	if place == "" {
		drawn += "  "
	}
	if value != "" {
		width := max(d.Width-text.Width(drawn)-1, 0)
		drawn += " " + style.Render(text.Truncate(value, width, "…"))
	}
	return d.fit(drawn)
}

func (d *Delta) fit(line string) string { return text.Truncate(line, d.Width, "…") }
