package catalogue

// Plain is the models for first steps. The first of them is the default.
func Plain() []Model {
	local := []Provider{{Name: "Local", Latency: 0.01, Throughput: 125, Accuracy: 1, Quantization: "unknown"}}
	return []Model{
		{
			Slug: "sim/writer", Name: "Sim Writer",
			Description: "Simulated. Writes markdown about the request it was sent; a prompt that names a size (write 100 KB) gets it.",
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
			Description: "Simulated. Sends a reasoning item, sized by reasoning.effort, before its answer.",
			Context:     128_000, Reasons: true, Prompt: 0.50, Completion: 2.00, Providers: local,
			Ranks: Ranks{Reasoning: 0.44, Chat: 0.40}, Distillable: true,
		},
		{
			Slug: "sim/structured", Name: "Sim Structured",
			Description: "Simulated. Answers in JSON, and with a value that fits the schema when text.format names one.",
			Context:     128_000, Prompt: 0.15, Completion: 0.60, Providers: local,
			Ranks: Ranks{Extraction: 0.48}, Distillable: true,
		},
		{
			Slug: "sim/broken-json", Name: "Sim Broken JSON",
			Description: "Simulated. Answers as sim/structured does, and then breaks the JSON.",
			Context:     128_000, Prompt: 0.15, Completion: 0.60, Providers: local,
		},
	}
}
