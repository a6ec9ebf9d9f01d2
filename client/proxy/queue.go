package proxy

import (
	"io"
	"net/http"
	"slices"
	"time"

	"gatehouse/client"
	"gatehouse/client/websocket"
)

// queue holds what was forwarded until it is recorded, and yields it as a response.
type queue struct {
	backlog[moment]
	left chan struct{}

	at    time.Time // of the moment that was read last; this and what follows belong to the reader
	from  *http.Response
	shown http.Response // what is recorded of it
	rest  []byte        // of the bytes that were read last
}

// moment is one thing that was forwarded: the head, bytes of the body, or the end.
type moment struct {
	at   time.Time
	resp *http.Response
	data []byte
	text []byte // of a WebSocket whose messages may be compressed: the data, decompressed
	end  error
}

func (m moment) last() bool { return m.end != nil }

// size is what it takes of the memory.
func (m moment) size() int {
	if m.data == nil {
		return 0
	}
	return len(m.data) + len(m.text) + momentSize
}

func newQueue(start time.Time, m *memory) *queue {
	q := &queue{at: start, left: make(chan struct{})}
	q.init(m)
	return q
}

// head writes the response's head.
func (q *queue) head(at time.Time, resp *http.Response) { q.put(moment{at: at, resp: resp}) }

// chunk writes a copy of what was read.
func (q *queue) chunk(at time.Time, data []byte) {
	if q.running() {
		q.put(moment{at: at, data: slices.Clone(data)})
	}
}

// fail writes the end; io.EOF is a clean one. Only the first counts.
func (q *queue) fail(at time.Time, err error) { q.put(moment{at: at, end: err}) }

func (q *queue) put(m moment) { q.add(m, moment{at: m.at, end: client.ErrBehind}) }

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
	m := q.backlog.take()
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
	if websocket.ExtensionsOf(m.resp.Header).Deflate {
		q.shown.Body = twofold{io.NopCloser(q), q}
	}
	return &q.shown, nil
}

// twofold is the body of a WebSocket whose messages may be compressed; see capture.Twofold.
type twofold struct {
	io.ReadCloser
	q *queue
}

// Next is what came next, and its text.
func (t twofold) Next() (raw, text []byte, err error) {
	m := t.q.take()
	return m.data, m.text, m.end
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
