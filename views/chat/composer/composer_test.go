package composer

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views"
)

func newModel(width, height int) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetFocus(true)
	m.SetSize(width, height)
	return m
}

// keyPress makes the message of a key as Bubble Tea writes it.
func keyPress(name string) tea.KeyPressMsg {
	special := map[string]rune{
		"enter": tea.KeyEnter, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
		"home": tea.KeyHome, "end": tea.KeyEnd, "backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "esc": tea.KeyEscape,
	}
	var k tea.KeyPressMsg
	for rest := name; ; {
		mod, tail, more := strings.Cut(rest, "+")
		if !more || mod == "" {
			if code, ok := special[rest]; ok {
				k.Code = code
			} else {
				k.Code, _ = utf8.DecodeRuneInString(rest)
				if k.Mod == 0 {
					k.Text = rest
				}
			}
			return k
		}
		switch mod {
		case "ctrl":
			k.Mod |= tea.ModCtrl
		case "alt":
			k.Mod |= tea.ModAlt
		case "shift":
			k.Mod |= tea.ModShift
		}
		rest = tail
	}
}

func press(t *testing.T, m *Model, names ...string) views.Intent {
	t.Helper()
	var last views.Intent
	for _, name := range names {
		k := keyPress(name)
		if len(k.Text) == 0 && k.String() != name {
			t.Fatalf("the test's key %q is %q", name, k.String())
		}
		answer := m.Update(k)
		intent, cmd := answer.Intent, answer.Cmd
		if cmd != nil {
			t.Fatalf("%s: the composer has no Cmd of its own", name)
		}
		last = intent
	}
	return last
}

// withCursor writes the text with the cursor as a bar.
func withCursor(m *Model) string {
	text := m.Text()
	at := m.buf.At()
	return text[:at] + "|" + text[at:]
}

// place sets text and cursor from the writing of withCursor.
func place(m *Model, text string) {
	before, after, _ := strings.Cut(text, "|")
	m.SetText(before + after)
	m.buf.GoTo(len(before))
	m.changed()
}

func TestEditsAsReadlineDoes(t *testing.T) {
	cases := []struct{ name, from, keys, want string }{
		{"insert in the middle", "ab|cd", "X", "abX|cd"},
		{"new line", "ab|cd", "ctrl+j", "ab\n|cd"},
		{"new line by alt+enter", "ab|cd", "alt+enter", "ab\n|cd"},
		{"backspace joins lines", "ab\n|cd", "backspace", "ab|cd"},
		{"backspace at the start", "|ab", "backspace", "|ab"},
		{"backspace takes a whole emoji", "a👩‍👩‍👧|", "backspace", "a|"},
		{"backspace takes a combining mark with its letter", "e\u0301|", "backspace", "|"},
		{"delete joins lines", "ab|\ncd", "delete", "ab|cd"},
		{"delete at the end", "ab|", "ctrl+d", "ab|"},
		{"left over a line end", "ab\n|cd", "left", "ab|\ncd"},
		{"right over a line end", "ab|\ncd", "ctrl+f", "ab\n|cd"},
		{"start of the line", "ab\ncd|", "ctrl+a", "ab\n|cd"},
		{"end of the line", "a|b\ncd", "ctrl+e", "ab|\ncd"},
		{"word left", "one two-three|", "alt+b", "one two-|three"},
		{"word right", "|one two", "alt+f", "one| two"},
		{"word right goes over a line end", "one|\ntwo", "alt+f", "one\n|two"},
		{"cut the word before by white space", "one two-three|", "ctrl+w", "one |"},
		{"cut the word after", "one| two three", "alt+d", "one| three"},
		{"cut to the end", "one| two", "ctrl+k", "one|"},
		{"cut at the end takes the line end", "one|\ntwo", "ctrl+k", "one|two"},
		{"cut to the start", "one| two", "ctrl+u", "| two"},
		{"yank puts back", "one| two", "ctrl+k ctrl+a ctrl+y", " two|one"},
		{"cuts in a row are one", "one two three|", "ctrl+w ctrl+w ctrl+a ctrl+y", "two three|one "},
		{"a move ends the row of cuts", "one two three|", "ctrl+w left right ctrl+w ctrl+y", "one two |"},
		{"up keeps the column", "abcd\nx\nab|", "up up", "ab|cd\nx\nab"},
		{"up aims at the first column over a short line", "abcd\nx\nabc|d", "up up", "abc|d\nx\nabcd"},
		{"down at the last line stays", "ab\nc|d", "down", "ab\nc|d"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			m := newModel(40, 5)
			place(m, c.from)
			press(t, m, strings.Fields(c.keys)...)
			if got := withCursor(m); got != c.want {
				t.Errorf("%q and %s: got %q, want %q", c.from, c.keys, got, c.want)
			}
		})
	}
}

func TestEnterAsksToSendAndKeepsTheText(t *testing.T) {
	m := newModel(40, 5)
	m.Insert("first\nsecond")
	if got, want := press(t, m, "enter"), (views.Send{Text: "first\nsecond"}); got != want {
		t.Errorf("enter: got %#v, want %#v", got, want)
	}
	if m.Text() != "first\nsecond" {
		t.Errorf("the text is gone before anyone sent it: %q", m.Text())
	}
	m.SetText(" \n\t")
	if got := press(t, m, "enter"); got != (views.Send{}) {
		t.Errorf("enter on white space: got %#v, want what waits, without a text", got)
	}
}

func TestEscAsksToStop(t *testing.T) {
	if got := press(t, newModel(40, 5), "esc"); got != (views.Cancel{}) {
		t.Errorf("esc: got %#v, want Cancel", got)
	}
}

func TestPasteNeverSendsAndKeepsEveryCharacter(t *testing.T) {
	m := newModel(40, 5)
	paste := "one\r\ntwo\rthree\n\x1b[31mred\ttab\x00\u202eend"
	intent := m.Update(tea.PasteMsg{Content: paste}).Intent
	if intent != nil {
		t.Fatalf("a paste asked for %#v", intent)
	}
	if want := "one\ntwo\nthree\n\x1b[31mred\ttab\x00\u202eend"; m.Text() != want {
		t.Errorf("got %q, want %q", m.Text(), want)
	}
	m.SetText("bad \xff byte")
	if want := "bad \ufffd byte"; m.Text() != want {
		t.Errorf("got %q, want %q", m.Text(), want)
	}
}

func TestPasteOfAMegabyteIsComplete(t *testing.T) {
	m := newModel(80, 8)
	for _, paste := range []string{
		strings.Repeat("a line of some words that wraps now and then\n", 24_000),
		strings.Repeat("one line without an end ", 45_000),
		strings.Repeat("漢字", 180_000),
	} {
		m.SetText("")
		m.Update(tea.PasteMsg{Content: paste})
		press(t, m, "up", "x", "backspace", "home")
		if m.Text() != paste {
			t.Errorf("the paste of %d bytes has changed", len(paste))
		}
		checkView(t, m)
	}
}

func TestHistoryKeepsWhatIsBeingWritten(t *testing.T) {
	m := newModel(40, 5)
	m.Remember("first")
	m.Remember("second")
	m.Remember("second")
	m.SetText("draft")
	steps := []struct{ key, want string }{
		{"up", "second"}, {"up", "first"}, {"up", "first"}, {"!", "first!"}, {"down", "second"},
		{"down", "draft"}, {"down", "draft"}, {"up", "second"}, {"up", "first!"},
	}
	for i, s := range steps {
		press(t, m, s.key)
		if m.Text() != s.want {
			t.Fatalf("step %d, %s: got %q, want %q", i, s.key, m.Text(), s.want)
		}
	}
	m.Remember("third")
	m.SetText("")
	press(t, m, "up", "up", "up")
	if m.Text() != "first" {
		t.Errorf("after sending, an edited old prompt is %q, want it as it was sent", m.Text())
	}
}

func TestUpReachesHistoryOnlyFromTheFirstRow(t *testing.T) {
	m := newModel(40, 5)
	m.Remember("old")
	m.SetText("one\ntwo")
	press(t, m, "up")
	if got := withCursor(m); got != "one|\ntwo" {
		t.Fatalf("up from the second line: %q", got)
	}
	press(t, m, "up")
	if m.Text() != "old" {
		t.Errorf("up from the first line: %q, want the prompt before", m.Text())
	}
}

func TestDrawsTextPromptAndCursor(t *testing.T) {
	m := newModel(16, 4)
	m.SetText("hello wide 漢字 and\nmore")
	want := strings.Join([]string{
		" ❯ hello wide   ",
		"   漢字 and     ",
		"   more         ",
		"                ",
	}, "\n")
	if got := ansi.Strip(m.View()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if c := m.Cursor(); c == nil || c.X != 7 || c.Y != 2 {
		t.Errorf("cursor %+v, want behind the last word", c)
	}
	press(t, m, "up", "home")
	if c := m.Cursor(); c == nil || c.X != 3 || c.Y != 0 {
		t.Errorf("cursor %+v, want at the start of the first line", c)
	}
	m.SetFocus(false)
	if m.Cursor() != nil {
		t.Error("a composer without the focus shows a cursor")
	}
}

func TestShowsTheRowsAroundTheCursor(t *testing.T) {
	m := newModel(20, 2)
	m.SetText("1\n2\n3\n4")
	if got := ansi.Strip(m.View()); !strings.Contains(got, "3") || !strings.Contains(got, "4") {
		t.Errorf("the end is not shown: %q", got)
	}
	press(t, m, "up", "up", "up")
	if got := ansi.Strip(m.View()); !strings.Contains(got, "❯ 1") {
		t.Errorf("the first line is not shown: %q", got)
	}
	if m.Rows() != 4 {
		t.Errorf("Rows is %d, want 4", m.Rows())
	}
	m.SetNote("editing turn 2")
	if m.Rows() != 5 || !strings.Contains(ansi.Strip(m.View()), "editing turn 2") {
		t.Errorf("the note has no row of its own: %d rows, %q", m.Rows(), ansi.Strip(m.View()))
	}
}

func TestClickPutsTheCursor(t *testing.T) {
	m := newModel(20, 3)
	m.SetText("hello\nworld")
	m.Update(tea.MouseClickMsg{X: 5, Y: 0})
	if got := withCursor(m); got != "he|llo\nworld" {
		t.Errorf("a click in the first line: %q", got)
	}
	m.Update(tea.MouseClickMsg{X: 19, Y: 1})
	if got := withCursor(m); got != "hello\nworld|" {
		t.Errorf("a click behind the second line: %q", got)
	}
}
