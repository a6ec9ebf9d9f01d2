package connections

import (
	"slices"
	"strings"
	"testing"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func someRows() []Row {
	return []Row{
		{Name: "local gateway", State: "simulated, in this program", Used: true},
		{Name: "openrouter", State: "OPENROUTER_API_KEY offered", Mood: Offer},
		{Name: "work", State: "✓ 14:02  212 ms", Mood: Good, First: true},
		{Name: "ollama", State: "✗ nothing listens", Mood: Bad},
	}
}

func someDetail() Detail {
	return Detail{
		Title: "work", Right: "config.toml",
		Settings: []Setting{
			{ID: "base_url", Label: "base URL", Value: "https://work.test/api/v1"},
			{ID: "key", Label: "key", Value: "environment", Choices: []string{"none", "environment", "command"}},
			{ID: "typed", Label: "typed key", Empty: "kept in memory", Hidden: true},
			{ID: "proxy", Label: "proxy", Empty: "from the environment"},
		},
		Steps: []report.Block{
			report.Finding{Name: "connection", Message: "connected to work.test", Took: 12 * time.Millisecond, Level: report.OK},
			report.Finding{Name: "key", Message: "not authenticated (401)", Remedy: "set the key above", Detail: "The server says: no such key", Level: report.Failed},
			report.Finding{Name: "models", Message: "not known", Level: report.Skipped},
		},
	}
}

func newPanes() (*List, *Form) {
	styles := themes.Dark()
	keys := views.NewKeys(views.DefaultCommands())
	l, f := NewList(&styles, keys), NewForm(&styles, keys)
	l.SetRows(someRows())
	f.SetDetail(someDetail())
	f.SetFocus(true)
	return l, f
}

func TestScreens(t *testing.T) {
	viewstest.Sizes(t, "list", func(width, height int) views.Pane {
		l, _ := newPanes()
		l.SetSize(width, height)
		return l
	}, viewstest.Screen)
	viewstest.Sizes(t, "form", func(width, height int) views.Pane {
		_, f := newPanes()
		f.SetSize(width, height)
		return f
	}, viewstest.Screen)
}

// TestNoKeyIsNamedForWhatCannotBeChanged: the local gateway has no settings to edit.
func TestNoKeyIsNamedForWhatCannotBeChanged(t *testing.T) {
	l, _ := newPanes()
	for _, fixed := range []bool{false, true} {
		rows := someRows()
		rows[0].Fixed = fixed
		l.SetRows(rows)
		for _, word := range []string{"edit", "delete"} {
			if slices.ContainsFunc(l.ShortHelp(), func(b key.Binding) bool { return b.Help().Desc == word }) == fixed {
				t.Errorf("fixed %v: %s", fixed, word)
			}
		}
	}
}

// TestWhatIsTypedHiddenIsNotDrawn, and is complete in the intent.
func TestWhatIsTypedHiddenIsNotDrawn(t *testing.T) {
	_, f := newPanes()
	f.SetSize(60, 20)
	f.Edit("typed")
	f.Update(tea.PasteMsg{Content: "canary-key\n"})
	if drawn := viewstest.Screen(f.View()); strings.Contains(drawn, "canary") || !strings.Contains(drawn, "••••••••••") {
		t.Errorf("drawn:\n%s", drawn)
	}
	if got := viewstest.Press(f, "enter"); got != (views.SetConnection{Setting: "typed", Value: "canary-key"}) {
		t.Errorf("enter asks for %+v", got)
	}
}

// TestAFaultLeavesWhatWasWritten, and esc takes it away.
func TestAFaultLeavesWhatWasWritten(t *testing.T) {
	_, f := newPanes()
	f.SetSize(60, 20)
	viewstest.Press(f, "enter", "x", "enter")
	f.SetFault("it is no address")
	drawn := viewstest.Screen(f.View())
	if !f.Typing() || !strings.Contains(drawn, "/v1x") || !strings.Contains(drawn, "✗ it is no address") {
		t.Errorf("drawn:\n%s", drawn)
	}
	f.Update(views.Perform{Action: views.ActStop})
	if drawn := viewstest.Screen(f.View()); f.Editing() || strings.Contains(drawn, "/v1x") {
		t.Errorf("left, it is drawn\n%s", drawn)
	}
}

// TestLettersAreTyped into the selected setting, after its value: none is a command.
func TestLettersAreTyped(t *testing.T) {
	for _, letter := range []string{"t", "u", "d", "j", "g", "?", "y"} {
		_, f := newPanes()
		f.SetSize(60, 20)
		if got := viewstest.Press(f, letter); got != nil || !f.Editing() {
			t.Errorf("%s asks for %+v", letter, got)
		}
		if got, want := viewstest.Press(f, "enter"), (views.SetConnection{Setting: "base_url", Value: "https://work.test/api/v1" + letter}); got != want {
			t.Errorf("%s, then enter, asks for %+v", letter, got)
		}
		f.Leave()
		f.Select("key")
		if got := viewstest.Press(f, letter); got != (views.Notify{Text: "key is chosen with left and right"}) || f.Editing() {
			t.Errorf("at a choice, %s asks for %+v", letter, got)
		}
		f.Select("typed")
		viewstest.Press(f, letter)
		if drawn := viewstest.Screen(f.View()); !strings.Contains(drawn, "typed key      •\n") {
			t.Errorf("a hidden %s is drawn\n%s", letter, drawn)
		}
	}
}

// TestWhatIsTypedAtAChoiceGoesWhereItBelongs, as a variable's name at the source of a key.
func TestWhatIsTypedAtAChoiceGoesWhereItBelongs(t *testing.T) {
	_, f := newPanes()
	f.SetSize(60, 20)
	d := someDetail()
	d.Settings[1].Belongs = "proxy"
	f.SetDetail(d)
	f.Select("key")
	if got := viewstest.Press(f, "K", "enter"); got != (views.SetConnection{Setting: "proxy", Value: "K"}) {
		t.Errorf("enter asks for %+v", got)
	}
}

// TestBackspaceBeginsToWrite the selected setting, too.
func TestBackspaceBeginsToWrite(t *testing.T) {
	_, f := newPanes()
	f.SetSize(60, 20)
	f.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	if got := viewstest.Press(f, "enter"); got != (views.SetConnection{Setting: "base_url", Value: "https://work.test/api/v"}) {
		t.Errorf("enter asks for %+v", got)
	}
	f.Leave()
	f.Select("key")
	if got := f.Update(tea.KeyPressMsg{Code: tea.KeyBackspace}).Intent; got != (views.Notify{Text: "key is chosen with left and right"}) {
		t.Errorf("at a choice, backspace asks for %+v", got)
	}
}

// TestWhatIsPastedIsTyped where a setting is selected.
func TestWhatIsPastedIsTyped(t *testing.T) {
	_, f := newPanes()
	f.SetSize(60, 20)
	f.Select("proxy")
	f.Update(tea.PasteMsg{Content: " http://proxy.test:1\n"})
	if got := viewstest.Press(f, "enter"); got != (views.SetConnection{Setting: "proxy", Value: "http://proxy.test:1"}) {
		t.Errorf("enter asks for %+v", got)
	}
}

// TestAChoiceIsTurned both ways, and around.
func TestAChoiceIsTurned(t *testing.T) {
	_, f := newPanes()
	f.SetSize(60, 20)
	viewstest.Press(f, "down")
	for key, want := range map[string]string{"right": "command", "left": "none", "enter": "command", "space": "command"} {
		if got := viewstest.Press(f, key); got != (views.SetConnection{Setting: "key", Value: want}) {
			t.Errorf("%s asks for %+v", key, got)
		}
	}
}

// TestTextsOfAnyKindAreDrawnInTheirRectangle: they come from files and servers.
func TestTextsOfAnyKindAreDrawnInTheirRectangle(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		l, f := newPanes()
		words := rapid.OneOf(rapid.String(), rapid.Just("\x1b[2J\u202e\r"))
		rows, d := someRows(), someDetail()
		rows[1].Name, rows[2].State = words.Draw(r, "name"), words.Draw(r, "state")
		d.Title, d.Right = words.Draw(r, "title"), words.Draw(r, "right")
		d.Settings[0].Value, d.Settings[3].Note = words.Draw(r, "value"), words.Draw(r, "note")
		d.Steps[1] = report.Finding{Name: words.Draw(r, "step"), Message: words.Draw(r, "said"), Remedy: words.Draw(r, "remedy"), Detail: words.Draw(r, "detail")}
		w, h := rapid.IntRange(0, 90).Draw(r, "width"), rapid.IntRange(0, 30).Draw(r, "height")
		l.SetSize(w, h)
		f.SetSize(w, h)
		l.SetRows(rows, rapid.SliceOfN(words, 0, 5).Draw(r, "faults")...)
		f.SetDetail(d)
		if rapid.Bool().Draw(r, "writing") {
			f.Edit("base_url")
			f.Update(tea.PasteMsg{Content: words.Draw(r, "text")})
			f.SetFault(words.Draw(r, "fault"))
		}
		viewstest.Exact(r, l.View(), w, h)
		viewstest.Exact(r, f.View(), w, h)
	})
}

// TestStateThatDoesNotFitIsShortened, not cut in mid-word.
func TestRareSettingsAreFolded(t *testing.T) {
	_, f := newPanes()
	f.SetSize(60, 20)
	d := someDetail()
	d.Settings[2].Folded, d.Settings[3].Folded, d.Steps = true, true, nil
	f.SetDetail(d)
	if drawn := viewstest.Screen(f.View()); strings.Contains(drawn, "from the environment") || !strings.Contains(drawn, "more           typed key, proxy") {
		t.Errorf("folded:\n%s", drawn)
	}
	for name, open := range map[string]func(f *Form){
		"enter":    func(f *Form) { viewstest.Press(f, "down", "down", "enter") },
		"a letter": func(f *Form) { viewstest.Press(f, "down", "down", "x") },
		"a fault":  func(f *Form) { f.Select("typed") },
	} {
		_, f := newPanes()
		f.SetSize(60, 20)
		f.SetDetail(d)
		open(f)
		drawn := viewstest.Screen(f.View())
		if !strings.Contains(drawn, "▸typed key") || !strings.Contains(drawn, "from the environment") || strings.Contains(drawn, "more ") || f.Editing() {
			t.Errorf("%s opens\n%s", name, drawn)
		}
		f.SetDetail(d)
		if again := viewstest.Screen(f.View()); again != drawn {
			t.Errorf("%s: shown again, it is\n%s", name, again)
		}
	}
}

func TestStepsAreScrolledToTheirEnd(t *testing.T) {
	_, f := newPanes()
	f.SetSize(60, 7)
	if drawn := viewstest.Screen(f.View()); !strings.Contains(drawn, "↓ more") || strings.Contains(drawn, "– models") {
		t.Errorf("drawn:\n%s", drawn)
	}
	viewstest.Press(f, "down", "down", "down", "pgdown", "pgdown")
	if drawn := viewstest.Screen(f.View()); strings.Contains(drawn, "↓ more") || !strings.Contains(drawn, "– models") {
		t.Errorf("at the end:\n%s", drawn)
	}
	viewstest.Press(f, "up")
	if drawn := viewstest.Screen(f.View()); !strings.Contains(drawn, "▸typed key") {
		t.Errorf("back:\n%s", drawn)
	}
}

func TestStateThatDoesNotFitIsShortened(t *testing.T) {
	l, _ := newPanes()
	l.SetRows([]Row{{Name: "work", State: "✗ the proxy refused the connection", Short: "✗ proxy failed", Mood: Bad}})
	for width, want := range map[int]string{43: "✗ the proxy refused the connection", 42: "✗ proxy failed"} {
		l.SetSize(width, 4)
		if drawn := viewstest.Screen(l.View()); !strings.Contains(drawn, want) {
			t.Errorf("no %q at %d cells:\n%s", want, width, drawn)
		}
	}
}

// TestDefaultIsShownAtAnyWidth, and no word next to it is cut.
func TestDefaultIsShownAtAnyWidth(t *testing.T) {
	l, _ := newPanes()
	l.SetRows([]Row{{Name: "work", State: "✗ the proxy refused the connection", Mood: Bad, First: true}})
	for width, want := range map[int]string{60: "the connection, default", 50: "✗ the proxy refused the…, default", 37: "✗ the proxy…, default", 24: "✗ the…, default"} {
		l.SetSize(width, 4)
		if drawn := viewstest.Screen(l.View()); !strings.Contains(drawn, want) {
			t.Errorf("no %q at %d cells:\n%s", want, width, drawn)
		}
	}
}
