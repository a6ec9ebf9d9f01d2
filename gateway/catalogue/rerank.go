package catalogue

// Reranks is the models of POST /rerank. The first provider of sim/trigram is
// down, and there are two more: what the members of provider do can be seen
// there.
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
