// Package rank orders documents by their relevance to a query ("POST /rerank" in the document). Its
// rankers are small but real: published formulas over the given words.
package rank

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
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

// The usual parameters of BM25: K1 limits the weight of a repeated word, B the weight of the
// document's length.
const (
	K1 = 1.2
	B  = 0.75
)

// BM25 is the ranking function of Robertson and others (Okapi at TREC-3, 1994), with the inverse
// document frequency that is never negative:
//
//	score(D, Q) = Σ over q in Q of  idf(q) · f(q, D)·(K1+1) / (f(q, D) + K1·(1 − B + B·|D|/avg))
//	idf(q)      = ln(1 + (N − n(q) + 0.5) / (n(q) + 0.5))
//
// f counts a word in a document, |D| is a document's length in words and avg the mean of all, N
// counts the documents and n those with the word. A word that occurs twice in the query counts
// twice. Words are runs of letters and digits, without case.
func BM25(ctx context.Context, query string, texts []string) []float64 {
	asked, place := map[string]int{}, map[string]int{} // words of the query: count, and position of the first
	for w := range output.Words(query) {
		if asked[w]++; asked[w] == 1 {
			place[w] = len(place)
		}
	}
	frequency := make([]map[string]int, len(texts)) // of the query's words
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

// Trigram is the similarity of pg_trgm: the share of common trigrams among all of query and text,
// from 0 to 1. A word is padded with two spaces before it and one after it, so that its start
// counts more. It also finds other spellings of a word, which [BM25] does not.
func Trigram(ctx context.Context, query string, texts []string) []float64 {
	asked := trigrams(query)
	scores := make([]float64, len(texts))
	for i, text := range texts {
		if ctx.Err() != nil {
			break
		}
		found := trigrams(text)
		common := 0
		for t := range found {
			if asked[t] {
				common++
			}
		}
		if all := len(asked) + len(found) - common; all > 0 {
			scores[i] = float64(common) / float64(all)
		}
	}
	return scores
}

func trigrams(text string) map[[3]rune]bool {
	set := map[[3]rune]bool{}
	for w := range output.Words(text) {
		last := [3]rune{' ', ' ', ' '}
		for _, r := range w + " " {
			last = [3]rune{last[1], last[2], r}
			set[last] = true
		}
	}
	return set
}

// Answer is the result of a ranking ("Rerank result").
type Answer struct {
	ID       string
	Model    string
	Provider string
	Results  []Result
	Texts    []string // of all documents in the request
	Tokens   int      // of the query and all documents
	Price    float64  // of the provider, in USD per million tokens
}

// unit is the number of documents in one search unit: rerank models are commonly billed by a query
// over that many documents.
const unit = 100

// Answer ranks the documents of a request, as the result of a model at a provider.
func (r Request) Answer(ctx context.Context, score Scorer, model, provider string) Answer {
	results := Order(ctx, score, r.Query, r.Texts)
	if r.TopN > 0 {
		results = results[:min(r.TopN, len(results))]
	}
	a := Answer{
		ID:    fmt.Sprintf("gen-rerank-%d-%s", time.Now().Unix(), strings.ToLower(rand.Text())),
		Model: model, Provider: provider,
		Results: results, Texts: r.Texts, Tokens: output.CountTokens(r.Query),
	}
	for _, text := range r.Texts {
		a.Tokens += output.CountTokens(text)
	}
	return a
}

// AppendJSON appends the result as a JSON object ("Rerank result"). Each document has a text, even
// if it is empty.
func (a Answer) AppendJSON(b output.JSON) output.JSON {
	b = append(b, '{').Text("id", a.ID).Text("model", a.Model).Text("provider", a.Provider)
	b = append(b, `,"results":[`...)
	for _, r := range a.Results {
		b = append(append(b.Next(), '{').Int("index", r.Index), `,"relevance_score":`...)
		b = strconv.AppendFloat(b, r.Score, 'f', -1, 64)
		b = b.Object("document").Text("text", a.Texts[r.Index]).End().End()
	}
	return append(b, ']').Object("usage").Int("search_units", (len(a.Texts)+unit-1)/unit).
		Int("total_tokens", a.Tokens).Money("cost", float64(a.Tokens)*a.Price/1e6).End().End()
}

// Request is the body of POST /rerank ("Rerank request body").
type Request struct {
	Model string
	Query string
	Texts []string // of the documents, in order; "" for one without text
	TopN  int      // results to return; 0 is all
}

// Parse reads a body without faults. An image in a document is ignored, since no ranker here can
// read it.
func Parse(body []byte) Request {
	doc := gjson.ParseBytes(body)
	r := Request{
		Model: doc.Get("model").Str,
		Query: doc.Get("query").Str,
		TopN:  int(min(doc.Get("top_n").Num, 1<<30)),
	}
	doc.Get("documents").ForEach(func(_, d gjson.Result) bool {
		if d.IsObject() {
			d = d.Get("text")
		}
		r.Texts = append(r.Texts, d.Str)
		return true
	})
	return r
}
