package page

import (
	"bytes"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Row is one line of a Sheet.
type Row struct {
	ID   string            // of what the row describes, which stays selected and unfolded; empty: the cursor passes over the line
	Line func() string     // draws it: styled and safe, cut where it is too long
	JSON []byte            // what it unfolds to, as a tree; nil for none
	Text func() *rope.Rope // what it unfolds to, as text; nil for none
	Of   any               // what the pane has to know of the row that is selected
}

// Unfolds reports whether there is something in the row.
func (r *Row) Unfolds() bool { return len(r.JSON) > 0 || r.Text != nil }

// inner is what a row unfolds to, walked line by line: no list of its lines is
// made.
type inner interface {
	Lines[Line]
	toggle(Line) bool  // folds or unfolds; false where there is nothing to
	opens(Line) string // what toggle does, in a word
	setWidth(int)
}

// place is a line of a sheet: a row, or a line of what the row unfolds to.
type place struct {
	row    int
	inside bool
	at     Line
}

func (p place) before(q place) bool {
	switch {
	case p.row != q.row:
		return p.row < q.row
	case p.inside != q.inside:
		return q.inside
	}
	return p.at.before(q.at)
}

// Sheet is a window on rows, with a cursor on one of them: panes embed it. A row may
// unfold into JSON, drawn as a tree, or into text; whatever their size, only the lines
// in view are drawn.
type Sheet struct {
	Window[place]
	rows []Row
	open map[string]inner
	docs map[string][]byte // the JSON that was unfolded

	acting bool // the cursor seeks rows that do something
	cursor place
	begun  place // where the cursor was put; it is put there again until the user moves it
	made   made
}

// made is what the rows were made for.
type made struct {
	exchange     *state.Exchange
	key          any
	width, style int
}

// NewSheet makes a page without rows. Before it is drawn or moved in, prepare makes
// its rows again if they describe something else.
func NewSheet(styles *themes.Styles, keys *views.Keys, prepare func()) *Sheet {
	s := &Sheet{open: map[string]inner{}, docs: map[string][]byte{}}
	s.lines, s.prepare = s, prepare
	s.searched(styles, keys)
	return s
}

func (s *Sheet) SetSize(width, height int) {
	if max(width, 0) != s.Width {
		// At another width there may be fewer lines of what wraps.
		s.cursor.at.line, s.top.at.line = 0, 0
	}
	s.Window.SetSize(width, height)
	for _, in := range s.open {
		in.setWidth(s.inside())
	}
	s.revealCursor()
}

// inside returns the width of what a row unfolds to.
func (s *Sheet) inside() int { return max(s.Width-sheetIndent, 1) }

// sheetIndent is the cells before what a row unfolds to: those of its cursor and
// sign.
const sheetIndent = 3

// SetRows puts other rows in place. The cursor and what is unfolded stay with
// the rows of the same ID.
func (s *Sheet) SetRows(rows []Row) {
	at := make(map[string]int, len(rows))
	for i := range rows {
		if rows[i].ID != "" {
			at[rows[i].ID] = i
		}
	}
	follow := func(p place) place {
		if p.row >= len(s.rows) {
			return place{}
		}
		i, ok := at[s.rows[p.row].ID]
		if !ok {
			return place{row: min(p.row, max(len(rows)-1, 0))}
		}
		p.row = i
		return p
	}
	s.cursor, s.top = follow(s.cursor), follow(s.top)
	s.rows = rows
	for id, in := range s.open {
		i, ok := at[id]
		if text, isText := in.(sheetText); ok && isText && rows[i].Text != nil {
			text.words.Follow(rows[i].Text())
			continue
		}
		if ok && rows[i].Text == nil && bytes.Equal(rows[i].JSON, s.docs[id]) {
			continue
		}
		s.close(id)
		if ok && rows[i].Unfolds() {
			s.unfold(i)
		}
	}
	s.revealCursor()
}

// Renew makes the rows again if they describe another exchange, or if what they describe
// has changed: key is all of that, at the size and with the styles that
// the sheet has. Another exchange is read from its beginning.
func (s *Sheet) Renew(x *state.Exchange, key any, write func(Rows) []Row) {
	was, now := s.made, made{x, key, s.Width, s.styles.Version}
	if now == was {
		return
	}
	s.made = now
	begins := !views.SameExchange(was.exchange, x)
	unmoved := s.acting && s.cursor == s.begun
	s.SetRows(write(Rows{Styles: s.styles, Width: s.Width}))
	if begins || unmoved {
		s.begin()
	}
}

// begin shows the top of the page, with the cursor on the first row that does something if the cursor
// seeks those and one is in view.
func (s *Sheet) begin() {
	s.Do(views.ActGoTop)
	if first := s.cursor; s.acting && len(s.rows) > 0 && s.Height > 0 && !s.acts(first) {
		if p, ok := s.next(first, 1, func(p place) bool { return s.selectable(p) && s.acts(p) }); ok {
			s.cursor = p
		}
		if s.show(); s.top != (place{}) {
			s.cursor, s.top = first, place{}
		}
	}
	s.begun = s.cursor
}

func (s *Sheet) close(id string) {
	delete(s.open, id)
	delete(s.docs, id)
}

// unfold opens a row, in the way of what is in it.
func (s *Sheet) unfold(i int) {
	r := &s.rows[i]
	var in inner
	if r.Text != nil {
		in = newSheetText(s.styles, r.Text())
	} else {
		in = newSheetTree(s.styles, r.JSON)
	}
	in.setWidth(s.inside())
	s.open[r.ID], s.docs[r.ID] = in, r.JSON
}

// Unfold opens the row of an ID, where there is one that unfolds.
func (s *Sheet) Unfold(id string) {
	for i := range s.rows {
		if r := &s.rows[i]; r.ID == id && r.Unfolds() && s.open[id] == nil {
			s.unfold(i)
		}
	}
}

// Selected returns the row under the cursor, or the one that it is in; ok is false
// on a page without rows.
func (s *Sheet) Selected() (r Row, ok bool) {
	if s.cursor.row >= len(s.rows) {
		return Row{}, false
	}
	return s.rows[s.cursor.row], true
}

// Chosen is drawn before the row of a page, a list or a tree that keys work on.
const Chosen = "❯"

func (s *Sheet) Line(at place) string {
	p, ok := s.Near(at)
	if !ok {
		return ""
	}
	line := " "
	if s.focused && p == s.cursor {
		line = s.styles.Accent.Render(Chosen)
	}
	if p.inside {
		line += strings.Repeat(" ", sheetIndent-1) + s.open[s.rows[p.row].ID].Line(p.at)
	} else {
		r := &s.rows[p.row]
		switch {
		case s.open[r.ID] != nil:
			line += s.styles.Accent.Render("▾ ")
		case r.Unfolds():
			line += s.styles.Accent.Render("▸ ")
		default:
			line += "  "
		}
		line += r.Line()
	}
	return text.Guard(text.Fit(line, s.Width, "…"))
}

// sheetCopied is how many lines Plain writes at most.
const sheetCopied = 20_000

// Plain returns the page as text, unfolded as it is: for the clipboard.
func (s *Sheet) Plain() string {
	var b strings.Builder
	n := 0
	for p, ok := s.Near(place{}); ok && n < sheetCopied; p, ok = s.Step(p, 1) {
		line := ""
		if p.inside {
			line = strings.Repeat(" ", sheetIndent-1) + s.open[s.rows[p.row].ID].Line(p.at)
		} else {
			line = "  " + s.rows[p.row].Line()
		}
		b.WriteString(strings.TrimRight(strings.TrimPrefix(ansi.Strip(line), "  "), " ") + "\n")
		n++
	}
	return b.String()
}
