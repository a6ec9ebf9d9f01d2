package rank

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// The parameters, those of sim/bm25 of the local gateway.
const (
	BM25K1 = 1.2
	BM25B  = 0.75
)

// BM25 is the words of some documents. It is never changed.
type BM25 struct {
	postings map[string][]posting
	length   []float64 // of each document, in words
	texts    float64   // that are not empty: the others take no part
	mean     float64   // length of these
}

// posting is how often a document has a word.
type posting struct {
	doc   int
	count float64
}

// NewBM25 indexes texts. Words are runs of letters and digits, without case.
func NewBM25(texts []string) *BM25 {
	x := &BM25{postings: map[string][]posting{}, length: make([]float64, len(texts))}
	total := 0.0
	for doc, text := range texts {
		if text != "" {
			x.texts++
		}
		for w := range bm25Words(text) {
			x.length[doc]++
			list := x.postings[w]
			if n := len(list); n > 0 && list[n-1].doc == doc {
				list[n-1].count++
				continue
			}
			x.postings[w] = append(list, posting{doc, 1})
		}
		total += x.length[doc]
	}
	if x.texts > 0 {
		x.mean = total / x.texts
	}
	return x
}

// Top returns the depth best documents, equal ones in their order; those without a word of the query fill it up.
func (x *BM25) Top(query string, depth int) []int {
	scores := x.Scores(query)
	docs := make([]int, len(scores))
	for i := range docs {
		docs[i] = i
	}
	slices.SortStableFunc(docs, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return docs[:min(depth, len(docs))]
}

// Scores returns the score of every document: the sum over the query's words of
// idf · f·(k1+1) / (f + k1·(1 − b + b·length/mean)), idf = ln(1 + (N − n + 0.5)/(n + 0.5)).
func (x *BM25) Scores(query string) []float64 {
	scores, n := make([]float64, len(x.length)), x.texts
	var asked []string
	times := map[string]float64{}
	for w := range bm25Words(query) {
		if times[w]++; times[w] == 1 {
			asked = append(asked, w)
		}
	}
	for _, w := range asked { // in a fixed order, since a sum of floats depends on it
		list := x.postings[w]
		idf := math.Log(1 + (n-float64(len(list))+0.5)/(float64(len(list))+0.5))
		for _, p := range list {
			scores[p.doc] += times[w] * idf * p.count * (BM25K1 + 1) / (p.count + BM25K1*(1-BM25B+BM25B*x.length[p.doc]/x.mean))
		}
	}
	return scores
}

// bm25Words yields the words of a text in lower case.
func bm25Words(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for w := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if !yield(strings.ToLower(w)) {
				return
			}
		}
	}
}
