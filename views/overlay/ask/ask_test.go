package ask

import (
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func newAsk() *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()),
		func(text string) views.Intent { return views.OpenFile{Path: text} },
		func(text string) views.Intent { return views.Complete{Prefix: text} })
	m.SetSize(40, 8)
	m.SetNote("what it is for")
	return m
}

func typed(m *Model, text string) (last views.Intent) {
	for _, r := range text {
		last = m.Update(tea.KeyPressMsg{Code: r, Text: string(r)}).Intent
	}
	return last
}

func press(m *Model, code rune) views.Intent {
	intent := m.Update(tea.KeyPressMsg{Code: code}).Intent
	return intent
}

func TestAPathIsCompletedAndTaken(t *testing.T) {
	m := newAsk()
	if got := typed(m, "no"); got != (views.Complete{Prefix: "no"}) {
		t.Fatalf("typing asks for %#v", got)
	}
	m.SetCompletions("n", []string{"nothing"}) // overtaken by the next letter
	m.SetCompletions("no", []string{"notes-ä/", "notes-é.json"})
	if press(m, tea.KeyTab); m.Text() != "notes-" {
		t.Errorf("tab makes it %q: only whole characters are in common", m.Text())
	}
	m.SetCompletions("notes-", []string{"notes-ä/", "notes-é.json"})
	press(m, tea.KeyDown)
	press(m, tea.KeyDown)
	if got := press(m, tea.KeyEnter); got != (views.Complete{Prefix: "notes-é.json"}) {
		t.Errorf("enter on a row gives %#v", got)
	}
	if got := press(m, tea.KeyEnter); got != (views.OpenFile{Path: "notes-é.json"}) {
		t.Errorf("enter gives %#v", got)
	}
	if got := press(m, tea.KeyEscape); got != (views.Close{}) {
		t.Errorf("esc gives %#v", got)
	}
}

func TestEnterTakesTheOnlyFileThatThereIs(t *testing.T) {
	for _, c := range []struct {
		existing bool
		text     string
		found    []string
		want     views.Intent
	}{
		{true, "no", []string{"notes.json"}, views.OpenFile{Path: "notes.json"}},
		{false, "no", []string{"notes.json"}, views.OpenFile{Path: "no"}}, // a new file
		{true, "no", []string{"notes.json", "nothing"}, views.OpenFile{Path: "no"}},
		{true, "no", []string{"notes/"}, views.Complete{Prefix: "notes/"}}, // gone into
		{true, "notes", []string{"notes/"}, views.OpenFile{Path: "notes"}},
		{true, "no", nil, views.OpenFile{Path: "no"}},
	} {
		m := newAsk()
		if c.existing {
			m.RequireExisting()
		}
		m.SetCompletions("", []string{"other"})
		typed(m, c.text)
		if got := press(m, tea.KeyEnter); got != (views.OpenFile{Path: c.text}) {
			t.Errorf("%+v: enter before the files are known is %#v", c, got)
		}
		m.SetCompletions(c.text, c.found)
		if got := press(m, tea.KeyEnter); got != c.want {
			t.Errorf("%+v: enter is %#v", c, got)
		}
	}
}

func TestAProposedNameIsReplaced(t *testing.T) {
	for text, want := range map[string]string{"x.md": "a/b/x.md", "/tmp/x": "/tmp/x", "~/x": "~/x"} {
		m := newAsk()
		m.Propose("a/b/ranking.csv")
		if got := press(m, tea.KeyEnter); got != (views.OpenFile{Path: "a/b/ranking.csv"}) {
			t.Errorf("enter is %#v", got)
		}
		if typed(m, text); m.Text() != want {
			t.Errorf("%s typed over it is %s, want %s", text, m.Text(), want)
		}
	}
	m := newAsk()
	m.Propose("a/b/ranking.csv")
	press(m, tea.KeyBackspace)
	if typed(m, "x"); m.Text() != "a/b/ranking.csx" {
		t.Errorf("where it was written in, it is %s", m.Text())
	}
}

func TestAPastedPathIsOneLine(t *testing.T) {
	m := newAsk()
	m.Update(tea.PasteMsg{Content: " /tmp/a b.json \nand more"})
	if m.Text() != "/tmp/a b.json" {
		t.Errorf("pasted was %q", m.Text())
	}
	if want := "❯ /tmp/a b.json\n  what it is for\n"; !strings.HasPrefix(trimmed(m.View()), want) {
		t.Errorf("drawn is\n%s", trimmed(m.View()))
	}
}

func trimmed(drawn string) string {
	lines := strings.Split(ansi.Strip(drawn), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func TestFillsItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newAsk()
		m.SetText(rapid.StringMatching(`[a-z漢 /\x1b]{0,200}`).Draw(t, "text"))
		found := rapid.SliceOfN(rapid.StringMatching(`[a-z漢\x07/]{0,60}`), 0, 20).Draw(t, "found")
		m.SetCompletions(m.Text(), slices.Clone(found))
		for range rapid.IntRange(0, 25).Draw(t, "downs") {
			press(m, tea.KeyDown)
		}
		w, h := rapid.IntRange(-1, 90).Draw(t, "width"), rapid.IntRange(-1, 14).Draw(t, "height")
		m.SetSize(w, h)
		drawn := m.View()
		viewstest.Exact(t, drawn, w, h)
		if c := m.Cursor(); c != nil && (c.X < 0 || c.Y < 0 || c.Y >= h) {
			t.Fatalf("%d×%d: the cursor is at %d, %d", w, h, c.X, c.Y)
		}
	})
}

func TestAFaultIsReadToItsEnd(t *testing.T) {
	m := newAsk()
	m.SetCompletions("", []string{"one", "two"})
	m.SetFault("no text in UTF-8: byte 0x92 at offset 33; convert it to UTF-8, or give a text file")
	got := strings.Join(strings.Fields(ansi.Strip(m.View())), " ")
	if !strings.Contains(got, "or give a text file one two") {
		t.Errorf("drawn is %s", got)
	}
	if m.Update(tea.MouseClickMsg{X: 4, Y: 4}); m.Text() != "one" {
		t.Errorf("a click on the first row takes %q\n%s", m.Text(), ansi.Strip(m.View()))
	}
}

// TestANoteIsReadToItsEnd: the choices begin below it, where a click finds them.
func TestANoteIsReadToItsEnd(t *testing.T) {
	m := newAsk()
	m.SetNote("text, CSV, JSON, JSONL, images, a folder, a data set, judgements")
	typed(m, "a")
	m.SetCompletions("a", []string{"a.csv", "b.csv"})
	lines := strings.Split(trimmed(m.View()), "\n")
	if !strings.HasSuffix(lines[2], "judgements") || !strings.Contains(lines[3], "a.csv") {
		t.Errorf("%q", lines)
	}
	m.Update(tea.MouseClickMsg{Y: 4})
	if got := m.Text(); got != "b.csv" {
		t.Errorf("a click takes %q", got)
	}
	if _, rows := m.PreferredSize(); rows != 1+1+choices {
		t.Errorf("%d rows are wanted for a note that fits in one", rows)
	}
}
