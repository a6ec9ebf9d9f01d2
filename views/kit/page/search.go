package page

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Searchable is a page of lines.
type Searchable[P any] interface {
	Lines[P]
	Here() P   // the line at which a search begins
	Show(at P) // scrolls to a line
}

// Search finds the lines of a page that hold words. They are drawn where they are
// looked through, so that is done in slices between two messages, and as the page may
// change under the search they are counted again at each step.
type Search[P Place[P]] struct {
	Finder[P]
	styles *themes.Styles
	keys   *views.Keys
	page   Searchable[P]
}

// searchSlice is how many lines are looked through at a time, some 10 ms.
const searchSlice = 300

// NewSearch makes a search that is not open.
func NewSearch[P Place[P]](styles *themes.Styles, keys *views.Keys, page Searchable[P]) Search[P] {
	look := func(words string, from P) (func() Part[P], bool) { return lookThrough(page, words, from) }
	finder := NewFinder(Findable[P]{Here: page.Here, Before: P.before, Show: page.Show, Look: look})
	return Search[P]{finder, styles, keys, page}
}

// lookThrough looks through a slice of a page, the first at once.
func lookThrough[P Place[P]](page Searchable[P], words string, from P) (look func() Part[P], quick bool) {
	at := from
	if quick = from == *new(P); quick {
		at = page.Edge(1)
	} else if _, more := page.Step(from, 1); !more {
		return nil, false // the last line is where the end of the page was
	}
	var part Part[P]
	for n := 1; ; n++ {
		if holds(page.Line(at), words) {
			part.Hits = append(part.Hits, at)
		}
		if part.Next, part.More = page.Step(at, 1); !part.More {
			part.Next = at
			break
		}
		at = part.Next
		if _, more := page.Step(at, 1); more && n >= searchSlice {
			break
		}
	}
	return func() Part[P] { return part }, quick
}

func holds(line, words string) bool { return spelling.IndexFold(ansi.Strip(line), words) >= 0 }

// Update passes a message to the search; ok is false for a message that is not for it.
func (s *Search[P]) Update(msg tea.Msg) (answer views.Answer, ok bool) {
	if cmd, ok := s.Take(msg); ok {
		return views.AnswerOf(nil, cmd, true), true
	}
	if s.Open && s.keys.Asked(msg, views.Global) == views.ActStop {
		return views.Answer{Used: s.Close()}, true
	}
	switch msg.(type) {
	case tea.PasteMsg, tea.KeyPressMsg:
		if s.SearchLine.Typing {
			return s.write(s.keys, msg, s.next), true
		}
	}
	switch a := s.keys.Asked(msg, views.Figures, views.Global); {
	case a == views.ActFind:
		return views.Answer{Used: s.Start()}, true
	case a == views.ActNextHit && s.Open:
		return s.next(1), true
	case a == views.ActPreviousHit && s.Open:
		return s.next(-1), true
	}
	return answer, false
}

// next goes to the line after the one that was found (1), or before (-1): at once
// where a long page still has it where it was.
func (s *Search[P]) next(by int) views.Answer {
	if !s.Done() {
		return s.Step(by)
	}
	was := s.progress()
	cmd := s.Again()
	if _, busy := s.Looked(); !busy || !s.Hop(by, func(at P) bool { return holds(s.page.Line(at), s.Words) }) {
		cmd = tea.Batch(cmd, s.Step(by).Cmd)
	}
	return views.AnswerOf(nil, cmd, s.progress() != was)
}

// Rows is how many lines the search takes from the foot of the page.
func (s *Search[P]) Rows() int {
	if s.Open {
		return 1
	}
	return 0
}

func (s *Search[P]) Typing() bool { return s.SearchLine.Typing }

func (s *Search[P]) Stops() string {
	if s.Open {
		return "end search"
	}
	return ""
}

// Help is what works while the words are being written, for help.KeyMap; nil
// while they are not.
func (s *Search[P]) Help() []key.Binding {
	if s.SearchLine.Typing {
		return views.SearchHelp(s.keys)
	}
	return nil
}

// Foot draws the words and whether a line holds them.
func (s *Search[P]) Foot(width int) string {
	says, leave := "", "   "+s.keys.Name(views.ActStop)+" close"
	switch {
	case s.Words == "":
		says = "type to search this page" + leave
	case s.Missed():
		says = "no hits on this page" + leave
	case s.Number() == 0:
		says = "searching …" + leave
	default:
		says = s.counted() + s.Keys(s.keys)
	}
	return text.Guard(text.Fit(s.Draw(s.styles, says), width, "…"))
}

// counted describes which of the found lines is shown; empty while they are counted.
func (s *Search[P]) counted() string {
	if _, busy := s.Looked(); busy {
		return ""
	}
	return figures.Thousands(s.Number()) + " of " + figures.Counted(s.Count(), "line") + "   "
}

// Marked draws a line with what was found in it.
func (s *Search[P]) Marked(at P, line string) string {
	if s.Words == "" {
		return line
	}
	style := s.styles.Match
	if hit, ok := s.Hit(); ok && at == hit {
		style = s.styles.MatchHere
	}
	return Mark(line, s.Words, style)
}

// Mark draws the words in a style where a drawn line has them.
func Mark(line, words string, style lipgloss.Style) string {
	if words == "" {
		return line
	}
	var ranges []lipgloss.Range
	plain := ansi.Strip(line)
	for from := 0; ; {
		i := spelling.IndexFold(plain[from:], words)
		if i < 0 {
			break
		}
		cells := text.Width(plain[:from+i])
		from += i + len(words)
		ranges = append(ranges, lipgloss.NewRange(cells, text.Width(plain[:from]), style))
	}
	if len(ranges) == 0 {
		return line
	}
	return lipgloss.StyleRanges(line, ranges...)
}
