package transcript

import (
	"strings"
	"testing"
)

// Letters that nearly stand everywhere are not compared at every place: without
// a bound this takes minutes.
func TestANearMissEverywhereIsGivenUp(t *testing.T) {
	runes := []rune(strings.Repeat("a", 400_000))
	words := append([]rune(strings.Repeat("a", 200_000)), 'b')
	if at := nearest(runes, words, 100_000); at != -1 {
		t.Errorf("found at %d", at)
	}
	if at := nearest([]rune("say hello and hello"), []rune("hello"), 12); at != 14 {
		t.Errorf("the nearer of two is at %d, want 14", at)
	}
}
