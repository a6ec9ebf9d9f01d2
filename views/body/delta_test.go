package body

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/state/rope"
	"gatehouse/state/tree"
	"gatehouse/themes"
)

func deltaOf(t *testing.T, a, b string, only bool) *Delta {
	t.Helper()
	first, err := tree.New([]byte(a))
	if err != nil {
		t.Fatal(err)
	}
	second, err := tree.New([]byte(b))
	if err != nil {
		t.Fatal(err)
	}
	styles := themes.Dark()
	delta := tree.Diff(first, second)
	return NewDelta(&styles, delta, LongTexts(delta), only)
}

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

func TestDelta(t *testing.T) {
	long := strings.Repeat("some words that stay ", 6)
	for _, c := range []struct {
		name, a, b string
		only       bool
		want       string
	}{
		{"all", `{"a":1,"b":[1,2],"c":{"d":null}}`, `{"a":1,"b":[1,3],"e":"x"}`, false,
			"  a 1\n  b\n    [0] 1\n~   [1] - 2  + 3\n- c {\"d\":null}\n+ e \"x\""},
		{"only", `{"a":1,"b":[1,2]}`, `{"a":1,"b":[1,3]}`, true, "  b\n~   [1] - 2  + 3"},
		{"spelled", `{"a":1.0,"b":2}`, `{"a":1,"b":3}`, true, "~ b - 2  + 3"},
		{"spelled, all", `{"a":1.0}`, `{"a":1}`, false, "≈ a 1.0 → 1  spelled otherwise"},
		{"moved", `["x","y","z","w"]`, `["w","x","y","z"]`, true, "↕ [0] from [3]  \"w\""},
		{"the document", `1`, `[]`, true, "~ the document - 1  + []"},
		{"what lies in what came", `{"l":[]}`, `{"l":[{"role":"user","content":"` + long + `"}]}`, true,
			"  l\n+   [0] { 2 members }\n+     \"role\": \"user\",\n+     \"content\": \"some words that stay some words that stay some\n" +
				"+       words that stay some words that stay some words that\n+       stay some words that stay \""},
		{"another kind", `{"l":"words"}`, `{"l":[{"a":"` + long + `"},{"b":1}]}`, true, "~ l\n-    \"words\"\n+    [ 2 elements ]\n+     {\n" +
			"+       \"a\": \"some words that stay some words that stay some\n+         words that stay some words that stay some words that\n+         stay some words that stay \"\n+     },\n+     {\"b\": 1}"},
		{"more than is drawn", `{}`, `{"x":{"a":1,` + strings.Repeat(" ", maxUnfolded) + `"b":2}}`, true, "+ x { 2 members }\n+   \"a\": 1,\n+   … 13 B more"},
		{"texts", `{"t":"` + long + `old end"}`, `{"t":"` + long + `new end"}`, true,
			"~ t\n    some words that stay some words that stay some words that\n    stay some words that stay some words that stay some words\n" +
				"    that stay [-old-]{+new+} end"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := plainly(deltaOf(t, c.a, c.b, c.only), 64); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
	many := `{"role":"user","content":"` + long + long + `"}`
	d := deltaOf(t, `["first",`+strings.Repeat(many+",", 4)+`"last"]`, `["first","last"]`, true)
	d.SetWidth(40)
	if got, want := ansi.Strip(strings.Join(d.Lines(0), "\n")), "- [1] to [4] 4 elements\n- [1] { 2 members }\n-   \"role\": \"user\",\n-   \"content\": \"some words that stay"; !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 6 {
		t.Errorf("got\n%s\nwant the first of\n%s", got, want)
	}
	if got := ansi.Strip(d.Lines(1)[0]); got != "- [2] { 2 members }" {
		t.Errorf("the second of many: %s", got)
	}
	d = deltaOf(t, `{"a":[1],"b":2}`, `{"a":[9],"c":3}`, true)
	if got, want := d.Source(), "~ a[0] - 1 + 9\n- b - 2\n+ c + 3\n"; got != want {
		t.Errorf("as text %q, want %q", got, want)
	}
}

// TestALongTextIsComparedByItsWords wherever it differs; of two that share nothing both
// are seen.
func TestALongTextIsComparedByItsWords(t *testing.T) {
	const same = "a line of some words\\n"
	long := strings.Repeat(same, 2*maxCompared/len(same))
	d := deltaOf(t, `{"t":"`+long+`old words\n`+long+`the old end"}`, `{"t":"`+long+`new words\n`+long+`the new end"}`, true)
	if got, want := plainly(d, 64), `~ t
    … 5957 lines the same
    [-old-]{+new+} words
    … 5957 lines the same
    the [-old-]{+new+} end`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	d = deltaOf(t, `{"t":"`+long+`"}`, `{"t":"`+strings.ToUpper(strings.ReplaceAll(long, "\\n", ". "))+`"}`, true)
	for _, whole := range []bool{false, true} {
		d.SetWhole(whole)
		if got := plainly(d, 64); !strings.Contains(got, "[-a line") || !strings.Contains(got, "… 125.0 KB in all") || !strings.Contains(got, "{+A LINE") || !strings.Contains(got, "… 131.1 KB in all") {
			t.Errorf("whole %t: got\n%s", whole, got)
		}
	}
}

// TestWhatOneDocumentHasUnfoldsFurther than it is shown at first.
func TestWhatOneDocumentHasUnfoldsFurther(t *testing.T) {
	numbers := strings.Repeat("1234567890,", maxUnfolded/11) + "1"
	d := deltaOf(t, `{}`, `{"list":[[`+numbers+`],"the end of it"],"text":"`+numbers+`, the end"}`, true)
	for _, whole := range []bool{false, true} {
		d.SetWhole(whole)
		got := plainly(d, 200)
		for _, end := range []string{`"the end of it"`, `, the end"`} {
			if strings.Contains(got, end) != whole {
				t.Errorf("whole %t, %s\n%s", whole, end, got)
			}
		}
		if !whole && !d.Cut() {
			t.Error("it is not said that it unfolds")
		}
	}
}

// TestWordsHoldBothTexts: what is not left out of a comparison reads as the
// second text where the first's own words are taken away, and the other way
// round.
func TestWordsHoldBothTexts(t *testing.T) {
	styles := themes.Dark()
	text := rapid.StringOf(rapid.SampledFrom([]rune("ab \n,漢")))
	rapid.Check(t, func(rt *rapid.T) {
		a, b := text.Draw(rt, "a"), text.Draw(rt, "b")
		w := NewWords(&styles, rope.Plain(a), rope.Plain(b), tree.DiffWords(a, b), false)
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
	w := NewWords(&styles, rope.Plain(a), rope.Plain(b), tree.DiffWords(a, b), true)
	if got, want := plainly(w, 40), "… 3 lines the same\nfour ␛[[-2J-]{+2K+}\n… 1 line the same"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAnEndOfALineThatDiffersIsSeen: no brackets stand around nothing.
func TestAnEndOfALineThatDiffersIsSeen(t *testing.T) {
	styles := themes.Dark()
	a, b := "one two\n\nthree", "one\ntwo\nthree"
	w := NewWords(&styles, rope.Plain(a), rope.Plain(b), tree.DiffWords(a, b), false)
	if got, want := plainly(w, 40), "one[- -]{+↵+}\ntwo[-↵-]\n\nthree"; got != want || w.Source() != want+"\n" {
		t.Errorf("got\n%s\nwant\n%s\nas text\n%s", got, want, w.Source())
	}
}

// TestPage: scrolling shows every line, in both directions and at the ends.
func TestPage(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := ""
		for i := range rapid.IntRange(0, 30).Draw(rt, "lines") {
			text += fmt.Sprintf("%d%s\n", i, strings.Repeat(" word", rapid.IntRange(0, 9).Draw(rt, "words")))
		}
		styles := themes.Dark()
		content := NewText(&styles, styles.Text)
		content.Update(text)
		content.SetWidth(20)
		all := strings.Split(plainly(content, 20), "\n")
		height := rapid.IntRange(1, 12).Draw(rt, "height")
		p := NewPage(content)
		top := 0
		most := max(len(all)-height, 0)
		for range 30 {
			switch by := rapid.IntRange(-15, 15).Draw(rt, "by"); {
			case by == 15:
				p.End(height)
				top = most
			case by == -15:
				p.Top()
				top = 0
			default:
				p.Scroll(by, height)
				top = max(min(top+by, most), 0)
			}
			want := all[top:min(top+height, len(all))]
			var got []string
			for _, line := range p.Lines(height) {
				got = append(got, strings.TrimRight(ansi.Strip(line), " "))
			}
			if text != "" && strings.Join(got, "\n") != strings.Join(want, "\n") {
				rt.Fatalf("at %d\n%q\nwant\n%q", top, got, want)
			}
		}
	})
}
