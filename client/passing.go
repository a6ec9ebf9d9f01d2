package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"gatehouse/client/capture"
	"gatehouse/client/wire"
)

// Ends of an exchange that passes through, as the errors that reading its body ends with.
var (
	// ErrHungUp is the end of an exchange whose program closed the connection.
	ErrHungUp = errors.New("the program that made the request closed the connection")
	// ErrStopped is the end of an exchange that still passed when the program was stopped.
	ErrStopped = errors.New("the proxy was stopped")
	// ErrBehind is the end of a record that fell too far behind its exchange.
	ErrBehind = errors.New("the record fell behind, so its rest is missing; the exchange itself went on")
)

// ClosedError is the end of an answer on a WebSocket that its server closed before the answer
// ended.
type ClosedError struct{ Words string } // the code and the reason

func (e *ClosedError) Error() string {
	return "the server closed the WebSocket with " + e.Words
}

// ClosedBy is the end of an answer that the payload of a close frame stands for: io.EOF where
// it has no code, or 1000.
func ClosedBy(payload []byte) error {
	if code := wire.CloseCode(payload); code == wire.NoCloseCode || code == wire.NormalClosure {
		return io.EOF
	}
	return &ClosedError{wire.CloseWords(payload)}
}

// ErrNoClose is the end of a WebSocket that was not closed as the protocol asks for.
var ErrNoClose = fmt.Errorf("the server ended the connection without a close frame: %w", io.ErrUnexpectedEOF)

// Passing is an exchange of another program that passes through this one, as client/proxy
// forwards it. Recording it may lag behind: its times are those of the forwarding.
type Passing struct {
	ID      string
	Start   time.Time
	Sent    wire.Sent      // credentials in its header and URL are secrets of this exchange
	Caller  wire.Caller    // the other program, as it says; the record has no secret of it
	Request *http.Request  // as it was forwarded
	Trace   *capture.Trace // of the forwarding; counts from Start
	Secrets []string       // further ones

	// Answer waits for the response's head. The body yields what was forwarded, a read at
	// a time; ErrHungUp and ErrBehind end it early.
	Answer func() (*http.Response, error)
	// Now is the moment at which was forwarded what was taken last from Answer or the body.
	Now func() time.Time
	// Delivery is what the other program got, and when. It is asked once, at the end.
	Delivery func() *wire.Delivery

	DiscardBody bool          // of an event stream only the open frame is kept in the capture
	Store       capture.Store // keeps what is recorded beside memory; nil: nothing does
}

// Record records an exchange that passes through, and returns its capture when it has
// ended. It works as Do does, but for the forwarding, which another goroutine does.
func (c *Client) Record(p Passing, sink Sink) *wire.Capture {
	secrets := c.secrets.And(capture.Credentials(p.Sent)...).And(p.Secrets...)
	if u, err := url.Parse(p.Sent.URL); err == nil {
		p.Sent.URL = secrets.URL(u)
	}
	begun := &wire.Capture{ID: p.ID, Start: p.Start, Sent: p.Sent, Caller: &p.Caller}
	rec := capture.Begun(begun, secrets, p.Now, p.Trace, p.Store)
	rec.MaxBody, rec.Delivery = c.maxBody, p.Delivery
	sink.Start(rec.Capture)
	resp, err := p.Answer()
	if err != nil {
		return finish(rec, c.noHeadEnd(context.Background(), rec, p.Request, err), err, sink, nil)
	}
	rec.Head(resp, nil)
	return c.read(context.Background(), resp, rec, sink, p.DiscardBody, idleTimer{})
}

// Forward sends a request of another program as it is, on the client's own connections.
// Nothing is added to it.
func (c *Client) Forward(req *http.Request) (*http.Response, error) {
	if c.err != nil {
		return nil, c.err
	}
	return c.transport.RoundTrip(req)
}
