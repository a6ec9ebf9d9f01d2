package catalogue

// Plain returns the models for first steps.
func Plain() []Model {
	local := []Provider{{Name: "Local", Latency: 0.01, Throughput: 125, Accuracy: 1, Quantization: "unknown"}}
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
