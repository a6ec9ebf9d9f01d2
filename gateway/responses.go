package gateway

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"gatehouse/gateway/cache"
	"gatehouse/gateway/check"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/route"
	"gatehouse/gateway/sim"
)

// responses answers POST /responses.
func (x *exchange) responses() {
	ctx, cancel := x.limited()
	defer cancel()
	x.warnOfMetadata()
	body, f := x.body()
	if f == nil {
		f = faulty(x.checker.Responses(body))
	}
	if f != nil {
		x.fail(f)
		return
	}
	req := request.Parse(body)
	session, f := x.session(req)
	if f != nil {
		x.fail(f)
		return
	}
	way, err := x.route(req, session)
	if err != nil && len(way.Attempts) == 0 {
		x.fail(x.unrouted(way, err))
		return
	}
	x.model = way.Model.Slug
	if p, ok := req.Plugin("file-parser"); ok {
		// The files are read before the guardrails look at what they say.
		var read route.Stage
		req, read = plugin.ParseFiles(ctx, req, p)
		way.Pipeline = append(way.Pipeline, read)
	}
	req, way, f = x.guarded(ctx, req, way)
	if ctx.Err() != nil {
		x.late(ctx, way)
		return
	}
	if f == nil && err != nil {
		// A block comes before the providers' failure: it is what keeps a prompt from them.
		f = x.unrouted(way, err)
	}
	if f != nil {
		x.fail(f)
		return
	}
	if model, ok := fault.Find(way.Model.Slug); ok {
		x.fault(ctx, model, req, way)
		return
	}
	x.answer(ctx, req, way)
}

// faulty is the failure of a body that breaks a rule of the document; nil when
// it breaks none.
func faulty(status int, faults []check.Fault) *fault.Failure {
	if len(faults) == 0 {
		return nil
	}
	f := fault.NewFailure(status, faults[0].Path+": "+faults[0].Message)
	if more := len(faults) - 1; more > 0 {
		f.Message += fmt.Sprintf(" (and %d more in error.metadata.faults)", more)
	}
	f.Metadata["faults"] = faults
	return f
}

// late answers a request whose time was up, or whose gateway stops, before
// anything was sent.
func (x *exchange) late(ctx context.Context, way route.Route) {
	f := fault.NewFailure(http.StatusRequestTimeout, "Operation timed out: "+context.Cause(ctx).Error())
	if x.wantsMetadata() {
		f.Routing = way.FailedJSON(f.Status)
	}
	x.fail(f)
}

// result is the response before anything has been answered.
func (x *exchange) result(req *request.Request, way route.Route) response.Response {
	r := response.Response{
		ID:         response.NewID("resp"),
		Created:    time.Now().Unix(),
		Status:     response.Completed,
		Model:      way.Model,
		Prices:     response.Prices{Prompt: way.Provider.Prompt, Completion: way.Provider.Completion},
		Input:      req.Tokens(),
		Settings:   response.Settings(req.Sent()),
		MetadataAs: x.word + "_metadata",
	}
	if x.wantsMetadata() {
		r.Metadata = way.JSON()
	}
	if req.Stream() && req.Echo() {
		r.Echo = route.UpstreamBodies(req, way.Asked(), x.user)
	}
	x.w.Header().Set("X-Generation-Id", r.ID)
	return r
}

// answer lets the model answer, streamed or not.
func (x *exchange) answer(ctx context.Context, req *request.Request, way route.Route) {
	req, way, sources := x.prepared(ctx, req, way)
	if ctx.Err() != nil {
		x.late(ctx, way)
		return
	}
	r := x.result(req, way)
	r.Cached, r.Written = x.prompts.Use(cache.Scope{Account: x.user, Provider: way.Provider.Name, Model: way.Model.Slug}, req, x.start)
	if x.warm {
		x.stream(ctx, &r, func(func(output.Placed) bool) {})
		return
	}
	answer := x.agents.Answer(ctx, sim.Prompt{
		Request: req, Model: way.Model, Word: x.word, Models: x.models.All(), Metadata: r.Metadata != nil, Keys: x.keyHints,
	}, x.router.Panel(req, way))
	items := finished(req, way, &r, answer, sources)
	if req.Stream() && ctx.Err() == nil {
		x.stream(ctx, &r, items)
		return
	}
	for it := range items {
		r.Items = append(r.Items, it)
	}
	if ctx.Err() != nil {
		x.late(ctx, way)
		return
	}
	x.outcome = r.Status
	release := x.boundWrites()
	defer release()
	x.document(r.Ended().AppendJSON(nil))
}
