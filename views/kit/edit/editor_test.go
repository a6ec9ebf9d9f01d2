package edit

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gatehouse/themes"
	"gatehouse/views/kit/text"

	"pgregory.net/rapid"
)

// TestTheBufferIsAStringWithACursor compares the buffer with the simplest
// thing that could do the same: one string and an offset.
func TestTheBufferIsAStringWithACursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New()
		b.SetWidth(rapid.IntRange(1, 20).Draw(t, "width"))
		text, at := "", 0
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0, 1, 2:
				s := rapid.SampledFrom([]string{"a", "two words", "\n", "x\ny\n\nz", "漢", "\t"}).Draw(t, "text")
				b.Insert(s)
				text, at = text[:at]+s+text[at:], at+len(s)
			case 3:
				b.GoTo(b.before(b.cursor))
				if at > 0 {
					_, size := utf8.DecodeLastRuneInString(text[:at])
					at -= size
				}
			case 4:
				gone := b.Remove(b.cursor, b.after(b.cursor))
				size := 0
				if at < len(text) {
					_, size = utf8.DecodeRuneInString(text[at:])
				}
				if gone != text[at:at+size] {
					t.Fatalf("cut %q, want %q", gone, text[at:at+size])
				}
				text = text[:at] + text[at+size:]
			case 5: // from the cursor to the start of the text
				if gone := b.Remove(0, b.cursor); gone != text[:at] {
					t.Fatalf("cut %q, want %q", gone, text[:at])
				}
				text, at = text[at:], 0
			}
			if b.Text() != text || b.At() != at {
				t.Fatalf("got %q at %d, want %q at %d", b.Text(), b.At(), text, at)
			}
			if b.Empty() != (text == "") {
				t.Fatalf("empty is %v of %q", b.Empty(), text)
			}
		}
	})
}

func TestACellIsWhatItTakes(t *testing.T) {
	cases := []struct {
		text  string
		col   int
		size  int
		width int
		drawn string
	}{
		{"a", 0, 1, 1, ""},
		{"\t", 0, 1, 4, "    "},
		{"\t", 3, 1, 1, " "},
		{"漢字", 0, 3, 2, ""},
		{"e\u0301x", 0, 3, 1, ""},
		{"👩‍👩‍👧!", 0, 18, 6, ""},
		{"\x1b[2J", 0, 1, 1, "␛"},
		{"\x7f", 0, 1, 1, "␡"},
		{"\u009b2J", 0, 2, 8, "‹U+009B›"},
		{"\u202eabc", 0, 3, 8, "‹U+202E›"},
		{"\u200b", 0, 3, 8, "‹U+200B›"},
		{"\u0301", 0, 2, 8, "‹U+0301›"},
		{"\u3164", 0, 3, 8, "‹U+3164›"},
		{"a\ufe01", 0, 1, 1, "a"},
		{"e" + strings.Repeat("\u0301", 9), 0, 1, 1, "e"},
	}
	for _, c := range cases {
		got := New().cell(c.text, c.col)
		if got.Size != c.size || got.Width != c.width || got.Text != c.drawn {
			t.Errorf("%q at %d: %+v, want %d bytes, %d cells, %q", c.text, c.col, got, c.size, c.width, c.drawn)
		}
	}
}

func FuzzCell(f *testing.F) {
	for _, s := range []string{"a", "\t", "漢", "e\u0301", "\u202e", "\u00ad", "\u3164", "a\ufe01", "\uffff", "🏴\U000e0067\U000e007f", "\u200d\u200d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ReplaceAll(Clean(s), "\n", "")
		for i, col := 0, 0; i < len(s); {
			c := New().cell(s[i:], col)
			if c.Size < 1 || c.Size > len(s)-i || c.Width < 0 {
				t.Fatalf("%q at %d: %+v", s, i, c)
			}
			drawn := c.Text
			if !c.Drawn {
				drawn = s[i : i+c.Size]
			}
			if text.Guard(drawn) != drawn {
				t.Fatalf("%q is drawn as %q, which the guard of the screen would change", s[i:i+c.Size], drawn)
			}
			if w := text.Width(drawn); w != c.Width {
				t.Fatalf("%q is drawn as %q, %d cells and not %d", s[i:i+c.Size], drawn, w, c.Width)
			}
			i += c.Size
			col += c.Width
		}
	})
}

func TestInsertedTextComesBackAndLeftUndoesRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New()
		b.SetWidth(rapid.IntRange(1, 36).Draw(t, "width"))
		text := Clean(rapid.String().Draw(t, "text"))
		b.Set(text)
		if b.Text() != text {
			t.Fatalf("got %q, want %q", b.Text(), text)
		}
		for b.At() > 0 {
			at := b.At()
			b.GoTo(b.before(at))
			if again := b.after(b.At()); again != at {
				t.Fatalf("%q: left from %d and right again is %d", text, at, again)
			}
		}
	})
}

// TestAnEditedTextIsDrawnAsIfAnew: what is known of rows that did not change is still
// so, and a long line breaks where it would were it written at once.
func TestAnEditedTextIsDrawnAsIfAnew(t *testing.T) {
	styles := themes.Dark()
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a ", "word ", "漢字 ", "\t", "verylongwordthatneedsrows", "e\u0301", " ", "\n", strings.Repeat("line\n", 1200), strings.Repeat("long ", 2000)})
		b := New()
		b.Set(strings.Join(rapid.SliceOfN(word, 0, 40).Draw(t, "words"), ""))
		b.SetWidth(rapid.IntRange(1, 30).Draw(t, "width"))
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			b.Rows()
			b.GoTo(rapid.IntRange(0, b.Buffer().Len()).Draw(t, "at"))
			b.Remove(b.At(), b.Snap(b.At()+rapid.IntRange(0, 12).Draw(t, "length")))
			b.Insert(word.Draw(t, "text"))
			anew := New()
			anew.SetWidth(b.Width())
			anew.Set(b.Text())
			anew.GoTo(b.At())
			row, col := b.Cursor()
			if r, c := anew.Cursor(); b.Rows() != anew.Rows() || row != r || col != c {
				t.Fatalf("the cursor is at %d,%d of %d rows, want %d,%d of %d", row, col, b.Rows(), r, c, anew.Rows())
			}
			if got, want := b.Draw(&styles, row-3, 7, b.Width()), anew.Draw(&styles, row-3, 7, b.Width()); !slices.Equal(got, want) {
				t.Fatalf("drawn %q, want %q", got, want)
			}
		}
	})
}

func TestWrapsAtWordsAndCutsLongOnes(t *testing.T) {
	cases := []struct {
		text  string
		width int
		want  string
	}{
		{"one two three", 8, "one two |three"},
		{"onetwothree", 4, "onet|woth|ree"},
		{"a bb ccc", 20, "a bb ccc"},
		{"", 5, ""},
		{"漢字漢字", 5, "漢字|漢字"},
		{"漢", 1, "漢"},
		{"ab\tc", 4, "ab\t|c"},
		{"exact fit", 9, "exact fit"},
	}
	for _, c := range cases {
		b := New()
		b.SetWidth(c.width)
		b.Set(c.text)
		var rows []string
		for at, more := b.SpotAt(0), true; more; at, more = b.Next(at) {
			rows = append(rows, c.text[at.Row().From:at.Row().To])
		}
		if got := strings.Join(rows, "|"); got != c.want {
			t.Errorf("%q at %d: got %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
