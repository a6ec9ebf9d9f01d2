package proxy

import (
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"gatehouse/client"
)

// momentSize is about what a moment on the tape takes beside its bytes: of a body that
// comes a byte at a time it is most of the memory.
const momentSize = 100

// records are the goroutines that record.
type records struct{ sync.WaitGroup }

// tape holds what was forwarded until it is recorded. The forwarding goroutine writes it
// without ever waiting; the recording one reads it.
type tape struct {
	memory *memory // pays for the bytes that wait; without, the record is given up, not the exchange

	mu      sync.Mutex
	more    sync.Cond // signalled when something was written
	waiting []moment
	ended   bool          // the end was written, or the record given up
	begun   chan struct{} // closed when something was written
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

func newTape(start time.Time, m *memory) *tape {
	t := &tape{memory: m, at: start, begun: make(chan struct{}), left: make(chan struct{})}
	t.more.L = &t.mu
	return t
}

// head writes the response's head.
func (t *tape) head(at time.Time, resp *http.Response) { t.add(moment{at: at, resp: resp}) }

// chunk writes a copy of what was read.
func (t *tape) chunk(at time.Time, data []byte) {
	if t.running() {
		t.add(moment{at: at, data: slices.Clone(data)})
	}
}

func (t *tape) running() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.ended
}

// fail writes the end; io.EOF is a clean one. Only the first counts.
func (t *tape) fail(at time.Time, err error) { t.add(moment{at: at, end: err}) }

func (t *tape) add(m moment) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	if !t.memory.take(m.size()) {
		m = moment{at: m.at, end: client.ErrBehind}
	}
	t.ended = m.end != nil
	select {
	case <-t.begun:
	default:
		close(t.begun)
	}
	t.waiting = append(t.waiting, m)
	t.more.Signal()
}

// stop says that nothing is recorded any more: of an answer that is too large, the rest
// passes without a copy.
func (t *tape) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, m := range slices.Concat(t.batch, t.waiting) {
		t.memory.give(m.size())
	}
	t.ended, t.waiting, t.batch = true, nil, nil
}

// leave says that nothing is forwarded any more.
func (t *tape) leave()    { close(t.left) }
func (t *tape) waitLeft() { <-t.left }

// take waits for the next moment.
func (t *tape) take() moment {
	if len(t.batch) == 0 {
		t.mu.Lock()
		for len(t.waiting) == 0 {
			t.more.Wait()
		}
		t.batch, t.waiting = t.waiting, nil
		t.mu.Unlock()
	}
	m := t.batch[0]
	t.batch[0] = moment{}
	t.batch = t.batch[1:]
	t.memory.give(m.size())
	t.at = m.at
	return m
}

// now is when was forwarded what was read last.
func (t *tape) now() time.Time { return t.at }

// answer waits for the head. Its body is what follows on the tape.
func (t *tape) answer() (*http.Response, error) {
	m := t.take()
	if m.resp == nil {
		return nil, m.end
	}
	t.from, t.shown = m.resp, *m.resp
	t.shown.Body, t.shown.Trailer = io.NopCloser(t), nil
	return &t.shown, nil
}

// Read is the body, a read of the forwarder at a time. With its end the trailers are there.
func (t *tape) Read(p []byte) (int, error) {
	if len(t.rest) == 0 {
		m := t.take()
		if m.end != nil {
			t.shown.Trailer = t.from.Trailer
			return 0, m.end
		}
		t.rest = m.data
	}
	n := copy(p, t.rest)
	t.rest = t.rest[n:]
	return n, nil
}
