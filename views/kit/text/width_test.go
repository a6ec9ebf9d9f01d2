package text

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"gatehouse/themes"
)

// joinedSamples are characters that terminals count differently: emoji of several, with a
// skin tone, with a selector, a flag, a key cap, syllables of Indic scripts, kana with a mark.
var joinedSamples = []string{"👨\u200d🚀", "👍🏽", "❤️", "🇩🇪", "1️⃣", "क्षि", "नि", "ｶﾞ"}

// TestNothingIsWiderThanTheTerminalCountsIt: by the parts of a joined character until the
// terminal says that it counts it as one. Nothing is lost when it is wrapped.
func TestNothingIsWiderThanTheTerminalCountsIt(t *testing.T) {
	t.Cleanup(func() { SetJoined(false) })
	styles := themes.Dark()
	for joined, count := range map[bool]func(string) int{false: ansi.StringWidthWc, true: ansi.StringWidth} {
		SetJoined(joined)
		rapid.Check(t, func(t *rapid.T) {
			s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(append([]string{"漢", "字", "a", " "}, joinedSamples...)), 1, 120).Draw(t, "text"), "")
			width := rapid.IntRange(8, 60).Draw(t, "width")
			for _, lines := range [][]string{Rows(s, width), Paragraph(&styles, styles.Text, 0, width, s)} {
				all := ""
				for _, line := range lines {
					if n := count(line); n > width {
						t.Fatalf("joined %v: %d of %d cells: %q", joined, n, width, line)
					}
					all += ansi.Strip(line)
				}
				if got, want := strings.ReplaceAll(all, " ", ""), strings.ReplaceAll(s, " ", ""); got != want {
					t.Fatalf("joined %v: %q became %q", joined, want, got)
				}
			}
			cut := Truncate(s, width, "…")
			if n := count(cut); n > width || Width(cut) != n {
				t.Fatalf("joined %v: cut to %d of %d cells: %q", joined, n, width, cut)
			}
		})
	}
}
