package lab

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// answered is an exchange that ended with a status.
func answered(status int) *state.Exchange {
	x := state.NewExchange("", nil)
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: status}}, wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}})
	return x
}

// TestRunSendsEachCellOnceWithinItsBudget: no more at once than there are jobs, no cell twice, never more
// than the budget, and without one all of them.
func TestRunSendsEachCellOnceWithinItsBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cells []Cell
		for c := range rapid.IntRange(0, 12).Draw(t, "cases") {
			cells = append(cells, Cell{Case: c}, Cell{Case: c, Candidate: 1})
		}
		jobs := rapid.IntRange(1, 8).Draw(t, "jobs")
		limit := rapid.SampledFrom([]float64{0, 0.05, 0.5, 100}).Draw(t, "limit")
		var budget *Budget
		if limit > 0 {
			budget = NewBudget(limit)
		}
		r := NewRun(slices.Clone(cells), jobs, budget)
		sent, cost := map[Cell]float64{}, 0.0
		var written, active []Cell
		for r.Why() == "" && !r.Over() {
			for at, ok := r.Next(); ok; at, ok = r.Next() {
				written = append(written, at)
			}
			if len(written)+len(active) > jobs {
				t.Fatalf("%d of %d jobs", len(written)+len(active), jobs)
			}
			for _, at := range written {
				price := rapid.Float64Range(0.001, 0.1).Draw(t, "price")
				if !r.Reserve(at, string(rune('a'+at.Candidate)), price) {
					continue
				}
				if _, twice := sent[at]; twice {
					t.Fatalf("%v is sent twice", at)
				}
				sent[at], active = price*rapid.Float64Range(0, 1).Draw(t, "share"), append(active, at)
			}
			written = written[:0]
			if len(active) == 0 {
				if r.Why() == "" && !r.Over() {
					t.Fatal("nothing is active, and the run does not end")
				}
				continue
			}
			i := rapid.IntRange(0, len(active)-1).Draw(t, "ends")
			at := active[i]
			active = slices.Delete(active, i, i+1)
			cost += sent[at]
			r.Finish(at, answered(200), sent[at], true)
		}
		if limit > 0 && cost > limit+1e-9 {
			t.Errorf("%v of %v", cost, limit)
		}
		if limit == 0 && len(sent) != len(cells) {
			t.Errorf("%d of %d sent", len(sent), len(cells))
		}
		if got := len(sent) + len(r.Left()); got != len(cells) {
			t.Errorf("%d sent or left of %d", got, len(cells))
		}
	})
}

func TestRefusalEndsRun(t *testing.T) {
	r := NewRun([]Cell{{Case: 0}, {Case: 1}, {Case: 2}}, 1, nil)
	at, _ := r.Next()
	r.Reserve(at, "m", math.NaN())
	r.Finish(at, answered(500), math.NaN(), false)
	at, _ = r.Next()
	r.Reserve(at, "m", math.NaN())
	r.Finish(at, answered(401), math.NaN(), false)
	if _, ok := r.Next(); ok || r.Why() != "m answered 401 Unauthorized" || r.Progress().Summary() != "0 of 3 answers, 2 failed" {
		t.Errorf("%v %q %q", ok, r.Why(), r.Progress().Summary())
	}
}
