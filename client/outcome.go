package client

import (
	"errors"
	"fmt"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// ErrTruncated is the error of an event stream that ends as the protocol says,
// but without a terminal event.
var ErrTruncated = errors.New("the stream ends without a terminal event")

// TransportError is an exchange whose transport failed, before the head or in
// the middle of the body.
type TransportError struct {
	Cause   wire.EndCause
	Message string // the transport's own words, secrets overwritten
	Capture *wire.Capture
}

func (e *TransportError) Error() string { return fmt.Sprintf("%s: %s", e.Cause, e.Message) }

// ResponseError is a failure told with a 2xx: in an error event, a failed
// response, or an error object in the place of a response.
type ResponseError struct {
	Failure wire.Failure
	Capture *wire.Capture
}

func (e *ResponseError) Error() string {
	if e.Failure.Type != "" {
		return fmt.Sprintf("the response failed (%s): %s", e.Failure.Type, e.Failure.Message)
	}
	return "the response failed: " + e.Failure.Message
}

// Failed returns the error of a finished exchange by its transport and status:
// a *TransportError, the type of the status's meaning, or nil for 2xx. What a
// 2xx body says is not looked at.
func Failed(c *wire.Capture) error {
	if c.Head != nil && (c.Head.Status < 200 || c.Head.Status > 299) {
		at := c.Start.Add(time.Duration(c.Head.AtUS) * time.Microsecond)
		text := c.Text()
		return statusError(StatusError{
			Status: c.Head.Status, Capture: c,
			Failure: read.Failure(c.Head.Status, c.Head.Header, text.All(), text.Len(), at),
		})
	}
	if c.End != nil && c.End.Cause != wire.EndClean {
		return &TransportError{Cause: c.End.Cause, Message: c.End.Message, Capture: c}
	}
	return nil
}
