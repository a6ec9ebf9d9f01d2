package catalogue

// Plain is the models for first steps. The first of them is the default.
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
