package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"syscall"
	"time"

	"gatehouse/client/capture"
	"gatehouse/client/websocket"
	"gatehouse/client/wire"
)

// Causes of an end on the client's side.
var (
	errTimeout = errors.New("the time for the complete exchange is over")
	errIdle    = errors.New("no byte arrived for the idle time")
)

// Do makes one exchange and returns its capture when it has ended; the capture is never
// nil and its End is set. Cancelling ctx ends the exchange; the capture has what had
// arrived. No goroutine is left running and, unless the answer was read to its end, no
// connection open. A request that could not be written to a reused connection at all,
// because the server had closed it, is sent on a new one: that is not a second request.
func (c *Client) Do(ctx context.Context, call Call, sink Sink) *wire.Capture {
	req, sent, err := c.request(&call)
	rec := capture.New(call.ID, sent, c.secretsOf(call.Header), time.Now, call.Store)
	rec.MaxBody = c.maxBody
	sink.Start(rec.Capture)
	if err != nil {
		return finish(rec, wire.End{Cause: wire.EndRequest}, err, sink, nil)
	}
	if call.Timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, call.Timeout, errTimeout)
		defer stop()
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	idle := startIdleTimer(call.IdleTimeout, func() { cancel(errIdle) })
	defer idle.stop()

	resp, err := c.transport.RoundTrip(req.WithContext(rec.Context(ctx)))
	if err != nil {
		return finish(rec, c.noHeadEnd(ctx, rec, req, err), endError(ctx, err), sink, nil)
	}
	defer func() { resp.Body.Close() }()
	idle.reset()
	c.noteUpgrade(resp)
	if (&wire.Head{Status: resp.StatusCode, Header: resp.Header}).IsSocket() {
		c.openSocket(ctx, resp, call.Body)
		rec.Wrote()
	}
	rec.Head(resp, idle.reset)
	return c.read(ctx, resp, rec, sink, call.DiscardBody, idle)
}

// read reads the body to its end.
func (c *Client) read(ctx context.Context, resp *http.Response, rec *capture.Recorder, sink Sink, discardBody bool, idle idleTimer) *wire.Capture {
	d := newReplayer(rec.Capture, c.maxLine, func(a wire.Arrival) bool {
		sink.Arrive(a)
		return true
	})
	d.live, d.discardBody, d.retainEncoded = true, discardBody, rec.Stored()
	d.head()
	for {
		had := rec.Capture.Text().Len()
		err := rec.Next()
		if rec.Capture.Text().Len() > had {
			idle.stop() // the sink may block, which is no silence of the server
			d.advance()
			idle.reset()
		}
		if err == nil && c.indexTooLarge(rec.Capture) {
			err = &capture.BodyCapError{Cap: c.maxBody}
		}
		dropped := max(resp.ContentLength-rec.Capture.Body.Len(), 0)
		switch tooLong := d.cutter.Err(); {
		case tooLong != nil:
			rec.Capture.Dropped = dropped
			return finish(rec, wire.End{Cause: wire.EndLineCap}, tooLong, sink, d)
		case is[*capture.BodyCapError](err):
			rec.Capture.Dropped = dropped
			return finish(rec, wire.End{Cause: wire.EndBodyCap}, err, sink, d)
		case err == io.EOF:
			return finish(rec, wire.End{Cause: wire.EndClean}, nil, sink, d)
		case err != nil:
			return finish(rec, bodyEnd(ctx, err), endError(ctx, err), sink, d)
		}
	}
}

// The sizes of the index entries of a frame and a chunk in bytes: for a stream of a
// million empty comments the index is larger than the stream.
const (
	frameIndexSize = 32
	chunkIndexSize = 16
)

// indexTooLarge reports whether the index of frames and chunks exceeds the cap on a body.
func (c *Client) indexTooLarge(capture *wire.Capture) bool {
	frames, chunks := len(capture.Frames.All()), len(capture.Text().Chunks())
	return max(int64(frames)*frameIndexSize, int64(chunks)*chunkIndexSize) > c.maxBody
}

// finish closes the record and emits the end, after the torn tail.
func finish(rec *capture.Recorder, end wire.End, err error, sink Sink, d *replayer) *wire.Capture {
	rec.End(end, err)
	if d != nil {
		d.end()
		return rec.Capture
	}
	sink.Arrive(rec.Capture.EndArrival())
	return rec.Capture
}

// bodyEnd returns the end of a body that ended early: its cause and further detail.
func bodyEnd(ctx context.Context, err error) wire.End {
	if cause := endCause(ctx, err); cause != "" {
		return wire.End{Cause: cause}
	}
	switch {
	case errors.Is(err, ErrFault):
		return wire.End{Cause: wire.EndLost, Detail: wire.DetailFault}
	case errors.Is(err, syscall.ECONNRESET):
		return wire.End{Cause: wire.EndLost, Detail: wire.DetailReset}
	}
	return wire.End{Cause: wire.EndLost}
}

// endCause returns why the client, the caller of the proxy or the reading of the answer
// ended the exchange; "" if the connection did.
func endCause(ctx context.Context, err error) wire.EndCause {
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errIdle):
		return wire.EndIdle
	case errors.Is(cause, errTimeout), errors.Is(cause, context.DeadlineExceeded):
		return wire.EndTimeout
	case cause != nil, errors.Is(err, ErrStopped):
		return wire.EndCancelled
	case errors.Is(err, ErrHungUp):
		return wire.EndHungUp
	case errors.Is(err, ErrBehind):
		return wire.EndBehind
	case is[*UnsentError](err):
		return wire.EndUnsent
	case is[*capture.EncodingError](err), is[*websocket.ProtocolError](err):
		return wire.EndEncoding
	}
	return ""
}

// endError returns the cause of the client if it ended the exchange, else err.
func endError(ctx context.Context, err error) error {
	return cmp.Or(context.Cause(ctx), err)
}

// idleTimer ends an exchange when no byte arrives.
type idleTimer struct {
	timer *time.Timer
	limit time.Duration
}

// startIdleTimer starts a timer that calls expire after limit without a reset; none for a
// limit of 0.
func startIdleTimer(limit time.Duration, expire func()) idleTimer {
	if limit <= 0 {
		return idleTimer{}
	}
	return idleTimer{timer: time.AfterFunc(limit, expire), limit: limit}
}

func (t idleTimer) reset() {
	if t.timer != nil {
		t.timer.Reset(t.limit)
	}
}

func (t idleTimer) stop() {
	if t.timer != nil {
		t.timer.Stop()
	}
}

// Ends of an exchange that passes through, as the errors that reading its body ends with.
var (
	// ErrHungUp is the end of an exchange whose program closed the connection.
	ErrHungUp = errors.New("the program that made the request closed the connection")
	// ErrStopped is the end of an exchange that still passed when the program was stopped.
	ErrStopped = errors.New("the proxy was stopped")
	// ErrFault is the end of an answer that a rule of the proxy broke off.
	ErrFault = errors.New("on purpose")
	// ErrBehind is the end of a record that was given up because it was too slow.
	ErrBehind = errors.New("the record was too slow, so its rest is missing; the exchange itself continued")
)

// UnsentError is the end of an exchange whose request the proxy did not send.
type UnsentError struct {
	Detail wire.EndDetail
	Why    string
}

func (e *UnsentError) Error() string { return "the request was not sent: " + e.Why }

// DecidedError is the end of the wait of a request, whose record begins again.
type DecidedError struct {
	At      time.Time // from which on the times of the exchange count
	Sent    wire.Sent
	Changed *wire.Changed
	Waits   bool // nothing was decided: the wait ended, and so does the exchange
}

func (e *DecidedError) Error() string { return "the request is as the user decided" }

// Sleep waits. The error is the cause of ctx if it ends before.
func Sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
	return context.Cause(ctx)
}

// ClosedBy returns the end of an answer by the payload of a close frame: io.EOF for a normal
// closure or none, else an error with the code and the reason.
func ClosedBy(payload []byte) error {
	if code := wire.CloseCode(payload); code == wire.NoCloseCode || code == wire.NormalClosure {
		return io.EOF
	}
	return errors.New("the server closed the WebSocket with " + wire.CloseWords(payload))
}

// ErrNoClose is the end of a WebSocket whose server sent no close frame.
var ErrNoClose = fmt.Errorf("the server ended the connection without a close frame: %w", io.ErrUnexpectedEOF)

// Forwarded is an exchange of another program that client/proxy forwards. It may be recorded
// later than it passed: its times are those of the forwarding.
type Forwarded struct {
	ID      string
	Start   time.Time
	Sent    wire.Sent      // credentials in its header and URL are secrets of this exchange
	Caller  wire.Caller    // the other program; recorded without its secrets
	Changed *wire.Changed  // what it sent, if Sent is not that
	Waits   bool           // until Answer returns a *DecidedError that does not
	Request *http.Request  // as it was forwarded
	Trace   *capture.Trace // of the forwarding; counts from Start
	Secrets []string       // further ones

	// Answer waits for the response's head. The body yields what was forwarded, a read at
	// a time; ErrHungUp and ErrBehind end it early. After a *DecidedError it is called again.
	Answer func() (*http.Response, error)
	// Now returns when the last read from Answer or the body was forwarded.
	Now func() time.Time
	// Delivery returns what the other program got, and when. It is called once, at the end.
	Delivery func() *wire.Delivery

	DiscardBody bool          // the capture of an event stream retains only the open frame
	Store       capture.Store // where the record is stored in addition to memory; nil: nowhere
}

// Record records an exchange that passes through, and returns its capture when it has
// ended. It works as Do does, except that another goroutine forwards.
func (c *Client) Record(p Forwarded, sink Sink) *wire.Capture {
	secrets := c.secrets.With(capture.Credentials(p.Sent)...).With(p.Secrets...)
	if u, err := url.Parse(p.Sent.URL); err == nil {
		p.Sent.URL = secrets.URL(u)
	}
	start := &wire.Capture{ID: p.ID, Start: p.Start, Sent: p.Sent, Caller: new(p.Caller), Changed: p.Changed, Waits: p.Waits}
	rec := capture.NewForwarded(start, secrets, p.Now, p.Trace, p.Store)
	rec.MaxBody, rec.Delivery = c.maxBody, p.Delivery
	sink.Start(rec.Capture)
	resp, err := p.Answer()
	if decided, ok := errors.AsType[*DecidedError](err); ok {
		p.Start, p.Sent, p.Changed, p.Waits = decided.At, decided.Sent, decided.Changed, decided.Waits
		return c.Record(p, sink)
	}
	if err != nil {
		return finish(rec, c.noHeadEnd(context.Background(), rec, p.Request, err), err, sink, nil)
	}
	rec.Head(resp, nil)
	return c.read(context.Background(), resp, rec, sink, p.DiscardBody, idleTimer{})
}

// Forward sends a request of another program as it is, on the client's connections.
func (c *Client) Forward(req *http.Request) (*http.Response, error) {
	if c.err != nil {
		return nil, c.err
	}
	return c.transport.RoundTrip(req)
}
