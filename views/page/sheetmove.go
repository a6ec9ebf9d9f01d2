package page

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/text"
)

// SeekActing lets the cursor go from one row that does something to the next, as
// long as the whole page is in view: rows that unfold, and those of which a pane
// has to know.
func (s *Sheet) SeekActing() { s.acting = true }

// fits reports whether the whole page is in view.
func (s *Sheet) fits() bool {
	n, ok := 0, len(s.rows) > 0
	for p := (place{}); ok && n <= s.height; n++ {
		p, ok = s.next(p)
	}
	return n <= s.height
}

// beyond reports whether the page goes on above and below what is in view.
func (s *Sheet) beyond() (above, below bool) {
	p, below := s.top, len(s.rows) > 0
	for n := 0; below && n < s.height; n++ {
		p, below = s.next(p)
	}
	return s.top != place{}, below
}

// seek goes to the next row that does something, or the one before.
func (s *Sheet) seek(p place, by int) (place, bool) {
	for {
		var ok bool
		if p, ok = s.step(p, by); !ok || p.inside || s.rows[p.row].Unfolds() || s.rows[p.row].Of != nil {
			return p, ok
		}
	}
}

// Scroll moves the cursor by lines.
func (s *Sheet) Scroll(_, dy int) {
	step := s.step
	if s.acting && s.fits() {
		step = s.seek
	}
	for ok := true; dy != 0 && ok; {
		by := 1
		if dy < 0 {
			by = -1
		}
		var p place
		if p, ok = step(s.cursor, by); ok {
			s.cursor = p
		} else if by < 0 {
			s.top = place{}
		}
		dy -= by
	}
	s.show()
}

// Do does what a key of the inspector's pages asks for. It reports whether the
// action is one that a sheet knows.
func (s *Sheet) Do(action views.Action) bool {
	switch action {
	case views.ActGoTop:
		s.cursor, s.top = place{}, place{}
		s.settle()
	case views.ActGoEnd:
		s.cursor = s.end()
		s.show()
	case views.ActOpenRow:
		s.toggle()
	default:
		by, ok := views.Steps(action, s.height-1)
		if ok {
			s.Scroll(0, by)
		}
		return ok
	}
	return true
}

// toggle folds or unfolds what is under the cursor.
func (s *Sheet) toggle() {
	if s.cursor.row >= len(s.rows) {
		return
	}
	r := &s.rows[s.cursor.row]
	in := s.open[r.ID]
	switch {
	case s.cursor.inside && in != nil:
		if in.toggle(s.cursor.at) {
			s.toggled++
		}
		s.cursor.at.line = 0
	case in != nil:
		s.close(r.ID)
		s.toggled++
	case r.Unfolds():
		s.unfold(s.cursor.row)
		s.toggled++
	case s.above() >= 0:
		s.cursor = place{row: s.above()}
		s.toggle()
		return
	}
	s.settle()
}

// Click puts the cursor on a line of the screen; a second click on it folds or
// unfolds.
func (s *Sheet) Click(y int) {
	p, ok := s.top, len(s.rows) > 0
	for ; y > 0 && ok; y-- {
		p, ok = s.next(p)
	}
	switch {
	case !ok || !p.inside && s.rows[p.row].ID == "":
	case p == s.cursor:
		s.toggle()
	default:
		s.cursor = p
	}
}

// Opens is what ActOpenRow does where the cursor stands, in a word; empty for
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

// WholeRow is the ID of a row that holds all that a page tells of.
const WholeRow = "all"

// Held is what the row under the cursor holds: the object or the array in which
// the cursor stands, where the row is unfolded. A row that tells of a part of the
// row above, as its ID says, stands for that one; any other that holds nothing for
// WholeRow. ok is false where there is none.
func (s *Sheet) Held() (h views.Held, ok bool) {
	at := s.holder()
	if at < 0 {
		return views.Held{}, false
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
		if !t.x.Container(node) {
			node = max(t.x.Parent(node), 0)
		}
		if h.JSON = t.x.Value(node); node > 0 {
			h.Title += "  ." + text.SafeLine(t.x.Path(node))
		}
	}
	return h, true
}

// above is the row that the cursor's row is a part of, or that row itself, where it
// unfolds; -1 for none.
func (s *Sheet) above() int {
	for i := min(s.cursor.row, len(s.rows)-1); i >= 0; i-- {
		if r := &s.rows[i]; r.Unfolds() && (i == s.cursor.row || strings.HasPrefix(s.rows[s.cursor.row].ID, r.ID+"/")) {
			return i
		}
	}
	return -1
}

// holder is the row whose content the cursor's row stands for; -1 for none.
func (s *Sheet) holder() int {
	if at := s.above(); at >= 0 {
		return at
	}
	return slices.IndexFunc(s.rows, func(r Row) bool { return r.ID == WholeRow && r.Unfolds() })
}
