package help

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func newHelp(width, height int) (*Model, *views.Keys) {
	styles := themes.Dark()
	keys := views.NewKeys(views.DefaultCommands())
	m := New(&styles, keys, views.Composer)
	m.SetSize(width, height)
	return m, keys
}

func TestEveryActionIsInTheHelp(t *testing.T) {
	m, keys := newHelp(100, 600) // room for all of it
	// Words wrap; the text is compared without the spaces between them.
	all := strings.Join(strings.Fields(ansi.Strip(m.View())), " ")
	for _, c := range keys.Commands() {
		first, _, _ := strings.Cut(c.Help, " ")
		if len(c.Keys) > 0 && !strings.Contains(all, views.KeyName(c.Keys[0])) || !strings.Contains(all, first) {
			t.Errorf("%s is not in the help", c.Action)
		}
	}
}

func TestAnUnboundActionSaysSo(t *testing.T) {
	styles := themes.Dark()
	keys := views.NewKeys(views.DefaultCommands())
	keys.Rebind(map[string][]string{"theme": {}, "model": {"f7"}})
	m := New(&styles, keys, views.Composer)
	m.SetSize(100, 300)
	all := ansi.Strip(m.View())
	if !strings.Contains(all, "unbound") || !strings.Contains(all, "F7") || strings.Contains(all, "alt+m") {
		t.Errorf("the help does not show the keys in force:\n%s", all)
	}
}

func TestScrolls(t *testing.T) {
	m, _ := newHelp(80, 10)
	first := m.View()
	m.Update(tea.KeyPressMsg{Code: tea.KeyUp})
	if m.View() != first {
		t.Error("it scrolls above its first line")
	}
	m.Update(tea.KeyPressMsg{Code: tea.KeyPgDown})
	if m.View() == first {
		t.Error("page down does nothing")
	}
	m.Update(tea.KeyPressMsg{Code: 'G', Text: "G"})
	if end := ansi.Strip(m.View()); !strings.Contains(end, "config.toml") {
		t.Errorf("the end is not reached:\n%s", end)
	}
	m.Update(tea.KeyPressMsg{Code: 'g', Text: "g"})
	if m.View() != first {
		t.Error("g does not go back to the top")
	}
}

func TestWhatWorksHereIsFirst(t *testing.T) {
	styles := themes.Dark()
	keys := views.NewKeys(views.DefaultCommands())
	for here, want := range map[views.Scope][2]string{
		views.Composer:   {"Paste what was cut.", "Go to the previous turn."},
		views.Transcript: {"Go to the previous turn.", "Paste what was cut."},
	} {
		m := New(&styles, keys, here)
		m.SetSize(100, 300)
		all := ansi.Strip(m.View())
		first, second := strings.Index(all, want[0]), strings.Index(all, want[1])
		if first < 0 || second < first {
			t.Errorf("%q at %d stands behind %q at %d", want[0], first, want[1], second)
		}
		if letter := strings.Contains(all, "(v)"); letter != (here == views.Composer) {
			t.Errorf("scope %d: that v is a letter there is told: %v", here, letter)
		}
	}
}

// TestTheKeysOfTheInspectorStandBehindThoseOfItsPage, before those of everywhere; what
// the page has no use for is no key of its.
func TestTheKeysOfTheInspectorStandBehindThoseOfItsPage(t *testing.T) {
	styles := themes.Dark()
	keys := views.NewKeys(views.DefaultCommands())
	scopes := []views.Scope{views.Comparison, views.Figures, views.Inspect}
	m := New(&styles, keys, scopes[0], scopes[1:]...)
	m.SetUseful(keys.Full(scopes, views.ActReadMetadata))
	m.SetSize(120, 400)
	all, at := ansi.Strip(m.View()), 0
	for _, words := range []string{
		"Show only what differs", "Go to the next search hit.", "Go to the previous exchange, along its run if it is in one.", "Show or hide all keys", "Resend with routing metadata.",
	} {
		next := strings.Index(all[at:], words)
		if next < 0 {
			t.Fatalf("%q does not stand here:\n%s", words, all[at:])
		}
		at += next
	}
	if n := strings.Count(all, "Go to the previous exchange, along its run if it is in one."); n != 1 {
		t.Errorf("the same key stands there %d times", n)
	}
}

func TestTheHelpKeyClosesIt(t *testing.T) {
	for _, k := range []tea.KeyPressMsg{{Code: tea.KeyF1}, {Code: '?', Text: "?"}} {
		m, _ := newHelp(80, 10)
		if got := m.Update(k).Intent; got != (views.Close{}) {
			t.Errorf("%s: %v", k, got)
		}
	}
}

// TestAKeyIsFoundByWhatItDoes: letters are words while they are written, and esc ends
// the search before it closes the help.
func TestAKeyIsFoundByWhatItDoes(t *testing.T) {
	m, _ := newHelp(80, 10)
	for _, r := range "/each is shown" {
		m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	if view := ansi.Strip(m.View()); strings.Contains(view, "finds a key") || !strings.Contains(view, "Choose a theme. Each") {
		t.Errorf("it is not found:\n%s", view)
	}
	esc := tea.KeyPressMsg{Code: tea.KeyEscape}
	if got := m.Update(esc).Intent; got != nil {
		t.Errorf("esc ends the search first: %v", got)
	}
	if got := m.Update(esc).Intent; got != (views.Close{}) {
		t.Errorf("esc: %v", got)
	}
}

// TestAKeyIsFoundByItsNameInTheConfig, and what a pane shares with all others is after what only
// it has.
func TestAKeyIsFoundByItsNameInTheConfig(t *testing.T) {
	m, _ := newHelp(80, 10)
	for _, r := range "/delete-word-back" {
		m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	if view := ansi.Strip(m.View()); !strings.Contains(view, "Cut the word before the cursor.") {
		t.Errorf("it is not found:\n%s", view)
	}
	styles := themes.Dark()
	m = New(&styles, views.NewKeys(views.DefaultCommands()), views.Transcript)
	m.SetSize(100, 300)
	all := ansi.Strip(m.View())
	if first, shared := strings.Index(all, "Edit the turn's text."), strings.Index(all, "Go up a page."); first < 0 || shared < first {
		t.Errorf("the pane's own at %d, the shared at %d", first, shared)
	}
}

func TestTheLeaderIsExplainedFirst(t *testing.T) {
	m, _ := newHelp(80, 10)
	if view := ansi.Strip(m.View()); !strings.Contains(view, "Ctrl+X, then the key") && !strings.Contains(view, "ctrl+x, then the key") {
		t.Errorf("it is not:\n%s", view)
	}
}

func TestEscCloses(t *testing.T) {
	m, _ := newHelp(80, 10)
	if got := m.Update(tea.KeyPressMsg{Code: tea.KeyEscape}).Intent; got != (views.Close{}) {
		t.Errorf("esc: %v", got)
	}
}

func TestFillsItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(-1, 130).Draw(t, "width"), rapid.IntRange(-1, 60).Draw(t, "height")
		m, _ := newHelp(w, h)
		m.Scroll(0, rapid.IntRange(-10, 200).Draw(t, "scroll"))
		view := m.View()
		if w <= 0 || h <= 0 {
			if view != "" {
				t.Fatalf("got %q", view)
			}
			return
		}
		lines := strings.Split(view, "\n")
		if len(lines) != h {
			t.Fatalf("%d lines, want %d", len(lines), h)
		}
		for _, l := range lines {
			if got := text.Width(l); got != w {
				t.Fatalf("%d cells, want %d: %q", got, w, ansi.Strip(l))
			}
		}
	})
}

// TestANameIsNextToTheFirstWords of what its action does, and below them if it is too narrow.
func TestANameIsNextToTheFirstWords(t *testing.T) {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()), views.Rerank)
	for width, want := range map[int]string{110: "Add documents", 76: "Add documents", 40: "a complete set."} {
		m.SetSize(width, 900)
		lines := strings.Split(ansi.Strip(m.View()), "\n")
		at := slices.IndexFunc(lines, func(l string) bool { return strings.HasSuffix(strings.TrimRight(l, " "), "rank-load") })
		if at < 1 {
			t.Fatalf("at %d: it is not named", width)
		}
		if width == 40 {
			at--
		}
		if !strings.Contains(lines[at], want) {
			t.Errorf("at %d: %q is not beside the name", width, lines[at])
		}
	}
}
