// Package route decides which endpoint serves a request, and reports how ("Routing
// metadata object" in the document).
package route

import (
	"errors"
	"net/http"
	"slices"

	"gatehouse/gateway/catalogue"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Region is the region of the local gateway.
const Region = "local-1"

// Route is a decision and its reasons.
type Route struct {
	Requested string // slug
	Strategy  string // wire-notes §6
	Model     catalogue.Model
	Provider  catalogue.Provider
	Endpoints []Endpoint // that met the constraints, in the order in which they are asked
	Total     int        // of endpoints, without constraints
	Dropped   []Dropped  // endpoints that did not meet a constraint
	Attempts  []Attempt  // the last one served, unless the route failed
	Sticky    bool       // the session decided the provider
	Order     []string   // provider.order of the request, if it decided
	Sort      string     // provider.sort of the request, if it decided
	Pipeline  []Stage    // what else inspected or changed the request
}

// Endpoint is one model at one provider.
type Endpoint struct {
	Model    catalogue.Model
	Provider catalogue.Provider // with its prices for the model
}

// Dropped is an endpoint that a constraint of the request removed.
type Dropped struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	By       string `json:"by"`
}

// Attempt is one call of a provider, and the HTTP status of its answer.
type Attempt struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Status   int    `json:"status"`
}

// Nobody is the provider of an attempt for a candidate without one: an unknown slug, or a router
// without candidates.
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

// Plan is what [Serve] tries: candidates, constraints and order.
type Plan struct {
	Requested  string
	Strategy   string // of the first candidate; a later one is a fallback
	Candidates []Candidate
	Filters    []Filter
	Rank       Rank
	Pipeline   []Stage
}

// Candidate is one model to try, or a slug without one.
type Candidate struct {
	Slug  string
	Model catalogue.Model // if Err is nil
	Err   error           // a *[NotFoundError], a *[WrongEndpointError] or an *[EmptyError]
	Extra bool            // a fallback for another model
}

// Serve asks the endpoints of the candidates in order until one serves. The error is that of a
// candidate, an *[EmptyError] or an *[UnavailableError]; the route then has what is known.
func Serve(plan Plan) (Route, error) {
	r := Route{Requested: plan.Requested, Strategy: plan.Strategy, Pipeline: plan.Pipeline}
	groups, err := r.endpoints(plan)
	if err != nil {
		return r, err
	}
	plan.Rank.sort(groups)
	for _, g := range groups {
		r.Endpoints = append(r.Endpoints, g.endpoints...)
	}
	return r.serve(plan, groups)
}

func (r Route) serve(plan Plan, groups []group) (Route, error) {
	for _, g := range groups {
		if g.Err != nil {
			status := http.StatusNotFound
			if _, wrong := errors.AsType[*WrongEndpointError](g.Err); wrong {
				status = http.StatusBadRequest
			}
			r.Attempts = append(r.Attempts, Attempt{Nobody, g.Slug, status})
			continue
		}
		for _, e := range g.endpoints {
			a := Attempt{e.Provider.Name, e.Model.Slug, e.Provider.Status}
			r.Model, r.Provider = e.Model, e.Provider
			if a.Status == 0 {
				a.Status = 200
				r.Attempts = append(r.Attempts, a)
				r.setReason(plan.Rank)
				if r.Strategy == "direct" && plan.isFallback(e.Model.Slug) {
					r.Strategy = "fallback"
				}
				return r, nil
			}
			r.Attempts = append(r.Attempts, a)
		}
	}
	return r, &UnavailableError{r.Attempts}
}

// setReason sets the preference that decided the serving provider.
func (r *Route) setReason(k Rank) {
	switch {
	case contains(k.Order, r.Provider):
		r.Order = k.Order
	case r.Provider.Name == k.Session:
		r.Sticky = true
	default:
		r.Sort = k.Sort
	}
}

func (p Plan) isFallback(slug string) bool {
	for _, c := range p.Candidates {
		if c.Slug == slug {
			return c.Extra
		}
	}
	return false
}

type group struct {
	Candidate
	endpoints []Endpoint
}

// endpoints applies the filters to the endpoints of every candidate.
func (r *Route) endpoints(plan Plan) ([]group, error) {
	removed := map[string]int{} // by filter
	left := 0
	var groups []group
	for _, c := range plan.Candidates {
		g := group{Candidate: c}
		if c.Err == nil {
			r.Total += len(c.Model.Providers)
			for _, p := range c.Model.Providers {
				e := Endpoint{c.Model, c.Model.At(p)}
				if i := slices.IndexFunc(plan.Filters, func(f Filter) bool { return !f.Allows(e) }); i >= 0 {
					by := plan.Filters[i].Name
					r.Dropped = append(r.Dropped, Dropped{p.Name, c.Slug, by})
					removed[by]++
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
		return nil, emptyError(plan, removed)
	}
	return nil, missingError(plan.Candidates)
}

// maxSessions is the maximum number of sessions, since clients choose their ids. The least recently
// used is evicted.
const maxSessions = 10_000

// Sessions stores which provider served a session last, so that it gets the next request too
// (session_id in the document). It is safe for use by several goroutines.
type Sessions struct{ served *lru.Cache[session, string] }

type session struct{ user, id string }

// NewSessions returns an empty store.
func NewSessions() *Sessions {
	served, _ := lru.New[session, string](maxSessions) // only a size below 1 is an error
	return &Sessions{served}
}

// Provider returns the last provider of an account's session; "" for an unknown session.
func (s *Sessions) Provider(user, id string) string {
	provider, _ := s.served.Get(session{user, id})
	return provider
}

// Store stores the provider of a session. Without an id there is no session.
func (s *Sessions) Store(user, id, provider string) {
	if id != "" {
		s.served.Add(session{user, id}, provider)
	}
}
