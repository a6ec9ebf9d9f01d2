package json

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/json/tree"
	"gatehouse/views/kit/text"
)

type deltaRow struct {
	of     int // the delta's
	folded int // this many equal rows, beginning with this one
}

// DeltaShown is how much of a comparison is drawn.
type DeltaShown struct {
	OnlyDifferences bool // what is the same is left out
	Folds           bool // a long run of what is the same is one row, unless Complete
	Complete        bool // what is cut short at first, because more follows, is drawn up to larger limits
}

// Show sets how much is drawn.
func (d *Delta) Show(shown DeltaShown) {
	if d.rows != nil && shown == d.shown {
		return
	}
	d.shown, d.rows, d.cut = shown, []deltaRow{}, false
	d.Forget(0)
	for i, c := range d.delta.Rows {
		complete := c.Kind == tree.Inside || c.Kind == tree.Respelled && d.delta.A.Container(c.A)
		if c.Depth == 0 && complete || shown.OnlyDifferences && !c.Differs() {
			continue // the document itself needs no row when what is in it has
		}
		d.rows = append(d.rows, deltaRow{of: i})
	}
	if shown.Folds && !shown.Complete {
		d.fold()
	}
}

// fold makes one row of those that are the same, but for a few around each that is not.
func (d *Delta) fold() {
	var out []deltaRow
	for i := 0; i < len(d.rows); {
		end := i
		for end < len(d.rows) && d.delta.Rows[d.rows[end].of].Kind == tree.Same {
			end++
		}
		from, to := min(i+text.Around, end), max(end-text.Around, i)
		if i == 0 {
			from = 0
		}
		if end == len(d.rows) {
			to = end
		}
		if to-from < 2 {
			end = max(end, i+1)
			out = append(out, d.rows[i:end]...)
		} else {
			out = append(append(out, d.rows[i:from]...), deltaRow{of: d.rows[from].of, folded: to - from})
			out = append(out, d.rows[to:end]...)
		}
		i = end
	}
	d.rows = out
}

// The bounds of what is drawn of one place where nothing is to be cut short.
const (
	maxCompleteRows  = 4096     // lines
	maxCompleteBytes = 64 << 10 // of what only one of the documents has
)

// Cut reports whether something was cut short that Complete shows, in what has
// been drawn.
func (d *Delta) Cut() bool {
	return d.cut || slices.ContainsFunc(d.rows, func(r deltaRow) bool { return r.folded > 0 })
}

// maxRows returns how many lines of a place are drawn, where it is rows at first.
func (d *Delta) maxRows(rows int) int {
	if d.shown.Complete {
		return maxCompleteRows
	}
	return rows
}

// maxBytes returns how many bytes of a value are drawn, if it is bytes at first.
func (d *Delta) maxBytes(bytes int) int {
	if d.shown.Complete {
		return maxCompleteBytes
	}
	return bytes
}

// valued draws a place and its value. One that does not fit on the line is cut, or drawn on several
// lines.
func (d *Delta) valued(c tree.Change, style lipgloss.Style, mark, place, value string) []string {
	fits := text.Width(d.head(c, style, mark, place))+1+text.Width(value) <= d.Width
	if fits || !d.shown.Complete {
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
