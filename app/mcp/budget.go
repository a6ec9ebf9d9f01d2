package mcp

import (
	"fmt"
	"sync"

	"gatehouse/state/figures"
)

// Budget is what may be spent in one session, in USD. A request takes the most that its answer may
// cost out of it before it is sent; what the service reports as its cost takes the place of that,
// and where nothing is reported the most counts.
type Budget struct {
	Most float64

	mu    sync.Mutex
	spent float64 // and what the requests that run may cost
	sends int
}

// take takes the most that an answer may cost out of the budget. The error says what is left.
func (b *Budget) take(most float64) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case most < 0 || most != most:
		return fmt.Errorf("nothing is sent: what the answer may cost is not known")
	case b.spent+most > b.Most:
		return fmt.Errorf("nothing is sent: the answer may cost %s, and %s of the budget are left; lower max_output_tokens, shorten the input, or choose a cheaper model", figures.PriceOf(most), figures.PriceOf(max(b.Most-b.spent, 0)))
	}
	b.spent += most
	b.sends++
	return nil
}

// settle puts what an answer cost in the place of what was taken for it.
func (b *Budget) settle(taken, cost float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.spent += cost - taken
}

// words say how much of it is used.
func (b *Budget) words() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return fmt.Sprintf("Budget: %s of %s used by %s.", figures.PriceOf(b.spent), figures.PriceOf(b.Most), figures.Counted(b.sends, "request"))
}
