// Package route decides which model serves a request, and tells how it was
// decided ("Routing metadata object" in the document).
package route

import (
	"fmt"
	"strings"

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
	Attempts  []Attempt // one for each provider that was asked, the last one served
	Pipeline  []Stage   // what else looked at the request or changed it
}

// Attempt is one provider that was asked, and the HTTP status of its answer.
type Attempt struct {
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Status   int    `json:"status"`
}

// Stage is one step of the pipeline.
type Stage struct {
	Type           string         `json:"type"`
	Name           string         `json:"name"`
	GuardrailID    string         `json:"guardrail_id,omitempty"`
	GuardrailScope string         `json:"guardrail_scope,omitempty"`
	Summary        string         `json:"summary"`
	Data           map[string]any `json:"data,omitempty"`
}

// NotFoundError says that none of the slugs is a model.
type NotFoundError struct{ Slugs []string }

func (e *NotFoundError) Error() string {
	quoted := make([]string, len(e.Slugs))
	for i, slug := range e.Slugs {
		quoted[i] = fmt.Sprintf("%q", slug)
	}
	return "No model " + strings.Join(quoted, " or ") + ". GET /models lists the models there are."
}

// Direct takes the first of the slugs that is a model; without slugs, the
// catalogue's default. The error is a *[NotFoundError].
func Direct(models *catalogue.Catalogue, slugs []string) (Route, error) {
	if len(slugs) == 0 {
		m := models.Default()
		return served(m.Slug, "direct", m), nil
	}
	for i, slug := range slugs {
		if m, ok := models.Find(slug); ok {
			strategy := "direct"
			if i > 0 {
				strategy = "fallback"
			}
			return served(slugs[0], strategy, m), nil
		}
	}
	return Route{Requested: slugs[0], Strategy: "direct"}, &NotFoundError{slugs}
}

func served(requested, strategy string, m catalogue.Model) Route {
	provider := m.Providers[0]
	return Route{
		Requested: requested, Strategy: strategy, Model: m, Provider: provider,
		Attempts: []Attempt{{Provider: provider.Name, Model: m.Slug, Status: 200}},
	}
}
