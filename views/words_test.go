package views

import (
	"fmt"
	"testing"

	"gatehouse/state"
)

func TestFiguresAreReadable(t *testing.T) {
	for got, want := range map[string]string{
		Duration(-1): "–", Duration(900): "900 µs", Duration(212_400): "212 ms", Duration(2_612_000): "2.6 s", Duration(64_000_000): "1m 04s",
		Size(190): "190 B", Size(999): "999 B", Size(1000): "1.0 KB", Size(5_040): "5.0 KB", Size(1_200_000): "1.2 MB",
		Thousands(7): "7", Thousands(1204): "1,204", Thousands(1234567): "1,234,567", Thousands(-123): "-123", Thousands(-1234): "-1,234",
		Price("0.0003"): "$0.0003", Price("0"): "$0.00", Price("12.5"): "$12.50", Price("0.00000012345"): "<$0.000001", Price("free"): "free",
	} {
		if got != want {
			t.Errorf("written as %q, want %q", got, want)
		}
	}
}

// TestTokensThatAreKnown are written, and an estimate is marked; of none it is
// none.
func TestTokensThatAreKnown(t *testing.T) {
	for want, tokens := range map[string]state.Tokens{
		"[{in 1,234} {cached 0} {out 5} {reasoning 2}]": {In: 1234, Cached: 0, Out: 5, Reasoning: 2},
		"[{in 3} {out ~7}]":                             {In: 3, Cached: -1, Out: 7, Reasoning: -1, Estimated: true},
		"[{in 3}]":                                      {In: 3, Cached: -1, Out: 0, Reasoning: -1, Estimated: true},
		"[{out 0}]":                                     {In: -1, Cached: -1, Out: 0, Reasoning: -1},
		"[]":                                            {In: -1, Cached: -1, Out: -1, Reasoning: -1},
	} {
		if got := fmt.Sprint(TokenFigures(tokens)); got != want {
			t.Errorf("%+v: %s, want %s", tokens, got, want)
		}
	}
}

func TestEveryVerdictHasItsOwnSign(t *testing.T) {
	seen := map[string]state.Verdict{}
	for _, v := range []state.Verdict{state.Running, state.Completed, state.Incomplete, state.Failed, state.Truncated, state.Cancelled} {
		if other, ok := seen[Sign(v)]; ok {
			t.Errorf("%q and %q share the sign %s", v, other, Sign(v))
		}
		seen[Sign(v)] = v
	}
}
