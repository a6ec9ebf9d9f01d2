package rank

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"gatehouse/gateway/output"
)

// The parameters of BM25, as they are commonly set: K1 says how soon a word that
// is repeated stops to count, B how much a long document is held to its length.
const (
	K1 = 1.2
	B  = 0.75
)

// BM25 is the ranking function of Robertson and others (Okapi at TREC-3, 1994),
// with the inverse document frequency that is never negative:
//
//	score(D, Q) = Σ over q in Q of  idf(q) · f(q, D)·(K1+1) / (f(q, D) + K1·(1 − B + B·|D|/avg))
//	idf(q)      = ln(1 + (N − n(q) + 0.5) / (n(q) + 0.5))
//
// f counts a word in a document, |D| is a document's length in words and avg the
// mean of all, N counts the documents and n those with the word. A word that
// stands twice in the query counts twice. Words are runs of letters and digits,
// without case.
func BM25(ctx context.Context, query string, texts []string) []float64 {
	asked, place := map[string]int{}, map[string]int{} // in the query: how often, and where first
	for w := range output.Words(query) {
		if asked[w]++; asked[w] == 1 {
			place[w] = len(place)
		}
	}
	frequency := make([]map[string]int, len(texts)) // of the query's words alone
	length := make([]float64, len(texts))
	having := map[string]int{}
	total := 0.0
	for i, text := range texts {
		if ctx.Err() != nil {
			break
		}
		for w := range output.Words(text) {
			length[i]++
			if asked[w] == 0 {
				continue
			}
			if frequency[i] == nil {
				frequency[i] = map[string]int{}
			}
			if frequency[i][w]++; frequency[i][w] == 1 {
				having[w]++
			}
		}
		total += length[i]
	}
	scores := make([]float64, len(texts))
	for i := range texts {
		if ctx.Err() != nil {
			break
		}
		// A fixed order, since a sum of floats depends on it.
		found := slices.SortedFunc(maps.Keys(frequency[i]), func(a, b string) int { return cmp.Compare(place[a], place[b]) })
		for _, w := range found {
			f := float64(frequency[i][w])
			n := float64(having[w])
			idf := math.Log(1 + (float64(len(texts))-n+0.5)/(n+0.5))
			scores[i] += float64(asked[w]) * idf * f * (K1 + 1) / (f + K1*(1-B+B*length[i]*float64(len(texts))/total))
		}
	}
	return scores
}
