package relay

import (
	"context"
	"sync"
	"time"

	"gatehouse/client/proxy"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// Pauses has requests wait for the user: those that match a breakpoint. The zero value has none.
type Pauses struct {
	mu      sync.Mutex
	set     bool
	filter  query.Query
	once    bool // the breakpoint is for one request
	waiting map[string]chan proxy.Decision
}

// Set sets the breakpoint: a filter on what is known of a request. Without one it is for the next request alone.
func (p *Pauses) Set(filter string) error {
	q, err := query.Parse(filter, time.Now())
	if err == nil {
		err = checkEarly(q)
	}
	if err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set, p.filter, p.once = true, q, len(q.Any) == 0
	return nil
}

// Remove removes the breakpoint. What waits is not sent by that.
func (p *Pauses) Remove() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set = false
}

// IsSet reports whether there is a breakpoint.
func (p *Pauses) IsSet() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.set
}

// mayMatch reports whether the breakpoint may be for a request, before its body is known.
func (p *Pauses) mayMatch(e *history.Entry) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.set && mayHold(p.filter, e)
}

// matches reports whether the breakpoint is for a request, which uses it up if it is for one.
func (p *Pauses) matches(e *history.Entry) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.set || query.Holds(p.filter, e) != query.Yes {
		return false
	}
	p.set = !p.once
	return true
}

// wait waits until Decide is called for an ID. The error is the cause of ctx.
func (p *Pauses) wait(ctx context.Context, id string) (d proxy.Decision, err error) {
	decided := make(chan proxy.Decision, 1)
	p.mu.Lock()
	if p.waiting == nil {
		p.waiting = map[string]chan proxy.Decision{}
	}
	p.waiting[id] = decided
	p.mu.Unlock()
	defer func() {
		p.mu.Lock()
		delete(p.waiting, id)
		p.mu.Unlock()
	}()
	select {
	case d = <-decided:
		return d, nil
	case <-ctx.Done():
		return d, context.Cause(ctx)
	}
}

// Decide ends the wait of a request; false if it waits no longer.
func (p *Pauses) Decide(id string, d proxy.Decision) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	decided := p.waiting[id]
	delete(p.waiting, id)
	if decided != nil {
		decided <- d
	}
	return decided != nil
}
