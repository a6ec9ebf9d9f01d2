package gateway

import (
	"gatehouse/gateway/output"
	"gatehouse/gateway/plugin"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// parsed lets the plugin file-parser read the files, before the guardrails look
// at what they say.
func parsed(req *request.Request, way route.Route) (*request.Request, route.Route) {
	if p, ok := req.Plugin("file-parser"); ok {
		var s route.Stage
		req, s = plugin.ParseFiles(req, p)
		way.Pipeline = append(way.Pipeline, s)
	}
	return req, way
}

// prepared lets the plugins change what the model reads. The last is the one
// that makes it fit, whatever the others have put in.
func (x *exchange) prepared(req *request.Request, way route.Route) (*request.Request, route.Route, []plugin.Source) {
	var sources []plugin.Source
	note := func(s route.Stage) { way.Pipeline = append(way.Pipeline, s) }
	if _, ok := req.Plugin("moderation"); ok {
		note(x.moderator.Look(req))
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
		next, s := plugin.Compress(req, p, way.Model.Context)
		req = next
		note(s)
	}
	return req, way, sources
}

// finished lets the plugins change what the model has answered.
func finished(req *request.Request, way route.Route, items []output.Placed, sources []plugin.Source) ([]output.Placed, route.Route) {
	if _, ok := req.Plugin("response-healing"); ok {
		mode, _ := req.Format()
		healed, s := plugin.Heal(items, mode)
		items = healed
		way.Pipeline = append(way.Pipeline, s)
	}
	return plugin.Cite(items, sources), way
}
