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

// TestTwoTimesThatShareGoOnByThemselves: whatever an exchange and its past have in common,
// each becomes what it would have become alone.
func TestTwoTimesThatShareGoOnByThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := arrivals(t)
		then := rapid.IntRange(0, len(all)).Draw(t, "then")
		now := rapid.IntRange(then, len(all)).Draw(t, "now")
		folded := func(n int) *Exchange {
			x := NewExchange("x", []byte(streamRequest))
			x.Apply(all[:n]...)
			return x
		}
		past, present := folded(then), folded(now)
		past.Share(present.Lasting())
		first, last := past, present
		if rapid.Bool().Draw(t, "the present first") {
			first, last = last, first
		}
		upTo := map[*Exchange]int{past: then, present: now}
		first.Apply(all[upTo[first]:]...)
		same(t, "the other one", last, folded(upTo[last]))
		last.Apply(all[upTo[last]:]...)
		same(t, "the first", first, folded(len(all)))
		same(t, "the last", last, folded(len(all)))
	})
}

// same compares two exchanges, but not in which pieces their texts lie, nor with whom they
// share items.
func same(t *rapid.T, what string, got, want *Exchange) {
	t.Helper()
	inOne := func(text *Text) {
		if text.rope != nil {
			text.rope = raw.PlainRope(text.String())
		}
	}
	for _, x := range []*Exchange{got, want} {
		x.places.named = nil
		x.replace(once((*Item).alone)) // the other one's stay as they are
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
