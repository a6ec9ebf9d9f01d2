package gateway

import (
	"context"
	"iter"

	"gatehouse/gateway/agent"
	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/response"
	"gatehouse/gateway/route"
)

// prepared lets the plugins change what the model reads. The last is the one
// that makes it fit, whatever the others have put in.
func (x *exchange) prepared(ctx context.Context, req *request.Request, way route.Route) (*request.Request, route.Route, []plugin.Source) {
	var sources []plugin.Source
	note := func(s route.Stage) { way.Pipeline = append(way.Pipeline, s) }
	if _, ok := req.Plugin("moderation"); ok {
		note(x.moderator.Look(ctx, req))
	}
	if p, ok := req.Plugin("web"); ok {
		next, found, s := plugin.Search(req, p, x.web())
		req, sources = next, append(sources, found...)
		note(s)
	}
	if p, ok := req.Plugin("web-fetch"); ok {
		next, found, s := plugin.Fetch(req, p, x.web())
		req, sources = next, append(sources, found...)
		note(s)
	}
	if p, ok := req.Plugin("context-compression"); ok {
		next, s := plugin.Compress(ctx, req, p, way.Model.Context)
		req = next
		note(s)
	}
	return req, way, sources
}

// finished is the items of an answer as they come, as the plugins and the
// request's limit leave them. When the last is done, what has happened since is
// in the response's metadata.
func finished(req *request.Request, way route.Route, r *response.Response, answer iter.Seq[output.Placed], sources []plugin.Source) iter.Seq[output.Placed] {
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
		items = output.Until(items, limit, r.Shortened)
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
		if stage, used := agent.Stage(r.Items); used {
			way.Pipeline = append(way.Pipeline, stage)
		}
		if heal {
			way.Pipeline = append(way.Pipeline, healing.Stage())
		}
		r.Metadata = way.JSON()
	}
}
