package edit

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gatehouse/views/text"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// flat is the offset of the cursor in the whole text.
func flat(b *Editor) int {
	n := b.off
	for _, l := range b.lines[:b.row] {
		n += len(l.text) + 1
	}
	return n
}

// TestTheBufferIsAStringWithACursor compares the buffer with the simplest
// thing that could do the same: one string and an offset.
func TestTheBufferIsAStringWithACursor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New()
		b.width = rapid.IntRange(1, 20).Draw(t, "width")
		text, at := "", 0
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0, 1, 2:
				s := rapid.SampledFrom([]string{"a", "two words", "\n", "x\ny\n\nz", "漢", "\t"}).Draw(t, "text")
				b.Insert(s)
				text, at = text[:at]+s+text[at:], at+len(s)
			case 3:
				b.GoTo(b.before())
				if at > 0 {
					_, size := utf8.DecodeLastRuneInString(text[:at])
					at -= size
				}
			case 4:
				gone := b.cut(b.after())
				size := 0
				if at < len(text) {
					_, size = utf8.DecodeRuneInString(text[at:])
				}
				if gone != text[at:at+size] {
					t.Fatalf("cut %q, want %q", gone, text[at:at+size])
				}
				text = text[:at] + text[at+size:]
			case 5: // from the cursor to the start of the whole text
				if gone := b.cut(0, 0); gone != text[:at] {
					t.Fatalf("cut %q, want %q", gone, text[:at])
				}
				text, at = text[at:], 0
			}
			if !b.valid() {
				t.Fatalf("the cursor is outside the text: %d,%d", b.row, b.off)
			}
			if b.Text() != text || flat(b) != at {
				t.Fatalf("got %q at %d, want %q at %d", b.Text(), flat(b), text, at)
			}
			if b.Empty() != (text == "") {
				t.Fatalf("empty is %v of %q", b.Empty(), text)
			}
		}
	})
}

func TestRowsJoinToTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := strings.ReplaceAll(typed(rapid.String().Draw(t, "text")), "\n", " ")
		width := rapid.IntRange(1, 30).Draw(t, "width")
		l := &editLine{text: text}
		joined := ""
		for i := range l.wrap(width) {
			from, to := l.row(i, width)
			joined += text[from:to]
			if w := l.column(from, to); w > width && l.next(from) < to {
				t.Fatalf("row %d has %d cells, want at most %d: %q", i, w, width, text[from:to])
			}
			if got := l.rowOf(from, width); got != i {
				t.Fatalf("the start of row %d is in row %d", i, got)
			}
		}
		if joined != text {
			t.Fatalf("got %q, want %q", joined, text)
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
		{"👩‍👩‍👧!", 0, 18, 2, ""},
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
		got := editCellAt(c.text, c.col)
		if got.size != c.size || got.width != c.width || got.text != c.drawn {
			t.Errorf("%q at %d: %+v, want %d bytes, %d cells, %q", c.text, c.col, got, c.size, c.width, c.drawn)
		}
	}
}

func FuzzCell(f *testing.F) {
	for _, s := range []string{"a", "\t", "漢", "e\u0301", "\u202e", "\u00ad", "\u3164", "a\ufe01", "\uffff", "🏴\U000e0067\U000e007f", "\u200d\u200d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = strings.ReplaceAll(typed(s), "\n", "")
		for i, col := 0, 0; i < len(s); {
			c := editCellAt(s[i:], col)
			if c.size < 1 || c.size > len(s)-i || c.width < 0 {
				t.Fatalf("%q at %d: %+v", s, i, c)
			}
			drawn := c.text
			if drawn == "" {
				drawn = s[i : i+c.size]
			}
			if text.Guard(drawn) != drawn {
				t.Fatalf("%q is drawn as %q, which the guard of the screen would change", s[i:i+c.size], drawn)
			}
			if w := ansi.StringWidth(drawn); w != c.width {
				t.Fatalf("%q is drawn as %q, %d cells and not %d", s[i:i+c.size], drawn, w, c.width)
			}
			i += c.size
			col += c.width
		}
	})
}

func TestInsertedTextComesBackAndLeftUndoesRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := New()
		b.SetWidth(rapid.IntRange(1, 36).Draw(t, "width"))
		text := typed(rapid.String().Draw(t, "text"))
		b.Set(text)
		if b.Text() != text {
			t.Fatalf("got %q, want %q", b.Text(), text)
		}
		for b.row > 0 || b.off > 0 {
			row, off := b.row, b.off
			b.GoTo(b.before())
			if r, o := b.after(); r != row || o != off {
				t.Fatalf("%q: left from %d,%d and right again is %d,%d", text, row, off, r, o)
			}
		}
	})
}

func TestALongLineIsWrappedAsIfAnew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a ", "word ", "漢字 ", "\t", "verylongwordthatneedsrows", "e\u0301", " "})
		text := strings.Join(rapid.SliceOfN(word, 900, 1200).Draw(t, "words"), "")
		width := rapid.IntRange(1, 4).Draw(t, "width")
		l := &editLine{text: text}
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			l.wrap(width)
			// Cuts lie between clusters, as the cursor does.
			starts := []int{}
			for i := 0; i < len(l.text); i = l.next(i) {
				starts = append(starts, i)
			}
			starts = append(starts, len(l.text))
			a := rapid.IntRange(0, len(starts)-1).Draw(t, "from")
			if rapid.Bool().Draw(t, "near the end") {
				a = len(starts) - 1 - a%20
			}
			z := min(a+rapid.IntRange(0, 12).Draw(t, "length"), len(starts)-1)
			l.splice(starts[a], starts[z], rapid.SampledFrom([]string{"", "x", " ", "two words", "\t", "漢"}).Draw(t, "text"))
			anew := &editLine{text: l.text}
			if got, want := l.wrap(width), anew.wrap(width); !slices.Equal(got, want) {
				t.Fatalf("at width %d the rows are\n%v, want\n%v", width, got, want)
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
		l := &editLine{text: c.text}
		var rows []string
		for i := range l.wrap(c.width) {
			from, to := l.row(i, c.width)
			rows = append(rows, c.text[from:to])
		}
		if got := strings.Join(rows, "|"); got != c.want {
			t.Errorf("%q at %d: got %q, want %q", c.text, c.width, got, c.want)
		}
	}
}
