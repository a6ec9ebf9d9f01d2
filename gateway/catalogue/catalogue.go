// Package catalogue lists the models of the local gateway. All are simulated: small deterministic
// programs with made-up names, providers and prices.
package catalogue

import (
	"cmp"
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
	Fault       bool    // answers every request with the fault in its name
	Rerank      bool    // ranks documents and writes no text
	Router      string  // the id of the router plugin whose defaults this slug means; empty: no router
	Prompt      float64 // list price in USD per million input tokens
	Completion  float64 // list price in USD per million output tokens
	Effective   float64 // traffic-weighted input price, same unit; 0: no traffic data
	Coding      float64 // coding score, 0 to 1; 0: never measured
	Distillable bool    // its text may be used to train other models
	Ordinary    bool    // one of the default set, for routers without rankings
	Ranks       Ranks   // a missing task is not ranked
	Providers   []Provider
}

// Task is a kind of work that models are ranked for.
type Task string

const (
	Code        Task = "code"
	Reasoning   Task = "reasoning"
	Writing     Task = "writing"
	Extraction  Task = "extraction"
	Translation Task = "translation"
	Chat        Task = "chat"
)

// Ranks is a model's strength at each task, 0 to 1.
type Ranks map[Task]float64

// Text reports whether the model answers with text, as routers require.
func (m Model) Text() bool { return !m.Fault && !m.Rerank && m.Router == "" }

// Provider serves a model.
type Provider struct {
	Name         string
	Prompt       float64 // USD per million input tokens; 0: the model's list price
	Completion   float64 // USD per million output tokens; 0: the model's list price
	Latency      float64 // median seconds until the first token
	Throughput   float64 // median tokens a second
	Accuracy     float64 // of tool calls, 0 to 1, for the sort exacto
	Quantization string
	Status       int      // the HTTP status of every answer; 0: healthy
	Lacks        []string // members of a request that it ignores
	Retains      bool     // stores prompts for some time
	Publishes    bool     // may publish prompts to free models
	TrainsFree   bool     // may train on prompts to free models
	TrainsPaid   bool     // may train on prompts to paid models
}

// Is reports whether a word in a request is the provider's name or slug, in any case.
func (p Provider) Is(word string) bool {
	return strings.EqualFold(word, p.Name) || strings.EqualFold(word, strings.ReplaceAll(p.Name, " ", "-"))
}

// At returns the model's entry for a provider, with list prices where it has none.
func (m Model) At(p Provider) Provider {
	p.Prompt, p.Completion = cmp.Or(p.Prompt, m.Prompt), cmp.Or(p.Completion, m.Completion)
	return p
}

// Slugs returns the slugs of models.
func Slugs(models []Model) []string {
	slugs := make([]string, len(models))
	for i, m := range models {
		slugs[i] = m.Slug
	}
	return slugs
}

// Catalogue is an ordered list of models. The first answers requests that name no model.
type Catalogue []Model

// Texts returns every model that writes text, in the order of the catalogue.
func (c Catalogue) Texts() []Model {
	return slices.DeleteFunc(slices.Clone(c), func(m Model) bool { return !m.Text() })
}

// Find returns the model with this slug, which is case-sensitive.
func (c Catalogue) Find(slug string) (Model, bool) {
	i := slices.IndexFunc(c, func(m Model) bool { return m.Slug == slug })
	if i < 0 {
		return Model{}, false
	}
	return c[i], true
}

// Local returns the provider of the models that no vendor made.
func Local() Provider {
	return Provider{Name: "Local", Latency: 0.01, Throughput: 125, Accuracy: 1, Quantization: "unknown"}
}

// Plain returns the models for first steps.
func Plain() []Model {
	local := []Provider{Local()}
	return []Model{
		{
			Slug: "sim/writer", Name: "Sim Writer",
			Description: "Simulated. Writes markdown about your request, or as much text as the prompt asks for (write 100 KB).",
			Context:     128_000, Prompt: 0.10, Completion: 0.40, Providers: local,
			Ranks: Ranks{Writing: 0.42, Chat: 0.48}, Distillable: true, Ordinary: true,
		},
		{
			Slug: "sim/coder", Name: "Sim Coder",
			Description: "Simulated. Answers with code that runs.",
			Context:     256_000, Prompt: 0.25, Completion: 1.00, Providers: local,
			Ranks: Ranks{Code: 0.38}, Coding: 0.33, Distillable: true,
		},
		{
			Slug: "sim/reasoner", Name: "Sim Reasoner",
			Description: "Simulated. Reasons before it answers; reasoning.effort sets how long.",
			Context:     128_000, Reasons: true, Prompt: 0.50, Completion: 2.00, Providers: local,
			Ranks: Ranks{Reasoning: 0.44, Chat: 0.40}, Distillable: true,
		},
		{
			Slug: "sim/structured", Name: "Sim Structured",
			Description: "Simulated. Answers in JSON that matches the schema in text.format, if there is one.",
			Context:     128_000, Prompt: 0.15, Completion: 0.60, Providers: local,
			Ranks: Ranks{Extraction: 0.48}, Distillable: true,
		},
		{
			Slug: "sim/broken-json", Name: "Sim Broken JSON",
			Description: "Simulated. Answers like sim/structured, then breaks the JSON.",
			Context:     128_000, Prompt: 0.15, Completion: 0.60, Providers: local,
		},
	}
}

// Reranks returns the models of POST /rerank. The first provider of sim/trigram is down, and there
// are two more, so that the members of provider have an effect.
func Reranks() []Model {
	return []Model{
		{
			Slug: "sim/bm25", Name: "Sim BM25",
			Description: "Simulated. Ranks by BM25 (k1 1.2, b 0.75): exact words, rare words count more.",
			Context:     128_000, Prompt: 0.02, Rerank: true,
			Providers: []Provider{{Name: "Local"}},
		},
		{
			Slug: "sim/trigram", Name: "Sim Trigram",
			Description: "Simulated. Ranks by shared trigrams, so it also finds other spellings. Its first provider is down.",
			Context:     128_000, Prompt: 0.01, Rerank: true,
			Providers: []Provider{
				{Name: "Local Standby", Status: 503, Latency: 0.02},
				{Name: "Local", Latency: 0.02},
				{Name: "Local Reserve", Prompt: 0.015, Latency: 0.01, Retains: true},
			},
		},
		{
			Slug: "sim/position", Name: "Sim Position",
			Description: "Simulated. Keeps the documents in order: the baseline that a reranker has to beat.",
			Context:     128_000, Prompt: 0.01, Rerank: true,
			Providers: []Provider{{Name: "Local"}},
		},
	}
}
