package picker

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

func choice(slug string) Item {
	return Item{Label: slug, Choose: func() views.Intent { return views.SetModel{Slug: slug} }}
}

func newList(width, height int, slugs ...string) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(width, height)
	items := make([]Item, 0, len(slugs))
	for _, s := range slugs {
		items = append(items, choice(s))
	}
	m.SetItems(items)
	return m
}

func typed(m *Model, text string) {
	for _, r := range text {
		m.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func press(m *Model, code rune, mod tea.KeyMod) views.Intent {
	intent := m.Update(tea.KeyPressMsg{Code: code, Mod: mod}).Intent
	return intent
}

func TestChoosesWhatTheFilterFinds(t *testing.T) {
	m := newList(40, 10, "sim/writer", "sim/coder", "borealis/coder-m")
	cases := []struct {
		filter string
		down   int
		want   views.Intent
	}{
		{"", 0, views.SetModel{Slug: "sim/writer"}},
		{"", 2, views.SetModel{Slug: "borealis/coder-m"}},
		{"", 9, views.SetModel{Slug: "borealis/coder-m"}},
		{"bocm", 0, views.SetModel{Slug: "borealis/coder-m"}},
		{"CODER", 0, views.SetModel{Slug: "sim/coder"}},
		{"zzz", 0, nil},
	}
	for _, c := range cases {
		press(m, 'u', tea.ModCtrl)
		typed(m, c.filter)
		for range c.down {
			press(m, tea.KeyDown, 0)
		}
		if got := press(m, tea.KeyEnter, 0); got != c.want {
			t.Errorf("%q and %d down: got %v, want %v", c.filter, c.down, got, c.want)
		}
	}
}

func TestAnyTypedSlugCanBeTaken(t *testing.T) {
	m := newList(40, 10)
	m.SetStatus("asking the server")
	m.SetFree(func(typed string) (Item, bool) { return choice(typed), true })
	if got := ansi.Strip(m.View()); !strings.Contains(got, "asking the server") {
		t.Errorf("the list does not say why it is empty: %q", got)
	}
	if got := press(m, tea.KeyEnter, 0); got != nil {
		t.Errorf("enter on nothing: %v", got)
	}
	typed(m, "vendor/any")
	if got, want := press(m, tea.KeyEnter, 0), (views.SetModel{Slug: "vendor/any"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestLaterRowsPreserveFilterAndSelection(t *testing.T) {
	m := newList(40, 10, "b/one", "b/two")
	typed(m, "b/t")
	m.SetItems([]Item{choice("a/new"), choice("b/one"), choice("b/two"), choice("b/three")})
	if got, want := press(m, tea.KeyEnter, 0), (views.SetModel{Slug: "b/two"}); got != want {
		t.Errorf("got %v, want what was selected, %v", got, want)
	}
}

func TestWordsAreFoundAfterLabels(t *testing.T) {
	m := newList(60, 10)
	m.SetItems([]Item{{Label: "quit", Words: "Leave the model alone."}, {Label: "model", Words: "Choose one."}})
	typed(m, "model")
	lines := strings.Split(ansi.Strip(m.View()), "\n")
	if !strings.Contains(lines[2], "▸ model") || !strings.Contains(lines[3], "quit") {
		t.Errorf("got\n%s", strings.Join(lines, "\n"))
	}
}

func TestSaysHowManyRowsAreOutOfSight(t *testing.T) {
	m := newList(40, 6, "a", "b", "c", "d", "e", "f")
	says := func(want string) {
		t.Helper()
		if got := strings.TrimSpace(strings.Split(ansi.Strip(m.View()), "\n")[1]); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	says("↓ 2 more")
	for range 4 {
		press(m, tea.KeyDown, 0)
	}
	says("↑ 1  ↓ 1 more")
	press(m, tea.KeyDown, 0)
	says("↑ 2 more")
	typed(m, "b")
	says("")
}

func TestEscClosesAndClickChooses(t *testing.T) {
	m := newList(40, 10, "a", "b")
	if got := press(m, tea.KeyEscape, 0); got != (views.Close{}) {
		t.Errorf("esc: %v", got)
	}
	got := m.Update(tea.MouseClickMsg{X: 4, Y: 3}).Intent
	if want := (views.SetModel{Slug: "b"}); got != want {
		t.Errorf("a click on the second row: %v, want %v", got, want)
	}
	if got := m.Update(tea.MouseClickMsg{X: 4, Y: 8}).Intent; got != nil {
		t.Errorf("a click below the rows: %v", got)
	}
}

func TestNamesFromTheWireAreNotObeyed(t *testing.T) {
	m := newList(40, 6, "evil\x1b[2J\x07name", "two\nlines")
	view := m.View()
	if strings.Contains(view, "\x1b[2J") || strings.Contains(view, "\x07") || strings.Count(view, "\n") != 5 {
		t.Errorf("got %q", view)
	}
	if got, want := press(m, tea.KeyEnter, 0), (views.SetModel{Slug: "evil\x1b[2J\x07name"}); got != want {
		t.Errorf("the slug that is set was changed: %v", got)
	}
}

// FuzzList pastes hostile text into the filter of a list of hostile names.
func FuzzList(f *testing.F) {
	for _, seed := range []string{"plain", "\x1b[2J\x07", "\u009b31m\x9b", "\u202eabc\u200b", "two\nlines\r\t", "e\u0301\u3164\ufe01", "\u0601a", "👩\u200d👧"} {
		f.Add(seed, 40)
	}
	f.Fuzz(func(t *testing.T, words string, width int) {
		if width < 0 || width > 200 || len(words) > 2048 {
			t.Skip()
		}
		m := newList(width, 8)
		m.SetFree(func(typed string) (Item, bool) { return choice(typed), true })
		look := func() {
			t.Helper()
			for _, line := range strings.Split(m.View(), "\n") {
				if text.Guard(line) != line {
					t.Fatalf("a line holds what a terminal obeys: %q", line)
				}
				if w := text.Width(line); w > width {
					t.Fatalf("%d cells, want %d: %q", w, width, line)
				}
			}
		}
		m.SetStatus(words)
		look()
		m.SetItems([]Item{{Label: words, Words: words, Right: words}, {Label: "plain"}})
		look()
		m.Update(tea.PasteMsg{Content: words})
		look()
		m.Update(tea.PasteMsg{Content: "zzz"}) // nothing but the row as typed
		look()
	})
}

func TestMatchMarksFullCharacters(t *testing.T) {
	styles := themes.Dark()
	for label, hits := range map[string][]int{"👩\u200d👧 x": {4}, "a漢字": {0, 2}, "漢字漢字…": {14}} {
		drawn := hitsIn(label, false, hits, styles.Text)
		if ansi.Strip(drawn) != label || text.Guard(drawn) != drawn {
			t.Errorf("%q with hits %v is drawn as %q", label, hits, drawn)
		}
	}
}

func TestWhatIsPastedIsDrawnSafelyAndTakenAsItIs(t *testing.T) {
	m := newList(60, 6)
	m.SetFree(func(typed string) (Item, bool) { return choice(typed), true })
	m.Update(tea.PasteMsg{Content: "vendor/\x1b[31mred\u202e"})
	if view := m.View(); strings.Contains(view, "\x1b[31mred") || strings.Contains(view, "\u202e") || !strings.Contains(view, "␛[31mred‹U+202E›") {
		t.Errorf("got %q", view)
	}
	if got, want := press(m, tea.KeyEnter, 0), (views.SetModel{Slug: "vendor/\x1b[31mred\u202e"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFillsItsSizeWithTheSelectionInSight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "rows")
		slugs := make([]string, n)
		for i := range slugs {
			slugs[i] = rapid.StringMatching(`[a-c漢]{1,6}/[a-z]{1,40}`).Draw(t, "slug")
		}
		m := newList(rapid.IntRange(0, 50).Draw(t, "width"), rapid.IntRange(0, 12).Draw(t, "height"), slugs...)
		for range rapid.IntRange(0, 20).Draw(t, "keys") {
			code := rapid.SampledFrom([]rune{tea.KeyUp, tea.KeyDown, tea.KeyPgUp, tea.KeyPgDown, tea.KeyBackspace, 'a', 'b'}).Draw(t, "key")
			k := tea.KeyPressMsg{Code: code}
			if code < 0x100 && code > ' ' && code != tea.KeyBackspace {
				k.Text = string(code)
			}
			before := m.View()
			if used := m.Update(k).Used; !used && m.View() != before {
				t.Fatalf("%v changed the view and was not used", k)
			}
		}
		view := m.View()
		viewstest.Exact(t, view, m.width, m.height)
		if len(m.shown) > 0 && m.height > filterRows && m.width > 2 && !strings.Contains(ansi.Strip(view), "▸") {
			t.Fatalf("the selection is out of sight:\n%s", ansi.Strip(view))
		}
	})
}

func BenchmarkFilterThousandModels(b *testing.B) {
	slugs := make([]string, 1000)
	for i := range slugs {
		slugs[i] = "vendor/model-" + strings.Repeat("x", i%7) + string(rune('a'+i%26))
	}
	m := newList(80, 20, slugs...)
	for b.Loop() {
		typed(m, "vmx")
		m.View()
		press(m, 'u', tea.ModCtrl)
	}
}
