// Package answer makes an exchange without a screen and prints it as it arrives: gatehouse send does
// so once, the plain chat for each message.
package answer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Printer prints an exchange as it arrives. Its errors are those of writing.
type Printer interface {
	Show(x *state.Exchange, batch []wire.Arrival) error // the batch is folded into x already
	Finish(x *state.Exchange) error                     // called once, at the end
}

// ReaderGone reports whether a write failed because the reader closed its end.
func ReaderGone(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}

// Perform makes an exchange and prints it as it arrives. The error is that of writing: then unread is
// called, which must end ctx, since nobody would see the rest.
func Perform(ctx context.Context, unread func(), c *client.Client, call client.Call, p Printer) (*state.Exchange, *wire.Capture, error) {
	q := newQueue(0)
	if _, isEventStream := p.(*Events); isEventStream {
		q.maxBytes = maxEventsWaiting
	}
	var captured *wire.Capture
	go func() {
		captured = c.Do(ctx, call, q)
		q.end()
	}()
	x := state.NewExchange(call.ID, call.Body)
	var failed error
	for {
		batch, more := q.take()
		if !more {
			break
		}
		x.Apply(batch...)
		if failed == nil {
			failed = p.Show(x, batch)
			if failed != nil {
				unread()
			}
		}
	}
	if failed == nil {
		failed = p.Finish(x)
	}
	switch {
	case failed == nil:
		return x, captured, nil
	case ReaderGone(failed):
		unread() // also when only the last write failed
		return x, captured, failed
	}
	return x, captured, fmt.Errorf("the answer could not be written to standard output: %w", failed)
}

// queue is the client's sink: it accepts arrivals without waiting, so that a slow reader of our output
// does not delay the wire and falsify its times. If it is full, the wire waits.
type queue struct {
	ready    chan struct{} // holds one token while arrivals wait
	maxBytes int64         // of waiting arrivals; 0: no limit

	mu      sync.Mutex
	taken   sync.Cond // signalled when the waiting arrivals were taken
	waiting []wire.Arrival
	size    int64 // of waiting, in bytes
	ended   bool
}

func newQueue(maxBytes int64) *queue {
	q := &queue{ready: make(chan struct{}, 1), maxBytes: maxBytes}
	q.taken.L = &q.mu
	return q
}

func (q *queue) Start(*wire.Capture) {}

func (q *queue) Arrive(a wire.Arrival) {
	q.mu.Lock()
	q.waiting = append(q.waiting, a)
	q.size += Weight(&a)
	q.mu.Unlock()
	q.wake()
	if q.maxBytes > 0 {
		q.mu.Lock()
		for q.size > q.maxBytes {
			q.taken.Wait()
		}
		q.mu.Unlock()
	}
}

// Weight returns about how many bytes an arrival uses: its frame, and half a kilobyte for itself.
func Weight(a *wire.Arrival) int64 { return 512 + a.Frame.Length }

func (q *queue) end() {
	q.mu.Lock()
	q.ended = true
	q.mu.Unlock()
	q.wake()
}

func (q *queue) wake() {
	select {
	case q.ready <- struct{}{}:
	default:
	}
}

// take waits for arrivals and returns all of them; more is false after the last ones.
func (q *queue) take() (batch []wire.Arrival, more bool) {
	for {
		q.mu.Lock()
		batch, q.waiting, q.size = q.waiting, nil, 0
		q.taken.Signal()
		ended := q.ended
		q.mu.Unlock()
		if len(batch) > 0 || ended {
			return batch, len(batch) > 0
		}
		<-q.ready
	}
}
