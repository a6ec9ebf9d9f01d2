package client

import (
	"gatehouse/client/read"
	"gatehouse/client/wire"
)

// answerEnding records how an answer ended: by the first terminal event or error of a
// stream, or by its document.
type answerEnding struct {
	wire.Ending
	decided bool
	stream  bool
	body    []byte // of a document
}

func (o *answerEnding) observe(a wire.Arrival) {
	switch a.Kind {
	case wire.ArrivedHead:
		o.stream = a.Stream
	case wire.ArrivedFrame:
		if !o.decided {
			o.Ending, o.decided = read.Ending(&a)
		}
	case wire.ArrivedEnd:
		o.body = a.Body
	}
}

// result returns the response and the error of the exchange. The answer's own ending
// counts before the transport's, but a document that was not waited for is cancelled, and
// one outside 2xx is not a response.
func (o *answerEnding) result(capture *wire.Capture) (wire.Response, error) {
	failed := CallError(capture)
	if !o.stream && capture.Head != nil && capture.Head.Status/100 == 2 && capture.End.Cause != wire.EndCancelled {
		body, _ := read.Shallow(wire.TrimBOM(o.body))
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

// failure returns the error of a failed ending, also where the service did not give a
// reason.
func (o *answerEnding) failure(capture *wire.Capture) error {
	if o.Failure == nil {
		return &ResponseError{Failure: wire.Failure{Message: "it is " + o.Status + ", and no error is named"}, Capture: capture}
	}
	return &ResponseError{Failure: *o.Failure, Capture: capture}
}
