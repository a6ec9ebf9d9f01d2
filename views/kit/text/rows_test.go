package text

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// rowsFit checks what holds of the rows of any text: none is wider than the width, and
// together they hold every character.
func rowsFit(t *testing.T, text string, width int) {
	t.Helper()
	for _, row := range append(Rows(text, width), RowsWithSpaces(text, width)...) {
		if cells := Width(row); cells > width {
			t.Fatalf("a row of %d cells in %d: %q of %q", cells, width, row, text)
		}
	}
	if got, want := strings.Join(RowsWithSpaces(text, width), ""), strings.ReplaceAll(text, "\n", ""); got != want {
		t.Fatalf("in %d cells %q became %q", width, want, got)
	}
	bare := strings.NewReplacer(" ", "", "\n", "")
	if got, want := bare.Replace(strings.Join(Rows(text, width), "")), bare.Replace(text); got != want {
		t.Fatalf("in %d cells %q became %q", width, want, got)
	}
}

func TestRowsHoldEveryCharacterWithinTheWidth(t *testing.T) {
	for n := range 130 {
		for _, width := range []int{8, 61, 70, 72, 76, 112} {
			rowsFit(t, "text: "+strings.Repeat("y", n)+" - end", width)
		}
	}
	parts := []string{"a", "bc", "-", "--", " ", "  ", "\n", "日", "語-", "é", "e\u0301", "👩‍💻", "\u00a0", "\x1b[1m", "\x1b[m", strings.Repeat("y", 9), "“"}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var text strings.Builder
		for range random.IntN(24) {
			text.WriteString(parts[random.IntN(len(parts))])
		}
		rowsFit(t, text.String(), 4+random.IntN(20))
	}
}

func TestRowsBreakAtSpacesAndAfterHyphens(t *testing.T) {
	for _, c := range []struct {
		text, rows, spaced string
	}{
		{"one two three", "one two|three", "one two |three"},
		{"well-known words", "well-|known|words", "well-|known |words"},
		{"a --no-b c", "a --no-b|c", "a |--no-b c"},
		{"ab --no-b", "ab|--no-b", "ab |--no-b"},
		{"exactly8 then", "exactly8|then", "exactly8| then"},
		{"abcdefghijk lm", "abcdefgh|ijk lm", "abcdefgh|ijk lm"},
		{"  in\n\nx ", "  in||x ", "  in||x "},
		{"", "", ""},
	} {
		if got := strings.Join(Rows(c.text, 8), "|"); got != c.rows {
			t.Errorf("Rows(%q) = %q", c.text, got)
		}
		if got := strings.Join(RowsWithSpaces(c.text, 8), "|"); got != c.spaced {
			t.Errorf("WholeRows(%q) = %q", c.text, got)
		}
	}
}
