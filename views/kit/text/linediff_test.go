package text

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/json/tree"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
)

// plainly is all lines of content, plain.
func plainly(c Content, width int) string {
	c.SetWidth(width)
	var out []string
	for i := range c.Len() {
		for _, line := range c.Lines(i) {
			out = append(out, strings.TrimRight(ansi.Strip(line), " "))
		}
	}
	return strings.Join(out, "\n")
}

func lineDiff(theme, a, b string, shown Shown) *LineDiff {
	styles, _ := themes.ByName(theme)
	return NewLineDiff(&styles, rope.Plain(a), rope.Plain(b), tree.DiffLines(a, b), shown)
}

const (
	before = "Rotate in this order:\n\n1. keys in a repository\n2. keys without an expiry\n3. the rest\n\nThat is all.\nAsk again.\nGood bye."
	after  = "Rotate in this order:\n\n1. keys in any repository\n2. keys without an expiry\n3. the rest\n\nThat is all.\nAsk again.\nGood bye."
)

// TestLinesHaveASignAndWordsAMark: differing words are in brackets only if no colour marks them.
func TestLinesHaveASignAndWordsAMark(t *testing.T) {
	same, rest := "  Rotate in this order:\n\n", "\n  2. keys without an expiry\n  3. the rest\n\n  … 3 lines the same"
	for theme, want := range map[string]string{
		themes.NameDark:     "− 1. keys in a repository\n+ 1. keys in any repository",
		themes.NameDarkANSI: "− 1. keys in a repository\n+ 1. keys in any repository",
		themes.NameNone:     "− 1. keys in [-a-] repository\n+ 1. keys in {+any+} repository",
	} {
		if got := plainly(lineDiff(theme, before, after, Shown{Around: Around}), 60); got != same+want+rest {
			t.Errorf("%s: got\n%s\nwant\n%s", theme, got, same+want+rest)
		}
	}
	drawn := strings.Join(lineDiff(themes.NameDark, before, after, Shown{}).Lines(2), "\n")
	if Width(drawn) != 80 {
		t.Errorf("the tint is %d cells wide, want all 80\n%q", Width(drawn), drawn)
	}
}

// TestBothTextsStandSideBySide: equal lines too, and a line of one text next to nothing.
func TestBothTextsStandSideBySide(t *testing.T) {
	w := lineDiff(themes.NameDark, "one two three\nfour\nfive", "one two 3\nfour\nfive\nsix seven", Shown{Around: AllLines, SideBySide: true})
	want := "− one two three      │ + one two 3\n  four               │   four\n  five               │   five\n                     │ + six seven"
	if got := plainly(w, 43); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUnrelatedTextsAreReported(t *testing.T) {
	a, b := "A lighthouse is a tower\nwith a light at the top.", "Windmills turn in the wind.\nThey grind corn."
	w := lineDiff(themes.NameNone, a, b, Shown{Around: Around})
	if got, want := plainly(w, 60), "  "+ApartWords+"\n− A lighthouse is a tower\n− with a light at the top.\n+ Windmills turn in the wind.\n+ They grind corn."; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	w.Show(Shown{SideBySide: true})
	if got, want := plainly(w, 63), "  "+ApartWords+"\n− A lighthouse is a tower      │ + Windmills turn in the wind.\n− with a light at the top.     │ + They grind corn."; got != want {
		t.Errorf("side by side: got\n%s\nwant\n%s", got, want)
	}
}

// TestEmptyLinesAndBlanksAreSeen: an empty line is a line with a sign, and blanks that
// differ are dots.
func TestEmptyLinesAndBlanksAreSeen(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"one two\nthree", "one two\n\nthree", "  one two\n+\n  three"},
		{"one two three four  \nx", "one two three four\nx", "− one two three four[-··-]\n+ one two three four\n  x"},
		{"one two three four\x1b[2J", "one two three four\x1b[2K", "− one two three four␛[[-2J-]\n+ one two three four␛[{+2K+}"},
		{"one two three four", "one two\nthree four", "− one two[-·-]three four\n+ one two{+↵+}\n+ three four"},
	} {
		if got := plainly(lineDiff(themes.NameNone, c.a, c.b, Shown{Around: Around}), 40); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

// TestOfALongLineTheChangeIsShown: what is the same around it is left out until it is asked
// for.
func TestOfALongLineTheChangeIsShown(t *testing.T) {
	long := strings.Repeat("some words of it ", 1000)
	w := lineDiff(themes.NameNone, long+"old end", long+"new end", Shown{Around: Around})
	got := plainly(w, 100)
	for _, words := range []string{"… 16.8 KB the same", "[-old-] end", "{+new+} end"} {
		if !strings.Contains(got, words) {
			t.Errorf("no %q in\n%s", words, got)
		}
	}
	if !w.Folds() {
		t.Error("it is not said that it unfolds")
	}
	w.Show(Shown{Around: AllLines})
	if n := strings.Count(plainly(w, 100), "some"); n != 2000 || w.Folds() {
		t.Errorf("%d of 2000 repetitions are shown", n)
	}
}

// TestOfAnAnswerSoManyLinesAreShownAtFirst so that the other one's are seen.
func TestOfAnAnswerSoManyLinesAreShownAtFirst(t *testing.T) {
	lines := func(word string) string {
		var out strings.Builder
		for i := range 30 {
			fmt.Fprintf(&out, "%s%d\n", word, i)
		}
		return out.String()
	}
	w := lineDiff(themes.NameNone, lines("a"), lines("b"), Shown{MaxLines: 3})
	if got, want := plainly(w, 60), "  "+ApartWords+"\n− a0\n− a1\n− a2\n  … 28 more lines of A\n+ b0\n+ b1\n+ b2\n  … 28 more lines of B"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestJoinedCharactersWiderThanALineAreASign as on a screen of four cells next to the sign.
func TestJoinedCharactersWiderThanALineAreASign(t *testing.T) {
	w := lineDiff(themes.NameNone, "", "👩\u200d👩", Shown{})
	if got := plainly(w, 4); !strings.Contains(got, "?") || strings.Contains(got, "👩") {
		t.Errorf("got %q", got)
	}
}

// TestNoLineIsTooWide at any width, in one column and in two, whatever is compared.
func TestNoLineIsTooWide(t *testing.T) {
	text := rapid.StringOf(rapid.SampledFrom([]rune("ab c\n\n,漢é\t\r\x1b\u200b👩‍🚀")))
	rapid.Check(t, func(rt *rapid.T) {
		width := rapid.IntRange(1, 60).Draw(rt, "width")
		w := lineDiff(themes.NameNone, text.Draw(rt, "a"), text.Draw(rt, "b"), Shown{Around: rapid.IntRange(-1, 3).Draw(rt, "around"), SideBySide: width > 9 && rapid.Bool().Draw(rt, "beside")})
		w.SetWidth(width)
		for i := range w.Len() {
			for _, line := range w.Lines(i) {
				if Width(line) > width || Guard(line) != line {
					rt.Fatalf("%d cells of %d: %q", Width(line), width, line)
				}
			}
		}
	})
}
