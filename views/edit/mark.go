package edit

import (
	"gatehouse/themes"
	"gatehouse/views/text"
)

// span is a range of the text's bytes [from, to); empty for none.
type span struct{ from, to int }

func (s span) empty() bool { return s.from >= s.to }

// Mark marks the bytes [from, to) and puts the cursor behind them: what is written next
// takes their place, a key that deletes takes them away, any other lets go of them.
func (e *Editor) Mark(from, to int) {
	e.GoTo(to)
	e.marked = span{e.Snap(from), e.cursor}
}

// Marked returns the marked text; empty for none.
func (e *Editor) Marked() string { return e.text.Slice(e.marked.from, e.marked.to) }

// takeMarked removes the marked text and returns it.
func (e *Editor) takeMarked() string { return e.Remove(e.marked.from, e.marked.to) }

// pens are what plain text is drawn with.
type pens struct{ plain, odd, marked text.Pen }

func pensOf(s *themes.Styles) pens {
	return pens{text.PenOf(s.Text), text.PenOf(s.Escape), text.PenOf(s.Selection)}
}

// draw adds a cell at off to a row, where src is what it covers.
func (p *pens) draw(run *text.Run, marked bool, c Cell, src string) {
	drawn := src
	if c.Drawn || c.Odd {
		drawn = c.Text
	}
	switch {
	case marked:
		run.Add(p.marked, drawn)
	case c.Odd:
		run.Add(p.odd, drawn)
	case c.Drawn:
		run.Add("", drawn)
	default:
		run.Add(p.plain, drawn)
	}
}
