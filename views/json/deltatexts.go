package json

import (
	"strings"

	"gatehouse/state/rope"
	"gatehouse/state/tree"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/text"
)

const (
	maxCompared = 64 << 10 // bytes of two texts that are compared while their row is drawn
	maxInRow    = 64       // lines of a row at first,
	maxAlone    = 16       // and of what one text alone has, so that the other one's is seen
)

// DeltaAtOnce is how large two documents may be together, in bytes, to be compared
// between two frames: 2 ms. No texts of theirs are long.
const DeltaAtOnce = maxCompared

// LongTexts compares the texts of a comparison word by word that are too long for that to
// be done while their row is drawn, by the number of the row. They have no styles yet.
func LongTexts(delta *tree.Delta) map[int]*text.WordDiff {
	long := map[int]*text.WordDiff{}
	for i, c := range delta.Rows {
		if c.Kind != tree.Changed {
			continue
		}
		if a, b, ok := texts(delta, c); ok && len(a)+len(b) > maxCompared {
			long[i] = wordsOf(nil, a, b)
		}
	}
	return long
}

// texts returns two texts as they are spelled; ok is false for any other values.
func texts(delta *tree.Delta, c tree.Change) (a, b []byte, ok bool) {
	a, b = delta.A.Value(c.A), delta.B.Value(c.B)
	return a, b, a[0] == '"' && b[0] == '"'
}

func wordsOf(styles *themes.Styles, a, b []byte) *text.WordDiff {
	first, second := rope.New(a), rope.New(b)
	return text.NewWordDiff(styles, first, second, tree.DiffWords(first.String(), second.String()), true)
}

// words draws what differs in the words of two texts; nil for other values.
func (d *Delta) words(r deltaRow, c tree.Change) []string {
	a, b, ok := texts(d.delta, c)
	if !ok {
		return nil
	}
	w, long := d.long[r.of]
	if !long {
		w = wordsOf(d.styles, a, b)
	}
	indent := "  " + strings.Repeat("  ", min(c.Depth, maxIndent))
	if len(indent) > d.Width/2 {
		indent = ""
	}
	w.SetWidth(max(d.Width-len(indent), 1))
	var out []string
	for i := 0; i < w.Len(); {
		lines, blocks := d.together(w, i)
		for _, line := range lines {
			if len(out) == d.most(maxInRow) {
				d.cut = true
				return append(out, d.fit(indent+d.styles.Dim.Render("… more differs")))
			}
			out = append(out, d.fit(indent+line))
		}
		i += blocks
	}
	return out
}

// together draws a block of a text, or the blocks from it on that one text alone has:
// of them so much that what the other one has is seen too.
func (d *Delta) together(w *text.WordDiff, i int) (lines []string, blocks int) {
	blocks, size := w.Alone(i)
	if blocks == 0 {
		return w.Lines(i), 1
	}
	rows := maxAlone
	if d.whole {
		rows = wholeRows / 4
	}
	for j := i; j < i+blocks && len(lines) <= rows; j++ {
		lines = append(lines, w.Lines(j)...)
	}
	if len(lines) > rows {
		d.cut = true
		lines = append(lines[:rows], d.styles.Dim.Render("… "+views.Size(size)+" in total"))
	}
	return lines, blocks
}
