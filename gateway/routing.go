package gateway

import (
	"errors"
	"fmt"
	"net/http"
	"unicode/utf8"

	"gatehouse/gateway/check"
	"gatehouse/gateway/fault"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// route chooses the model and its provider among those that the request names, or by a router. The
// error is that of [route.Serve], but a fault model has none, since it always answers.
func (x *exchange) route(req *request.Request, session string) (route.Route, error) {
	plan := x.router.Plan(req)
	preferences := req.Preferences()
	plan.Filters = append(route.Filters(preferences, req), policy(x.rails().Policy)...)
	plan.Rank = route.Rank{Preferences: preferences, Session: x.sessions.Provider(x.user, session)}
	rt, err := route.Serve(plan)
	if err == nil {
		x.sessions.Store(x.user, session, rt.Provider.Name)
		return rt, nil
	}
	_, unavailable := errors.AsType[*route.UnavailableError](err)
	if _, isFault := fault.Find(rt.Model.Slug); isFault && unavailable {
		return rt, nil
	}
	return rt, err
}

// session returns the sticky routing key: session_id of the body, else the header x-session-id.
// Both have the same limit.
func (x *exchange) session(req *request.Request) (string, *fault.Failure) {
	const maxLength = 256
	header := x.r.Header.Get("X-Session-Id")
	if n := utf8.RuneCountInString(header); n > maxLength {
		return "", bodyFailure(http.StatusBadRequest, []check.Fault{{
			Path: "x-session-id", Message: fmt.Sprintf("the header must have at most %d characters, not %d", maxLength, n),
		}})
	}
	if id, ok := req.Member("session_id"); ok {
		return id.Str, nil
	}
	return header, nil
}

// routeFailure returns the failure of a request that no endpoint served: 404 if there is none, 400
// for a model of POST /rerank, and else the status of the last provider.
func (x *exchange) routeFailure(rt route.Route, err error) *fault.Failure {
	if wrong, ok := errors.AsType[*route.WrongEndpointError](err); ok {
		return fault.NewFailure(http.StatusBadRequest, fmt.Sprintf(
			"model: %s is a rerank model; use it with POST %s/rerank", wrong.Slug, Prefix))
	}
	f := fault.NewFailure(http.StatusNotFound, err.Error())
	if empty, ok := errors.AsType[*route.EmptyError](err); ok {
		f.Metadata["constraint"] = map[string]any{"field": empty.Constraint, "detail": empty.Message}
	}
	if unavailable, ok := errors.AsType[*route.UnavailableError](err); ok {
		f = fault.NewFailure(unavailable.Status(), err.Error())
		var previous []map[string]any // wire-notes §7
		for _, a := range unavailable.Attempts {
			previous = append(previous, map[string]any{"provider": a.Provider, "model": a.Model, "code": fault.Kind(a.Status), "status": a.Status})
		}
		f.Metadata["previous_errors"] = previous
		if f.Status == http.StatusServiceUnavailable {
			f.RetryAfter = 2
		}
	}
	if x.wantsMetadata() {
		f.Routing = rt.NoRouteJSON(err)
	}
	return f
}
