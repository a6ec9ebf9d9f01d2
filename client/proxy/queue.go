package proxy

import (
	"io"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"gatehouse/client"
)

// momentSize is about what a moment in the queue takes beside its bytes: of a body that
// comes a byte at a time it is most of the memory.
const momentSize = 100

// queue holds what was forwarded until it is recorded. The forwarding goroutine writes it
// without ever waiting; the recording one reads it.
type queue struct {
	memory *memory // pays for the bytes that wait; without, the record is given up, not the exchange

	mu      sync.Mutex
	more    sync.Cond // signalled when something was written
	waiting []moment
	ended   bool // the end was written, or the record given up
	left    chan struct{}

	batch []moment  // taken, to be read; this and what follows belong to the reader
	at    time.Time // of the moment that was read last
	from  *http.Response
	shown http.Response // what is recorded of it
	rest  []byte        // of the bytes that were read last
}

// moment is one thing that was forwarded: the head, bytes of the body, or the end.
type moment struct {
	at   time.Time
	resp *http.Response
	data []byte
	end  error
}

// size is what it takes of the memory.
func (m *moment) size() int {
	if m.data == nil {
		return 0
	}
	return len(m.data) + momentSize
}

func newQueue(start time.Time, m *memory) *queue {
	q := &queue{memory: m, at: start, left: make(chan struct{})}
	q.more.L = &q.mu
	return q
}

// head writes the response's head.
func (q *queue) head(at time.Time, resp *http.Response) { q.add(moment{at: at, resp: resp}) }

// chunk writes a copy of what was read.
func (q *queue) chunk(at time.Time, data []byte) {
	if q.running() {
		q.add(moment{at: at, data: slices.Clone(data)})
	}
}

func (q *queue) running() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return !q.ended
}

// fail writes the end; io.EOF is a clean one. Only the first counts.
func (q *queue) fail(at time.Time, err error) { q.add(moment{at: at, end: err}) }

func (q *queue) add(m moment) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended {
		return
	}
	if !q.memory.take(m.size()) {
		m = moment{at: m.at, end: client.ErrBehind}
	}
	q.ended = m.end != nil
	q.waiting = append(q.waiting, m)
	q.more.Signal()
}

// stop says that nothing is recorded any more: of an answer that is too large, the rest
// passes without a copy.
func (q *queue) stop() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, m := range slices.Concat(q.batch, q.waiting) {
		q.memory.give(m.size())
	}
	q.ended, q.waiting, q.batch = true, nil, nil
}

// leave says that nothing is forwarded any more.
func (q *queue) leave() { close(q.left) }

// over reports whether nothing is forwarded any more.
func (q *queue) over() bool {
	select {
	case <-q.left:
		return true
	default:
		return false
	}
}

// take waits for the next moment.
func (q *queue) take() moment {
	if len(q.batch) == 0 {
		q.mu.Lock()
		for len(q.waiting) == 0 {
			q.more.Wait()
		}
		q.batch, q.waiting = q.waiting, nil
		q.mu.Unlock()
	}
	m := q.batch[0]
	q.batch[0] = moment{}
	q.batch = q.batch[1:]
	q.memory.give(m.size())
	q.at = m.at
	return m
}

// now is when was forwarded what was read last.
func (q *queue) now() time.Time { return q.at }

// answer waits for the head. Its body is what follows in the queue.
func (q *queue) answer() (*http.Response, error) {
	m := q.take()
	if m.resp == nil {
		return nil, m.end
	}
	q.from, q.shown = m.resp, *m.resp
	q.shown.Body, q.shown.Trailer = io.NopCloser(q), nil
	return &q.shown, nil
}

// Read is the body, a read of the forwarder at a time. With its end the trailers are there.
func (q *queue) Read(p []byte) (int, error) {
	if len(q.rest) == 0 {
		m := q.take()
		if m.end != nil {
			q.shown.Trailer = q.from.Trailer
			return 0, m.end
		}
		q.rest = m.data
	}
	n := copy(p, q.rest)
	q.rest = q.rest[n:]
	return n, nil
}

// memory is how many bytes all exchanges of a proxy may still hold for their records. When
// none are left, a record loses what comes next; the exchange does not.
type memory struct {
	all  int64
	left atomic.Int64
}

func (m *memory) init(all int64) {
	m.all = all
	m.left.Store(all)
}

// ample reports whether more than half of it is left.
func (m *memory) ample() bool { return m.left.Load() > m.all/2 }

// take takes n bytes, or nothing where fewer are left.
func (m *memory) take(n int) bool {
	if m.left.Add(-int64(n)) < 0 {
		m.give(n)
		return false
	}
	return true
}

// give gives n bytes back.
func (m *memory) give(n int) { m.left.Add(int64(n)) }
