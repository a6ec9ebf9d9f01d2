package json

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/tree"
	"gatehouse/views/text"
)

// The bounds of what is drawn of one place where nothing is to be cut short.
const (
	wholeRows  = 4096     // lines
	wholeBytes = 64 << 10 // of what only one of the documents has
)

// SetWhole says whether what is cut short at first, since much else stands below
// it, is shown as far as it is drawn at all.
func (d *Delta) SetWhole(whole bool) {
	d.whole, d.cut = whole, false
	d.SetOnly(d.only)
}

// Cut reports whether something was cut short that SetWhole shows, in what has
// been drawn.
func (d *Delta) Cut() bool {
	return d.cut || slices.ContainsFunc(d.rows, func(r deltaRow) bool { return r.folded > 0 })
}

// most is how many lines of a place are drawn, where it is rows at first.
func (d *Delta) most(rows int) int {
	if d.whole {
		return wholeRows
	}
	return rows
}

// mostBytes is how many bytes of a value are drawn, where it is so many at first.
func (d *Delta) mostBytes(bytes int) int {
	if d.whole {
		return wholeBytes
	}
	return bytes
}

// valued draws a place and a value that stands on one line: where that is too long
// cut, or whole on several.
func (d *Delta) valued(c tree.Change, style lipgloss.Style, mark, place, value string) []string {
	fits := text.Width(d.head(c, style, mark, place))+1+text.Width(value) <= d.Width
	if fits || !d.whole {
		d.cut = d.cut || !fits
		return []string{d.line(c, style, mark, place, value)}
	}
	indent, words := strings.Repeat("  ", max(min(c.Depth-1, maxIndent), 0)), place+" "+value
	if place == "" {
		indent, words = indent+"   ", value
	}
	lines := text.Wrap(text.PenOf(style).Draw(words), text.Layout{Width: max(d.Width-2, 1), First: indent, Rest: indent + "    ", Escape: text.PenOf(d.styles.Escape)})
	for i, line := range lines {
		lines[i] = d.fit(style.Render(mark) + " " + line)
	}
	return lines
}
