package source

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/report"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

// FuzzScreen gives the pane a document of any bytes, and text typed and pasted into it: the
// finished screen has its size and no control character but those of its styles.
func FuzzScreen(f *testing.F) {
	for _, s := range append(bits(), request, "\u0301\u0301", "\ufe0f", "\u200d", "\r", "a\r", "0\xce", "\ufe0f0\ufe0f", "\u2028", "\U000e0041", "\xed\xa0\x80", "\"data:,"+strings.Repeat("\\u0000", 50)+"\"", strings.Repeat("[", 3000)) {
		f.Add([]byte(s), 33, "x")
		f.Add([]byte(`{"a": "`+s+`"}`), 60, s[:min(len(s), 20)])
	}
	f.Fuzz(func(t *testing.T, doc []byte, width int, typed string) {
		if width < 0 || width > 200 || len(doc) > 1<<16 || len(typed) > 100 {
			t.Skip()
		}
		d := newDesk(t, string(doc), width, 24)
		d.SetFindings([]report.Finding{{Level: report.Failed, Pointer: "/a", Path: typed, Message: string(doc[:min(len(doc), 200)])}, {Level: report.Warning, Pointer: typed, Message: typed}}, d.version)
		safeScreen(t, d)
		for _, keys := range [][]string{{"j", "j"}, {"G"}, {"]"}, {"o", "y", "left", "right"}, {"/", "a"}, {"esc", "enter"}} {
			d.press(keys...)
			safeScreen(t, d)
		}
		d.send(pasteOf(typed))
		safeScreen(t, d)
		for _, k := range []string{"left", "up", "backspace", "ctrl+w", "ctrl+k", "enter", "ctrl+y", "ctrl+end", "esc", "esc"} {
			d.press(k)
			safeScreen(t, d)
		}
	})
}

func safeScreen(t tester, d *desk) {
	t.Helper()
	view := d.View()
	viewstest.Exact(t, view, d.width, d.height)
	if d.width == 0 {
		return
	}
	for _, line := range strings.Split(view, "\n") {
		if text.Guard(line) != line {
			t.Fatalf("a line holds what a terminal obeys: %q", line)
		}
	}
	if c := d.Cursor(); c != nil && (c.X < 0 || c.X >= d.width || c.Y < 0 || c.Y >= d.height) {
		t.Fatalf("the cursor is at %v of %dx%d", c.Position, d.width, d.height)
	}
	if d.ed.At() < 0 || d.ed.At() > d.ed.Buffer().Len() || d.ed.Snap(d.ed.At()) != d.ed.At() {
		t.Fatalf("the cursor stands at %d of %d, which is no place", d.ed.At(), d.ed.Buffer().Len())
	}
}

// TestAnyKeysWriteWhatTheySay drives the pane and the simplest editor there is
// with the same keys.
func TestAnyKeysWriteWhatTheySay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDesk(t, `{"a": 1}`, rapid.IntRange(0, 50).Draw(t, "width"), rapid.IntRange(0, 20).Draw(t, "height"))
		d.press("enter", "ctrl+end")
		want, at := d.text(), len(d.text())
		for range rapid.IntRange(1, 40).Draw(t, "keys") {
			switch k := rapid.SampledFrom([]string{"a", "{", "漢", " ", `"`, "\\", "left", "backspace", "ctrl+u", "ctrl+end", "paste"}).Draw(t, "key"); k {
			case "left":
				_, size := utf8.DecodeLastRuneInString(want[:at])
				at -= size
				d.press(k)
			case "backspace":
				_, size := utf8.DecodeLastRuneInString(want[:at])
				want, at = want[:at-size]+want[at:], at-size
				d.press(k)
			case "ctrl+u":
				start := strings.LastIndexByte(want[:at], '\n') + 1
				want, at = want[:start]+want[at:], start
				d.press(k)
			case "ctrl+end":
				at = len(want)
				d.press(k)
			case "paste":
				s := rapid.SampledFrom([]string{"x\ny", strings.Repeat("long ", 2000), "\n\n", "  "}).Draw(t, "pasted")
				want, at = want[:at]+s+want[at:], at+len(s)
				d.send(pasteOf(s))
			default:
				want, at = want[:at]+k+want[at:], at+len(k)
				d.send(keyPress(k))
			}
			if d.text() != want || d.ed.At() != at {
				t.Fatalf("got %q at %d, want %q at %d", d.text(), d.ed.At(), want, at)
			}
			if _, broken := d.Broken(); !broken && d.verdict == inForce && d.doc != want {
				t.Fatalf("%q is in force for %q", d.doc, want)
			}
			safeScreen(t, d)
		}
	})
}

// TestWideAndJoinedCharacters: the cursor is after what was drawn.
func TestWideAndJoinedCharacters(t *testing.T) {
	for _, s := range []string{"漢字", "e\u0301x", "👩‍👩‍👧!", "\u202eabc", "\x9b2J", "\u3164", "🏴\U000e0067\U000e007f", "\t|", "\u200b\u0301"} {
		d := newDesk(t, s, 60, 8)
		d.press("enter", "ctrl+end")
		row := strings.Split(ansi.Strip(d.View()), "\n")[1]
		if w := text.Width(strings.TrimRight(row, " ")); d.Cursor().X != w {
			t.Errorf("%q is drawn as %q, %d cells, and the cursor is at %d", s, row, w, d.Cursor().X)
		}
	}
}
