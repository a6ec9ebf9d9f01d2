package route

import (
	"errors"
	"fmt"

	"gatehouse/gateway/output"
)

type endpoint struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Selected bool   `json:"selected"`
}

type endpoints struct {
	Total     int        `json:"total"`
	Available []endpoint `json:"available"`
}

// params is the other reasons for the choice (wire-notes §6 leaves its members open).
type params struct {
	Session string    `json:"session,omitempty"`
	Order   []string  `json:"order,omitempty"` // of the request, if it decided
	Sort    string    `json:"sort,omitempty"`  // of the request, if it decided
	Dropped []Dropped `json:"dropped,omitempty"`
}

// metadata is the object on the wire (wire-notes §6).
type metadata struct {
	Requested string    `json:"requested"`
	Strategy  string    `json:"strategy"`
	Region    string    `json:"region,omitempty"`
	Summary   string    `json:"summary,omitempty"`
	Attempt   int       `json:"attempt"`
	IsBYOK    *bool     `json:"is_byok,omitempty"`
	Endpoints endpoints `json:"endpoints"`
	Attempts  []Attempt `json:"attempts,omitzero"`
	Params    *params   `json:"params,omitempty"`
	Pipeline  []Stage   `json:"pipeline"`
}

// JSON returns the routing metadata of an answer.
func (r Route) JSON() []byte {
	return r.encode(fmt.Sprintf("%s, served by %s on attempt %d", r.Model.Slug, r.Provider.Name, len(r.Attempts)), true)
}

// BlockedJSON returns the routing metadata of a request that a stage of the pipeline blocked.
func (r Route) BlockedJSON(summary string) []byte {
	r.Attempts = []Attempt{}
	return r.encode(summary, false)
}

// FailedJSON returns the routing metadata of a request whose provider failed with an HTTP status.
// No endpoint is selected then.
func (r Route) FailedJSON(status int) []byte {
	if last := len(r.Attempts) - 1; r.Attempts[last].Status == 200 {
		// The failure occurred after the choice.
		r.Attempts = append(append([]Attempt{}, r.Attempts[:last]...), Attempt{r.Provider.Name, r.Model.Slug, status})
	}
	return r.encode(fmt.Sprintf("%s: %s returned %d", r.Model.Slug, r.Provider.Name, status), false)
}

func (r Route) encode(summary string, selected bool) []byte {
	return output.Encode(metadata{
		Requested: r.Requested, Strategy: r.Strategy, Region: Region, Summary: summary, IsBYOK: new(bool),
		Attempt: len(r.Attempts), Attempts: r.Attempts, Pipeline: r.Pipeline,
		Endpoints: r.available(selected), Params: r.params(),
	})
}

func (r Route) available(selected bool) endpoints {
	list := make([]endpoint, len(r.Endpoints))
	for i, e := range r.Endpoints {
		chosen := e.Model.Slug == r.Model.Slug && e.Provider.Name == r.Provider.Name
		list[i] = endpoint{e.Provider.Name, e.Model.Slug, selected && chosen}
	}
	return endpoints{r.Total, list}
}

func (r Route) params() *params {
	if !r.Sticky && len(r.Dropped) == 0 && r.Order == nil && r.Sort == "" {
		return nil
	}
	p := &params{Dropped: r.Dropped, Order: r.Order, Sort: r.Sort}
	if r.Sticky {
		p.Session = "stays with " + r.Provider.Name
	}
	return p
}

// NoRouteJSON returns the routing metadata of a request that no endpoint served, by the error of
// [Serve].
func (r Route) NoRouteJSON(err error) []byte {
	if _, unavailable := errors.AsType[*UnavailableError](err); unavailable {
		return r.encode(err.Error(), false)
	}
	return r.NotFoundJSON()
}

// NotFoundJSON returns the partial object of a 404: nothing was tried, so it lacks region, summary
// and is_byok (wire-notes §6).
func (r Route) NotFoundJSON() []byte {
	return output.Encode(metadata{
		Requested: r.Requested, Strategy: r.Strategy, Endpoints: r.available(false), Params: r.params(), Pipeline: r.Pipeline,
	})
}
