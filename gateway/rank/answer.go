package rank

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

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
