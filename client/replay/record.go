package replay

import (
	"io"
	"net/http"
	"time"

	"gatehouse/client"
	"gatehouse/client/capture"
	"gatehouse/client/proxy"
	"gatehouse/client/wire"
)

// record records an exchange that has ended, as the proxy would have.
func (s *Server) record(x *playing, sent wire.Sent, a Answer) {
	if s.options.Watch == nil {
		return
	}
	s.running.Go(func() {
		id := proxy.NewID()
		sent.Header.Set("Host", x.r.Host)
		watch := s.options.Watch(id, sent, a)
		if watch.Sink == nil {
			watch.Sink = client.NopSink{}
		}
		back := &readBack{x: x, at: x.pace.start, left: x.chunks}
		c := s.client.Record(client.Forwarded{
			ID: id, Start: x.pace.start, Sent: sent, Request: x.r, Trace: capture.NewTrace(x.pace.start, time.Now),
			Answer: back.answer, Now: back.now, Delivery: x.delivery,
			Caller:      wire.Caller{Address: x.r.RemoteAddr, UserAgent: x.r.UserAgent(), Path: x.r.URL.RequestURI()},
			DiscardBody: watch.DiscardBody, Store: watch.Store,
		}, watch.Sink)
		if watch.End != nil {
			watch.End(c)
		}
	})
}

// delivery returns what the program got.
func (x *playing) delivery() *wire.Delivery {
	d := new(wire.NoDelivery())
	d.SentUS = 0
	us := func(at time.Time) int64 { return at.Sub(x.pace.start).Microseconds() }
	if x.head != nil {
		d.HeadUS = us(x.headAt)
	}
	if n := len(x.chunks); n > 0 {
		d.FirstUS, d.LastUS = us(x.chunks[0].at), us(x.chunks[n-1].at)
	}
	return d
}

// readBack yields the written answer as a response.
type readBack struct {
	x    *playing
	at   time.Time // of the last read
	left []written
	rest []byte
}

func (b *readBack) now() time.Time { return b.at }

func (b *readBack) answer() (*http.Response, error) {
	if b.x.head == nil {
		b.at = b.x.endAt
		return nil, b.x.end
	}
	b.at = b.x.headAt
	b.x.head.Body = io.NopCloser(b)
	return b.x.head, nil
}

// Read reads the body, a chunk at a time.
func (b *readBack) Read(p []byte) (int, error) {
	if len(b.rest) == 0 {
		if len(b.left) == 0 {
			b.at = b.x.endAt
			return 0, b.x.end
		}
		b.at, b.rest, b.left = b.left[0].at, b.left[0].data, b.left[1:]
	}
	n := copy(p, b.rest)
	b.rest = b.rest[n:]
	return n, nil
}
