package composer

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/views/kit/text"
)

// checkView fails unless the pane is drawn in its exact size, without any
// control character but those of colours, and with its cursor in it.
func checkView(t interface{ Fatalf(string, ...any) }, m *Model) {
	view := m.View()
	if m.width <= 0 || m.height <= 0 {
		if view != "" {
			t.Fatalf("a pane of %d×%d draws %q", m.width, m.height, view)
		}
		return
	}
	lines := strings.Split(view, "\n")
	if len(lines) != m.height {
		t.Fatalf("%d lines, want %d", len(lines), m.height)
	}
	for _, l := range lines {
		if w := text.Width(l); w != m.width {
			t.Fatalf("a line of %d cells, want %d: %q", w, m.width, l)
		}
		for _, r := range ansi.Strip(l) {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e {
				t.Fatalf("%U is drawn: %q", r, l)
			}
		}
		if strings.Count(l, "\x1b") != strings.Count(l, "\x1b[") {
			t.Fatalf("an escape that is no colour: %q", l)
		}
	}
	if c := m.Cursor(); c != nil && (c.X < 0 || c.X >= m.width || c.Y < 0 || c.Y >= m.height) {
		t.Fatalf("the cursor is at %d,%d of %d×%d", c.X, c.Y, m.width, m.height)
	}
}

func TestHoldsAtAnySizeAndForAnyText(t *testing.T) {
	keys := []string{
		"left", "right", "up", "down", "home", "end", "alt+b", "alt+f", "backspace", "delete", "ctrl+w", "alt+d",
		"ctrl+k", "ctrl+u", "ctrl+y", "ctrl+j", "a", " ",
	}
	rapid.Check(t, func(t *rapid.T) {
		m := newModel(rapid.IntRange(0, 30).Draw(t, "width"), rapid.IntRange(0, 6).Draw(t, "height"))
		m.Remember("an old prompt\nof two lines")
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			switch rapid.IntRange(0, 4).Draw(t, "kind") {
			case 0:
				m.Insert(rapid.SampledFrom([]string{"word ", "漢字", "e\u0301", "\t", "👩‍👩‍👧", "\x1b[2J", "\u202e", "\n\n", "long-word-without-end-or-space", "\u0301"}).Draw(t, "text"))
			case 1:
				m.Insert(rapid.String().Draw(t, "any"))
			case 2:
				m.SetSize(rapid.IntRange(-1, 30).Draw(t, "width"), rapid.IntRange(-1, 6).Draw(t, "height"))
			default:
				k := keyPress(rapid.SampledFrom(keys).Draw(t, "key"))
				if k.Code == ' ' {
					k.Text = " "
				}
				m.Update(k)
			}
			checkView(t, m)
		}
	})
}

func BenchmarkKeyInAMegabyte(b *testing.B) {
	for name, paste := range map[string]string{
		"lines":    strings.Repeat("a line of some words that wraps now and then\n", 24_000),
		"one line": strings.Repeat("one line without an end ", 45_000),
	} {
		b.Run(name, func(b *testing.B) {
			m := newModel(100, 10)
			m.Insert(paste)
			k := keyPress("x")
			b.ReportAllocs()
			for b.Loop() {
				m.Update(k)
				m.View()
			}
		})
	}
}

func BenchmarkKey(b *testing.B) {
	m := newModel(100, 3)
	x, back := keyPress("x"), keyPress("backspace")
	b.ReportAllocs()
	for b.Loop() {
		m.Update(x)
		m.View()
		m.Update(back)
		m.View()
	}
}
