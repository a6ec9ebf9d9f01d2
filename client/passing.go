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
	// ErrBehind is the end of a record that was given up because it was too slow.
	ErrBehind = errors.New("the record was too slow, so its rest is missing; the exchange itself continued")
)

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

// Passing is an exchange of another program that client/proxy forwards. It may be recorded
// later than it passed: its times are those of the forwarding.
type Passing struct {
	ID      string
	Start   time.Time
	Sent    wire.Sent      // credentials in its header and URL are secrets of this exchange
	Caller  wire.Caller    // the other program; recorded without its secrets
	Request *http.Request  // as it was forwarded
	Trace   *capture.Trace // of the forwarding; counts from Start
	Secrets []string       // further ones

	// Answer waits for the response's head. The body yields what was forwarded, a read at
	// a time; ErrHungUp and ErrBehind end it early.
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
func (c *Client) Record(p Passing, sink Sink) *wire.Capture {
	secrets := c.secrets.And(capture.Credentials(p.Sent)...).And(p.Secrets...)
	if u, err := url.Parse(p.Sent.URL); err == nil {
		p.Sent.URL = secrets.URL(u)
	}
	start := &wire.Capture{ID: p.ID, Start: p.Start, Sent: p.Sent, Caller: &p.Caller}
	rec := capture.NewForwarded(start, secrets, p.Now, p.Trace, p.Store)
	rec.MaxBody, rec.Delivery = c.maxBody, p.Delivery
	sink.Start(rec.Capture)
	resp, err := p.Answer()
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
