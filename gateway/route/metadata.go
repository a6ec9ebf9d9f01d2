package route

import (
	"fmt"

	"gatehouse/gateway/catalogue"

	"github.com/go-json-experiment/json"
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

// metadata is the object on the wire (wire-notes §6).
type metadata struct {
	Requested string    `json:"requested"`
	Strategy  string    `json:"strategy"`
	Region    string    `json:"region"`
	Summary   string    `json:"summary"`
	Attempt   int       `json:"attempt"`
	IsBYOK    bool      `json:"is_byok"`
	Endpoints endpoints `json:"endpoints"`
	Attempts  []Attempt `json:"attempts"`
	Pipeline  []Stage   `json:"pipeline"`
}

// JSON is the routing metadata of an answer that was given.
func (r Route) JSON() []byte {
	return r.encode(fmt.Sprintf("%s, served by %s at attempt %d", r.Model.Slug, r.Provider.Name, len(r.Attempts)), true)
}

// BlockedJSON is the routing metadata of a request that never reached a
// provider, because a stage of the pipeline stopped it.
func (r Route) BlockedJSON(summary string) []byte {
	r.Attempts = nil
	return r.encode(summary, false)
}

// FailedJSON is the routing metadata of a request whose provider answered with
// an HTTP status that is no success. No endpoint is selected then.
func (r Route) FailedJSON(status int) []byte {
	last := len(r.Attempts) - 1
	r.Attempts = append(append([]Attempt{}, r.Attempts[:last]...), Attempt{r.Provider.Name, r.Model.Slug, status})
	return r.encode(fmt.Sprintf("%s: %s answered %d", r.Model.Slug, r.Provider.Name, status), false)
}

func (r Route) encode(summary string, selected bool) []byte {
	m := metadata{
		Requested: r.Requested, Strategy: r.Strategy, Region: Region, Summary: summary,
		Attempt: len(r.Attempts), Attempts: r.Attempts, Pipeline: r.Pipeline,
		Endpoints: available(r.Model, r.Provider, selected),
	}
	return encode(m)
}

func available(m catalogue.Model, chosen catalogue.Provider, selected bool) endpoints {
	list := make([]endpoint, len(m.Providers))
	for i, p := range m.Providers {
		list[i] = endpoint{p.Name, m.Slug, selected && p == chosen}
	}
	return endpoints{len(list), list}
}

// NotFoundJSON is the partial object of a 404: nothing was tried, so it lacks
// region, summary and is_byok (wire-notes §6).
func (r Route) NotFoundJSON() []byte {
	return encode(struct {
		Requested string    `json:"requested"`
		Strategy  string    `json:"strategy"`
		Attempt   int       `json:"attempt"`
		Endpoints endpoints `json:"endpoints"`
		Pipeline  []Stage   `json:"pipeline"`
	}{r.Requested, r.Strategy, 0, endpoints{Available: []endpoint{}}, r.Pipeline})
}

func encode(v any) []byte {
	b, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		// Only strings and numbers of our own go in.
		panic("route: " + err.Error())
	}
	return b
}
