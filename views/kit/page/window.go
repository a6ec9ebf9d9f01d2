package page

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Lines is what a window shows, walked line by line: no list of them has to be made.
type Lines[P any] interface {
	Edge(by int) P               // the first line for 1, the last for -1
	Step(at P, by int) (P, bool) // the line after (1) or before (-1); ok is false at an edge
	Near(at P) (P, bool)         // the line, or the nearest where it is gone; ok is false where there is none
	Line(at P) string            // drawn and safe, no wider than the window
}

// Searchable is Lines that a window shows.
type Searchable[P any] interface {
	Lines[P]
	Here() P   // the line at which a search begins
	Show(at P) // scrolls to a line
}

// Place names a line. The zero Place is the first, whatever lines come before it.
type Place[P any] interface {
	comparable
	before(P) bool
}

// Window shows as many lines as it is high, and the search in them. It is all that
// panes have in common that are read by scrolling. Its place is a line and no number
// of lines, so that nothing jumps when an estimated height becomes a fact, and a step
// costs the same anywhere.
type Window[P Place[P]] struct {
	Width, Height int // cells
	lines         Searchable[P]
	top           P
	focused       bool
	prepare       func() // refreshes the lines; nil where they are always up to date

	search Finder[P]
	styles *themes.Styles
	keys   *views.Keys // of the search; nil where there is none
}

func (w *Window[P]) SetSize(width, height int) { w.Width, w.Height = max(width, 0), max(height, 0) }

func (w *Window[P]) SetFocus(on bool) tea.Cmd {
	w.focused = on
	return nil
}

func (w *Window[P]) ready() {
	if w.prepare != nil {
		w.prepare()
	}
}

// height returns the height of the lines: the search takes the last.
func (w *Window[P]) height() int {
	if w.search.Open {
		return max(w.Height-1, 0)
	}
	return w.Height
}

func (w *Window[P]) View() string {
	if w.ready(); w.Width == 0 || w.Height == 0 {
		return ""
	}
	view := text.Rect(w.Drawn(), w.Width, w.height())
	switch foot := w.Foot(w.Width); {
	case foot == "":
	case w.Height == 1:
		return foot
	default:
		view += "\n" + foot
	}
	return view
}

// Drawn returns the lines in view, with what was searched for marked.
func (w *Window[P]) Drawn() []string {
	out := make([]string, 0, w.height())
	for at, ok := w.lines.Near(w.top); ok && len(out) < w.height(); at, ok = w.lines.Step(at, 1) {
		out = append(out, w.marked(at, w.lines.Line(at)))
	}
	return out
}

// Walk returns the line that many lines after, or before, or the last that exists.
func (w *Window[P]) Walk(at P, by int) P {
	at, ok := w.lines.Near(at)
	for ; ok && by > 0; by-- {
		at, ok = w.lines.Step(at, 1)
	}
	for ; ok && by < 0; by++ {
		if at, ok = w.lines.Step(at, -1); !ok {
			return *new(P)
		}
	}
	return at
}

// Here returns the first line in view.
func (w *Window[P]) Here() P {
	at, _ := w.lines.Near(w.top)
	return at
}

// At returns the line y below the first in view; ok is false where there is none.
func (w *Window[P]) At(y int) (at P, ok bool) {
	at, ok = w.lines.Near(w.top)
	for ; y > 0 && ok; y-- {
		at, ok = w.lines.Step(at, 1)
	}
	return at, ok && y == 0
}

func (w *Window[P]) Overflow() (above, below bool) {
	w.ready()
	return w.overflow()
}

func (w *Window[P]) overflow() (above, below bool) {
	here, ok := w.lines.Near(w.top)
	_, below = w.At(w.height())
	return ok && w.lines.Edge(1).before(here), below
}

func (w *Window[P]) Scroll(_, dy int) {
	w.ready()
	if w.top = w.Walk(w.top, dy); dy > 0 {
		w.Fill()
	}
}

// Do moves the window as a movement of the key table says; ok is false for any other action.
func (w *Window[P]) Do(a views.Action) (answer views.Answer, ok bool) {
	w.ready()
	top := w.Here()
	switch a {
	case views.ActGoTop:
		w.Top()
	case views.ActGoEnd:
		w.End()
	default:
		by, ok := views.Steps(a, w.height()-1)
		if !ok {
			return answer, false
		}
		w.Scroll(0, by)
	}
	return views.Answer{Used: w.Here() != top}, true
}

// Top goes to the first line.
func (w *Window[P]) Top() { w.top = *new(P) }

// End puts the last line at the bottom.
func (w *Window[P]) End() { w.top = w.Walk(w.lines.Edge(-1), 1-max(w.height(), 1)) }

// Fill moves the window up where the last line would leave the bottom.
func (w *Window[P]) Fill() {
	n := 0
	for at, ok := w.lines.Near(w.top); ok && n < w.height(); n++ {
		at, ok = w.lines.Step(at, 1)
	}
	if n < w.height() {
		w.top = w.Walk(w.top, n-w.height())
	}
}

// Show scrolls a line to a third of the window.
func (w *Window[P]) Show(at P) {
	w.top = w.Walk(at, -w.height()/3)
	w.Fill()
}

// Follow moves the window as little as possible to have a line in view.
func (w *Window[P]) Follow(at P) {
	if lowest := w.Walk(at, 1-max(w.height(), 1)); at.before(w.top) {
		w.top = at
	} else if w.top.before(lowest) {
		w.top = lowest
	}
}
