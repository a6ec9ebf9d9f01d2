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

// searchSlice is how many lines are looked through at a time, some 10 ms.
const searchSlice = 300

// searched adds the search for lines that hold words. They are drawn where they are looked through, so that
// is done in slices between two messages, and as the lines may change under the search they are counted
// again at each step.
func (w *Window[P]) searched(styles *themes.Styles, keys *views.Keys) {
	w.styles, w.keys = styles, keys
	w.search = NewFinder(Findable[P]{Here: w.lines.Here, Before: P.before, Show: w.lines.Show, Look: w.look})
}

// look looks through a slice of the lines, the first at once.
func (w *Window[P]) look(words string, from P) (look func() Part[P], quick bool) {
	at := from
	if quick = from == *new(P); quick {
		at = w.lines.Edge(1)
	} else if _, more := w.lines.Step(from, 1); !more {
		return nil, false // the last line is where the end was
	}
	var part Part[P]
	for n := 1; ; n++ {
		if holds(w.lines.Line(at), words) {
			part.Hits = append(part.Hits, at)
		}
		if part.Next, part.More = w.lines.Step(at, 1); !part.More {
			part.Next = at
			break
		}
		at = part.Next
		if _, more := w.lines.Step(at, 1); more && n >= searchSlice {
			break
		}
	}
	return func() Part[P] { return part }, quick
}

func holds(line, words string) bool { return spelling.IndexFold(ansi.Strip(line), words) >= 0 }

// Handle passes a message to the search; ok is false for a message that is not for it.
func (w *Window[P]) Handle(msg tea.Msg) (answer views.Answer, ok bool) {
	w.ready()
	if w.keys == nil {
		return answer, false
	}
	top := w.Here()
	answer, ok = w.updateSearch(msg)
	answer.Used = answer.Used || w.Here() != top
	return answer, ok
}

func (w *Window[P]) updateSearch(msg tea.Msg) (answer views.Answer, ok bool) {
	s := &w.search
	if cmd, ok := s.Update(msg); ok {
		return views.AnswerOf(nil, cmd, true), true
	}
	if s.Open && w.keys.Asked(msg, views.Global) == views.ActStop {
		return views.Answer{Used: s.Close()}, true
	}
	switch msg.(type) {
	case tea.PasteMsg, tea.KeyPressMsg:
		if s.Typing {
			return s.write(w.keys, msg, w.step), true
		}
	}
	switch a := w.keys.Asked(msg, views.Figures, views.Global); {
	case a == views.ActFind:
		return views.Answer{Used: s.Start()}, true
	case a == views.ActNextHit && s.Open:
		return w.step(1), true
	case a == views.ActPreviousHit && s.Open:
		return w.step(-1), true
	}
	return answer, false
}

// step goes to the hit after (1) or before (-1): at once where a long page still has it where it was.
func (w *Window[P]) step(by int) views.Answer {
	s := &w.search
	if !s.Done() {
		return s.Step(by)
	}
	was := s.shown()
	cmd := s.Restart()
	if _, busy := s.Progress(); !busy || !s.Hop(by, func(at P) bool { return holds(w.lines.Line(at), s.Words) }) {
		cmd = tea.Batch(cmd, s.Step(by).Cmd)
	}
	return views.AnswerOf(nil, cmd, s.shown() != was)
}

func (w *Window[P]) Typing() bool { return w.search.Typing }

func (w *Window[P]) Cursor() *tea.Cursor { return w.CursorAt(w.Width, w.Height) }

// CursorAt is Cursor in a pane of width×height cells, which the window is a part of.
func (w *Window[P]) CursorAt(width, height int) *tea.Cursor { return w.search.CursorAt(width, height) }

func (w *Window[P]) StopWord() string {
	if w.search.Open {
		return "end search"
	}
	return ""
}

// SearchHelp returns what works while the words of a search are written; nil while none are.
func (w *Window[P]) SearchHelp() []key.Binding {
	if w.search.Typing {
		return views.SearchHelp(w.keys)
	}
	return nil
}

// Foot draws the words of the search and how many lines hold them, for the last line of a pane; empty while
// there is no search.
func (w *Window[P]) Foot(width int) string {
	s := &w.search
	if !s.Open {
		return ""
	}
	says, leave := "", "   "+w.keys.Name(views.ActStop)+" close"
	switch _, busy := s.Progress(); {
	case s.Words == "":
		says = "type to search this page" + leave
	case s.Missed():
		says = "no hits on this page" + leave
	case s.Number() == 0:
		says = "searching …" + leave
	case busy: // the hits are being counted
		says = s.Keys(w.keys)
	default:
		says = figures.Thousands(s.Number()) + " of " + figures.Counted(s.Count(), "line") + "   " + s.Keys(w.keys)
	}
	return text.Guard(text.Fit(s.Draw(w.styles, says), width, "…"))
}

// marked draws a line with what was searched for in it.
func (w *Window[P]) marked(at P, line string) string {
	if w.search.Words == "" {
		return line
	}
	style := w.styles.Match
	if hit, ok := w.search.Hit(); ok && at == hit {
		style = w.styles.MatchHere
	}
	return Mark(line, w.search.Words, style)
}

// Mark draws the words in a style where a drawn line has them.
func Mark(line, words string, style lipgloss.Style) string {
	var ranges []lipgloss.Range
	plain := ansi.Strip(line)
	for from := 0; words != ""; {
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
