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
// start. It also bounds writes to a client that does not read, some time after the limit. The
// returned function ends both.
func (x *exchange) withTimeLimit() (context.Context, context.CancelFunc) {
	if x.timeLimit <= 0 {
		return context.WithCancel(x.r.Context())
	}
	limit := x.start.Add(x.timeLimit)
	rc := http.NewResponseController(x.w)
	_ = rc.SetWriteDeadline(limit.Add(grace)) // some connections have no deadlines
	ctx, cancel := context.WithDeadlineCause(x.r.Context(), limit, errTimeLimit)
	return ctx, func() {
		cancel()
		_ = rc.SetWriteDeadline(time.Time{})
	}
}

// stream sends the events of an answer while it is made. If the time limit is reached or the
// gateway stops, the response fails with the items sent so far.
func (x *exchange) stream(ctx context.Context, r *response.Response, items iter.Seq[output.Placed]) {
	x.status = http.StatusOK
	out := output.NewWriter(ctx, x.w, x.pace)
	var seq output.Sequence
	err := out.Open()
	if err == nil {
		err = out.Play(r.Live(&seq, x.pace, items))
	}
	x.outcome = r.Status
	errorType := ""
	switch {
	case errors.Is(err, errTimeLimit):
		errorType = "timeout"
	case errors.Is(err, errStopping):
		errorType = "server"
	}
	if errorType != "" {
		x.outcome = err.Error()
		seq.Skip(-1) // the frame that was not sent had a number
		err = out.Last(r.Fail(out.Deltas(), errorType, x.outcome).Terminal(&seq).Bytes)
	}
	if err == nil {
		err = out.Last([]byte(output.Done))
	}
	if err != nil {
		x.outcome = "client gone: " + err.Error()
	}
}
