package text

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/json/tree"
)

// The signs in front of a line that one of two texts has.
const (
	OnlyA = "−"
	OnlyB = "+"
)

func (w *LineDiff) Lines(i int) []string {
	return w.Get(i, w.styles.Version, func() []string {
		b := w.blocks[i]
		switch {
		case b.words:
			return Wrap(PenOf(w.styles.Dim).Draw(w.words[b.row]), Layout{Width: w.Width, First: "  ", Rest: "  "})
		case b.side == tree.Changed:
			return w.columns(b.row)
		case w.shown.SideBySide && b.side == tree.Same && b.piece == tree.Span{}:
			return w.columns(b.row)
		}
		return w.line(b, w.Width)
	})
}

// columns draws the two lines of a row side by side.
func (w *LineDiff) columns(row int) []string {
	const bar = " │ "
	column := max((w.Width-len(" | "))/2, 1)
	r := w.diff.Rows[row]
	var sides [2][]string
	for i, side := range []tree.ChangeKind{tree.Removed, tree.Added} {
		if !r.Has(side) {
			continue
		}
		b := diffBlock{row: row, side: side}
		if r.Kind == tree.Same {
			b.side = tree.Same
		}
		sides[i] = w.line(b, column)
	}
	return SideBySide(sides[0], sides[1], column, w.styles.Rule.Render(bar))
}

// inks are what the lines of one side are drawn with.
type inks struct {
	sign             string
	gutter, line, of lipgloss.Style // the sign, the line, the words that differ
	left, right      string         // around those words; empty where they have a colour
}

func (w *LineDiff) inks(side tree.ChangeKind) inks {
	s := w.styles
	i := inks{sign: " ", gutter: s.Text, line: s.Text, of: s.Text}
	switch side {
	case tree.Removed:
		i = inks{OnlyA, s.Bad, s.Removed, s.RemovedWord, "[-", "-]"}
	case tree.Added:
		i = inks{OnlyB, s.Good, s.Added, s.AddedWord, "{+", "+}"}
	}
	if s.HasColour() {
		i.left, i.right = "", ""
	}
	if w.diff.Apart {
		i.line = s.Text
	}
	return i
}

// line draws a line of one side, or a piece of it, with its tint to the edge.
func (w *LineDiff) line(b diffBlock, width int) []string {
	line := w.diff.Rows[b.row].Side(b.side)
	piece, marks := b.piece, w.diff.Marks(b.row, b.side)
	if piece == (tree.Span{}) {
		piece = tree.Span{From: line.From, To: line.To}
	} else {
		marks = within(marks, piece)
	}
	ink := w.inks(b.side)
	tint := PenOf(ink.line)
	sign := PenOf(ink.line.Foreground(ink.gutter.GetForeground())).Draw(ink.sign + " ")
	if b.rest {
		sign = tint.Draw("  ")
	}
	text, drawn := w.text(b.side).Cut(int64(piece.From), int64(piece.To)), strings.Builder{}
	at := piece.From
	for _, m := range marks {
		drawn.WriteString(tint.Draw(Marked(text[at-piece.From : m.From-piece.From])))
		drawn.WriteString(PenOf(ink.of).Draw(ink.left + differingWords(text[m.From-piece.From:m.To-piece.From]) + ink.right))
		at = m.To
	}
	drawn.WriteString(tint.Draw(Marked(text[at-piece.From:])))
	lines := Wrap(drawn.String(), Layout{Width: width, First: sign, Rest: tint.Draw("  "), Escape: PenOf(w.styles.Escape)})
	for i, drawn := range lines {
		if b.side != tree.Same {
			lines[i] = drawn + tint.Draw(strings.Repeat(" ", max(width-Width(drawn), 0)))
		}
	}
	return lines
}

// differingWords returns the words of a mark, safe. Blanks alone, which a mark would not be
// seen on, and the end of a line are signs.
func differingWords(s string) string {
	switch {
	case s == "":
		return "↵"
	case strings.Trim(s, " ") == "":
		return strings.Repeat("·", len(s))
	}
	return Marked(s)
}
