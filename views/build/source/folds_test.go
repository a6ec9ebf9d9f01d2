package source

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/themes"
	"gatehouse/views"
)

// bits are what texts are made of in tests: what JSON has, what it must not
// have, lines longer than a piece.
func bits() []string {
	return []string{
		"a", `"`, `\`, "\n", "  ", "{\n", "}", `"key": `, "漢字", "e\u0301", "👩‍👩‍👧", "\x1b[2J", "\u202e", "\x9b", "\t", "\r\n", ",", ":",
		strings.Repeat("x", 700), strings.Repeat("long line ", 900), `"data:image/png;base64,` + strings.Repeat("QUJD", 1500) + `"`,
		strings.Repeat("{\"short\": 1},\n", 300),
	}
}

func drawText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(bits()), 0, 8).Draw(t, label), "")
}

// paneOf is a pane with a text that nobody has checked.
func paneOf(s string) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.ed.Splice(0, 0, s)
	return m
}

// TestFoldsFollowTheText: after edits the folds are those that reading the complete text finds.
func TestFoldsFollowTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawText(t, "text")
		m := paneOf(s)
		m.refold()
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			from := rapid.IntRange(0, len(s)).Draw(t, "from")
			to := rapid.IntRange(from, min(len(s), from+5000)).Draw(t, "to")
			in := drawText(t, "new")
			m.ed.Splice(from, to, in)
			s = s[:from] + in + s[to:]
			m.refold()
			if got, want := m.ed.Folds(), findFolds([]byte(s), 0); !slices.Equal(got, want) {
				t.Fatalf("folds %+v, want %+v", got, want)
			}
		}
	})
}
