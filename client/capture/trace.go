package capture

import (
	"context"
	"crypto/tls"
	"net/http/httptrace"
	"sync"
	"time"

	"gatehouse/client/wire"
)

// Trace collects the times of a connection, in microseconds after a start. The transport
// calls it from its own goroutines, some of them after the exchange has ended.
type Trace struct {
	mu        sync.Mutex
	now       func() int64
	timing    wire.Timing
	requested bool // a connection was requested
	broken    bool // the TLS handshake failed
}

// NewTrace returns a trace whose times count from start.
func NewTrace(start time.Time, now func() time.Time) *Trace {
	return &Trace{now: func() int64 { return now().Sub(start).Microseconds() }, timing: wire.NoTiming()}
}

// NewReusedTrace returns the trace of a request that was written to an open connection,
// wroteUS microseconds after its start.
func NewReusedTrace(start time.Time, now func() time.Time, wroteUS int64) *Trace {
	t := NewTrace(start, now)
	t.timing.Reused, t.timing.WroteRequest, t.requested = true, wroteUS, true
	return t
}

// Restart has times count from another start. The request must not be sent yet.
func (t *Trace) Restart(start time.Time, now func() time.Time) {
	t.now = func() int64 { return now().Sub(start).Microseconds() }
}

// Attach makes ctx report to t.
func (t *Trace) Attach(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:  func(string) { t.set(func(*wire.Timing, int64) { t.requested = true }) },
		DNSStart: func(httptrace.DNSStartInfo) { t.set(func(w *wire.Timing, at int64) { w.DNSStart = at }) },
		DNSDone:  func(httptrace.DNSDoneInfo) { t.set(func(w *wire.Timing, at int64) { w.DNSDone = at }) },
		ConnectStart: func(string, string) {
			t.set(func(w *wire.Timing, at int64) {
				if w.ConnectStart < 0 { // the first of several dials to one host
					w.ConnectStart = at
				}
			})
		},
		ConnectDone: func(_, _ string, err error) {
			t.set(func(w *wire.Timing, at int64) {
				if err == nil && w.ConnectDone < 0 {
					w.ConnectDone = at
				}
			})
		},
		TLSHandshakeStart: func() { t.set(func(w *wire.Timing, at int64) { w.TLSStart = at }) },
		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			t.set(func(w *wire.Timing, at int64) {
				if t.broken = err != nil; !t.broken {
					w.TLSDone = at
				}
			})
		},
		GotConn: t.gotConn,
		WroteRequest: func(info httptrace.WroteRequestInfo) {
			t.set(func(w *wire.Timing, at int64) {
				if info.Err == nil {
					w.WroteRequest = at
				}
			})
		},
		GotFirstResponseByte: func() { t.set(func(w *wire.Timing, at int64) { w.FirstByte = at }) },
	})
}

func (t *Trace) set(f func(w *wire.Timing, at int64)) {
	at := t.now()
	t.mu.Lock()
	defer t.mu.Unlock()
	f(&t.timing, at)
}

// gotConn clears the times of a dial that the request did not wait for, because another
// connection became free.
func (t *Trace) gotConn(info httptrace.GotConnInfo) {
	t.set(func(w *wire.Timing, _ int64) {
		if info.Reused {
			*w = wire.NoTiming()
		}
		w.Reused = info.Reused
	})
}

// read returns the times so far.
func (t *Trace) read() (timing wire.Timing, requested, tlsFailed bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.timing, t.requested, t.broken
}
