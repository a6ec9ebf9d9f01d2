package jq

import (
	"context"
	"errors"
	"sync"
	"time"

	"gatehouse/state/json/tree"
)

const (
	maxDocument = 1 << 20         // bytes; a larger one gets a new child with more memory
	maxIdle     = 5 * time.Second // before a child without work ends
)

// Pool runs filters as a Runner does, and reuses the children: starting one takes longer than most
// filters. Concurrent filters run in parallel. The zero value is ready.
type Pool struct {
	Runner Runner

	mu   sync.Mutex
	idle []*process
	last *time.Timer // ends idle children
}

// Run is like Runner.Run.
func (p *Pool) Run(ctx context.Context, doc []byte, filter string) (tree.Filtered, error) {
	if len(doc) > maxDocument {
		return p.Runner.Run(ctx, doc, filter)
	}
	if err := tree.CheckFilter(doc, filter); err != nil {
		return tree.Filtered{}, err
	}
	if ctx.Err() != nil {
		return tree.Filtered{}, ctx.Err()
	}
	r := p.Runner.completed(0) // the same limits for all filters of a child
	c := p.take()
	used := c != nil
	if !used {
		var err error
		if c, err = r.start(); err != nil {
			return tree.Filtered{}, err
		}
	}
	got, err := c.ask(ctx, r, doc, filter)
	p.put(c)
	if used && errors.As(err, new(diedError)) { // maybe because of an earlier filter
		return p.Runner.Run(ctx, doc, filter)
	}
	return got, err
}

// take removes an idle child from the pool; nil if there is none.
func (p *Pool) take() *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return nil
	}
	c := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return c
}

// put returns a child to the pool, unless it has ended.
func (p *Pool) put(c *process) {
	if c.ended {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, c)
	if p.last == nil {
		p.last = time.AfterFunc(maxIdle, p.Close)
	}
	p.last.Reset(maxIdle)
}

// Close ends the children without work. The pool may be used afterwards.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	for _, c := range idle {
		c.end()
	}
}
