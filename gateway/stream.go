package gateway

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/response"
	"gatehouse/gateway/stream"
)

// errTimeLimit ends a request that takes too long.
var errTimeLimit = errors.New("the local gateway's time limit was reached")

// limited is the request's context with the time limit, which counts from the
// request's start.
func (x *exchange) limited() (context.Context, context.CancelFunc) {
	if x.timeLimit <= 0 {
		return context.WithCancel(x.r.Context())
	}
	return context.WithDeadlineCause(x.r.Context(), x.start.Add(x.timeLimit), errTimeLimit)
}

// stream sends the events of an answer while it is made. When the time is up or the gateway stops, the
// response fails with what has been sent; when the client is gone, nothing is
// left to be said.
func (x *exchange) stream(ctx context.Context, r *response.Response, items iter.Seq[output.Placed]) {
	x.status = http.StatusOK
	release := x.boundWrites()
	defer release()
	out := stream.New(ctx, x.w, x.pace)
	var seq output.Sequence
	err := out.Open()
	if err == nil {
		err = out.Play(r.Live(&seq, x.pace, items))
	}
	x.outcome = r.Status
	switch {
	case err == nil:
		err = out.Last([]byte(output.Done))
	case errors.Is(err, errTimeLimit):
		err = x.farewell(out, r.Fail(out.Deltas(), "timeout", response.Error{Code: "server_error", Message: err.Error()}), &seq)
	case errors.Is(err, errStopping):
		err = x.farewell(out, r.Fail(out.Deltas(), "server", response.Error{Code: "server_error", Message: err.Error()}), &seq)
	}
	if err != nil {
		x.outcome = "client gone: " + err.Error()
	}
}

// farewell ends a stream early, but as a stream should end.
func (x *exchange) farewell(out *stream.Writer, r response.Response, seq *output.Sequence) error {
	x.outcome = r.Error.Message
	seq.Skip(-1) // the frame that was held back had a number
	if err := out.Last(r.Terminal(seq).Bytes); err != nil {
		return err
	}
	return out.Last([]byte(output.Done))
}

// boundWrites lets a write to a client that does not read fail some time after
// the time limit, so that it holds nothing for ever.
func (x *exchange) boundWrites() (release func()) {
	if x.timeLimit <= 0 {
		return func() {}
	}
	rc := http.NewResponseController(x.w)
	_ = rc.SetWriteDeadline(x.start.Add(x.timeLimit + grace))
	return func() { _ = rc.SetWriteDeadline(time.Time{}) }
}
