package json

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// The bounds of what is shown at first of an object or array that only one of the
// documents has.
const (
	maxUnfolded  = 16 << 10 // bytes
	unfoldedRows = 10
)

// added draws a value that only one of the documents has, and its members below it.
func (d *Delta) added(c tree.Change, x *tree.Index, i int, ink ink) []string {
	words, complete := d.value(x, i)
	head := d.valued(c, ink.line, ink.sign, d.place(c), words)
	if complete {
		return head
	}
	return append(head, d.unfolded(c.Depth-1, x.Value(i), ink)...)
}

// unfolded draws the content of an object or array, below its row at a depth.
func (d *Delta) unfolded(depth int, v []byte, ink ink) []string {
	maxBytes := d.maxBytes(maxUnfolded)
	doc := text.Start(string(v[:min(len(v), maxBytes+utf8.UTFMax)]), maxBytes)
	lines := jsonLines(doc)
	lines = lines[min(1, len(lines)):] // the row represents the bracket
	if len(doc) == len(v) {
		lines = lines[:max(len(lines)-1, 0)]
	}
	style := ink.line
	pen, before := text.PenOf(style), style.Render(ink.sign)+" "
	rows := d.maxRows(unfoldedRows)
	var out []string
	for _, l := range lines {
		indent := strings.Repeat("  ", min(max(depth, 0)+int(l.depth), maxIndent))
		if len(indent) > d.Width/2 {
			indent = ""
		}
		drawn := pen.Draw(text.Marked(squeeze(doc[l.start:l.end], l.in)))
		for _, line := range text.Wrap(drawn, text.Layout{Width: max(d.Width-2, 1), First: indent, Rest: indent + "  ", Escape: text.PenOf(d.styles.Escape)}) {
			if len(out) == rows {
				d.cut = true
				return append(out, d.fit(before+indent+style.Render(further(len(v)-l.start))))
			}
			out = append(out, d.fit(before+line))
		}
	}
	if len(doc) < len(v) {
		d.cut = true
		out = append(out, d.fit(before+strings.Repeat("  ", max(depth, 0)+1)+style.Render(further(len(v)-len(doc)))))
	}
	return out
}

func further(left int) string { return "… " + figures.Size(left) + " more" }

// ink is what a line is drawn with that only one of the documents has.
type ink struct {
	sign       string
	line, mark lipgloss.Style // the line with its tint, and the sign on it
}

func (d *Delta) onlyA() ink {
	return ink{text.OnlyA, d.styles.Removed, d.styles.Removed.Foreground(d.styles.Bad.GetForeground())}
}

func (d *Delta) onlyB() ink {
	return ink{text.OnlyB, d.styles.Added, d.styles.Added.Foreground(d.styles.Good.GetForeground())}
}

// inline draws a value that is on a line with another one.
func (i ink) inline(value string) string {
	return i.mark.Render(i.sign+" ") + i.line.Render(value)
}

// tinted draws lines again, with the tint from edge to edge.
func (d *Delta) tinted(i ink, lines []string) []string {
	for n, line := range lines {
		line = strings.TrimPrefix(ansi.Strip(line), i.sign)
		lines[n] = i.mark.Render(i.sign) + i.line.Render(line+strings.Repeat(" ", max(d.Width-1-text.Width(line), 0)))
	}
	return lines
}

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
	w.Show(d.textShown())
	d.cut = d.cut || w.Folds()
	var out []string
	for i := range w.Len() {
		for _, line := range w.Lines(i) {
			if len(out) == d.maxRows(maxInRow) {
				d.cut = true
				return append(out, d.fit(indent+d.styles.Dim.Render("… more differs")))
			}
			out = append(out, d.fit(indent+line))
		}
	}
	return out
}

// textShown returns how much of two texts is drawn.
func (d *Delta) textShown() text.Shown {
	s := text.Shown{Around: text.Around, MaxLines: maxAlone}
	if d.shown.Complete {
		s = text.Shown{Around: maxCompleteRows / 8, MaxLines: maxCompleteRows / 4}
	}
	if d.shown.OnlyDifferences {
		s.Around = 0
	}
	return s
}
