package client

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// StatusError is an answer outside 2xx. Every type below embeds one, so that errors.As
// finds a *StatusError in each of them.
type StatusError struct {
	Status  int // HTTP status
	Failure wire.Failure
	Capture *wire.Capture
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("%s (%d): %s", Meaning(e.Status), e.Status, e.Failure.Message)
}

// The meanings of the statuses (API document, "Errors"). A 403 has two types: what
// a guardrail blocked is a *GuardrailError, everything else a *PermissionError.
type (
	// RequestError is a 400: invalid parameters or malformed input.
	RequestError struct{ StatusError }
	// AuthenticationError is a 401: no credentials, or invalid ones.
	AuthenticationError struct{ StatusError }
	// CreditsError is a 402: insufficient credits or quota.
	CreditsError struct{ StatusError }
	// GuardrailError is a 403, or a 446, for a request that a guardrail blocked; the
	// patterns that matched are in Failure.Patterns, where the answer has them.
	GuardrailError struct{ StatusError }
	// PermissionError is any other 403: the operation needs a management key
	// (Failure.Managed), or a limit of the key, the region, the model or an
	// access policy of the service does not permit the request.
	PermissionError struct{ StatusError }
	// NotFoundError is a 404: no such model, path or resource, or no candidate
	// left to route to.
	NotFoundError struct{ StatusError }
	// TimeLimitError is a 408: the operation exceeded its time limit.
	TimeLimitError struct{ StatusError }
	// TooLargeError is a 413: the request is too large.
	TooLargeError struct{ StatusError }
	// SemanticError is a 422: a request in contradiction with itself.
	SemanticError struct{ StatusError }
	// RateLimitError is a 429; Failure.Retry says when to try again.
	RateLimitError struct{ StatusError }
	// ServerError is a 500: an unexpected error of the service.
	ServerError struct{ StatusError }
	// UpstreamError is a 502: the provider or the way to it failed.
	UpstreamError struct{ StatusError }
	// UnavailableError is a 503: temporarily unavailable.
	UnavailableError struct{ StatusError }
	// EdgeTimeoutError is a 524: the provider's answer timed out at the edge.
	EdgeTimeoutError struct{ StatusError }
	// OverloadedError is a 529: the provider is temporarily overloaded.
	OverloadedError struct{ StatusError }
)

// Error names the operation where that needs a management key.
func (e *PermissionError) Error() string {
	if e.Capture == nil || !e.Failure.Managed {
		return e.StatusError.Error()
	}
	path := e.Capture.Sent.URL
	if u, err := url.Parse(path); err == nil {
		path = u.EscapedPath()
	}
	return fmt.Sprintf("%s (%d): %s %s needs a management key: %s", Meaning(e.Status), e.Status, e.Capture.Sent.Method, path, e.Failure.Message)
}

func (e *RequestError) Unwrap() error        { return &e.StatusError }
func (e *AuthenticationError) Unwrap() error { return &e.StatusError }
func (e *CreditsError) Unwrap() error        { return &e.StatusError }
func (e *GuardrailError) Unwrap() error      { return &e.StatusError }
func (e *PermissionError) Unwrap() error     { return &e.StatusError }
func (e *NotFoundError) Unwrap() error       { return &e.StatusError }
func (e *TimeLimitError) Unwrap() error      { return &e.StatusError }
func (e *TooLargeError) Unwrap() error       { return &e.StatusError }
func (e *SemanticError) Unwrap() error       { return &e.StatusError }
func (e *RateLimitError) Unwrap() error      { return &e.StatusError }
func (e *ServerError) Unwrap() error         { return &e.StatusError }
func (e *UpstreamError) Unwrap() error       { return &e.StatusError }
func (e *UnavailableError) Unwrap() error    { return &e.StatusError }
func (e *EdgeTimeoutError) Unwrap() error    { return &e.StatusError }
func (e *OverloadedError) Unwrap() error     { return &e.StatusError }

// statusError gives an answer outside 2xx the type of its meaning.
func statusError(s StatusError) error {
	if s.Failure.Guardrail {
		return &GuardrailError{s}
	}
	switch s.Status {
	case http.StatusBadRequest:
		return &RequestError{s}
	case http.StatusUnauthorized:
		return &AuthenticationError{s}
	case http.StatusPaymentRequired:
		return &CreditsError{s}
	case http.StatusForbidden:
		return &PermissionError{s}
	case http.StatusNotFound:
		return &NotFoundError{s}
	case http.StatusRequestTimeout:
		return &TimeLimitError{s}
	case http.StatusRequestEntityTooLarge:
		return &TooLargeError{s}
	case http.StatusUnprocessableEntity:
		return &SemanticError{s}
	case http.StatusTooManyRequests:
		return &RateLimitError{s}
	case http.StatusInternalServerError:
		return &ServerError{s}
	case http.StatusBadGateway:
		return &UpstreamError{s}
	case http.StatusServiceUnavailable:
		return &UnavailableError{s}
	case statusEdgeTimeout:
		return &EdgeTimeoutError{s}
	case statusOverloaded:
		return &OverloadedError{s}
	}
	return &s
}

// Statuses of the document that net/http has no name for.
const (
	statusEdgeTimeout = 524
	statusOverloaded  = 529
)

// Meaning returns what a status means in a few plain words (API document,
// "Errors"); for a status that the document does not list, its standard name.
func Meaning(status int) string {
	switch status {
	case http.StatusBadRequest:
		return "invalid request"
	case http.StatusUnauthorized:
		return "not authenticated"
	case http.StatusPaymentRequired:
		return "out of credits"
	case http.StatusForbidden:
		return "not permitted"
	case http.StatusNotFound:
		return "not found"
	case http.StatusRequestTimeout:
		return "time limit exceeded"
	case http.StatusRequestEntityTooLarge:
		return "request too large"
	case http.StatusUnprocessableEntity:
		return "contradictory request"
	case http.StatusTooManyRequests:
		return "rate limited"
	case http.StatusInternalServerError:
		return "server error"
	case http.StatusBadGateway:
		return "upstream failure"
	case http.StatusServiceUnavailable:
		return "unavailable"
	case statusEdgeTimeout:
		return "provider timed out at the edge"
	case statusOverloaded:
		return "provider overloaded"
	}
	if name := http.StatusText(status); name != "" {
		return name
	}
	return "unexpected status"
}

// ErrTruncated is the error of an event stream that ends as the protocol says,
// but without a terminal event.
var ErrTruncated = errors.New("the stream ends without a terminal event")

// TransportError is an exchange whose transport failed, before the head or in
// the middle of the body.
type TransportError struct {
	Cause   wire.EndCause
	Message string // the transport's message, secrets overwritten
	Capture *wire.Capture
}

func (e *TransportError) Error() string { return fmt.Sprintf("%s: %s", e.Cause, e.Message) }

// ResponseError is a failure inside a 2xx answer: an error event, a failed response, or an
// error object instead of a response.
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

// CallError returns the error of a finished exchange by its transport and status: a
// *TransportError, the type for its status, or nil for success. It does not read a 2xx body.
func CallError(c *wire.Capture) error {
	if c.Head != nil && (c.Head.Status == 0 || !c.Head.Success()) {
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
