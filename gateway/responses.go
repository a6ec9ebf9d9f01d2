package gateway

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"gatehouse/gateway/event"
	"gatehouse/gateway/failure"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/route"
	"gatehouse/gateway/sim"
	"gatehouse/gateway/stream"
)

// errTimeLimit ends a request that takes too long.
var errTimeLimit = errors.New("the time limit of the local gateway is over")

// responses answers POST /responses.
func (x *exchange) responses() {
	body, f := x.body()
	if f == nil {
		f = x.faults(body)
	}
	if f != nil {
		x.fail(f)
		return
	}
	req := request.Parse(body)
	way, f := x.route(req)
	if f != nil {
		x.fail(f)
		return
	}
	x.model = way.Model.Slug
	if model, ok := fault.Find(way.Model.Slug); ok {
		x.fault(model, req, way)
		return
	}
	x.answer(req, way)
}

// faults is the failure of a body that breaks a rule of the document.
func (x *exchange) faults(body []byte) *failure.Failure {
	status, faults := x.checker.Responses(body)
	if len(faults) == 0 {
		return nil
	}
	f := failure.New(status, faults[0].Path+": "+faults[0].Message)
	if more := len(faults) - 1; more > 0 {
		f.Message += fmt.Sprintf(" (and %d more: error.metadata.faults)", more)
	}
	f.Metadata["faults"] = faults
	return f
}

// route chooses the model. When there is none, the failure is a 404.
func (x *exchange) route(req *request.Request) (route.Route, *failure.Failure) {
	way, err := route.Direct(x.models, req.Candidates())
	if err == nil {
		return way, nil
	}
	f := failure.New(http.StatusNotFound, err.Error())
	if x.wantsMetadata() {
		f.Routing = way.NotFoundJSON()
	}
	return way, f
}

// result is the response before anything has been answered.
func (x *exchange) result(req *request.Request, way route.Route) response.Response {
	r := response.Response{
		ID:         response.NewID("resp"),
		Created:    time.Now().Unix(),
		Status:     response.Completed,
		Model:      way.Model,
		Input:      req.Tokens(),
		Settings:   response.Settings(req),
		MetadataAs: x.metadataAs(),
	}
	if x.wantsMetadata() {
		r.Metadata = way.JSON()
	}
	x.w.Header().Set("X-Generation-Id", r.ID)
	return r
}

// answer lets the model answer, streamed or not.
func (x *exchange) answer(req *request.Request, way route.Route) {
	r := x.result(req, way)
	r.Items = x.sims.Answer(sim.Prompt{
		Request: req, Model: way.Model, Word: x.word, Models: x.models.All(), Metadata: r.Metadata != nil,
	})
	if limit, ok := req.MaxOutputTokens(); ok {
		r = r.Cut(limit)
	}
	x.outcome = r.Status
	ctx, cancel := x.limited()
	defer cancel()
	if ctx.Err() != nil {
		x.fail(failure.New(http.StatusRequestTimeout, "Operation timed out: "+context.Cause(ctx).Error()))
		return
	}
	if !req.Stream() {
		x.document(r.Ended().AppendJSON(nil))
		return
	}
	x.stream(ctx, r)
}

// limited is the request's context with the time limit, which counts from the
// request's start.
func (x *exchange) limited() (context.Context, context.CancelFunc) {
	if x.timeLimit <= 0 {
		return context.WithCancel(x.r.Context())
	}
	return context.WithDeadlineCause(x.r.Context(), x.start.Add(x.timeLimit), errTimeLimit)
}

// stream sends the events. When the time is up or the gateway stops, the
// response fails with what has been sent; when the client is gone, nothing is
// left to be said.
func (x *exchange) stream(ctx context.Context, r response.Response) {
	x.status = http.StatusOK
	release := x.boundWrites()
	defer release()
	out := stream.New(ctx, x.w, x.pace)
	var seq event.Sequence
	err := out.Open()
	if err == nil {
		err = out.Play(r.Frames(&seq))
	}
	switch {
	case err == nil:
		err = out.Last([]byte(event.Done))
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
func (x *exchange) farewell(out *stream.Writer, r response.Response, seq *event.Sequence) error {
	x.outcome = r.Error.Message
	seq.Skip(-1) // the frame that was held back had a number
	if err := out.Last(r.Terminal(seq).Bytes); err != nil {
		return err
	}
	return out.Last([]byte(event.Done))
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

// fault lets a fault model answer.
func (x *exchange) fault(m fault.Model, req *request.Request, way route.Route) {
	if m.Status != 0 {
		if page := m.Page(); page != "" {
			x.status, x.outcome = m.Status, m.About
			x.w.Header().Set("Content-Type", "text/html")
			x.w.WriteHeader(m.Status)
			_, _ = x.w.Write([]byte(page))
			return
		}
		x.fail(m.Failure(way, x.wantsMetadata()))
		return
	}
	ctx, cancel := x.limited()
	defer cancel()
	release := x.boundWrites()
	defer release()
	r := x.result(req, way)
	r.Items = m.Answer()
	run := &fault.Run{Writer: stream.New(ctx, x.w, x.pace), Response: r, To: x.to()}
	x.status, x.outcome = http.StatusOK, m.About
	if req.Stream() {
		_ = m.Stream(run) // the fault is the answer; what the client makes of it is its own
		return
	}
	if played, _ := m.Plain(run); !played {
		x.document(r.Ended().AppendJSON(nil))
	}
}
