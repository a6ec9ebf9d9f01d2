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

// route chooses the model and its provider: among what the request names, or by
// a router. What no endpoint serves is an error of [route.Serve], but for a fault
// model, which answers for itself.
func (x *exchange) route(req *request.Request, session string) (route.Route, error) {
	ask := x.router.Ask(req)
	preferences := req.Preferences()
	ask.Filters = append(route.Filters(preferences, req), policy(x.rails().Policy)...)
	ask.Rank = route.Rank{Preferences: preferences, Session: x.held.Provider(x.user, session)}
	way, err := route.Serve(ask)
	if err == nil {
		x.held.Keep(x.user, session, way.Provider.Name)
		return way, nil
	}
	_, unavailable := errors.AsType[*route.UnavailableError](err)
	if _, isFault := fault.Find(way.Model.Slug); isFault && unavailable {
		return way, nil
	}
	return way, err
}

// session is the sticky routing key: session_id of the body, else the header
// x-session-id. The limit of the field holds for the header too, whichever
// counts.
func (x *exchange) session(req *request.Request) (string, *fault.Failure) {
	const most = 256
	header := x.r.Header.Get("X-Session-Id")
	if n := utf8.RuneCountInString(header); n > most {
		return "", faulty(http.StatusBadRequest, []check.Fault{{
			Path: "x-session-id", Message: fmt.Sprintf("the header must have at most %d characters, not %d", most, n),
		}})
	}
	if id, ok := req.Member("session_id"); ok {
		return id.Str, nil
	}
	return header, nil
}

// unrouted is the failure of a request that found no endpoint: 404 where there
// is none, 400 where it is one of another endpoint of the service, and else what
// the last provider answered.
func (x *exchange) unrouted(way route.Route, err error) *fault.Failure {
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
		f.Metadata["previous_errors"] = previousErrors(unavailable.Attempts)
		if f.Status == http.StatusServiceUnavailable {
			f.RetryAfter = 2
		}
	}
	if x.wantsMetadata() {
		f.Routing = way.NoRouteJSON(err)
	}
	return f
}

// previousErrors is the attempts as an error body tells of them (wire-notes §7).
func previousErrors(attempts []route.Attempt) []map[string]any {
	var list []map[string]any
	for _, a := range attempts {
		list = append(list, map[string]any{"provider": a.Provider, "model": a.Model, "code": fault.Kind(a.Status), "status": a.Status})
	}
	return list
}
