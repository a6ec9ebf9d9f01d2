package jq

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"gatehouse/app/effect/process"
	"gatehouse/state/json/tree"
)

// child is a running child process. It runs one filter at a time.
type child struct {
	cmd       *exec.Cmd
	in        *gob.Encoder
	out       *gob.Decoder
	left      *io.LimitedReader // of the reply
	complaint *process.Head
	ended     bool
}

func (r Runner) start() (*child, error) {
	c := &child{cmd: exec.Command(r.Argv[0], r.Argv[1:]...), complaint: &process.Head{Limit: 4 << 10}}
	c.cmd.Env = []string{"GOTRACEBACK=none", "GOGC=400"} // without our keys; it collects every few hundred small documents
	c.cmd.Stderr = c.complaint
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("jq cannot be started: %w", err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("jq cannot be started: %w", err)
	}
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("jq cannot be started: %w", err)
	}
	c.left = &io.LimitedReader{R: bufio.NewReaderSize(out, pipeSize)}
	c.in, c.out = gob.NewEncoder(in), gob.NewDecoder(c.left)
	return c, nil
}

// diedError is the error of a child that ended by itself, without a result.
type diedError struct{ error }

// ErrTime is the error of a filter that was stopped for its time.
var ErrTime = errors.New("stopped: it takes longer")

// ask runs a filter. Without a complete reply, the child has ended afterwards.
func (c *child) ask(ctx context.Context, r Runner, doc []byte, filter string) (tree.Filtered, error) {
	limited, cancel := context.WithTimeout(ctx, r.Time)
	defer cancel()
	stop := context.AfterFunc(limited, func() { _ = c.cmd.Process.Kill() })
	// A failed write shows in how the child ends.
	go func() { _ = c.in.Encode(request{r.Memory, r.process, filter, doc}) }()
	var got reply
	c.left.N = r.Output + 1<<20
	err := c.out.Decode(&got)
	if err == nil {
		if !stop() { // too late for this reply, and the child is killed
			c.end()
		}
		if got.Wrong != "" {
			return tree.Filtered{}, errors.New(got.Wrong)
		}
		return got.Filtered, nil
	}
	full := c.left.N <= 0
	if full {
		_ = c.cmd.Process.Kill()
	}
	err = c.cmd.Wait()
	c.ended = true
	stop()
	switch {
	case ctx.Err() != nil:
		return tree.Filtered{}, ctx.Err()
	case limited.Err() != nil:
		return tree.Filtered{}, fmt.Errorf("%w than %s", ErrTime, r.Time.Round(time.Millisecond))
	case full:
		return tree.Filtered{}, fmt.Errorf("the result is larger than %d MiB", r.Output>>20)
	case err == nil:
		err = io.ErrUnexpectedEOF
	}
	return tree.Filtered{}, diedError{r.died(err, string(c.complaint.Data))}
}

func (c *child) end() {
	if c.ended {
		return
	}
	c.ended = true
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait() // it was killed
}

const (
	maxDocument = 9 << 20         // bytes; a larger one gets a new child: the proxy changes up to 8 MiB
	maxIdle     = 5 * time.Second // before a child without work ends
)

// Pool runs filters as a Runner does, and reuses the children: starting one takes longer than most
// filters. Concurrent filters run in parallel. The zero value is ready.
type Pool struct {
	Runner  Runner
	Stopped time.Duration       // how long filters may take, in all, that are stopped for their time; 0: any
	Slow    func(filter string) // is called once for each filter that takes longer than a second, from any goroutine; may be nil

	mu    sync.Mutex
	waits time.Duration   // of filters that were stopped
	slow  map[string]bool // filters that were reported

	idle []*child
	last *time.Timer // ends idle children

	checked string // the filter that was right last
}

// check is tree.CheckFilter, but for the filter that was checked last: rules run the same one each time.
func (p *Pool) check(doc []byte, filter string) error {
	p.mu.Lock()
	known := p.checked == filter && filter != ""
	p.mu.Unlock()
	if known {
		return nil
	}
	err := tree.CheckFilter(doc, filter)
	if err == nil {
		p.mu.Lock()
		p.checked = filter
		p.mu.Unlock()
	}
	return err
}

// Run is like Runner.Run.
func (p *Pool) Run(ctx context.Context, doc []byte, filter string) (tree.Filtered, error) {
	if len(doc) > maxDocument {
		defer p.watch(filter)()
		return p.Runner.Run(ctx, doc, filter)
	}
	if err := p.check(doc, filter); err != nil {
		return tree.Filtered{}, err
	}
	if ctx.Err() != nil {
		return tree.Filtered{}, ctx.Err()
	}
	r, err := p.limited(p.Runner.completed(len(doc)))
	if err != nil {
		return tree.Filtered{}, err
	}
	defer p.watch(filter)()
	r.process = p.Runner.completed(maxDocument).Memory // for later filters
	c := p.take()
	used := c != nil
	if !used {
		if c, err = r.start(); err != nil {
			return tree.Filtered{}, err
		}
	}
	began := time.Now()
	got, err := c.ask(ctx, r, doc, filter)
	p.put(c)
	if errors.Is(err, ErrTime) {
		p.mu.Lock()
		p.waits += time.Since(began)
		p.mu.Unlock()
	}
	if used && errors.As(err, new(diedError)) { // maybe because of an earlier filter
		return p.Runner.Run(ctx, doc, filter)
	}
	return got, err
}

// limited returns r with the time that is left of Stopped.
func (p *Pool) limited(r Runner) (Runner, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.Stopped == 0 {
		return r, nil
	}
	if p.waits >= p.Stopped {
		return r, fmt.Errorf("not run: filters without an end have taken %s of this run already", p.waits.Round(time.Second))
	}
	r.Time = min(r.Time, p.Stopped-p.waits)
	return r, nil
}

// slowAfter is the time after which a filter is reported.
const slowAfter = time.Second

// watch reports a filter that is slow, until the returned function is called.
func (p *Pool) watch(filter string) (stop func()) {
	if p.Slow == nil {
		return func() {}
	}
	timer := time.AfterFunc(slowAfter, func() {
		p.mu.Lock()
		known := p.slow[filter]
		if p.slow == nil {
			p.slow = map[string]bool{}
		}
		p.slow[filter] = true
		p.mu.Unlock()
		if !known {
			p.Slow(filter)
		}
	})
	return func() { timer.Stop() }
}

// take removes an idle child from the pool; nil if there is none.
func (p *Pool) take() *child {
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
func (p *Pool) put(c *child) {
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
