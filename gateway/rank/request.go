package rank

import "github.com/tidwall/gjson"

// Request is the body of POST /rerank ("Rerank request body") after package
// check has found no fault in it.
type Request struct {
	Model string
	Query string
	Texts []string // of the documents, in order; empty where one has no text
	TopN  int      // how many to return; 0 is all
}

// Parse reads a body. An image in a document is passed over, since no ranker
// here can see it.
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
