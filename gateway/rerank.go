package gateway

import (
	"context"
	"fmt"
	"net/http"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/failure"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/rank"
	"gatehouse/gateway/route"
)

// statusTimeout is the time-out that POST /rerank has: the document gives it no
// 408.
const statusTimeout = 524

// rerank answers POST /rerank. Of the request, stream and the metadata header
// change nothing.
func (x *exchange) rerank() {
	body, f := x.body()
	if f != nil && f.Status == http.StatusRequestTimeout {
		f = failure.New(statusTimeout, f.Message)
	}
	if f == nil {
		f = faulty(x.checker.Rerank(body))
	}
	if f != nil {
		x.fail(f)
		return
	}
	req := rank.Parse(body)
	x.model = req.Model
	m, f := x.reranker(req.Model)
	if f != nil {
		x.fail(f)
		return
	}
	ctx, cancel := x.limited()
	defer cancel()
	if m.Fault {
		wrong, _ := fault.Find(m.Slug)
		x.rerankFault(ctx, wrong, req)
		return
	}
	provider, f := serving(m, req)
	if f != nil {
		x.fail(f)
		return
	}
	score, _ := rank.By(m.Slug)
	a := req.Answer(score, m.Slug, provider.Name)
	a.Price = m.Prompt
	if ctx.Err() != nil {
		x.fail(failure.New(statusTimeout, "Request timed out: "+context.Cause(ctx).Error()))
		return
	}
	x.outcome = "completed"
	x.w.Header().Set("X-Generation-Id", a.ID)
	x.document(a.AppendJSON(nil))
}

// reranker is the model with this slug. An unknown one is a 404; one of the
// other endpoint is a 400 that names it.
func (x *exchange) reranker(slug string) (catalogue.Model, *failure.Failure) {
	m, ok := x.models.Find(slug)
	switch {
	case !ok:
		return m, failure.New(http.StatusNotFound, (&route.NotFoundError{Slugs: []string{slug}}).Error())
	case m.Fault:
		if wrong, _ := fault.Find(slug); !wrong.Reranks() {
			return m, failure.New(http.StatusBadRequest, fmt.Sprintf(
				"model: %s is a fault that only POST %s/responses can have", slug, Prefix))
		}
	case !m.Rerank:
		return m, failure.New(http.StatusBadRequest, fmt.Sprintf(
			"model: %s writes text and does not rerank; it answers POST %s/responses", slug, Prefix))
	}
	return m, nil
}

// serving is the provider that answers: the first that is up. When the first of
// all is down and the request allows no fallback, it is a 503.
func serving(m catalogue.Model, req rank.Request) (catalogue.Provider, *failure.Failure) {
	fallbacks := req.Provider.Get("allow_fallbacks")
	for _, p := range m.Providers {
		if p.Status == 0 {
			return p, nil
		}
		if fallbacks.Exists() && !fallbacks.Bool() {
			break
		}
	}
	f := failure.New(http.StatusServiceUnavailable, fmt.Sprintf(
		"Service temporarily unavailable: the provider %s of %s is down, and no other may serve (provider.allow_fallbacks)", m.Providers[0].Name, m.Slug))
	f.RetryAfter = 2
	return catalogue.Provider{}, f
}
