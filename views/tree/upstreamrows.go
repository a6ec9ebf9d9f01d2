package tree

import (
	"slices"

	jsontree "gatehouse/state/tree"
	"gatehouse/views"
	"gatehouse/views/json"
	"gatehouse/views/page"
	"gatehouse/views/text"
)

// lines reports whether there is a line to select.
func (u *upstream) lines() bool { return u.page != nil && u.page.Content().Len() > 0 }

// setSize sets the cells of the rows.
func (u *upstream) setSize(width, height int) {
	if u.width, u.height = width, height; u.lines() {
		u.page.SetSize(max(width-1, 1), height)
		u.move(0) // at another width there may be fewer lines
	}
}

// rows draws the lines in view, the selected one marked.
func (u *upstream) rows(focused bool) []string {
	lines := u.page.Drawn()
	at := u.page.Here()
	for i, line := range lines {
		mark := " "
		if at == u.here && focused {
			mark = u.styles.Accent.Render(page.Chosen)
		}
		lines[i] = mark + line
		at, _ = u.page.Step(at, 1)
	}
	return lines
}

// move selects another line, so many further on.
func (u *upstream) move(by int) {
	if u.lines() {
		u.here = u.page.Walk(u.here, by)
		u.page.Follow(u.here)
	}
}

// toEnd selects the last line or the first.
func (u *upstream) toEnd(last bool) {
	if !u.lines() {
		return
	}
	if u.here = u.page.Edge(1); last {
		u.here = u.page.Edge(-1)
	}
	u.page.Follow(u.here)
}

// click selects a line of those in view; a click on the selected row shows what it
// holds.
func (u *upstream) click(line int) views.Intent {
	if line < 0 || !u.lines() {
		return nil
	}
	at, ok := u.page.At(line)
	switch {
	case !ok || line >= u.height:
	case at.Block() == u.here.Block():
		return views.ShowHeld{Held: u.held()}
	default:
		u.here = at
	}
	return nil
}

// held is what the selected row tells of: the value, and where another one was sent
// on, both.
func (u *upstream) held() views.Held {
	c := u.page.Content().(*json.Delta).Change(u.here.Block())
	h := views.Held{Title: text.ClipLine(u.delta.Path(c), 60)}
	switch {
	case c.Kind == jsontree.Removed:
		h.Title, h.JSON = "only sent: "+h.Title, u.delta.A.Value(c.A)
	case c.Kind == jsontree.Added:
		h.Title, h.JSON = "only upstream: "+h.Title, u.delta.B.Value(c.B)
	case c.Kind == jsontree.Same, c.Kind == jsontree.Moved:
		h.JSON = u.delta.B.Value(c.B)
	default:
		h.JSON = slices.Concat([]byte(`{"sent":`), u.delta.A.Value(c.A), []byte(`,"upstream":`), u.delta.B.Value(c.B), []byte("}"))
	}
	return h
}
