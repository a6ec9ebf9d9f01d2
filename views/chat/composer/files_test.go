package composer

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func TestChipsStandAboveTheText(t *testing.T) {
	m := newModel(60, 4)
	m.SetChips([]Chip{{Name: "report.pdf", Words: "PDF, 212 KB"}, {Name: "evil\x1b[2J.png", Words: "PNG image, 1 KB"}})
	m.SetText("look")
	want := " " + "  ▢ report.pdf  PDF, 212 KB ✕   +1 more"
	if got := strings.Split(ansi.Strip(m.View()), "\n"); strings.TrimRight(got[0], " ") != want || !strings.Contains(got[1], "❯ look") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if m.Rows() != 2 || m.Cursor().Y != 1 {
		t.Errorf("%d rows, cursor %+v", m.Rows(), m.Cursor())
	}
	if got := press(t, m, "backspace"); got != nil || m.Text() != "loo" {
		t.Errorf("backspace behind a text: %#v", got)
	}
	if got := press(t, m, "home", "backspace"); got != (views.Detach{Index: 1}) {
		t.Errorf("backspace before the text: %#v", got)
	}
	x := text.Width("   ▢ report.pdf  PDF, 212 KB ✕") - 1
	if got := m.Update(tea.MouseClickMsg{X: x, Y: 0}).Intent; got != (views.Detach{Index: 0}) {
		t.Errorf("a click on the cross: %#v", got)
	}
}

func TestAWordWithAnAtAsksForFiles(t *testing.T) {
	m := newModel(40, 6)
	for _, step := range []struct {
		key  string
		want views.Intent
	}{
		{"m", nil}, {"@", nil}, {"x", nil}, {" ", nil}, // an address, not a file
		{"@", views.CompleteFile{}}, {"d", views.CompleteFile{Prefix: "d"}}, {"left", views.CompleteFile{}}, {"right", views.CompleteFile{Prefix: "d"}},
	} {
		k := keyPress(step.key)
		if step.key == " " {
			k = tea.KeyPressMsg{Code: ' ', Text: " "}
		}
		if got := m.Update(k).Intent; got != step.want {
			t.Errorf("%q: %#v, want %#v", step.key, got, step.want)
		}
	}
	m.SetCompletions("do", []string{"overtaken"})
	m.SetCompletions("d", []string{"d one/", "d.txt"})
	if view := ansi.Strip(m.View()); !strings.Contains(view, "▸ d one/") || strings.Contains(view, "overtaken") {
		t.Errorf("got\n%s", view)
	}
	if got := press(t, m, "enter"); got != (views.CompleteFile{Prefix: "d one/"}) || m.Text() != `m@x @d\ one/` {
		t.Errorf("enter on a folder: %#v, text %q", got, m.Text())
	}
	m.SetCompletions("d one/", []string{"d one/a", "d one/b"})
	if got := press(t, m, "down", "enter"); got != (views.Attach{Path: "d one/b"}) || m.Text() != "m@x " {
		t.Errorf("enter on a file: %#v, text %q", got, m.Text())
	}
	if got := press(t, m, "enter"); got != (views.Send{Text: "m@x "}) {
		t.Errorf("enter without a list: %#v", got)
	}
}

func TestEscClosesTheListAndTheWordStays(t *testing.T) {
	m := newModel(40, 6)
	press(t, m, "@")
	m.SetCompletions("", []string{"a"})
	if got := press(t, m, "esc"); got != nil || m.Text() != "@" {
		t.Errorf("esc: %#v, text %q", got, m.Text())
	}
	if got := press(t, m, "enter"); got != (views.Send{Text: "@"}) {
		t.Errorf("enter: %#v", got)
	}
}

func TestWhatMayBeAPath(t *testing.T) {
	for text, want := range map[string]bool{
		"/tmp/a.pdf": true, "'/tmp/a b.pdf'": true, " ./a\n": true, "~/x": true, "file:///x": true, `"../y"`: true,
		"words": false, "": false, "/one\n/two": false, "http://x": false, "~tilde": false,
	} {
		if got := looksLikePath(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestHoldsWithFilesAtAnySize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newModel(rapid.IntRange(0, 40).Draw(t, "width"), rapid.IntRange(0, 9).Draw(t, "height"))
		names := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "漢字.pdf", "\x1b[2J", strings.Repeat("long", 30), "e\u0301"}), 0, 8)
		var chips []Chip
		for _, name := range names.Draw(t, "chips") {
			chips = append(chips, Chip{Name: name, Words: "PDF"})
		}
		m.SetChips(chips)
		m.SetNote(rapid.SampledFrom([]string{"", "note"}).Draw(t, "note"))
		for _, key := range rapid.SliceOf(rapid.SampledFrom([]string{"@", "a", "up", "down", "enter", "backspace", "left", "ctrl+j"})).Draw(t, "keys") {
			m.Update(keyPress(key))
			m.SetCompletions(m.complete.prefix, names.Draw(t, "files"))
			m.Update(tea.MouseClickMsg{X: rapid.IntRange(0, 40).Draw(t, "x"), Y: rapid.IntRange(0, 9).Draw(t, "y")})
			checkView(t, m)
		}
	})
}
