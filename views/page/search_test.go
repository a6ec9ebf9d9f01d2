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

func (l *listed) Here() int { return 0 }

func (l *listed) Edge(by int) int {
	if by < 0 {
		return len(*l) - 1
	}
	return 0
}

func (l *listed) Step(at, by int) (int, bool) {
	next := at + by
	return next, next >= 0 && next < len(*l)
}

func (l *listed) Line(at int) string { return (*l)[at] }

func (l *listed) Show(int) {}

// TestASearchOfAPageSaysHowManyLinesThereAre, beside the keys, also of a page that
// changed since the last step; not of one that is very long.
func TestASearchOfAPageSaysHowManyLinesThereAre(t *testing.T) {
	for _, c := range []struct {
		lines       int // each third holds the words
		first, next string
	}{
		{1, "1 of 1 line", "1 of 1 line"}, {7, "1 of 3 lines", "2 of 4 lines"}, {3000, "1 of 1,000 lines", "2 of 1,001 lines"},
		{mostCounted + 1, "", ""},
	} {
		styles, page := themes.Dark(), listed{}
		for i := range c.lines {
			page = append(page, fmt.Sprintf("line %d", i))
			if i%3 == 0 {
				page[i] += " has Words"
			}
		}
		s := NewSearch(&styles, views.NewKeys(views.DefaultCommands()), &page)
		run := func(cmd tea.Cmd) {
			for cmd != nil {
				cmd, _ = s.Update(cmd())
			}
		}
		press := func(msg tea.KeyPressMsg) {
			cmd, _ := s.Update(msg)
			run(cmd)
		}
		foot := func() string { return ansi.Strip(s.Foot(120)) }
		says := func(want string) {
			t.Helper()
			got := foot()
			if want != "" && !strings.Contains(got, "   "+want+"   n next") || want == "" && strings.Contains(got, " of ") {
				t.Errorf("%d lines: %q is not in %q", len(page), want, got)
			}
		}
		press(tea.KeyPressMsg{Code: '/', Text: "/"})
		cmd, _ := s.Update(tea.PasteMsg{Content: "words"})
		if !s.found || strings.Contains(foot(), " of ") {
			t.Errorf("%d lines: the first hit waits for the count: %q", c.lines, foot())
		}
		run(cmd)
		press(tea.KeyPressMsg{Code: tea.KeyEnter})
		says(c.first)
		if c.lines > 1 {
			page = append(page, "more words")
		}
		press(tea.KeyPressMsg{Code: 'n', Text: "n"})
		says(c.next)
	}
}
