package client

import (
	"context"
	"iter"
	"net/http"

	"gatehouse/client/wire"
)

// The paths below the base URL (API document, "Endpoints").
const (
	responsesPath = "/responses"
	rerankPath    = "/rerank"
	modelsPath    = "/models"
)

// ignore is a sink for callers who read the capture.
type ignore struct{}

func (ignore) Start(*wire.Capture) {}
func (ignore) Arrive(wire.Arrival) {}

// Create posts a request body to /responses and returns the response, however
// it came: as one document or as the terminal event of a stream. The error is
// one of those of Failed, a *ResponseError (the response comes with it when
// there is one), ErrTruncated, or wire.ErrNotResponse.
func (c *Client) Create(ctx context.Context, body []byte) (wire.Response, error) {
	var last outcome
	capture := c.Do(ctx, Call{Path: responsesPath, Body: body}, sinkFunc(last.see))
	return last.result(capture)
}

// Stream posts a request body, which asks for a stream, to /responses and
// yields each event as it arrives. Frames that are no events, like comments and
// [DONE], are not yielded; Do shows them. A failure is yielded last, with an
// empty event: an event is never yielded together with an error. Breaking the
// loop ends the exchange.
func (c *Client) Stream(ctx context.Context, body []byte) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var last outcome
		stopped := false
		capture := c.Do(ctx, Call{Path: responsesPath, Body: body, Stream: true}, sinkFunc(func(a wire.Arrival) {
			last.see(a)
			if !stopped && a.Decoded && !yield(a.Event, nil) {
				stopped = true
				cancel()
			}
		}))
		if stopped {
			return
		}
		if _, err := last.result(capture); err != nil {
			yield(wire.Event{}, err)
		}
	}
}

// Rerank posts a rerank request to /rerank.
func (c *Client) Rerank(ctx context.Context, body []byte) (wire.Rerank, error) {
	capture := c.Do(ctx, Call{Path: rerankPath, Body: body}, ignore{})
	if err := Failed(capture); err != nil {
		return wire.Rerank{}, err
	}
	text := capture.Text().All()
	r, err := wire.ReadRerank(text)
	if f, failed := wire.BodyFailure(text); err != nil && failed {
		return r, &ResponseError{Failure: f, Capture: capture}
	}
	return r, err
}

// Models returns the list of GET /models.
func (c *Client) Models(ctx context.Context) ([]wire.Model, error) {
	capture := c.Do(ctx, Call{Method: http.MethodGet, Path: modelsPath}, ignore{})
	if err := Failed(capture); err != nil {
		return nil, err
	}
	return wire.ReadModels(capture.Text().All())
}

// sinkFunc is a sink that takes arrivals only.
type sinkFunc func(wire.Arrival)

func (sinkFunc) Start(*wire.Capture)     {}
func (f sinkFunc) Arrive(a wire.Arrival) { f(a) }

// outcome remembers how a stream of arrivals ended.
type outcome struct {
	terminal wire.Event
	failure  *wire.Failure
	decided  bool // the first terminal event or error decides
	stream   bool
	body     []byte
}

func (o *outcome) see(a wire.Arrival) {
	switch a.Kind {
	case wire.ArrivedHead:
		o.stream = a.Stream
	case wire.ArrivedFrame:
		if a.Decoded && !o.decided {
			o.event(a.Event)
		}
	case wire.ArrivedEnd:
		o.body = a.Body
	}
}

func (o *outcome) event(e wire.Event) {
	if f, failed := wire.EventFailure(e); failed {
		o.failure = &f
	}
	switch e.Type {
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		o.decided = true
		o.terminal = e
	}
	o.decided = o.decided || o.failure != nil
}

// result returns the response and the error of the exchange.
func (o *outcome) result(capture *wire.Capture) (wire.Response, error) {
	var response wire.Response
	var err error
	if o.stream {
		response, _ = o.terminal.Response()
	} else if response, err = wire.ReadResponse(o.body); err == nil {
		o.failure, o.decided = response.Failure, true
	}
	if o.failure != nil && capture.Head.Status/100 == 2 {
		return response, &ResponseError{Failure: *o.failure, Capture: capture}
	}
	if failed := Failed(capture); failed != nil && (!o.decided || capture.Head.Status/100 != 2) {
		return response, failed
	}
	if o.stream && !o.decided {
		return response, ErrTruncated
	}
	return response, err
}
