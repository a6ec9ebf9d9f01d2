package answer

import (
	"sync"

	"gatehouse/client/wire"
)

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

// end marks the end of the arrivals.
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
