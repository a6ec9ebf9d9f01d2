package state

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/raw"
)

// TestACloneGoesOnByItself: whichever of the two goes on first, each becomes what an
// exchange without a clone becomes.
func TestACloneGoesOnByItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := arrivals(t)
		at := rapid.IntRange(0, len(all)).Draw(t, "at")
		folded := func(n int) *Exchange {
			x := NewExchange("x", []byte(streamRequest))
			x.Apply(all[:n]...)
			return x
		}
		x := folded(at)
		clone := x.Clone()
		if rapid.Bool().Draw(t, "clone first") {
			x, clone = clone, x
		}
		x.Apply(all[at:]...)
		same(t, "the one that stands", clone, folded(at))
		same(t, "the one that went on", x, folded(len(all)))
		clone.Apply(all[at:]...)
		same(t, "the one that went on later", clone, folded(len(all)))
	})
}

// same compares two exchanges, but not in which pieces their texts lie.
func same(t *rapid.T, what string, got, want *Exchange) {
	t.Helper()
	inOne := func(text *Text) {
		if text.rope != nil {
			text.rope = raw.PlainRope(text.String())
		}
	}
	for _, x := range []*Exchange{got, want} {
		for _, text := range x.texts() {
			inOne(text)
		}
		for _, it := range x.Items {
			for _, e := range it.content().byKey.few { // also those that fell away
				inOne(&e.part.text)
			}
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s is\n%s\nwant\n%s", what, snapshot(got), snapshot(want))
	}
}
