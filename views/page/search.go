package page

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/casefold"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/text"
)

// Searchable is a page that is read line by line; P names a line of it.
type Searchable[P comparable] interface {
	Here() P                     // the line at which a search begins
	Edge(by int) P               // the first line for 1, the last for -1
	Step(at P, by int) (P, bool) // the line after or before; ok is false at an edge
	Line(at P) string            // as it is drawn
	Show(at P)                   // brings a line in view
}

// Search finds words in what the lines of a page say, one line after another: it
// keeps the line that it found and no list of them, so that a page may change
// under it. How many lines there are it counts anew at each step. Of a long page it
// looks through a slice at a time.
type Search[P comparable] struct {
	styles *themes.Styles
	keys   *views.Keys
	page   Searchable[P]

	line  SearchLine
	from  P    // where it began
	at    P    // the line that was found
	found bool // there is such a line
	walk  walk[P]
	tally tally[P]
}

// walk is a look for the next line that holds the words.
type walk[P comparable] struct {
	tag    int // counts the walks, so that the slice of an old one is known
	busy   bool
	at     P
	step   int  // 1 or -1
	around bool // it went over an edge
}

// searchOn asks a page to look through its next slice.
type searchOn struct{ tag int }

// searchSlice is how many lines are looked through at a time, some 10 ms.
const searchSlice = 300

// NewSearch makes a search that is not open.
func NewSearch[P comparable](styles *themes.Styles, keys *views.Keys, page Searchable[P]) Search[P] {
	return Search[P]{styles: styles, keys: keys, page: page}
}

// SearchState is what a search shows, to tell whether a message changed it.
type SearchState[P comparable] struct {
	line  SearchLine
	at    P
	found bool
	looks bool
	tally tally[P]
}

// State returns what the search shows.
func (s *Search[P]) State() SearchState[P] {
	return SearchState[P]{s.line, s.at, s.found, s.walk.busy, s.tally}
}

// Update takes a message that is the search's; took is false for all others.
func (s *Search[P]) Update(msg tea.Msg) (cmd tea.Cmd, took bool) {
	if s.line.Open && s.keys.Asked(msg, views.Global) == views.ActStop {
		s.close()
		return nil, true
	}
	switch msg := msg.(type) {
	case searchOn:
		switch {
		case msg.tag != s.walk.tag:
		case s.walk.busy:
			cmd = s.more()
		case s.tally.busy:
			cmd = s.count()
		}
		return cmd, true
	case tea.PasteMsg:
		if s.line.Typing {
			return s.write(msg), true
		}
	case tea.KeyPressMsg:
		if s.line.Typing {
			return s.write(msg), true
		}
	}
	return s.act(s.keys.Asked(msg, views.Figures, views.Global))
}

func (s *Search[P]) act(a views.Action) (cmd tea.Cmd, took bool) {
	switch {
	case a == views.ActFind:
		if !s.line.Open {
			s.line.Open, s.from = true, s.page.Here()
		}
		s.line.Typing = true
	case a == views.ActNextHit && s.line.Open:
		cmd = s.next(1)
	case a == views.ActPreviousHit && s.line.Open:
		cmd = s.next(-1)
	default:
		return nil, false
	}
	return cmd, true
}

func (s *Search[P]) close() {
	*s = Search[P]{styles: s.styles, keys: s.keys, page: s.page, walk: walk[P]{tag: s.walk.tag + 1}}
}

// write takes a key or a paste while the words are being written.
func (s *Search[P]) write(msg tea.Msg) tea.Cmd {
	switch s.line.Write(s.keys, msg) {
	case AskLook:
		return s.look()
	case AskNext:
		return s.next(1)
	case AskBefore:
		return s.next(-1)
	case AskClose:
		s.close()
	}
	return nil
}

// look looks for the words from where the search began.
func (s *Search[P]) look() tea.Cmd {
	s.found, s.tally = false, tally[P]{}
	s.walk = walk[P]{tag: s.walk.tag + 1}
	if s.line.Words == "" {
		return nil
	}
	s.walk.at, s.walk.step, s.walk.busy = s.from, 1, true
	return s.more()
}

// next looks for the line after the one that was found (1), or before (-1).
func (s *Search[P]) next(step int) tea.Cmd {
	switch {
	case s.line.Words == "" || s.walk.busy:
		return nil
	case !s.found: // the page may say more by now
		return s.look()
	}
	s.walk = walk[P]{tag: s.walk.tag + 1, busy: true, at: s.at, step: step}
	s.walk.on(s.page)
	return s.more()
}

// on goes on by a line, behind an edge to the other; ok is false where it has
// been all around.
func (w *walk[P]) on(page Searchable[P]) (ok bool) {
	at, ok := page.Step(w.at, w.step)
	if !ok {
		if w.around {
			return false
		}
		at, w.around = page.Edge(w.step), true
	}
	w.at = at
	return true
}

// more looks through the next slice.
func (s *Search[P]) more() tea.Cmd {
	w := &s.walk
	for range searchSlice {
		if s.holds(w.at) {
			s.at, s.found, w.busy = w.at, true, false
			s.page.Show(s.at)
			s.tally = tally[P]{busy: true, at: s.page.Edge(1)}
			return s.nextSlice()
		}
		if !w.on(s.page) {
			w.busy = false
			return nil
		}
	}
	return s.nextSlice()
}

// nextSlice asks for the next slice.
func (s *Search[P]) nextSlice() tea.Cmd {
	tag := s.walk.tag
	return func() tea.Msg { return searchOn{tag} }
}

func (s *Search[P]) holds(at P) bool {
	return casefold.Index(ansi.Strip(s.page.Line(at)), s.line.Words) >= 0
}

// Rows is how many lines the search takes from the foot of the page.
func (s *Search[P]) Rows() int {
	if s.line.Open {
		return 1
	}
	return 0
}

// Typing implements views.Typist.
func (s *Search[P]) Typing() bool { return s.line.Typing }

// Stops implements views.Stopper.
func (s *Search[P]) Stops() string {
	if s.line.Open {
		return "end search"
	}
	return ""
}

// CursorAt is where the words end, on a page of so many cells.
func (s *Search[P]) CursorAt(width, height int) *tea.Cursor {
	return s.line.CursorAt(width, height)
}

// Help is what works while the words are being written, for help.KeyMap; nil
// while they are not.
func (s *Search[P]) Help() []key.Binding {
	if s.line.Typing {
		return views.SearchHelp(s.keys)
	}
	return nil
}

// Foot draws the words and whether a line holds them.
func (s *Search[P]) Foot(width int) string {
	name, told := s.keys.Name, ""
	switch {
	case s.line.Words == "":
		told = "type what to find on this page"
	case s.walk.busy:
		told = "looking …"
	case !s.found:
		told = "no hit on this page"
	case s.line.Typing:
		told = s.tally.words() + name(views.ActListChoose) + " keep"
	default:
		told = s.tally.words() + name(views.ActNextHit) + " next   " + name(views.ActPreviousHit) + " before"
	}
	return text.Guard(text.Fit(s.line.Draw(s.styles, told+"   "+name(views.ActStop)+" close"), width, "…"))
}

// Marked draws a line with what was found in it.
func (s *Search[P]) Marked(at P, line string) string {
	if s.line.Words == "" {
		return line
	}
	style := s.styles.Match
	if s.found && at == s.at {
		style = s.styles.MatchHere
	}
	var ranges []lipgloss.Range
	plain := ansi.Strip(line)
	for from := 0; ; {
		i := casefold.Index(plain[from:], s.line.Words)
		if i < 0 {
			break
		}
		cells := ansi.StringWidth(plain[:from+i])
		from += i + len(s.line.Words)
		ranges = append(ranges, lipgloss.NewRange(cells, ansi.StringWidth(plain[:from]), style))
	}
	if len(ranges) == 0 {
		return line
	}
	return lipgloss.StyleRanges(line, ranges...)
}
