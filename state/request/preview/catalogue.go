// Package preview computes before a request is sent what follows for certain from its router
// plugins and the catalogue of the connected service: which models the patterns select, which of
// them are in the band of prices, and the most that an answer can cost. Which model a router then
// takes depends on the prompt and is not predicted.
package preview

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"gatehouse/client/wire"
)

// Model is a model as described in a catalogue. Prices are list prices in USD per million
// input and output tokens; NaN where unknown.
type Model struct {
	Slug       string
	Prompt     float64
	Completion float64
	Effective  float64 // traffic-weighted input price; 0: none, so the list price counts
	Coding     float64 // coding score, 0 to 1; 0: none
	Rerank     bool    // ranks documents, writes no text
	Other      bool    // makes neither text nor rankings: images, embeddings
	Router     bool    // a router, without a price
	Fault      bool    // of the local gateway: answers with the fault in its name
	Providers  []string

	offers    []Offer // of its providers in the catalogue
	request   float64 // USD for each request, in addition to its tokens
	reasoning float64 // USD per million tokens of reasoning; NaN where they cost as others do
	write     float64 // USD per million tokens that are written to a cache
	longest   float64 // tokens of an answer; 0: not stated
}

// Text reports whether a router may choose the model: it writes text, and is neither a
// router nor a fault model.
func (m Model) Text() bool { return !m.Rerank && !m.Other && !m.Router && !m.Fault }

// Priced reports whether the list price is known.
func (m Model) Priced() bool { return !math.IsNaN(m.Prompt) }

// Catalogue is the models of a service, in its order.
type Catalogue struct {
	Models []Model
}

// ReadCatalogue reads the entries of GET /models. The document does not show their shape:
// this is the common one, with the local gateway's additions.
func ReadCatalogue(models []wire.Model) Catalogue {
	var c Catalogue
	for _, entry := range models {
		c.Models = append(c.Models, readModel(entry))
	}
	return c
}

func readModel(entry wire.Model) Model {
	e := gjson.ParseBytes(entry.Raw)
	m := Model{
		Slug: entry.ID, Prompt: perMillion(e.Get("pricing.prompt")), Completion: perMillion(e.Get("pricing.completion")),
		request: max(e.Get("pricing.request").Float(), 0), reasoning: perMillion(e.Get("pricing.internal_reasoning")), write: perMillion(e.Get("pricing.input_cache_write")),
		longest: e.Get("top_provider.max_completion_tokens").Num,
		Coding:  e.Get("coding_score").Num, Fault: strings.HasPrefix(entry.ID, "fault/"),
	}
	if f := perMillion(e.Get("traffic_weighted_price")); f > 0 {
		m.Effective = f
	}
	if m.Prompt < 0 { // how the common shape writes that the price is another model's
		m.Router, m.Prompt, m.Completion = true, math.NaN(), math.NaN()
	}
	if outputs := e.Get("architecture.output_modalities"); outputs.IsArray() {
		makes := func(what string) bool {
			return slices.ContainsFunc(outputs.Array(), func(o gjson.Result) bool { return o.Str == what })
		}
		m.Rerank = makes("rerank")
		m.Other = !m.Rerank && !makes("text") && len(outputs.Array()) > 0
	}
	for _, p := range e.Get("endpoints").Array() {
		if name := p.Get("provider").Str; name != "" && !slices.Contains(m.Providers, name) {
			m.Providers = append(m.Providers, name)
			m.offers = append(m.offers, readOffer(name, p))
			m.longest = max(m.longest, p.Get("max_completion_tokens").Num)
		}
	}
	return m
}

// perMillion converts a price per token, a number or its text, to one per million tokens
// without rounding noise; NaN for anything else.
func perMillion(v gjson.Result) float64 {
	f := v.Num
	if v.Type == gjson.String {
		var err error
		if f, err = strconv.ParseFloat(v.Str, 64); err != nil {
			return math.NaN()
		}
	} else if v.Type != gjson.Number {
		return math.NaN()
	}
	return math.Round(f*1e12) / 1e6
}

// Texts returns the models that a router may choose among.
func (c Catalogue) Texts() []Model {
	return slices.DeleteFunc(slices.Clone(c.Models), func(m Model) bool { return !m.Text() })
}

// Slugs returns the slugs of all models.
func (c Catalogue) Slugs() []string {
	var slugs []string
	for _, m := range c.Models {
		slugs = append(slugs, m.Slug)
	}
	return slugs
}

// Find returns the model with exactly this slug.
func (c Catalogue) Find(slug string) (Model, bool) {
	i := slices.IndexFunc(c.Models, func(m Model) bool { return m.Slug == slug })
	if i < 0 {
		return Model{}, false
	}
	return c.Models[i], true
}

// Providers returns the names of all providers, sorted.
func (c Catalogue) Providers() []string {
	var names []string
	for _, m := range c.Models {
		names = append(names, m.Providers...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Patterns returns suggestions for a list of patterns: <vendor>/* for every vendor of text
// models, then their slugs.
func (c Catalogue) Patterns() []string {
	var vendors, slugs []string
	for _, m := range c.Texts() {
		if vendor, _, ok := strings.Cut(m.Slug, "/"); ok && !slices.Contains(vendors, vendor+"/*") {
			vendors = append(vendors, vendor+"/*")
		}
		slugs = append(slugs, m.Slug)
	}
	return append(vendors, slugs...)
}

// Offer is a model at one provider. What the catalogue does not tell is NaN.
type Offer struct {
	Provider           string
	Prompt, Completion float64 // USD per million tokens
	Latency            float64 // seconds
	Throughput         float64 // tokens a second

	write float64 // USD per million tokens that are put into a cache
}

func readOffer(name string, p gjson.Result) Offer {
	number := func(v gjson.Result) float64 {
		if v.Type != gjson.Number {
			return math.NaN()
		}
		return v.Num
	}
	price := func(of string) float64 { return perMillion(p.Get("pricing." + of)) }
	return Offer{name, price("prompt"), price("completion"), number(p.Get("latency")), number(p.Get("throughput")), price("input_cache_write")}
}

// Offer returns a model's offer at a provider from the catalogue, or false and an offer without
// known prices.
func (c Catalogue) Offer(model, provider string) (Offer, bool) {
	m, _ := c.Find(model)
	for _, o := range m.offers {
		if o.Provider == provider {
			return o, true
		}
	}
	nan := math.NaN()
	return Offer{provider, nan, nan, nan, nan, nan}, false
}
