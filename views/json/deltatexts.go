package json

import (
	"strings"

	"gatehouse/state/rope"
	"gatehouse/state/tree"
	"gatehouse/themes"
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

// LongTexts compares the texts of a comparison line by line that are too long for that to
// be done while their row is drawn, by the number of the row. They have no styles yet.
func LongTexts(delta *tree.Delta) map[int]*text.LineDiff {
	long := map[int]*text.LineDiff{}
	for i, c := range delta.Rows {
		if c.Kind != tree.Changed {
			continue
		}
		if a, b, ok := texts(delta, c); ok && len(a)+len(b) > maxCompared {
			long[i] = linesOf(nil, a, b)
		}
	}
	return long
}

// texts returns two texts as they are spelled; ok is false for any other values.
func texts(delta *tree.Delta, c tree.Change) (a, b []byte, ok bool) {
	a, b = delta.A.Value(c.A), delta.B.Value(c.B)
	return a, b, a[0] == '"' && b[0] == '"'
}

func linesOf(styles *themes.Styles, a, b []byte) *text.LineDiff {
	first, second := rope.New(a), rope.New(b)
	return text.NewLineDiff(styles, first, second, tree.DiffLines(first.String(), second.String()), text.Shown{})
}

// inTexts draws what differs in two texts; nil for other values.
func (d *Delta) inTexts(r deltaRow, c tree.Change) []string {
	a, b, ok := texts(d.delta, c)
	if !ok {
		return nil
	}
	w, long := d.long[r.of]
	if !long {
		w = linesOf(d.styles, a, b)
	}
	indent := strings.Repeat("  ", min(c.Depth, maxIndent))
	if len(indent) > d.Width/2 {
		indent = ""
	}
	w.SetWidth(max(d.Width-len(indent), 1))
	w.Show(d.shown())
	d.cut = d.cut || w.Folds()
	var out []string
	for i := range w.Len() {
		for _, line := range w.Lines(i) {
			if len(out) == d.most(maxInRow) {
				d.cut = true
				return append(out, d.fit(indent+d.styles.Dim.Render("… more differs")))
			}
			out = append(out, d.fit(indent+line))
		}
	}
	return out
}

// shown is how much of two texts is drawn.
func (d *Delta) shown() text.Shown {
	s := text.Shown{Around: text.Around, Most: maxAlone}
	if d.complete {
		s = text.Shown{Around: wholeRows / 8, Most: wholeRows / 4}
	}
	if d.only {
		s.Around = 0
	}
	return s
}
