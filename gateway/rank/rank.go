// Package rank orders documents by their relevance to a query ("POST /rerank"
// in the document). Its rankers are small, but they really rank: by published
// formulas, over nothing but the words that they are given.
package rank

import (
	"cmp"
	"context"
	"slices"
)

// Scorer gives every text a score for the query; more is more relevant. It gives
// up between two texts when ctx ends.
type Scorer func(ctx context.Context, query string, texts []string) []float64

// Result is one document in the order that a ranker gives.
type Result struct {
	Index int // the document's position in the request
	Score float64
}

// By is the scorer of a model of the catalogue; ok is false when the model does
// not rank.
func By(slug string) (score Scorer, ok bool) {
	switch slug {
	case "sim/bm25":
		return BM25, true
	case "sim/trigram":
		return Trigram, true
	case "sim/position":
		return Position, true
	}
	return nil, false
}

// Order ranks documents, the most relevant first. Equal scores keep the
// request's order. A document without text takes no part in the scoring and
// comes last, with a score of 0.
func Order(ctx context.Context, score Scorer, query string, texts []string) []Result {
	said := make([]string, 0, len(texts))
	results := make([]Result, 0, len(texts))
	for i, text := range texts {
		if text != "" {
			said = append(said, text)
			results = append(results, Result{Index: i})
		}
	}
	for i, s := range score(ctx, query, said) {
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

// Position keeps the order: the baseline that a ranker has to beat. The first of
// n documents has the score 1, the last 1/n.
func Position(_ context.Context, _ string, texts []string) []float64 {
	scores := make([]float64, len(texts))
	for i := range texts {
		scores[i] = float64(len(texts)-i) / float64(len(texts))
	}
	return scores
}
