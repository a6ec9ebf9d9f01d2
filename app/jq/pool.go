package jq

import (
	"context"
	"errors"
	"sync"
	"time"

	"gatehouse/state/tree"
)

const (
	keptDocument = 1 << 20         // bytes; a larger document gets a child of its own, with the memory for it
	keptIdle     = 5 * time.Second // after which a child without work ends
)

// Pool runs filters as a Runner does, and keeps the children for the next:
// to start one takes longer than most filters do. As many run as are asked for
// side by side. The zero value is ready.
type Pool struct {
	Runner Runner

	mu   sync.Mutex
	idle []*process
	last *time.Timer // ends those that are idle
}

// Run is as Runner.Run.
func (p *Pool) Run(ctx context.Context, doc []byte, filter string) (tree.Filtered, error) {
	if len(doc) > keptDocument {
		return p.Runner.Run(ctx, doc, filter)
	}
	if err := tree.CheckFilter(doc, filter); err != nil {
		return tree.Filtered{}, err
	}
	if ctx.Err() != nil {
		return tree.Filtered{}, ctx.Err()
	}
	r := p.Runner.completed(0) // one bound for all that a child is asked
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
	if used && errors.As(err, new(diedError)) { // maybe of what earlier filters left
		return p.Runner.Run(ctx, doc, filter)
	}
	return got, err
}

// take returns a child without work; nil: there is none.
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

// put keeps a child for the next filter, unless it has ended.
func (p *Pool) put(c *process) {
	if c.ended {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, c)
	if p.last == nil {
		p.last = time.AfterFunc(keptIdle, p.Close)
	}
	p.last.Reset(keptIdle)
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
