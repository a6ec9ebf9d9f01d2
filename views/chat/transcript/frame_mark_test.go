package transcript

import (
	"strings"
	"testing"
)

// Letters that almost match everywhere are not compared at every place: without
// a bound this takes minutes.
func TestANearMissEverywhereIsGivenUp(t *testing.T) {
	words := append([]rune(strings.Repeat("a", 1000)), 'b')
	far := []rune(strings.Repeat("a", 2*maxTries/len(words)))
	if at := nearest(append(far, words...), words, 0); at != -1 {
		t.Errorf("what is too far away to be searched for is found at %d", at)
	}
	if at := nearest([]rune("say hello and hello"), []rune("hello"), 12); at != 14 {
		t.Errorf("the nearer of two is at %d, want 14", at)
	}
}
