package text

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

func TestSanitizeMakesVisibleWhatATerminalObeys(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"plain text", "héllo, 日本語 👍", "héllo, 日本語 👍"},
		{"escape", "a\x1b[31mb", "a␛[31mb"},
		{"bell, null, delete", "\a\x00\x7f", "␇␀␡"},
		{"a carriage return alone", "a\rb", "a␍b"},
		{"a carriage return that ends a line", "a\r\nb", "a\nb"},
		{"tabs end at multiples of four", "\ta\tb\n\tc", "    a   b\n    c"},
		{"C1 as a character", "\u009b31m", "‹U+009B›31m"},
		{"C1 as a byte", "\x9b31m", "‹9B›31m"},
		{"broken UTF-8", "a\xc3(", "a‹C3›("},
		{"bidi overrides", "a\u202eb\u2066c", "a‹U+202E›b‹U+2066›c"},
		{"zero width space, BOM, soft hyphen", "a\u200bb\ufeffc\u00ad", "a‹U+200B›b‹U+FEFF›c‹U+00AD›"},
		{"line separators", "a\u2028b\u2029", "a‹U+2028›b‹U+2029›"},
		{"tags", "\U000e0041", "‹U+E0041›"},
		{"noncharacters, ours among them", "\ufdd1\ufdd2\ufdd3\uffff", "‹U+FDD1›‹U+FDD2›‹U+FDD3›‹U+FFFF›"},
		{"fillers", "\u3164\u115f", "‹U+3164›‹U+115F›"},
		{"a joiner within an emoji", "👩\u200d🔬", "👩\u200d🔬"},
		{"a joiner between letters that need it", "می\u200cخواهم", "می\u200cخواهم"},
		{"a joiner between latin letters", "pay\u200dpal", "pay‹U+200D›pal"},
		{"an emoji's selector", "❤\ufe0f", "❤\ufe0f"},
		{"a selector on nothing", "\ufe0f", "‹U+FE0F›"},
		{"accents", "e\u0301", "e\u0301"},
		{"too many accents", "e" + strings.Repeat("\u0301", 9), "e" + strings.Repeat("\u0301", 8) + "‹U+0301›"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Sanitize(c.in); got != c.want {
				t.Errorf("Sanitize(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestSanitizeLineHasOneLine(t *testing.T) {
	if got := SanitizeLine("a\nb"); got != "a␊b" {
		t.Errorf("got %q", got)
	}
}

func TestSanitizedTextPassesTheGuard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "text")
		got := SanitizeLine(in)
		if Guard(got) != got {
			t.Fatalf("SanitizeLine(%q) = %q, which the guard does not let through", in, got)
		}
		if again := SanitizeLine(got); again != got {
			t.Fatalf("sanitized twice %q becomes %q", got, again)
		}
	})
}

func TestGuard(t *testing.T) {
	cases := []struct{ name, in, want string }{
		{"our colours", "\x1b[38;2;1;2;3mx\x1b[m", "\x1b[38;2;1;2;3mx\x1b[m"},
		{"our links", "\x1b]8;id=1;https://e.org/\ax\x1b]8;;\a", "\x1b]8;id=1;https://e.org/\ax\x1b]8;;\a"},
		{"a link to a file", "\x1b]8;;file:///etc\ax", "␛]8;;file:///etc␇x"},
		{"a link without an end", "\x1b]8;;https://e.org/", "␛]8;;https://e.org/"},
		{"a title", "\x1b]0;x\a", "␛]0;x␇"},
		{"the clipboard", "\x1b]52;c;eA==\a", "␛]52;c;eA==␇"},
		{"a cursor", "\x1b[2J\x1b[1;1H", "␛[2J␛[1;1H"},
		{"a private sequence", "\x1b[?1049hm", "␛[?1049hm"},
		{"the end in an escape", "x\x1b", "x␛"},
		{"a line feed", "a\nb", "a␊b"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := Guard(c.in); got != c.want {
				t.Errorf("Guard(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func TestOnlyWebLinksAreLinks(t *testing.T) {
	for url, ok := range map[string]bool{
		"https://e.org/a?b=c": true, "HTTP://e.org": true, "https://": false, "https:///x": false,
		"javascript:alert(1)": false, "file:///etc/passwd": false, "//e.org": false, "ftp://e.org": false, "mailto:a@b": false, "": false,
		"https://e.org/" + strings.Repeat("x", 3000): false,
	} {
		if _, got := LinkTarget(url); got != ok {
			t.Errorf("target(%q) is offered: %v, want %v", url, got, ok)
		}
	}
	if got, _ := LinkTarget("https://e.org/\x1b\\\a\u009c é"); got != "https://e.org/%1B%5C%07%C2%9C%20%C3%A9" {
		t.Errorf("the target is %q", got)
	}
}

func FuzzGuard(f *testing.F) {
	f.Add("\x1b[31mx\x1b]8;;https://e\a\u009b")
	f.Fuzz(func(t *testing.T, line string) {
		got := Guard(line)
		if Guard(got) != got {
			t.Fatalf("guarded twice %q becomes %q", got, Guard(got))
		}
		for rest := got; ; {
			i := strings.IndexByte(rest, 0x1b)
			if i < 0 {
				break
			}
			rest = rest[i:]
			n := allowedSequence(rest)
			if n == 0 {
				t.Fatalf("an escape is left in %q", got)
			}
			rest = rest[n:]
		}
	})
}

func TestWrapKeepsWordsAndCarriesThePen(t *testing.T) {
	red := "\x1b[31m"
	got := Wrap("one "+red+"two three four"+reset+" five", Layout{Width: 9, First: "- ", Rest: "  "})
	want := []string{"- one " + red + "two" + reset, "  " + red + "three" + reset, "  " + red + "four" + reset, "  five"}
	for i := range want {
		if i >= len(got) || ansi.Strip(got[i]) != ansi.Strip(want[i]) {
			t.Fatalf("lines are %q, want %q", got, want)
		}
	}
	for _, line := range got[:3] {
		if !strings.Contains(line, red) || !strings.HasSuffix(line, reset) {
			t.Errorf("line %q does not stand on its own", line)
		}
	}
}

func TestWrapLosesNoWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-z日本é]{1,70}`), 1, 20).Draw(t, "words")
		width := rapid.IntRange(2, 60).Draw(t, "width")
		got := strings.ReplaceAll(ansi.Strip(strings.Join(Wrap(strings.Join(words, " "), Layout{Width: width}), "")), " ", "")
		if want := strings.Join(words, ""); got != want {
			t.Fatalf("%q is wrapped to %q", want, got)
		}
	})
}
