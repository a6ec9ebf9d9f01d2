package text

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/rope"
	"gatehouse/state/tree"
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

// TestWordsHoldBothTexts: what is not left out of a comparison reads as the
// second text where the first's own words are taken away, and the other way
// round.
func TestWordsHoldBothTexts(t *testing.T) {
	styles := themes.Dark()
	words := rapid.StringOf(rapid.SampledFrom([]rune("ab \n,漢")))
	rapid.Check(t, func(rt *rapid.T) {
		a, b := words.Draw(rt, "a"), words.Draw(rt, "b")
		w := NewWordDiff(&styles, rope.Plain(a), rope.Plain(b), tree.DiffWords(a, b), false)
		first, second := "", ""
		for _, block := range w.blocks {
			for _, p := range block.pieces {
				if p.Kind != tree.Added {
					first += w.text(p)
				}
				if p.Kind != tree.Removed {
					second += w.text(p)
				}
			}
		}
		squeeze := func(s string) string { return strings.ReplaceAll(s, "\n", "") }
		if squeeze(first) != squeeze(a) || squeeze(second) != squeeze(b) {
			rt.Fatalf("%q %q: %q %q", a, b, first, second)
		}
	})
}

func TestWordsLeaveOutWhatIsTheSame(t *testing.T) {
	styles := themes.Dark()
	a, b := "one\ntwo\nthree\nfour \x1b[2J\nfive", "one\ntwo\nthree\nfour \x1b[2K\nfive"
	w := NewWordDiff(&styles, rope.Plain(a), rope.Plain(b), tree.DiffWords(a, b), true)
	if got, want := plainly(w, 40), "… 3 lines the same\nfour ␛[[-2J-]{+2K+}\n… 1 line the same"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAnEndOfALineThatDiffersIsSeen: no brackets stand around nothing.
func TestAnEndOfALineThatDiffersIsSeen(t *testing.T) {
	styles := themes.Dark()
	a, b := "one two\n\nthree", "one\ntwo\nthree"
	w := NewWordDiff(&styles, rope.Plain(a), rope.Plain(b), tree.DiffWords(a, b), false)
	if got, want := plainly(w, 40), "one[- -]{+↵+}\ntwo[-↵-]\n\nthree"; got != want || w.Source() != want+"\n" {
		t.Errorf("got\n%s\nwant\n%s\nas text\n%s", got, want, w.Source())
	}
}
