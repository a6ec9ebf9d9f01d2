package client

import (
	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// ending remembers how an answer ended: by the first terminal event or error of
// a stream, or by its document.
type ending struct {
	wire.Ending
	decided bool
	stream  bool
	body    []byte // of a document
}

func (o *ending) see(a wire.Arrival) {
	switch a.Kind {
	case wire.ArrivedHead:
		o.stream = a.Stream
	case wire.ArrivedFrame:
		if a.Decoded && !o.decided {
			o.Ending, o.decided = read.Ending(a.Event, a.Frame.Event)
		}
	case wire.ArrivedEnd:
		o.body = a.Body
	}
}

// result returns the response and the error of the exchange. What the answer
// says of its end counts before the way its transport ended, but a document
// that the person did not wait for is cancelled, and one outside 2xx is no
// response.
func (o *ending) result(capture *wire.Capture) (wire.Response, error) {
	failed := Failed(capture)
	if !o.stream && capture.Head != nil && capture.Head.Status/100 == 2 && capture.End.Cause != wire.EndCancelled {
		body, _ := read.Shallow(wire.WithoutMark(o.body))
		o.Ending, o.decided = read.DocumentEnding(body)
	}
	response, _ := read.Response(o.Response)
	switch {
	case o.decided && o.Failed():
		return response, o.failure(capture)
	case o.decided:
		return response, nil
	case failed != nil:
		return response, failed
	case o.stream:
		return response, ErrTruncated
	}
	return response, read.ErrNotResponse
}

// failure makes an error of an ending that is one, also where the service did
// not say why.
func (o *ending) failure(capture *wire.Capture) error {
	if o.Failure == nil {
		return &ResponseError{Failure: wire.Failure{Message: "it is " + o.Status + ", and no error is named"}, Capture: capture}
	}
	return &ResponseError{Failure: *o.Failure, Capture: capture}
}
