package main

import (
	"sync"

	"gatehouse/client/wire"
)

// queue is the client's sink: it takes arrivals without ever waiting, so that
// a slow reader of our output cannot hold up the wire and falsify its times.
type queue struct {
	ready chan struct{} // holds one token while there is something to take

	mu      sync.Mutex
	waiting []wire.Arrival
	ended   bool
}

func newQueue() *queue { return &queue{ready: make(chan struct{}, 1)} }

// Start implements client.Sink.
func (q *queue) Start(*wire.Capture) {}

// Arrive implements client.Sink.
func (q *queue) Arrive(a wire.Arrival) {
	q.mu.Lock()
	q.waiting = append(q.waiting, a)
	q.mu.Unlock()
	q.wake()
}

// end says that nothing more will arrive.
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

// take waits for arrivals and returns all that wait; more is false once all
// have been taken and the end is there.
func (q *queue) take() (batch []wire.Arrival, more bool) {
	for {
		q.mu.Lock()
		batch, q.waiting = q.waiting, nil
		ended := q.ended
		q.mu.Unlock()
		if len(batch) > 0 || ended {
			return batch, len(batch) > 0
		}
		<-q.ready
	}
}
