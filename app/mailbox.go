package app

import (
	"sync"
	"time"

	"gatehouse/client/wire"
)

const (
	// frame is the least time between two batches of one exchange: what comes
	// faster is drawn together.
	frame = 16 * time.Millisecond
	// maxBatch bounds how long one batch keeps the keys waiting. What is over
	// follows without the wait for a frame.
	maxBatch = 8192
)

// mailbox stands between the reader of an exchange and the screen. It is the
// client's sink: it takes every arrival at once and never drops one, so that
// the wire never waits for the screen; the screen takes batches.
type mailbox struct {
	mu      sync.Mutex
	capture *wire.Capture
	queue   []wire.Arrival
	spare   []wire.Arrival // an emptied batch, to be filled again

	ready chan struct{} // holds a token when the queue may hold something
	hurry chan struct{} // holds a token when a terminal event waits
	last  time.Time     // when the last batch was taken; only take touches it
}

func newMailbox() *mailbox {
	return &mailbox{ready: make(chan struct{}, 1), hurry: make(chan struct{}, 1)}
}

// Start implements the client's sink.
func (b *mailbox) Start(c *wire.Capture) {
	b.mu.Lock()
	b.capture = c
	b.mu.Unlock()
}

// Arrive implements the client's sink.
func (b *mailbox) Arrive(a wire.Arrival) {
	b.mu.Lock()
	b.queue = append(b.queue, a)
	b.mu.Unlock()
	rouse(b.ready)
	if terminal(&a) {
		rouse(b.hurry)
	}
}

// take waits until something is there and returns it: the first at once, later
// ones at most once a frame. A terminal event, and what one batch could not
// hold, ends the wait. The batch belongs to the caller until recycle.
func (b *mailbox) take() (capture *wire.Capture, batch []wire.Arrival) {
	for {
		<-b.ready
		if wait := frame - time.Since(b.last); wait > 0 && !b.last.IsZero() {
			timer := time.NewTimer(wait)
			select {
			case <-timer.C:
			case <-b.hurry:
			}
			timer.Stop()
		}
		if capture, batch = b.fetch(); len(batch) > 0 {
			return capture, batch
		}
	}
}

func (b *mailbox) fetch() (*wire.Capture, []wire.Arrival) {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-b.hurry:
	default:
	}
	b.last = time.Now()
	if len(b.queue) <= maxBatch {
		batch := b.queue
		b.queue, b.spare = b.spare[:0], nil
		return b.capture, batch
	}
	batch := append(b.spare[:0], b.queue[:maxBatch]...)
	rest := copy(b.queue, b.queue[maxBatch:])
	clear(b.queue[rest:])
	b.queue, b.spare = b.queue[:rest], nil
	b.last = time.Time{}
	rouse(b.ready)
	return b.capture, batch
}

// recycle gives a batch back, to be filled again.
func (b *mailbox) recycle(batch []wire.Arrival) {
	clear(batch)
	b.mu.Lock()
	if b.spare == nil {
		b.spare = batch[:0]
	}
	b.mu.Unlock()
}

func rouse(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// terminal reports whether an arrival is one after which a person waits for
// nothing more: it must not lie in the box for the rest of a frame.
func terminal(a *wire.Arrival) bool {
	if a.Kind != wire.ArrivedFrame {
		return a.Kind == wire.ArrivedEnd
	}
	switch a.Event.Type {
	case "response.completed", "response.failed", "response.incomplete", "error":
		return true
	}
	return false
}
