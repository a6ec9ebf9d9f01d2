// Package route decides which provider of which model serves a request, and
// tells how it was decided ("Routing metadata object" in the document).
package route

import (
	"errors"
	"net/http"
	"slices"

	"gatehouse/gateway/catalogue"
)

// Region is where the local gateway runs.
const Region = "local-1"

// Route is a decision and how it came about.
type Route struct {
	Requested string // the slug that was asked for
	Strategy  string // wire-notes §6
	Model     catalogue.Model
	Provider  catalogue.Provider
	Endpoints []Endpoint // those that were left, in the order in which they are asked
	Total     int        // how many there are without any constraint
	Dropped   []Dropped  // the others, and why
	Attempts  []Attempt  // one for each that was asked; the last one served, unless the route failed
	Held      bool       // the session held its provider
	Order     []string   // provider.order of the request, where it decided who serves
	Sort      string     // provider.sort of the request, where that did
	Pipeline  []Stage    // what else looked at the request or changed it
}

// Endpoint is one model at one provider.
type Endpoint struct {
	Model    catalogue.Model
	Provider catalogue.Provider // with the prices that hold there
}

// Dropped is an endpoint that a constraint of the request took away.
type Dropped struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	By       string `json:"by"`
}

// Attempt is one provider that was asked, and the HTTP status of its answer.
type Attempt struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Status   int    `json:"status"`
}

// Nobody stands for the provider in an attempt at a candidate that has none: a
// slug that is no model, or a router that found no candidate.
const Nobody = "none"

// Stage is one step of the pipeline.
type Stage struct {
	Type           string         `json:"type"`
	Name           string         `json:"name"`
	GuardrailID    string         `json:"guardrail_id,omitempty"`
	GuardrailScope string         `json:"guardrail_scope,omitempty"`
	Summary        string         `json:"summary"`
	Data           map[string]any `json:"data,omitempty"`
}

// Asked is the endpoints that were asked, in their order, without the candidates
// that have none.
func (r Route) Asked() []Endpoint {
	var asked []Endpoint
	for _, a := range r.Attempts {
		for _, e := range r.Endpoints {
			if e.Provider.Name == a.Provider && e.Model.Slug == a.Model {
				asked = append(asked, e)
			}
		}
	}
	return asked
}

// Ask is what a route is made from.
type Ask struct {
	Requested  string
	Strategy   string // of the first candidate; a later one is a fallback
	Candidates []Candidate
	Filters    []Filter
	Rank       Rank
	Pipeline   []Stage
}

// Candidate is one model to be tried, or a slug that leads to none.
type Candidate struct {
	Slug  string
	Model catalogue.Model // meant when Err is nil
	Err   error           // a *[NotFoundError], a *[WrongEndpointError] or an *[EmptyError]
	Extra bool            // serving it is a fallback: another was asked for
}

// status is what stands for a candidate that leads to no model.
func (c Candidate) status() int {
	if _, wrong := errors.AsType[*WrongEndpointError](c.Err); wrong {
		return http.StatusBadRequest
	}
	return http.StatusNotFound
}

// Serve asks the endpoints of the candidates one after the other until one
// serves. The error is one of a candidate, an *[EmptyError] or an *[UnavailableError]; the route is then what is known of it.
func Serve(ask Ask) (Route, error) {
	r := Route{Requested: ask.Requested, Strategy: ask.Strategy, Pipeline: ask.Pipeline}
	groups, err := r.endpoints(ask)
	if err != nil {
		return r, err
	}
	r.Held = ask.Rank.order(groups)
	for _, g := range groups {
		r.Endpoints = append(r.Endpoints, g.endpoints...)
	}
	return r.ask(ask, groups)
}

// ask goes from endpoint to endpoint until one serves.
func (r Route) ask(ask Ask, groups []group) (Route, error) {
	for _, g := range groups {
		if g.Err != nil {
			r.Attempts = append(r.Attempts, Attempt{Nobody, g.Slug, g.status()})
			continue
		}
		for _, e := range g.endpoints {
			a := Attempt{e.Provider.Name, e.Model.Slug, e.Provider.Status}
			r.Model, r.Provider = e.Model, e.Provider
			if a.Status == 0 {
				a.Status = 200
				r.Attempts = append(r.Attempts, a)
				r.decided(ask.Rank)
				if r.Strategy == "direct" && ask.extra(e.Model.Slug) {
					r.Strategy = "fallback"
				}
				return r, nil
			}
			r.Attempts = append(r.Attempts, a)
		}
	}
	r.Held = false
	return r, &UnavailableError{r.Attempts}
}

// decided says which of the wishes put the provider that serves before the others.
func (r *Route) decided(k Rank) {
	r.Held = r.Held && r.Provider.Name == k.Session
	switch {
	case names(k.Order, r.Provider):
		r.Order = k.Order
	case !r.Held:
		r.Sort = k.Sort
	}
}

// extra reports whether a model is only there as a fallback.
func (a Ask) extra(slug string) bool {
	for _, c := range a.Candidates {
		if c.Slug == slug {
			return c.Extra
		}
	}
	return false
}

// group is a candidate with the endpoints that are left of it.
type group struct {
	Candidate
	endpoints []Endpoint
}

// endpoints gathers what the filters leave of every candidate.
func (r *Route) endpoints(ask Ask) ([]group, error) {
	taken := map[string]int{} // by filter
	left := 0
	var groups []group
	for _, c := range ask.Candidates {
		g := group{Candidate: c}
		if c.Err == nil {
			r.Total += len(c.Model.Providers)
			for _, p := range c.Model.Providers {
				e := Endpoint{c.Model, c.Model.At(p)}
				if i := slices.IndexFunc(ask.Filters, func(f Filter) bool { return !f.Keep(e) }); i >= 0 {
					by := ask.Filters[i].Name
					r.Dropped = append(r.Dropped, Dropped{p.Name, c.Slug, by})
					taken[by]++
					continue
				}
				g.endpoints = append(g.endpoints, e)
			}
			left += len(g.endpoints)
		}
		groups = append(groups, g)
	}
	switch {
	case left > 0:
		return groups, nil
	case r.Total > 0:
		return nil, emptied(ask, taken)
	}
	return nil, missing(ask.Candidates)
}
