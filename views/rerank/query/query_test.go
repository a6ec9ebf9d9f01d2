package query

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func model(width, height int) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(width, height)
	m.SetFocus(true)
	return m
}

func (m *Model) key(k tea.KeyPressMsg) views.Intent {
	intent := m.Update(k).Intent
	return intent
}

func TestAQueryIsWrittenAndRun(t *testing.T) {
	m := model(80, 2)
	if got := m.key(tea.KeyPressMsg{Code: 'a', Text: "a"}); got != (views.SetQuery{Text: "a"}) {
		t.Errorf("a letter is %v", got)
	}
	if got := m.Update(tea.PasteMsg{Content: " two\nlines\t here "}).Intent; got != (views.SetQuery{Text: "atwo lines here"}) {
		t.Errorf("a paste is %v", got)
	}
	if got := m.key(tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl}); got != (views.SetQuery{Text: "atwo lines "}) {
		t.Errorf("ctrl+w is %v", got)
	}
	for want, k := range map[views.Intent]tea.KeyPressMsg{
		views.RunRerank{}:         {Code: tea.KeyEnter},
		views.StepQuery{Step: 1}:  {Code: tea.KeyDown},
		views.StepQuery{Step: -1}: {Code: tea.KeyUp},
		views.Cancel{}:            {Code: tea.KeyEscape},
	} {
		if got := m.key(k); got != want {
			t.Errorf("%s is %v", k, got)
		}
	}
	if got := m.key(tea.KeyPressMsg{Code: 'j', Mod: tea.ModCtrl}); got != nil {
		t.Errorf("a new line in a query is %v", got)
	}
}

func TestFaultIsShownBelowTheQuery(t *testing.T) {
	m := model(60, 4)
	m.SetText("which?")
	m.SetPlace(1, 3)
	m.SetFacts("12 documents  3 models")
	m.SetFault("there is no \x1b[2J model")
	m.SetSize(60, m.Rows())
	got := strings.Split(ansi.Strip(m.View()), "\n")
	want := []string{
		"query 2 of 3 ❯ which?                 12 documents  3 models",
		"✗ there is no ␛[2J model",
		strings.Repeat("─", 60),
	}
	for i := range want {
		if i >= len(got) || strings.TrimRight(got[i], " ") != want[i] {
			t.Fatalf("drawn is\n%s", strings.Join(got, "\n"))
		}
	}
}

func TestAnyQueryIsExactlyItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := model(rapid.IntRange(0, 100).Draw(t, "width"), rapid.IntRange(0, 6).Draw(t, "height"))
		m.SetText(rapid.String().Draw(t, "text"))
		m.SetFacts(rapid.String().Draw(t, "facts"))
		m.SetFault(rapid.String().Draw(t, "fault"))
		m.SetPlace(rapid.IntRange(0, 9).Draw(t, "at"), 10)
		if m.Width == 0 || m.Height == 0 {
			if m.View() != "" {
				t.Fatal("something is drawn in no cell")
			}
			return
		}
		lines := strings.Split(m.View(), "\n")
		if len(lines) != m.Height {
			t.Fatalf("%d lines of %d", len(lines), m.Height)
		}
		for _, l := range lines {
			if text.Width(l) != m.Width || text.Guard(l) != l {
				t.Fatalf("%q is not %d cells", l, m.Width)
			}
		}
		if c := m.Cursor(); c != nil && (c.X >= m.Width || c.Y >= m.Height) {
			t.Fatalf("the cursor is at %d, %d", c.X, c.Y)
		}
	})
}

func TestAFaultIsReadToItsEnd(t *testing.T) {
	m := model(40, 6)
	m.SetFault("there are no documents: a writes them, o loads a file, from the list of documents (tab)")
	m.SetSize(40, m.Rows())
	if got := strings.Join(strings.Fields(ansi.Strip(m.View())), " "); !strings.Contains(got, "documents (tab) ─") {
		t.Errorf("drawn is %s", got)
	}
}
