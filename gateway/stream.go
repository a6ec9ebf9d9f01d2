package gateway

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"time"

	"gatehouse/gateway/output"
	"gatehouse/gateway/response"
)

// errTimeLimit ends a request that takes too long.
var errTimeLimit = errors.New("the local gateway's time limit was reached")

// withTimeLimit returns the request's context with the time limit, which counts from the request's
// start.
func (x *exchange) withTimeLimit() (context.Context, context.CancelFunc) {
	if x.timeLimit <= 0 {
		return context.WithCancel(x.r.Context())
	}
	return context.WithDeadlineCause(x.r.Context(), x.start.Add(x.timeLimit), errTimeLimit)
}

// stream sends the events of an answer while it is made. If the time limit is reached or the
// gateway stops, the response fails with the items sent so far.
func (x *exchange) stream(ctx context.Context, r *response.Response, items iter.Seq[output.Placed]) {
	x.status = http.StatusOK
	release := x.boundWrites()
	defer release()
	out := output.NewWriter(ctx, x.w, x.pace)
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
		err = x.endEarly(out, r.Fail(out.Deltas(), "timeout", response.Error{Code: "server_error", Message: err.Error()}), &seq)
	case errors.Is(err, errStopping):
		err = x.endEarly(out, r.Fail(out.Deltas(), "server", response.Error{Code: "server_error", Message: err.Error()}), &seq)
	}
	if err != nil {
		x.outcome = "client gone: " + err.Error()
	}
}

// endEarly ends a stream early, but with a terminal event and [DONE].
func (x *exchange) endEarly(out *output.Writer, r response.Response, seq *output.Sequence) error {
	x.outcome = r.Error.Message
	seq.Skip(-1) // the frame that was not sent had a number
	if err := out.Last(r.Terminal(seq).Bytes); err != nil {
		return err
	}
	return out.Last([]byte(output.Done))
}

// boundWrites sets a deadline for writes to a client that does not read, some time after the time
// limit. release removes it.
func (x *exchange) boundWrites() (release func()) {
	if x.timeLimit <= 0 {
		return func() {}
	}
	rc := http.NewResponseController(x.w)
	_ = rc.SetWriteDeadline(x.start.Add(x.timeLimit + grace))
	return func() { _ = rc.SetWriteDeadline(time.Time{}) }
}
