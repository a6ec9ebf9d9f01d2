package markdown

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

func TestInlineShowsDecodedSource(t *testing.T) {
	styles := themes.Dark()
	in := newInliner(&styles)
	cases := []struct{ name, src, want string }{
		{"emphasis", "a **b** *c* ~~d~~ `e`", "a b c d e"},
		{"escapes keep what they escape", `1\*2 \\ \d+\.\d+`, `1*2 \ \d+.\d+`},
		{"code keeps its backslashes", "`\\d+\\.\\d+ \\\\`", `\d+\.\d+ \\`},
		{"code keeps its entities", "`&lt;b&gt; &amp;#27;`", "&lt;b&gt; &amp;#27;"},
		{"entities are decoded once", "&lt;b&gt; &amp;lt; &copy; &nosuch; &", "<b> &lt; © &nosuch; &"},
		{"html is shown", "a <b>c</b> <script>x()</script>", "a <b>c</b> <script>x()</script>"},
		{"an entity that is a control", "a &#27;[31m b &#x9b; &#13;", "a ␛[31m b › ␍"},
		{"raw controls", "a \u009b31m \x1b]0;x\a \u202eabc", "a ‹U+009B›31m ␛]0;x␇ ‹U+202E›abc"},
		{"a link shows its target", "[x](https://e.org/a)", "x https://e.org/a"},
		{"a link that is its target", "[https://e.org/](https://e.org/)", "https://e.org/"},
		{"no link to other schemes", "[x](file:///etc/passwd)", "x (file:///etc/passwd)"},
		{"a bare address", "see https://e.org/a_b_c.", "see https://e.org/a_b_c."},
		{"an address that is no URL", "<https://e.org/%zz>", "https://e.org/%zz"},
		{"code within a link", "[`a\\*b`](https://e.org/)", `a\*b https://e.org/`},
		{"an image is named", "![cat](https://e.org/c.png)", "[image: cat] https://e.org/c.png"},
		{"what looks like a block stays text", "- a", "- a"},
		{"nested emphasis", "**a *b `c` [d](http://e)***", "a b c d http://e"},
		{"strike with markup", "~~a **b** `c`~~", "a b c"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := text.Wrap(in.render(c.src, 0, nil), text.Layout{Width: 200})
			if len(got) != 1 || ansi.Strip(got[0]) != c.want {
				t.Errorf("%q is drawn as %q, want %q", c.src, got, c.want)
			}
		})
	}
}

func TestEveryWordHasAColour(t *testing.T) {
	styles := themes.Dark()
	in := newInliner(&styles)
	for _, src := range []string{"a *b* **c** ~~d~~ `e`", "**a ~~b~~ *c***", "[~~a~~ *b*](https://e.org/)", "see https://e.org/"} {
		for run := range strings.SplitSeq(in.render(src, 0, nil), "\x1b[m") {
			if strings.TrimSpace(ansi.Strip(run)) != "" && !strings.Contains(run, "38;2;") {
				t.Errorf("%q: no colour in %q", src, run)
			}
		}
	}
}

func TestHardBreaksBreak(t *testing.T) {
	styles := themes.Dark()
	got := text.Wrap(newInliner(&styles).render("a  \nb\\\nc\nd", 0, nil), text.Layout{Width: 20})
	want := []string{"a", "b", "c d"}
	for i := range want {
		if i >= len(got) || ansi.Strip(got[i]) != want[i] {
			t.Fatalf("lines are %q, want %q", got, want)
		}
	}
}

func BenchmarkInlineParagraph(b *testing.B) {
	styles := themes.Dark()
	in := newInliner(&styles)
	src := "Rotate in **this order**: first the keys that are in a repository, then the `keys` without an expiry, and the [rest](https://example.com/a) oldest first. And then some more words, which say nothing."
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		text.Wrap(in.render(src, 0, nil), text.Layout{Width: 80})
	}
}
