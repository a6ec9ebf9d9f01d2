package state

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

// TestCloneIsFoldedOnIndependently: whichever of the two is folded first, each becomes
// what an exchange without a clone becomes.
func TestCloneIsFoldedOnIndependently(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := wiretest.Draw(t)
		at := rapid.IntRange(0, len(all)).Draw(t, "at")
		folded := func(n int) *Exchange {
			x := NewExchange("x", []byte(wiretest.StreamRequest))
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

func same(t *rapid.T, what string, got, want *Exchange) {
	t.Helper()
	got.index.byID, want.index.byID = nil, nil // made when first asked for
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s is\n%s\nwant\n%s", what, snapshot(got), snapshot(want))
	}
}

// TestCloneKeepsReplacedCount: the clone counts on from there and counts no item twice.
func TestCloneKeepsReplacedCount(t *testing.T) {
	x := NewExchange("x", []byte(wiretest.StreamRequest))
	x.Apply(wiretest.Stream(wiretest.Delta(0, "m", "one"), wiretest.DoneMessage(0, "m", "other"), wiretest.Delta(1, "n", "two"), wiretest.DoneMessage(1, "n", "two"))...)
	clone := x.Clone()
	end := []wire.Arrival{wiretest.Frame(wiretest.Completed(wiretest.Message("m", "third"), wiretest.Message("n", "third")), 9000), wiretest.End(wire.EndClean, "")}
	clone.Apply(end...)
	want(t, "the clone", clone.Replaced, 2)
	want(t, "the exchange meanwhile", x.Replaced, 1)
	x.Apply(end...)
	want(t, "the exchange", x.Replaced, 2)
}

// TestEndOfACloneLeavesTheOriginal: text that the clone's end replaces stays in the
// original as it was streamed.
func TestEndOfACloneLeavesTheOriginal(t *testing.T) {
	past := NewExchange("x", nil)
	past.Apply(wiretest.Stream(wiretest.DoneMessage(0, "a", "one"), wiretest.DoneMessage(1, "b", "two"), wiretest.Delta(2, "c", "three"))...)
	x := past.Clone()
	x.Apply(wiretest.Frame(wiretest.DoneMessage(2, "c", "three"), 8), wiretest.Frame(wiretest.Event("response.completed", `"response":{"status":"completed","output":[{"type":"message","id":"a","content":[{"type":"output_text","text":"corrected"}]}]}`), 9))
	want(t, "the present", describeAll(x), "message output_text=corrected | message output_text=two | message output_text=three")
	want(t, "the past", describeAll(past), "message output_text=one | message output_text=two | message output_text=three")
}
