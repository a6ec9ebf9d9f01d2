// Package rank orders documents by their relevance to a query ("POST /rerank" in the document). Its
// rankers are small but real: published formulas over the given words.
package rank

import (
	"cmp"
	"context"
	"slices"
)

// Scorer returns a score of each text for the query; a higher score is more relevant. It stops
// between two texts when ctx ends.
type Scorer func(ctx context.Context, query string, texts []string) []float64

// Result is the score of one document.
type Result struct {
	Index int // the document's position in the request
	Score float64
}

// By returns the scorer of a model; ok is false if the model is not a ranker.
func By(slug string) (score Scorer, ok bool) {
	score, ok = map[string]Scorer{"sim/bm25": BM25, "sim/trigram": Trigram, "sim/position": Position}[slug]
	return score, ok
}

// Order ranks documents, the most relevant first. Equal scores preserve the request's order.
// Documents without text are not scored and come last, with a score of 0.
func Order(ctx context.Context, score Scorer, query string, texts []string) []Result {
	nonEmpty := make([]string, 0, len(texts))
	results := make([]Result, 0, len(texts))
	for i, text := range texts {
		if text != "" {
			nonEmpty = append(nonEmpty, text)
			results = append(results, Result{Index: i})
		}
	}
	for i, s := range score(ctx, query, nonEmpty) {
		results[i].Score = s
	}
	slices.SortStableFunc(results, func(a, b Result) int { return cmp.Compare(b.Score, a.Score) })
	for i, text := range texts {
		if text == "" {
			results = append(results, Result{Index: i})
		}
	}
	return results
}

// Position preserves the order, as a baseline. The first of n documents has the score 1, the last
// 1/n.
func Position(_ context.Context, _ string, texts []string) []float64 {
	scores := make([]float64, len(texts))
	for i := range texts {
		scores[i] = float64(len(texts)-i) / float64(len(texts))
	}
	return scores
}
