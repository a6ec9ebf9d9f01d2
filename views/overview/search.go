package overview

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views/page"
)

// walked is the page as its search walks it, line by line.
type walked Model

var _ page.Searchable[int] = (*walked)(nil)

// Here implements page.Searchable.
func (w *walked) Here() int { return w.top }

// Edge implements page.Searchable.
func (w *walked) Edge(by int) int {
	if by < 0 {
		return len((*Model)(w).lines()) - 1
	}
	return 0
}

// Step implements page.Searchable.
func (w *walked) Step(at, by int) (int, bool) {
	at += by
	return at, at >= 0 && at < len((*Model)(w).lines())
}

// Line implements page.Searchable.
func (w *walked) Line(at int) string {
	if lines := (*Model)(w).lines(); at >= 0 && at < len(lines) {
		return lines[at]
	}
	return ""
}

// Show implements page.Searchable.
func (w *walked) Show(at int) { w.top = max(at-(*Model)(w).rows()/3, 0) }

// rows is how many lines of the page there are on the screen.
func (m *Model) rows() int { return m.height - m.search.Rows() }

// Beyond implements views.Reader.
func (m *Model) Beyond() (above, below bool) {
	return m.top > 0, m.top+m.rows() < len(m.lines())
}

// Typing implements views.Typist.
func (m *Model) Typing() bool { return m.search.Typing() }

// Cursor implements views.Typist.
func (m *Model) Cursor() *tea.Cursor { return m.search.CursorAt(m.width, m.height) }

// Stops implements views.Stopper.
func (m *Model) Stops() string { return m.search.Stops() }
