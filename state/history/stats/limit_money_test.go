package stats

import "testing"

// TestLimitOfMoneyIsExact: a cost of just the limit is not above it.
func TestLimitOfMoneyIsExact(t *testing.T) {
	for text, want := range map[string]int64{"2.01": 2_010_000_000_000, "4.1": 4_100_000_000_000, "0.07": 70_000_000_000} {
		if v, _, err := Money.parse(text); err != nil || int64(v) != want {
			t.Errorf("%s is %v, want %d: %v", text, v, want, err)
		}
	}
}
