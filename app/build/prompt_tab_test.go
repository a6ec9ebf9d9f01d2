package build

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/answer/run"
	"gatehouse/state/cache/fill"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/kit/report"
	"gatehouse/views/viewstest"
)

const promptBody = `{"instructions":"Be brief, and name the file.","input":[{"role":"user","content":[{"type":"input_text","text":"Which of my keys should I rotate first, and how? "}]},
	{"type":"function_call","call_id":"c","name":"read_file","arguments":"{}"},{"role":"user","content":"now?"}]}`

func shownPrompt(t *testing.T, width, height int) (*reports.Tab, *fillWork) {
	p, err := run.PromptOf([]byte(promptBody))
	if err != nil {
		t.Fatal(err)
	}
	styles, f := themes.Dark(), &fillWork{}
	m := reports.NewTab(&styles, views.NewKeys(views.DefaultCommands()), f.tab())
	m.SetSize(width, height)
	m.SetFocus(true)
	f.shown = report.Fill(report.Filling{Fill: fill.Of(&p, "m", nil, fill.NewCounter())})
	return m, f
}

func TestPromptPageEnterGoesToThePiece(t *testing.T) {
	m, _ := shownPrompt(t, 60, 24)
	m.View()
	for _, want := range []string{"/input/0/content/0/text", "/instructions", "/input/1", "/input/1"} {
		if got := m.Update(tea.KeyPressMsg{Code: tea.KeyEnter}).Intent; got != (views.ShowPlace{Pointer: want}) {
			t.Errorf("got %#v, want %s\n%s", got, want, ansi.Strip(m.View()))
		}
		m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
	}
}

func TestPromptPageAnotherRequestKeepsTheRow(t *testing.T) {
	m, f := shownPrompt(t, 60, 24)
	m.View()
	m.Update(tea.KeyPressMsg{Code: 'j', Text: "j"})
	f.changes++
	if got := m.Update(tea.KeyPressMsg{Code: tea.KeyEnter}).Intent; got != (views.ShowPlace{Pointer: "/instructions"}) {
		t.Errorf("got %#v", got)
	}
}

func TestPromptPageItIsCopiedAsText(t *testing.T) {
	m, _ := shownPrompt(t, 60, 24)
	got, ok := m.Update(tea.KeyPressMsg{Code: 'y', Text: "y"}).Intent.(views.Copy)
	if !ok || !strings.Contains(got.Text, "LARGEST") || strings.Contains(got.Text, "\x1b") {
		t.Errorf("%#v", got)
	}
}

func TestPromptPageFillsItsSize(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m, _ := shownPrompt(t, 0, 0)
		for range 4 {
			w, h := rapid.IntRange(-1, 90).Draw(r, "width"), rapid.IntRange(-1, 30).Draw(r, "height")
			m.SetSize(w, h)
			m.Scroll(0, rapid.IntRange(-20, 20).Draw(r, "rows"))
			viewstest.Exact(r, m.View(), w, h)
		}
	})
}
