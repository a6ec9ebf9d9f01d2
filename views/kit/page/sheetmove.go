package page

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// SeekActing lets the cursor go from one row that does something to the next, as
// long as all of the page is in view: rows that unfold, and those with an Of.
func (s *Sheet) SeekActing() { s.acting = true }

// fits reports whether all of the page is in view.
func (s *Sheet) fits() bool {
	above, below := s.Window.overflow()
	return !above && !below
}

// acts reports whether a row does something, or is in one that unfolds.
func (s *Sheet) acts(p place) bool {
	return p.inside || s.rows[p.row].Unfolds() || s.rows[p.row].Of != nil
}

// selectable reports whether the cursor may be on a line.
func (s *Sheet) selectable(p place) bool { return p.inside || s.rows[p.row].ID != "" }

// Scroll implements views.Scroller: it moves the cursor.
func (s *Sheet) Scroll(_, dy int) {
	s.ready()
	may := s.selectable
	if s.acting && s.fits() {
		may = func(p place) bool { return s.selectable(p) && s.acts(p) }
	}
	by := 1
	if dy < 0 {
		by = -1
	}
	for ; dy != 0; dy -= by {
		p, ok := s.next(s.cursor, by, may)
		if !ok {
			if by < 0 {
				s.top = place{}
			}
			break
		}
		s.cursor = p
	}
	s.show()
}

// next returns the next line for which may is true, or the one before.
func (s *Sheet) next(p place, by int, may func(place) bool) (place, bool) {
	ok := len(s.rows) > 0
	for ok {
		if p, ok = s.Step(p, by); ok && may(p) {
			return p, true
		}
	}
	return p, false
}

// Do moves the cursor or unfolds what is under it, as an action of the key table says.
// ok is false for an action that a sheet does not know.
func (s *Sheet) Do(action views.Action) (answer views.Answer, ok bool) {
	s.ready()
	top, cursor := s.top, s.cursor
	switch action {
	case views.ActGoTop:
		s.cursor, s.top = place{}, place{}
		s.revealCursor()
	case views.ActGoEnd:
		s.cursor = s.Edge(-1)
		s.show()
	case views.ActOpenRow:
		return views.Answer{Used: s.toggle()}, true
	default:
		by, ok := views.Steps(action, s.height()-1)
		if !ok {
			return answer, false
		}
		s.Scroll(0, by)
	}
	return views.Answer{Used: s.top != top || s.cursor != cursor}, true
}

// toggle folds or unfolds what is under the cursor, and reports whether there was
// something to fold.
func (s *Sheet) toggle() (toggled bool) {
	if s.cursor.row >= len(s.rows) {
		return false
	}
	r := &s.rows[s.cursor.row]
	in := s.open[r.ID]
	switch {
	case s.cursor.inside && in != nil:
		if toggled = in.toggle(s.cursor.at); toggled {
			s.cursor.at.line = 0
		}
	case in != nil:
		s.close(r.ID)
		toggled = true
	case r.Unfolds():
		s.unfold(s.cursor.row)
		toggled = true
	case s.above() >= 0:
		s.cursor = place{row: s.above()}
		return s.toggle()
	}
	s.revealCursor()
	return toggled
}

// Handle passes a click to the sheet and other messages to its search; ok is false for a
// message that is for neither.
func (s *Sheet) Handle(msg tea.Msg) (answer views.Answer, ok bool) {
	s.ready()
	if click, is := msg.(tea.MouseClickMsg); is {
		return views.Answer{Used: s.click(click.Y)}, true
	}
	cursor, searches := s.cursor, s.search.Open
	if answer, ok = s.Window.Handle(msg); searches != s.search.Open {
		s.revealCursor()
	}
	answer.Used = answer.Used || s.cursor != cursor
	return answer, ok
}

// click puts the cursor on a line of the screen; a second click on it folds or
// unfolds. It reports whether either had an effect.
func (s *Sheet) click(y int) bool {
	switch p, ok := s.At(y); {
	case !ok || !s.selectable(p):
		return false
	case p == s.cursor:
		return s.toggle()
	default:
		s.cursor = p
		return true
	}
}

// Opens returns what ActOpenRow does at the cursor, in a word; empty for
// nothing.
func (s *Sheet) Opens() string {
	if s.cursor.row >= len(s.rows) {
		return ""
	}
	r := &s.rows[s.cursor.row]
	in := s.open[r.ID]
	switch {
	case s.cursor.inside && in != nil:
		return in.opens(s.cursor.at)
	case in != nil:
		return folds
	case r.Unfolds():
		return unfolds
	case s.above() < 0:
	case s.open[s.rows[s.above()].ID] != nil:
		return folds
	default:
		return unfolds
	}
	return ""
}

// What a key does with what can be folded.
const (
	folds   = "fold"
	unfolds = "unfold"
)

// CompleteRow is the ID of a row that has all of what a page describes.
const CompleteRow = "all"

// RowContent returns the content of the row under the cursor: its document, or the object or array at the
// cursor if it is unfolded. A row that is a part of the row above, as its ID says, has the content of
// that one, and any other the content of CompleteRow. ok is false if there is none.
func (s *Sheet) RowContent() (h views.RowContent, ok bool) {
	s.ready()
	at := s.contentRow()
	if at < 0 {
		return views.RowContent{}, false
	}
	r := s.rows[at]
	h.Title = strings.Join(strings.Fields(ansi.Strip(r.Line())), " ")
	if r.Text != nil {
		h.Raw = r.Text().Now()
		return h, true
	}
	h.JSON = r.JSON
	if t, is := s.open[r.ID].(*sheetTree); is && s.cursor.inside && s.cursor.row == at {
		node := s.cursor.at.block
		if !t.Index.Container(node) {
			node = max(t.Index.Parent(node), 0)
		}
		if h.JSON = t.Index.Value(node); node > 0 {
			h.Title += "  ." + text.SafeLine(t.Index.Path(node))
		}
	}
	return h, true
}

// above returns the row that the cursor's row is a part of, or that row itself, where it
// unfolds; -1 for none.
func (s *Sheet) above() int {
	for i := min(s.cursor.row, len(s.rows)-1); i >= 0; i-- {
		if r := &s.rows[i]; r.Unfolds() && (i == s.cursor.row || strings.HasPrefix(s.rows[s.cursor.row].ID, r.ID+"/")) {
			return i
		}
	}
	return -1
}

// contentRow returns the row whose content the cursor's row stands for; -1 for none.
func (s *Sheet) contentRow() int {
	if at := s.above(); at >= 0 {
		return at
	}
	return slices.IndexFunc(s.rows, func(r Row) bool { return r.ID == CompleteRow && r.Unfolds() })
}
