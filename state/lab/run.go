package lab

import (
	"cmp"
	"fmt"
	"math"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Cell is a case and a candidate, by their indexes.
type Cell struct{ Case, Candidate int }

// Run is the work of sending the requests of some cells, a few at a time and within a budget. It
// does no IO: the caller writes the request of each cell that Next returns, sends it if Reserve allows
// that, and calls Finish with the answer.
type Run struct {
	jobs    int
	budget  *Budget
	left    []Cell
	active  map[Cell]Reservation // returned by Next and not ended
	total   int
	failed  int
	cost    float64 // in USD
	priced  bool    // an answer reported its cost
	waiting bool    // the next request must wait until another has ended
	ended   bool    // one has, since it waits
	refused string  // which candidate's request was refused, so that the rest would fail alike
}

// NewRun returns a run of cells with at most n jobs at once; a nil budget sets no limit.
func NewRun(cells []Cell, n int, budget *Budget) *Run {
	return &Run{jobs: n, budget: budget, left: cells, active: map[Cell]Reservation{}, total: len(cells)}
}

// SetBudget limits what the run may cost.
func (r *Run) SetBudget(b *Budget) { r.budget = b }

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
	r.total--
}

// Finish takes the end of an exchange, with its cost in USD, NaN if unknown, and whether its
// answer is valid. A refusal ends the run.
func (r *Run) Finish(c Cell, x *state.Exchange, cost float64, valid bool) {
	reservation := r.active[c]
	delete(r.active, c)
	r.ended = true
	r.budget.Charge(reservation, cost, Unbilled(x))
	if !math.IsNaN(cost) {
		r.cost, r.priced = r.cost+cost, true
	}
	if !valid {
		r.failed++
		if r.refused == "" && Refused(x) {
			r.refused = reservation.model + " answered " + x.Head.StatusText()
		}
	}
}

// Why returns why the run ended before all cells were sent, or "".
func (r *Run) Why() string { return cmp.Or(r.refused, r.budget.Ended()) }

// Over reports whether nothing is left to be sent and nothing is active.
func (r *Run) Over() bool { return len(r.left) == 0 && len(r.active) == 0 }

// Failed returns how many requests ended without a valid answer.
func (r *Run) Failed() int { return r.failed }

// Progress returns how many requests have ended, of all, and what they cost so far.
func (r *Run) Progress() string {
	words := r.count(r.total - len(r.left) - len(r.active))
	if r.priced {
		words += " · " + figures.PriceOf(r.cost) + " so far"
	}
	if r.failed > 0 {
		words += fmt.Sprintf(" · %d failed", r.failed)
	}
	return words
}

// Answered returns how many of the requests have an answer.
func (r *Run) Answered() string { return r.count(r.total - len(r.left) - len(r.active) - r.failed) }

// Summary returns what Answered does, the cost, and how many failed.
func (r *Run) Summary() string {
	words := r.Answered()
	if r.priced {
		words += ", " + figures.PriceOf(r.cost)
	}
	if r.failed > 0 {
		words += fmt.Sprintf(", %d failed", r.failed)
	}
	return words
}

func (r *Run) count(n int) string {
	return figures.Thousands(n) + " of " + figures.Counted(r.total, "answer")
}
