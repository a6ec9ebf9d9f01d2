package explain

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
)

// Route is the route of an exchange: the routing metadata, and what follows from it and
// from the answer.
type Route struct {
	wire.Routing // without metadata: empty
	x            *state.Exchange
}

// RouteOf returns the route of an exchange; routing may be nil.
func RouteOf(x *state.Exchange, routing *wire.Routing) Route {
	r := Route{x: x}
	if routing != nil {
		r.Routing = *routing
	}
	return r
}

// UnexpectedType describes a list of the metadata that is no list.
const UnexpectedType = "unexpected type"

// Server returns who gave the answer, or began it. Nobody is reported only of a request
// that failed without one.
func (r Route) Server() (model, provider string, nobody bool) {
	e, ok := r.Selected()
	return cmp.Or(r.x.Model, e.Model), e.Provider, !ok && r.x.Verdict == state.Failed && !r.x.HasOutput()
}

// NoneLeft reports whether the metadata shows that no endpoint was left: its list is empty,
// and none was tried.
func (r Route) NoneLeft() bool {
	return r.EndpointsAs == wire.Listed && len(r.Endpoints) == 0 && r.x.Verdict == state.Failed && r.Attempt <= 0 && len(r.Attempts) == 0
}

// AttemptAt returns the index of the first attempt at an endpoint; -1 for none.
func (r Route) AttemptAt(e wire.Endpoint) int {
	const maxSearched = 500
	return slices.IndexFunc(r.Attempts[:min(len(r.Attempts), maxSearched)], func(a wire.Attempt) bool { return a.Provider == e.Provider && a.Model == e.Model })
}

// NotChosen returns why an endpoint did not serve, where the metadata shows it.
func (r Route) NotChosen(e wire.Endpoint) string {
	i := r.AttemptAt(e)
	attempt := "attempt " + strconv.Itoa(i+1) // how it ended is shown there
	switch {
	case i >= 0 && e.Selected:
		return "selected, " + attempt
	case i >= 0:
		return attempt
	case e.Selected:
		return "selected"
	case Blocked(r.x):
		return "not tried: stopped by a guardrail first"
	case len(r.Attempts) > 0:
		return "not tried"
	}
	return ""
}

// Interrupted describes an attempt that reported a status of success and whose answer did not
// end. It is empty for any other.
func Interrupted(x *state.Exchange, a wire.Attempt) string {
	switch {
	case !a.Succeeded() || !x.HasOutput():
	case x.Verdict == state.Failed && x.Stream:
		return ", then failed mid-stream"
	case x.Verdict == state.Failed:
		return ", then failed"
	case x.Verdict == state.Truncated:
		return ", then the answer was cut off"
	}
	return ""
}

// Unlisted returns what is known of attempts that are not listed.
func (r Route) Unlisted() string {
	received := scan.Get(r.Raw, "attempt")
	switch {
	case r.AttemptsAs == wire.Malformed:
		return UnexpectedType
	case r.Attempt == 0:
		return "none"
	case r.Attempt > 0:
		return strconv.Itoa(r.Attempt) + ", not listed"
	case r.AttemptsAs == wire.Listed:
		return "none listed"
	case !scan.IsNull(received):
		return Spelled(received) + ", not listed"
	}
	return "not reported"
}

// EndpointCount returns the number of endpoints that are listed, and of the models that
// they serve, which routers count, next to the endpoints' total.
func (r Route) EndpointCount() string {
	models := map[string]bool{}
	for _, e := range r.Endpoints {
		models[e.Model] = true
	}
	n := figures.Thousands(len(r.Endpoints)) + " listed"
	if len(models) > 1 && len(models) < len(r.Endpoints) {
		n += " of " + figures.Thousands(len(models)) + " models"
	}
	switch r.EndpointsAs {
	case wire.Missing:
		n = "not listed"
	case wire.Malformed:
		n = UnexpectedType
	}
	switch {
	case r.Total == wire.None && r.EndpointsAs == wire.Missing:
		return "not reported"
	case r.Total == wire.None:
		return n
	}
	return n + ", total " + figures.Thousands(r.Total)
}

// WhySelected returns why the selected endpoint serves, if the metadata has reasons:
// its params, and the attempts that failed before. It is empty where there are none.
func WhySelected(r wire.Routing) string {
	var words []string
	for m := range scan.Members(scan.Get(r.Raw, "params")) {
		if why := reason(m.Key, m.Value); why != "" {
			words = append(words, why)
		}
	}
	served, ok := r.Selected()
	failed := ""
	for _, a := range r.Attempts {
		if ok && a.Provider == served.Provider && a.Model == served.Model {
			if failed != "" {
				words = append(words, "fallback: "+failed)
			}
			break
		}
		failed = endpointName(a) + " " + attemptEnd(a)
	}
	return strings.Join(words, "; ")
}

// reason puts a param in words; empty for one that is not set, and for what was excluded,
// which is listed apart.
func reason(name string, value []byte) string {
	given := ""
	switch scan.KindOf(value) {
	case scan.String, scan.Number:
		given = named(scan.AnyText(value))
	case scan.Array:
		var list []string
		for _, one := range scan.Elements(value) {
			if scan.KindOf(one) == scan.String {
				list = append(list, named(scan.Text(one)))
			}
		}
		given = strings.Join(list, ", ")
	}
	label := cmp.Or(paramLabels[name], named(name))
	switch {
	case string(value) == "true":
		return label
	case given == "" || name == "dropped":
		return ""
	}
	return label + ": " + given
}

// paramLabels name the params that decide, where services have them in common.
var paramLabels = map[string]string{
	"session": "sticky session", "session_id": "sticky session", "sticky": "sticky session", "sticky_session": "sticky session",
	"order": "first available of provider.order", "sort": "first by provider.sort",
	"cache": "prompt cache", "cached": "prompt cache", "prompt_cache": "prompt cache",
	"price": "price", "max_price": "price", "fallback": "fallback",
}
