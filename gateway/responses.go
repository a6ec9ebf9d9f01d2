package gateway

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"time"

	"gatehouse/gateway/check"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/route"
	"gatehouse/gateway/router"
	"gatehouse/gateway/sim"
)

func (x *exchange) responses() *fault.Failure {
	ctx, cancel := x.withTimeLimit()
	defer cancel()
	x.warnOfMetadata()
	body, f := x.body()
	if f == nil {
		f = bodyFailure(x.checker.Responses(body))
	}
	if f != nil {
		return f
	}
	req := request.Parse(body)
	session, f := x.session(req)
	if f != nil {
		return f
	}
	rt, err := x.route(req, session)
	if err != nil && len(rt.Attempts) == 0 {
		return x.routeFailure(rt, err)
	}
	x.model = rt.Model.Slug
	if p, ok := req.Plugin("file-parser"); ok {
		// The guardrails read the text of the files too.
		var read route.Stage
		req, read = plugin.ParseFiles(ctx, req, p)
		rt.Pipeline = append(rt.Pipeline, read)
	}
	req, rt, f = x.applyGuardrails(ctx, req, rt)
	if ctx.Err() != nil {
		return x.timeoutFailure(ctx, rt)
	}
	if f == nil && err != nil {
		// A block comes before the providers' failure, since it withholds the prompt from them.
		f = x.routeFailure(rt, err)
	}
	if f != nil {
		return f
	}
	if model, ok := fault.Find(rt.Model.Slug); ok {
		return x.fault(ctx, model, req, rt)
	}
	return x.answer(ctx, req, rt)
}

// bodyFailure returns the failure of a body with faults; nil if there are none.
func bodyFailure(status int, faults []check.Fault) *fault.Failure {
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

// timeoutFailure returns the failure of a request whose time limit, or whose gateway, ended before
// anything was sent.
func (x *exchange) timeoutFailure(ctx context.Context, rt route.Route) *fault.Failure {
	f := fault.NewFailure(http.StatusRequestTimeout, "Operation timed out: "+context.Cause(ctx).Error())
	if x.wantsMetadata() {
		f.Routing = rt.FailedJSON(f.Status)
	}
	return f
}

func (x *exchange) result(req *request.Request, rt route.Route) response.Response {
	r := response.Response{
		ID:         response.NewID("resp"),
		Created:    time.Now().Unix(),
		Status:     output.Completed,
		Model:      rt.Model,
		Provider:   rt.Provider,
		Input:      req.Tokens(),
		Settings:   response.Settings(req.Sent()),
		MetadataAs: x.word + "_metadata",
	}
	if x.wantsMetadata() {
		r.Metadata = rt.JSON()
	}
	if req.Stream() && req.Echo() {
		r.Echo = rt.UpstreamBodies(req, x.user)
	}
	x.w.Header().Set("X-Generation-Id", r.ID)
	return r
}

func (x *exchange) answer(ctx context.Context, req *request.Request, rt route.Route) *fault.Failure {
	req, rt, sources := x.applyInputPlugins(ctx, req, rt)
	if ctx.Err() != nil {
		return x.timeoutFailure(ctx, rt)
	}
	r := x.result(req, rt)
	r.Cached, r.Written = x.prompts.Use(response.CacheScope{Account: x.user, Provider: rt.Provider.Name, Model: rt.Model.Slug}, req, x.start)
	if x.warm {
		x.stream(ctx, &r, func(func(output.Placed) bool) {})
		return nil
	}
	answer := x.router.Answer(ctx, sim.Prompt{
		Request: req, Model: rt.Model, Word: x.word, Models: x.models, Metadata: r.Metadata != nil, Keys: x.keyHints,
	}, x.router.Panel(req, rt))
	items := applyOutputPlugins(req, rt, &r, answer, sources)
	if req.Stream() && ctx.Err() == nil {
		x.stream(ctx, &r, items)
		return nil
	}
	for it := range items {
		r.Items = append(r.Items, it)
	}
	if ctx.Err() != nil {
		return x.timeoutFailure(ctx, rt)
	}
	x.outcome = r.Status
	x.document(r.Ended().AppendJSON(nil))
	return nil
}

// applyInputPlugins applies the plugins that change the model's input. Compression is last, so that
// everything fits.
func (x *exchange) applyInputPlugins(ctx context.Context, req *request.Request, rt route.Route) (*request.Request, route.Route, []output.Source) {
	var sources []output.Source
	note := func(s route.Stage) { rt.Pipeline = append(rt.Pipeline, s) }
	if _, ok := req.Plugin("moderation"); ok {
		note(plugin.Moderate(ctx, req))
	}
	if p, ok := req.Plugin("web"); ok {
		next, found, s := plugin.Search(req, p)
		req, sources = next, append(sources, found...)
		note(s)
	}
	if p, ok := req.Plugin("web-fetch"); ok {
		next, found, s := plugin.Fetch(req, p)
		req, sources = next, append(sources, found...)
		note(s)
	}
	if p, ok := req.Plugin("context-compression"); ok {
		next, s := plugin.Compress(ctx, req, p, rt.Model.Context)
		req = next
		note(s)
	}
	return req, rt, sources
}

// applyOutputPlugins applies the plugins that change the answer, and its limit, to the items as
// they are made. After the last one, the response's metadata has the stages of the answer.
func applyOutputPlugins(req *request.Request, rt route.Route, r *response.Response, answer iter.Seq[output.Placed], sources []output.Source) iter.Seq[output.Placed] {
	mode, _ := req.Format()
	healing := plugin.Healing{Mode: mode}
	_, heal := req.Plugin("response-healing")
	items := func(yield func(output.Placed) bool) {
		for it := range answer {
			if heal {
				it = healing.Item(it)
			}
			if !yield(plugin.Cite(it, sources)) {
				return
			}
		}
	}
	if limit, ok := req.MaxOutputTokens(); ok {
		items = output.CutSeq(items, limit, r.MarkIncomplete)
	}
	return func(yield func(output.Placed) bool) {
		for it := range items {
			if !yield(it) {
				return
			}
		}
		if r.Metadata == nil {
			return
		}
		if stage, used := router.ToolStage(r.Items); used {
			rt.Pipeline = append(rt.Pipeline, stage)
		}
		if heal {
			rt.Pipeline = append(rt.Pipeline, healing.Stage())
		}
		r.Metadata = rt.JSON()
	}
}
