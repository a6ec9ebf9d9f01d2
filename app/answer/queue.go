package answer

import (
	"sync"

	"gatehouse/client/wire"
)

// queue is the client's sink: it takes arrivals without waiting, so that a slow
// reader of our output cannot hold up the wire and falsify its times. Where a
// stream of any length is to pass through bounded memory, it waits at last.
type queue struct {
	ready chan struct{} // holds one token while there is something to take
	most  int64         // bytes that may wait: then the wire waits too; 0: any

	mu      sync.Mutex
	taken   sync.Cond // signalled when what waited was taken
	waiting []wire.Arrival
	size    int64 // of what waits, in bytes
	ended   bool
}

func newQueue(most int64) *queue {
	q := &queue{ready: make(chan struct{}, 1), most: most}
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
	if q.most > 0 {
		q.mu.Lock()
		for q.size > q.most {
			q.taken.Wait()
		}
		q.mu.Unlock()
	}
}

// Weight is about how many bytes an arrival holds beside an answer's document:
// its frame, and half a kilobyte for itself.
func Weight(a *wire.Arrival) int64 { return 512 + a.Frame.Length }

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
