package lab

import (
	"cmp"
	"fmt"
	"math"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Cell is a request of a run: a case, a candidate and a repeat, by their indexes.
type Cell struct{ Case, Candidate, Repeat int }

// Run is the work of sending the requests of some cells, a few at a time and within a budget. It
// does no IO: the caller writes the request of each cell that Next returns, sends it if Reserve allows
// that, and calls Finish with the answer.
type Run struct {
	jobs    int
	budget  *Budget
	left    []Cell
	active  map[Cell]Reservation // returned by Next and not ended
	so      Progress
	waiting bool   // the next request must wait until another has ended
	ended   bool   // one has, since it waits
	refused string // which candidate's request was refused, so that the rest would fail alike
}

// NewRun returns a run of cells with at most n jobs at once; a nil budget sets no limit.
func NewRun(cells []Cell, n int, budget *Budget) *Run {
	r := &Run{jobs: n, left: cells, active: map[Cell]Reservation{}, so: Progress{Total: len(cells)}}
	r.SetBudget(budget)
	return r
}

// SetBudget limits what the run may cost.
func (r *Run) SetBudget(b *Budget) {
	if r.budget = b; b != nil {
		r.so.Limit = b.most
	}
}

// Limited reports whether the run has a budget.
func (r *Run) Limited() bool { return r.budget != nil }

// Left returns the cells that Next has not returned yet.
func (r *Run) Left() []Cell { return r.left }

// Next returns the next cell whose request is to be written; ok is false if there is none now.
func (r *Run) Next() (c Cell, ok bool) {
	if len(r.left) == 0 || len(r.active) >= r.jobs || r.waiting && !r.ended || r.Why() != "" {
		return c, false
	}
	r.ended = false // one attempt for each request that ends
	c, r.left = r.left[0], r.left[1:]
	r.active[c] = Reservation{}
	return c, true
}

// Reserve reports whether the request of a cell may be sent, which costs at most maxUSD; NaN: unknown.
// If not, the cell is returned to the run.
func (r *Run) Reserve(c Cell, candidate string, maxUSD float64) (send bool) {
	reservation, leave := r.budget.Reserve(candidate, maxUSD)
	if r.waiting = leave == Wait; leave != Send {
		delete(r.active, c)
		r.left = append([]Cell{c}, r.left...)
		return false
	}
	r.active[c] = reservation
	return true
}

// Drop removes a cell that is not to be sent any more.
func (r *Run) Drop(c Cell) {
	delete(r.active, c)
	r.so.Total--
}

// Finish takes the end of an exchange, with its cost in USD, NaN if unknown, and whether its
// answer is valid. A refusal ends the run.
func (r *Run) Finish(c Cell, x *state.Exchange, cost float64, valid bool) {
	reservation := r.active[c]
	delete(r.active, c)
	r.ended = true
	r.budget.Charge(reservation, cost, Unbilled(x))
	r.so.Ended++
	if !math.IsNaN(cost) {
		r.so.Cost, r.so.Priced = r.so.Cost+cost, true
	}
	if !valid {
		r.so.Failed++
		if r.refused == "" && Refused(x) {
			r.refused = reservation.model + " answered " + x.Head.StatusText()
		}
	}
}

// Continue continues a run that a refusal ended, if not all its requests go where one was refused.
func (r *Run) Continue() { r.refused = "" }

// AskedToWait reports whether a request is to be sent again, and after which wait; see AskedToWait. Under a limit it must
// have cost nothing, as its cost is reserved once.
func (r *Run) AskedToWait(x *state.Exchange, waits int) (wait time.Duration, ok bool) {
	wait, ok = AskedToWait(x, waits)
	return wait, ok && (r.budget == nil || Unbilled(x))
}

// Why returns why the run ended before all cells were sent, or "".
func (r *Run) Why() string { return cmp.Or(r.refused, r.budget.Ended()) }

// Over reports whether nothing is left to be sent and nothing is active.
func (r *Run) Over() bool { return len(r.left) == 0 && len(r.active) == 0 }

// Progress returns how far the run is.
func (r *Run) Progress() Progress { return r.so }

// Progress is how far a run is.
type Progress struct {
	Ended, Failed, Total int     // requests; Failed without a valid answer
	Cost                 float64 // in USD
	Priced               bool    // an answer reported its cost
	Limit                float64 // in USD; 0: none
}

// String returns how many requests have ended, of all, and what they cost so far.
func (p Progress) String() string {
	words := p.count(p.Ended)
	switch {
	case p.Priced && p.Limit > 0:
		words += " · " + figures.PriceOf(p.Cost) + " of " + figures.PriceOf(p.Limit)
	case p.Priced:
		words += " · " + figures.PriceOf(p.Cost) + " so far"
	}
	if p.Failed > 0 {
		words += fmt.Sprintf(" · %d failed", p.Failed)
	}
	return words
}

// Answered returns how many of the requests have an answer.
func (p Progress) Answered() string { return p.count(p.Ended - p.Failed) }

// Summary returns what Answered does, the cost, and how many failed.
func (p Progress) Summary() string {
	words := p.Answered()
	if p.Priced {
		words += ", " + figures.PriceOf(p.Cost)
	}
	if p.Failed > 0 {
		words += fmt.Sprintf(", %d failed", p.Failed)
	}
	return words
}

func (p Progress) count(n int) string {
	return figures.Thousands(n) + " of " + figures.Counted(p.Total, "answer")
}
