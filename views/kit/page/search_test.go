package page

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
)

// listed is a page of lines, at its first.
type listed []string

func (l *listed) Here() Line { return Line{} }

func (l *listed) Edge(by int) Line {
	if by < 0 {
		return Line{block: len(*l) - 1}
	}
	return Line{}
}

func (l *listed) Step(at Line, by int) (Line, bool) {
	next := at.block + by
	return Line{block: next}, next >= 0 && next < len(*l)
}

func (l *listed) Near(at Line) (Line, bool) { return at, true }

func (l *listed) Line(at Line) string { return (*l)[at.block] }

func (l *listed) Show(Line) {}

// TestASearchOfAPageSaysHowManyLinesThereAre, next to the keys, even if the page changed since the
// last step.
func TestASearchOfAPageSaysHowManyLinesThereAre(t *testing.T) {
	for _, c := range []struct {
		lines       int // each third holds the words
		first, next string
	}{
		{1, "1 of 1 line", "1 of 1 line"}, {7, "1 of 3 lines", "2 of 4 lines"}, {3000, "1 of 1,000 lines", "2 of 1,001 lines"},
		{30_000, "1 of 10,000 lines", "2 of 10,001 lines"},
	} {
		styles, page := themes.Dark(), listed{}
		for i := range c.lines {
			page = append(page, fmt.Sprintf("line %d", i))
			if i%3 == 0 {
				page[i] += " has Words"
			}
		}
		w := Window[Line]{lines: &page}
		w.searched(&styles, views.NewKeys(views.DefaultCommands()))
		s := &w.search
		run := func(answer views.Answer) {
			for answer.Cmd != nil {
				answer, _ = w.Handle(answer.Cmd())
			}
		}
		press := func(msg tea.KeyPressMsg) {
			answer, _ := w.Handle(msg)
			run(answer)
		}
		foot := func() string { return ansi.Strip(w.Foot(120)) }
		says := func(want string) {
			t.Helper()
			got := foot()
			if !strings.Contains(got, "   "+want+"   n next") {
				t.Errorf("%d lines: %q is not in %q", len(page), want, got)
			}
		}
		press(tea.KeyPressMsg{Code: '/', Text: "/"})
		answer, _ := w.Handle(tea.PasteMsg{Content: "words"})
		if s.Number() != 1 || c.lines > searchSlice && strings.Contains(foot(), " of ") {
			t.Errorf("%d lines: the first hit waits for the count: %q", c.lines, foot())
		}
		run(answer)
		press(tea.KeyPressMsg{Code: tea.KeyEnter})
		says(c.first)
		if c.lines > 1 {
			page = append(page, "more words")
		}
		answer, _ = w.Handle(tea.KeyPressMsg{Code: 'n', Text: "n"})
		if hit, _ := s.Hit(); c.lines > 1 && hit.block != 3 {
			t.Errorf("%d lines: the next hit waits for the count: %v", c.lines, hit)
		}
		run(answer)
		says(c.next)
	}
}
