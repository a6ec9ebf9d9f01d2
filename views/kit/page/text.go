package page

import (
	"gatehouse/themes"
	"gatehouse/views"
)

// Text is a window on lines that are drawn all at once, for they are few: panes embed
// it. The window stays filled if lines are added or removed.
type Text struct {
	Window[Line]
	all func() []string // as wide as the window; called often, so it caches them
}

// NewText makes a window on the first of the lines.
func NewText(all func() []string) *Text {
	t := &Text{all: all}
	t.lines, t.prepare = t, t.Fill
	return t
}

// Searched adds a search.
func (t *Text) Searched(styles *themes.Styles, keys *views.Keys) *Text {
	t.search = NewSearch(styles, keys, t)
	return t
}

var _ Searchable[Line] = (*Text)(nil)

// First is which of the lines is the first in view.
func (t *Text) First() int { return t.Here().block }

func (t *Text) Edge(by int) Line {
	if by < 0 {
		return Line{block: max(len(t.all())-1, 0)}
	}
	return Line{}
}

func (t *Text) Near(at Line) (Line, bool) {
	n := len(t.all())
	return Line{block: max(min(at.block, n-1), 0)}, n > 0
}

func (t *Text) Step(at Line, by int) (Line, bool) {
	if i := at.block + by; i >= 0 && i < len(t.all()) {
		return Line{block: i}, true
	}
	return at, false
}

func (t *Text) Line(at Line) string {
	if all := t.all(); at.block < len(all) {
		return all[at.block]
	}
	return ""
}
