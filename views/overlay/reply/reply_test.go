package reply

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/answer/tooluse"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func newReply(width, height int, r Reply) *Model {
	styles := themes.Dark()
	if r.Take == nil {
		r.Take = func(text string) views.Intent { return views.Notify{Text: text} }
	}
	m := New(&styles, views.NewKeys(views.DefaultCommands()), r)
	m.SetSize(width, height)
	return m
}

func press(m *Model, code rune, text string, mod tea.KeyMod) views.Intent {
	intent := m.Update(tea.KeyPressMsg{Code: code, Text: text, Mod: mod}).Intent
	return intent
}

func TestTakesWhatIsWritten(t *testing.T) {
	m := newReply(40, 12, Reply{Text: "12 "})
	press(m, 'd', "d", 0)
	press(m, 'j', "", tea.ModCtrl)
	m.Update(tea.PasteMsg{Content: "two\r\nlines"})
	if got := press(m, tea.KeyEnter, "", 0); got != (views.Notify{Text: "12 d\ntwo\nlines"}) {
		t.Errorf("enter: %#v", got)
	}
	if got := press(m, tea.KeyEscape, "", 0); got != (views.Close{}) {
		t.Errorf("esc: %#v", got)
	}
}

func TestBrokenItemsStayAndSayWhere(t *testing.T) {
	m := newReply(60, 12, Reply{JSON: true, Text: `{"type":`})
	if got := press(m, tea.KeyEnter, "", 0); got != nil || !strings.Contains(ansi.Strip(m.View()), "✗ ") {
		t.Errorf("enter: %#v\n%s", got, ansi.Strip(m.View()))
	}
	press(m, tea.KeyEnd, "", 0)
	m.Update(tea.PasteMsg{Content: `"x"}`})
	if strings.Contains(ansi.Strip(m.View()), "✗") {
		t.Error("the fault stays after a change")
	}
	if got := press(m, tea.KeyEnter, "", 0); got != (views.Notify{Text: `{"type":"x"}`}) {
		t.Errorf("enter: %#v", got)
	}
	m = newReply(60, 12, Reply{JSON: true, Text: `[1]`})
	if got := press(m, tea.KeyEnter, "", 0); got != nil || !strings.Contains(ansi.Strip(m.View()), "JSON object") {
		t.Errorf("an array is taken: %#v", got)
	}
}

func TestShowsArgumentsNotesAndText(t *testing.T) {
	m := newReply(40, 14, Reply{About: "{\"city\": \"Oslo\"}", Notes: "exit 2\n" + strings.Repeat("err\n", 20), Text: "out"})
	got := ansi.Strip(m.View())
	for _, want := range []string{`{"city": "Oslo"}`, "exit 2", "more lines", "out", "The call's arguments", "Output, as text"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	if c := m.Cursor(); c == nil || c.X != 3 {
		t.Errorf("cursor %+v", c)
	}
}

func TestAnEmptyOutputIsAskedForOnce(t *testing.T) {
	m := newReply(60, 12, Reply{About: "{}"})
	if got := press(m, tea.KeyEnter, "", 0); got != nil || !strings.Contains(ansi.Strip(m.View()), "enter again sends an empty output") {
		t.Errorf("enter: %#v\n%s", got, ansi.Strip(m.View()))
	}
	press(m, 'a', "a", 0)
	press(m, tea.KeyBackspace, "", 0)
	if got := press(m, tea.KeyEnter, "", 0); got != nil {
		t.Errorf("after a change enter sends %#v", got)
	}
	if got := press(m, tea.KeyEnter, "", 0); got != (views.Notify{}) {
		t.Errorf("enter again: %#v", got)
	}
}

func TestHoldsAtAnySizeForAnyText(t *testing.T) {
	texts := rapid.SampledFrom([]string{"", "word ", "漢字", "\x1b[2J", "\u202e", "\n\n", strings.Repeat("long ", 100), "{}", "\xff"})
	rapid.Check(t, func(t *rapid.T) {
		m := newReply(rapid.IntRange(0, 60).Draw(t, "width"), rapid.IntRange(0, 20).Draw(t, "height"),
			Reply{About: texts.Draw(t, "about"), Notes: texts.Draw(t, "notes"), Text: texts.Draw(t, "text"), JSON: rapid.Bool().Draw(t, "json")})
		for range rapid.IntRange(0, 12).Draw(t, "keys") {
			m.Update(tea.PasteMsg{Content: texts.Draw(t, "paste")})
			code := rapid.SampledFrom([]rune{tea.KeyUp, tea.KeyDown, tea.KeyPgUp, tea.KeyPgDown, tea.KeyBackspace, tea.KeyEnter}).Draw(t, "key")
			press(m, code, "", 0)
		}
		m.Update(tea.MouseClickMsg{X: 3, Y: rapid.IntRange(-1, 20).Draw(t, "click")})
		view := m.View()
		viewstest.Exact(t, view, m.Width, m.Height)
		if c := m.Cursor(); c != nil && (c.X >= m.Width || c.Y >= m.Height) {
			t.Fatalf("the cursor is at %d,%d", c.X, c.Y)
		}
	})
}

// TestWhatACallAsksForIsShownAsItReads: a patch as a coloured diff, a command as one,
// and that there is more where it does not fit.
func TestWhatACallAsksForIsShownAsItReads(t *testing.T) {
	shown := func(item string, height int) *Model {
		u, _ := tooluse.Read([]byte(item))
		return newReply(60, height, Reply{Shown: u.Blocks, Asks: "patch: update a.go", JSON: true})
	}
	m := shown(`{"type":"apply_patch_call","operation":{"type":"update_file","path":"a.go","diff":"@@\n-old\n+new\n"}}`, 24)
	for _, want := range []string{"The call's patch: update a.go", m.styles.Bad.Render("-old"), m.styles.Good.Render("+new")} {
		if !strings.Contains(m.View(), want) {
			t.Errorf("%q is not drawn in\n%s", want, m.View())
		}
	}
	m = shown(`{"type":"shell_call","action":{"commands":["ls -l","`+strings.Repeat("x\\n", 50)+`"]}}`, 18)
	for _, want := range []string{"$ ls -l", "… the transcript shows all of it", "Output item"} {
		if !strings.Contains(ansi.Strip(m.View()), want) {
			t.Errorf("%q is not drawn in\n%s", want, ansi.Strip(m.View()))
		}
	}
}
