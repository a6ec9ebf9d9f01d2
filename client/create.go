package client

import (
	"context"
	"iter"
	"net/http"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// The paths below the base URL (API document, "Endpoints").
const (
	ResponsesPath = "/responses"
	RerankPath    = "/rerank"
	ModelsPath    = "/models"
)

// Create posts a request body to /responses and returns the response, whether it arrived
// as one document or as the terminal event of a stream. The error is one of those of
// CallError, a *ResponseError (with the response when there is one), ErrTruncated, or
// wire.ErrNotResponse. An incomplete or still queued response is not an error.
func (c *Client) Create(ctx context.Context, body []byte) (wire.Response, error) {
	var last answerEnding
	capture := c.Do(ctx, Call{Path: ResponsesPath, Body: body}, SinkFunc(last.observe))
	return last.result(capture)
}

// Stream posts a request body, which asks for a stream, to /responses and yields each
// event as it arrives. Frames that are not events, like comments and [DONE], are left out;
// Do shows them. A failure is yielded last, with an empty event: an event is never yielded
// together with an error. Breaking the loop ends the exchange.
func (c *Client) Stream(ctx context.Context, body []byte) iter.Seq2[wire.Event, error] {
	return func(yield func(wire.Event, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var last answerEnding
		stopped := false
		capture := c.Do(ctx, Call{Path: ResponsesPath, Body: body, Stream: true}, SinkFunc(func(a wire.Arrival) {
			last.observe(a)
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
	capture := c.Do(ctx, Call{Path: RerankPath, Body: body}, NopSink{})
	if err := CallError(capture); err != nil {
		return wire.Rerank{}, err
	}
	text := wire.TrimBOM(capture.Text().All())
	r, err := read.Rerank(text)
	if f, failed := read.BodyFailure(text); err != nil && failed {
		return r, &ResponseError{Failure: f, Capture: capture}
	}
	return r, err
}

// Models returns the list of GET /models.
func (c *Client) Models(ctx context.Context) ([]wire.Model, error) {
	capture := c.Do(ctx, Call{Method: http.MethodGet, Path: ModelsPath}, NopSink{})
	if err := CallError(capture); err != nil {
		return nil, err
	}
	return read.Models(wire.TrimBOM(capture.Text().All()))
}
