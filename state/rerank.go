package state

import (
	"gatehouse/client/read"
	"gatehouse/client/scan"
)

// NewRerank returns an exchange with POST /rerank of which nothing has arrived
// yet. It differs from NewExchange in what counts as an answer: a list of
// results in any of the shapes that read.Rerank knows, and nothing else.
func NewRerank(id string, request []byte) *Exchange {
	x := NewExchange(id, request)
	x.reranks, x.wanted = true, false
	return x
}

// Reranks reports whether the request went to POST /rerank.
func (x *Exchange) Reranks() bool { return x.reranks }

// rerankAnswer reads a whole JSON value that answers POST /rerank.
func (x *Exchange) rerankAnswer(body []byte) {
	if f, failed := read.BodyFailure(body); failed {
		x.Failure = &f
		x.progress(body)
		x.Verdict, x.Reason = Failed, x.failedReason(nil)
		return
	}
	r, err := read.Rerank(body)
	if err != nil {
		x.noResponse(body, "the answer is JSON, but no rerank result: it has no list of results")
		return
	}
	x.Ranking, x.Response, x.Model = &r, body, r.Model
	if scan.KindOf(body) == scan.Object {
		x.progress(body)
	}
	if r.Usage != nil {
		x.Usage = r.Usage.Raw
	}
	x.Verdict = Completed
	x.endWarnings()
}
