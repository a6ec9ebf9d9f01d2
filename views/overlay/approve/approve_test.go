package approve

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func newQuestion(width, height int, command, input string) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()), command+"\n\nin /tmp\n"+input,
		Choice{"no", views.Close{}, "n"}, Choice{"yes", views.RunCommand{ID: "c"}, "y"}, Choice{"always", views.RunCommand{ID: "c", Always: true}, ""})
	m.SetSize(width, height)
	return m
}

func TestNothingRunsWithoutAChoice(t *testing.T) {
	for _, c := range []struct {
		keys []rune
		want views.Intent
	}{
		{[]rune{tea.KeyEnter}, views.Close{}},
		{[]rune{tea.KeyEscape}, views.Close{}},
		{[]rune{tea.KeyDown, tea.KeyEnter}, views.RunCommand{ID: "c"}},
		{[]rune{tea.KeyDown, tea.KeyDown, tea.KeyDown, tea.KeyEnter}, views.RunCommand{ID: "c", Always: true}},
		{[]rune{tea.KeyDown, tea.KeyUp, tea.KeyEnter}, views.Close{}},
		{[]rune{'y'}, views.RunCommand{ID: "c"}},
		{[]rune{'n'}, views.Close{}},
		{[]rune{'a'}, nil},
		{[]rune{' '}, nil},
	} {
		m := newQuestion(60, 16, "./weather", "{}")
		var got views.Intent
		for _, k := range c.keys {
			press := tea.KeyPressMsg{Code: k}
			if k >= 'a' && k <= 'z' {
				press.Text = string(k)
			}
			got = m.Update(press).Intent
		}
		if got != c.want {
			t.Errorf("%q: %#v, want %#v", c.keys, got, c.want)
		}
	}
	m := newQuestion(60, 16, "./weather", "{}")
	if got := m.Update(tea.MouseClickMsg{X: 3, Y: 14}).Intent; got != nil {
		t.Errorf("one click runs it: %#v", got)
	}
}

func TestTheCompleteCommandCanBeSeen(t *testing.T) {
	m := newQuestion(40, 10, "./weather 'with\x1b[2K spaces'", strings.Repeat("line\n", 30)+"THE-END")
	if got := ansi.Strip(m.View()); !strings.Contains(got, "./weather 'with␛[2K spaces'") || !strings.Contains(got, "↓ more") {
		t.Errorf("got\n%s", got)
	}
	for range 20 {
		m.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
	}
	if got := ansi.Strip(m.View()); !strings.Contains(got, "THE-END") || strings.Contains(got, "↓ more") {
		t.Errorf("got\n%s", got)
	}
}

func TestHoldsAtAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newQuestion(rapid.IntRange(0, 60).Draw(t, "width"), rapid.IntRange(0, 14).Draw(t, "height"), rapid.String().Draw(t, "command"), rapid.String().Draw(t, "input"))
		m.Scroll(0, rapid.IntRange(-5, 5).Draw(t, "scroll"))
		view := m.View()
		viewstest.Exact(t, view, m.Width, m.height)
	})
}
