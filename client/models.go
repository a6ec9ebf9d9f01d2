package client

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// The paths below the base URL (API document, "Endpoints").
const (
	ResponsesPath = "/responses"
	RerankPath    = "/rerank"
	ModelsPath    = "/models"
)

// Models returns the list of GET /models. The error of an answer outside 2xx is a
// *StatusError.
func (c *Client) Models(ctx context.Context) ([]wire.Model, error) {
	capture := c.Do(ctx, Call{Method: http.MethodGet, Path: ModelsPath}, NopSink{})
	if head := capture.Head; head != nil && !head.Success() {
		at := capture.Start.Add(time.Duration(head.AtUS) * time.Microsecond)
		text := capture.Text()
		return nil, &StatusError{head.Status, read.Failure(head.Status, head.Header, text.All(), text.Len(), at), capture}
	}
	if end := capture.End; end.Cause != wire.EndClean {
		return nil, fmt.Errorf("%s: %s", end.Cause, end.Message)
	}
	return read.Models(wire.TrimBOM(capture.Text().All()))
}

// StatusError is an answer outside 2xx.
type StatusError struct {
	Status  int // HTTP status
	Failure wire.Failure
	Capture *wire.Capture
}

// Error names the operation if it needs a management key.
func (e *StatusError) Error() string {
	operation := ""
	if e.Failure.Managed {
		path := e.Capture.Sent.URL
		if u, err := url.Parse(path); err == nil {
			path = u.EscapedPath()
		}
		operation = fmt.Sprintf("%s %s needs a management key: ", e.Capture.Sent.Method, path)
	}
	return fmt.Sprintf("%s (%d): %s%s", meaning(e.Status), e.Status, operation, e.Failure.Message)
}

// statusMeanings are the meanings of the statuses in the API document, "Errors".
var statusMeanings = map[int]string{
	http.StatusBadRequest:            "invalid request",
	http.StatusUnauthorized:          "not authenticated",
	http.StatusPaymentRequired:       "out of credits",
	http.StatusForbidden:             "not permitted",
	http.StatusNotFound:              "not found",
	http.StatusRequestTimeout:        "time limit exceeded",
	http.StatusRequestEntityTooLarge: "request too large",
	http.StatusUnprocessableEntity:   "contradictory request",
	http.StatusTooManyRequests:       "rate limited",
	http.StatusInternalServerError:   "server error",
	http.StatusBadGateway:            "upstream failure",
	http.StatusServiceUnavailable:    "unavailable",
	524:                              "provider timed out at the edge",
	529:                              "provider overloaded",
}

// meaning returns what a status means; for one that the document does not list, its
// standard name.
func meaning(status int) string {
	return cmp.Or(statusMeanings[status], http.StatusText(status), "unexpected status")
}
