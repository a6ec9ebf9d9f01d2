package catalogue

import (
	"math"
	"strconv"
	"strings"
)

// row is one model of the vendors.
type row struct {
	slug               string
	what               string
	context            int // thousands of tokens
	prompt, completion float64
	effective, coding  float64
	ranks              string // "code reasoning writing extraction translation chat" in hundredths; - is not ranked
	providers          string // names, each with its price relative to the list price, or its status, in brackets
	marks              string // reasons, ordinary, distillable
}

// Vendors returns the models of the made-up vendors. The numbers give every rule of routing
// something to decide:
//
//   - some models are on the frontier by list price and coding score; by traffic-weighted price
//     the frontier is another one ([row].effective);
//   - some have an unhealthy first provider, and fjord/abyss, the best and most expensive coder,
//     has no healthy one;
//   - fjord/inlet translates and has no coding score.
func Vendors() []Model {
	rows := []row{
		{"aurora/dawn-mini", "small and cheap", 128, 0.05, 0.20, 0.02, 0.18, "20 15 40 45 38 50", "Atlas Dynamo", "ordinary distillable"},
		{"aurora/dawn", "an all-rounder", 128, 0.60, 2.40, 0.45, 0.48, "50 48 66 62 60 70", "Cobalt[503] Atlas Granite[1.2]", "ordinary"},
		{"aurora/zenith", "strong at most things", 256, 3.00, 12.00, 1.20, 0.82, "84 83 81 80 76 85", "Dynamo[529] Atlas Borealis[1.25]", "reasons ordinary"},
		{"aurora/zenith-max", "slow and thorough", 512, 12.00, 48.00, 0, 0.93, "94 95 88 86 84 87", "Atlas Granite[1.1]", "reasons"},
		{"basalt/pebble", "tuned for extraction", 64, 0.08, 0.16, 0, 0.22, "24 20 30 64 28 36", "Halyard Kelp", "distillable"},
		{"basalt/column", "reliable with tools and schemas", 128, 0.90, 1.80, 1.10, 0.55, "57 52 50 78 48 58", "Halyard Atlas[1.3] Estuary", "ordinary distillable"},
		{"basalt/column-code", "column, tuned for code", 256, 1.40, 4.20, 1.60, 0.74, "80 66 40 70 35 45", "Atlas Halyard[1.15]", ""},
		{"basalt/massif", "large, an older generation", 128, 5.00, 15.00, 0, 0.80, "81 79 77 79 74 78", "Borealis Granite", ""},
		{"cinder/spark", "quick", 128, 0.12, 0.36, 0.10, 0.30, "34 28 44 46 42 56", "Dynamo Cobalt", "ordinary distillable"},
		{"cinder/forge", "code and reasoning", 256, 2.50, 10.00, 2.40, 0.79, "83 80 68 72 60 70", "Borealis Atlas[1.05]", ""},
		{"cinder/forge-pro", "a larger forge", 256, 8.00, 32.00, 6.00, 0.90, "91 90 78 80 70 80", "Borealis[502] Granite", "reasons"},
		{"driftwood/skiff", "the cheapest of all", 32, 0.03, 0.06, 0, 0.08, "10 8 30 28 26 40", "Kelp Dynamo", "distillable"},
		{"driftwood/schooner", "average quality at a low price", 64, 0.40, 0.80, 0.50, 0.41, "42 38 52 50 50 60", "Estuary Cobalt[1.1]", "distillable"},
		{"driftwood/clipper", "one provider only", 128, 1.80, 5.40, 0, 0.60, "62 58 64 60 58 66", "Kelp", "distillable"},
		{"ember/glow", "writes well for its size", 64, 0.20, 0.60, 0.15, 0.34, "36 30 68 40 52 62", "Cobalt Estuary[1.2] Halyard[1.4]", ""},
		{"ember/blaze", "a writer", 128, 1.20, 3.60, 0, 0.52, "54 50 84 52 66 76", "Halyard Atlas[1.2]", ""},
		{"ember/inferno", "long texts", 1000, 6.50, 26.00, 0, 0.86, "86 85 93 78 82 90", "Granite Halyard[1.1]", "reasons"},
		{"fjord/inlet", "translation only", 32, 0.06, 0.18, 0, 0, "- - - - 72 30", "Granite Kelp", ""},
		{"fjord/strait", "many languages", 128, 0.75, 2.25, 0, 0.38, "40 42 60 56 86 64", "Estuary[503] Granite", ""},
		{"fjord/deep", "reasons in many languages", 256, 4.00, 16.00, 3.00, 0.70, "72 82 74 70 92 78", "Granite Borealis[1.1]", "reasons"},
		{"fjord/abyss", "the strongest; its providers are down", 512, 15.00, 60.00, 0, 0.95, "96 97 92 90 95 92", "Granite[503] Borealis[529]", "reasons"},
	}
	var models []Model
	for _, r := range rows {
		models = append(models, r.model())
	}
	return models
}

func (r row) model() Model {
	vendor, name, _ := strings.Cut(r.slug, "/")
	m := Model{
		Slug: r.slug, Name: title(vendor) + " " + title(name),
		Description: "Simulated. " + title(r.what) + ". Answers like every local model; its price, scores and providers are its own.",
		Context:     r.context * 1000, Prompt: r.prompt, Completion: r.completion, Effective: r.effective, Coding: r.coding,
		Reasons: strings.Contains(r.marks, "reasons"), Ordinary: strings.Contains(r.marks, "ordinary"),
		Distillable: strings.Contains(r.marks, "distillable"), Ranks: Ranks{},
	}
	tasks := []Task{Code, Reasoning, Writing, Extraction, Translation, Chat}
	for i, score := range strings.Fields(r.ranks) {
		if n, err := strconv.Atoi(score); err == nil {
			m.Ranks[tasks[i]] = float64(n) / 100
		}
	}
	for word := range strings.FieldsSeq(r.providers) {
		m.Providers = append(m.Providers, r.provider(word))
	}
	return m
}

func (r row) provider(word string) Provider {
	name, bracketed, _ := strings.Cut(strings.TrimSuffix(word, "]"), "[")
	p := providers()[name]
	p.Name, p.Prompt, p.Completion = name, r.prompt, r.completion
	switch n, err := strconv.ParseFloat(bracketed, 64); {
	case err != nil: // no brackets
	case n >= 400:
		p.Status = int(n)
	default:
		p.Prompt, p.Completion = roundPrice(r.prompt*n), roundPrice(r.completion*n)
	}
	return p
}

// roundPrice removes the error of a multiplication.
func roundPrice(price float64) float64 { return math.Round(price*1e4) / 1e4 }

func title(s string) string {
	s = strings.ReplaceAll(s, "-", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

// providers returns the made-up providers, without prices. They handle prompts differently, so that
// every rule about privacy removes some of them.
func providers() map[string]Provider {
	return map[string]Provider{
		"Atlas":    {Latency: 0.32, Throughput: 90, Accuracy: 0.97, Quantization: "bf16", Retains: true},
		"Borealis": {Latency: 0.54, Throughput: 60, Accuracy: 0.99, Quantization: "fp16"},
		"Cobalt":   {Latency: 0.26, Throughput: 140, Accuracy: 0.93, Quantization: "fp8", Retains: true, TrainsFree: true},
		"Dynamo": {Latency: 0.18, Throughput: 210, Accuracy: 0.84, Quantization: "fp4", Retains: true, TrainsFree: true, Publishes: true,
			Lacks: []string{"tools", "tool_choice", "top_logprobs"}},
		"Estuary": {Latency: 0.41, Throughput: 75, Accuracy: 0.91, Quantization: "fp8", Retains: true, TrainsFree: true, TrainsPaid: true,
			Lacks: []string{"top_logprobs"}},
		"Granite": {Latency: 0.70, Throughput: 45, Accuracy: 0.98, Quantization: "bf16"},
		"Halyard": {Latency: 0.22, Throughput: 180, Accuracy: 0.95, Quantization: "fp8", Retains: true},
		"Kelp": {Latency: 0.90, Throughput: 30, Accuracy: 0.80, Quantization: "int8", Retains: true, Publishes: true,
			Lacks: []string{"tools", "tool_choice", "text", "top_k", "top_logprobs"}},
	}
}
