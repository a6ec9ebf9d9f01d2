package ranking

import (
	"slices"
	"testing"
)

// TestSignsAreThoseThatAreShown: what no column shows needs no explanation.
func TestSignsAreThoseThatAreShown(t *testing.T) {
	if got := model(120, 20, ranked("same as asked", 0, order(8, 0, 0.1, 0, 1, 2, 3, 4, 5, 6, 7))).Signs(); len(got) != 0 {
		t.Errorf("nothing moved: %q", got)
	}
	two := model(120, 20, ranked("a", 3, order(8, 3, 0.1, 0, 1, 2)), ranked("b", 0, order(8, 0, 0, 1, 0, 2, 3, 4, 5, 6, 7)))
	if got, want := two.Signs(), []string{"– not returned", "= same score", "↑ ↓ places higher or lower than on the left", "new: not on the left"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
