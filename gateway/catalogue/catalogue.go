// Package catalogue lists the models of the local gateway. All are simulated:
// small deterministic programs under made-up names, with made-up list prices.
package catalogue

import "slices"

// Model is one entry.
type Model struct {
	Slug        string // <vendor>/<model>
	Name        string
	Description string
	Context     int // tokens
	Reasons     bool
	Fault       bool    // answers every request with the fault that it is named for
	Rerank      bool    // ranks documents and writes no text
	Prompt      float64 // list price in USD per million input tokens
	Completion  float64 // list price in USD per million output tokens
	Providers   []Provider
}

// Provider serves a model.
type Provider struct {
	Name   string
	Status int // the HTTP status that it answers every request with; 0: it is healthy
}

// Catalogue is an ordered list of models.
type Catalogue struct{ models []Model }

// New is a catalogue of these models. The first answers requests that name no
// model.
func New(models ...Model) *Catalogue { return &Catalogue{models} }

// All is every model, in the order of the catalogue.
func (c *Catalogue) All() []Model { return slices.Clone(c.models) }

// Default is the model for a request that names none.
func (c *Catalogue) Default() Model { return c.models[0] }

// Find is the model with this slug. Slugs are compared to the letter.
func (c *Catalogue) Find(slug string) (Model, bool) {
	i := slices.IndexFunc(c.models, func(m Model) bool { return m.Slug == slug })
	if i < 0 {
		return Model{}, false
	}
	return c.models[i], true
}
