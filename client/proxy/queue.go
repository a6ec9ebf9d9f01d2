package proxy

import (
	"io"
	"net/http"
	"slices"
	"time"

	"gatehouse/client"
	"gatehouse/client/websocket"
)

// queue has the forwarded answer until it is recorded, and yields it as a response.
type queue struct {
	backlog[moment]
	left chan struct{}

	at    time.Time // of the last moment that was read; this and the following belong to the reader
	from  *http.Response
	shown http.Response // the record of it
	rest  []byte        // of the last bytes that were read
}

// moment is an entry of the queue: the head, bytes of the body, or the end.
type moment struct {
	at   time.Time
	resp *http.Response
	data []byte
	text []byte // the data, decompressed, of a WebSocket whose messages may be compressed
	end  error

	decided *beginning // the request begins again: it has waited
}

func (m moment) last() bool { return m.end != nil }

func (m moment) size() int {
	if m.data == nil {
		return 0
	}
	return len(m.data) + len(m.text) + entrySize
}

func newQueue(start time.Time, m *memory) *queue {
	q := &queue{at: start, left: make(chan struct{})}
	q.init(m)
	return q
}

// head adds the response's head.
func (q *queue) head(at time.Time, resp *http.Response) { q.put(moment{at: at, resp: resp}) }

// chunk adds a copy of bytes of the body.
func (q *queue) chunk(at time.Time, data []byte) {
	if q.running() {
		q.put(moment{at: at, data: slices.Clone(data)})
	}
}

// fail adds the end; io.EOF is a clean one. Only the first counts.
func (q *queue) fail(at time.Time, err error) { q.put(moment{at: at, end: err}) }

func (q *queue) put(m moment) { q.add(m, moment{at: m.at, end: client.ErrBehind}) }

// leave records that nothing is forwarded any more.
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

// pop waits for the next moment.
func (q *queue) pop() moment {
	m := q.backlog.pop()
	q.at = m.at
	return m
}

// now returns when the last moment that was read was forwarded.
func (q *queue) now() time.Time { return q.at }

// answer waits for the head. Its body is the rest of the queue.
func (q *queue) answer() (*http.Response, error) {
	m := q.pop()
	switch {
	case m.decided != nil:
		return nil, &client.DecidedError{At: m.decided.start, Sent: m.decided.sent, Changed: m.decided.changed, Waits: m.decided.waits}
	case m.resp == nil:
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

// Next returns the next bytes, and their text.
func (t twofold) Next() (raw, text []byte, err error) {
	m := t.q.pop()
	return m.data, m.text, m.end
}

// Read reads the body. At its end the trailers are set.
func (q *queue) Read(p []byte) (int, error) {
	if len(q.rest) == 0 {
		m := q.pop()
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
