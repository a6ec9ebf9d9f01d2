// Package catalogue lists the models of the local gateway. All are simulated:
// small deterministic programs under made-up names, with made-up providers and
// prices.
package catalogue

import (
	"slices"
	"strings"
)

// Model is one entry.
type Model struct {
	Slug        string // <vendor>/<model>
	Name        string
	Description string
	Context     int // tokens
	Reasons     bool
	Fault       bool    // answers every request with the fault that it is named for
	Rerank      bool    // ranks documents and writes no text
	Router      string  // the id of the plugin whose defaults this slug stands for; empty: no router
	Prompt      float64 // list price in USD per million input tokens
	Completion  float64 // list price in USD per million output tokens
	Effective   float64 // traffic-weighted input price, same unit; 0: no traffic data
	Coding      float64 // coding score, 0 to 1; 0: never measured
	Distillable bool    // its text may be used to train other models
	Ordinary    bool    // one of the default set, for routers without rankings
	Ranks       Ranks   // how it does at each task; a task that is not there is not ranked
	Providers   []Provider
}

// Task is a kind of work that models are ranked for.
type Task string

// The tasks.
const (
	Code        Task = "code"
	Reasoning   Task = "reasoning"
	Writing     Task = "writing"
	Extraction  Task = "extraction"
	Translation Task = "translation"
	Chat        Task = "chat"
)

// Ranks is a model's strength at each task that it is ranked for, 0 to 1.
type Ranks map[Task]float64

// Text reports whether the model answers requests with text: what routers may
// choose among.
func (m Model) Text() bool { return !m.Fault && !m.Rerank && m.Router == "" }

// Provider serves a model.
type Provider struct {
	Name         string
	Prompt       float64 // USD per million input tokens; 0: the model's list price
	Completion   float64 // USD per million output tokens; 0: the model's list price
	Latency      float64 // median seconds until the first token
	Throughput   float64 // median tokens a second
	Accuracy     float64 // of tool calls, 0 to 1: what the sort exacto looks at
	Quantization string
	Status       int      // the HTTP status that it answers every request with; 0: it is healthy
	Lacks        []string // members of a request that it takes no notice of
	Retains      bool     // keeps prompts for some time
	Publishes    bool     // may publish prompts to free models
	TrainsFree   bool     // may train on prompts to free models
	TrainsPaid   bool     // may train on prompts to paid models
}

// Is reports whether a word in a request names the provider: its name or its
// slug, in any case.
func (p Provider) Is(word string) bool {
	return strings.EqualFold(word, p.Name) || strings.EqualFold(word, strings.ReplaceAll(p.Name, " ", "-"))
}

// At is the model's entry for a provider with the prices that hold there.
func (m Model) At(p Provider) Provider {
	if p.Prompt == 0 {
		p.Prompt = m.Prompt
	}
	if p.Completion == 0 {
		p.Completion = m.Completion
	}
	return p
}

// Catalogue is an ordered list of models.
type Catalogue struct{ models []Model }

// New is a catalogue of these models. The first answers requests that name no
// model.
func New(models ...Model) *Catalogue { return &Catalogue{models} }

// All is every model, in the order of the catalogue.
func (c *Catalogue) All() []Model { return slices.Clone(c.models) }

// Texts is every model that writes text, in the order of the catalogue.
func (c *Catalogue) Texts() []Model {
	return slices.DeleteFunc(c.All(), func(m Model) bool { return !m.Text() })
}

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
