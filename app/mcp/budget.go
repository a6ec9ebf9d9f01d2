package mcp

import (
	"fmt"
	"sync"

	"gatehouse/state/figures"
)

// Budget limits what one session may spend, in USD. Before a request is sent, the maximal cost of
// its answer is reserved; the cost that the service reports replaces that, and if it reports none
// the maximum counts.
type Budget struct {
	Max float64

	mu    sync.Mutex
	spent float64 // and reserved for running requests
	sends int
}

// reserve reserves the maximal cost of an answer, or returns an error with what is left.
func (b *Budget) reserve(maxCost float64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case maxCost < 0 || maxCost != maxCost:
		return fmt.Errorf("nothing is sent: what the answer may cost is not known")
	case b.spent+maxCost > b.Max:
		return fmt.Errorf("nothing is sent: the answer may cost %s, and %s of the budget are left; lower max_output_tokens, shorten the input, or choose a cheaper model", figures.PriceOf(maxCost), figures.PriceOf(max(b.Max-b.spent, 0)))
	}
	b.spent += maxCost
	b.sends++
	return nil
}

// charge replaces the reserved cost of an answer by its actual cost.
func (b *Budget) charge(reserved, cost float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent += cost - reserved
}

// words describes how much of the budget is used.
func (b *Budget) words() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("Budget: %s of %s used by %s.", figures.PriceOf(b.spent), figures.PriceOf(b.Max), figures.Counted(b.sends, "request"))
}
