package gateway

import (
	"context"
	"fmt"
	"net/http"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/rank"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// statusTimeout is the status of a timeout of POST /rerank, for which the document has no 408.
const statusTimeout = 524

// rerank answers POST /rerank, which ignores stream and the metadata header.
func (x *exchange) rerank() *fault.Failure {
	ctx, cancel := x.withTimeLimit()
	defer cancel()
	body, f := x.body()
	if f != nil && f.Status == http.StatusRequestTimeout {
		f = fault.NewFailure(statusTimeout, f.Message)
	}
	if f == nil {
		f = bodyFailure(x.checker.Rerank(body))
	}
	if f != nil {
		return f
	}
	req := rank.Parse(body)
	x.model = req.Model
	m, f := x.reranker(req.Model)
	if f != nil {
		return f
	}
	if m.Fault {
		broken, _ := fault.Find(m.Slug)
		return x.rerankFault(ctx, broken, req)
	}
	provider, f := x.chooseProvider(m, body)
	if f != nil {
		return f
	}
	score, _ := rank.By(m.Slug)
	a := req.Answer(ctx, score, m.Slug, provider.Name)
	a.Price = provider.Prompt
	if ctx.Err() != nil {
		return fault.NewFailure(statusTimeout, "Request timed out: "+context.Cause(ctx).Error())
	}
	x.outcome = "completed"
	x.w.Header().Set("X-Generation-Id", a.ID)
	x.document(a.AppendJSON(nil))
	return nil
}

// reranker returns the model with this slug. An unknown one is a 404; one for POST /responses is a
// 400.
func (x *exchange) reranker(slug string) (catalogue.Model, *fault.Failure) {
	m, ok := x.models.Find(slug)
	switch {
	case !ok:
		return m, fault.NewFailure(http.StatusNotFound, (&route.NotFoundError{Slugs: []string{slug}}).Error())
	case m.Fault:
		if broken, _ := fault.Find(slug); !broken.Reranks {
			return m, fault.NewFailure(http.StatusBadRequest, fmt.Sprintf(
				"model: %s works only with POST %s/responses", slug, Prefix))
		}
	case !m.Rerank:
		return m, fault.NewFailure(http.StatusBadRequest, fmt.Sprintf(
			"model: %s is not a rerank model; use it with POST %s/responses", slug, Prefix))
	}
	return m, nil
}

// chooseProvider returns the provider that serves, chosen as for POST /responses by the request's
// preferences. The failure is a 503 if no provider works, and a 404 if none is allowed.
func (x *exchange) chooseProvider(m catalogue.Model, body []byte) (catalogue.Provider, *fault.Failure) {
	sent := request.Parse(body)
	preferences := sent.Preferences()
	rt, err := route.Serve(route.Plan{
		Requested: m.Slug, Strategy: "direct",
		Candidates: []route.Candidate{{Slug: m.Slug, Model: m}},
		Filters:    append(route.Filters(preferences, sent), policy(x.rails().Policy)...),
		Rank:       route.Rank{Preferences: preferences},
	})
	if err == nil {
		return rt.Provider, nil
	}
	f := x.routeFailure(rt, err)
	f.Routing = nil // POST /rerank has no routing metadata
	if f.Status == http.StatusServiceUnavailable && preferences.NoFallbacks {
		f.Message += "; provider.allow_fallbacks is false"
	}
	return catalogue.Provider{}, f
}
