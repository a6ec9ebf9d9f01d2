package report

import (
	"testing"

	"gatehouse/state/history/stats"
)

// Tokens that are counted with an estimate say so.
func TestEstimatedTokensOfASpanOfTime(t *testing.T) {
	g := stats.Group{In: stats.Sum{Known: 1, Sum: 300}, Out: stats.Sum{Known: 1, Sum: 20}}
	for guessed, want := range map[int]string{0: "320 tokens", 1: "~320 tokens"} {
		g.Guessed = guessed
		if got := OfTokens.words(&g); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
