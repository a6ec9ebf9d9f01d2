package lint

import (
	"math"
	"strconv"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// rerank reads the documents of POST /rerank (API document, "Rerank result").
type rerank struct {
	documents int // of the request; -1 where it cannot be read
	most      int // results that it asks for at most
}

func newRerank(request []byte) *rerank {
	r := &rerank{documents: -1}
	if list := scan.Get(request, "documents"); scan.KindOf(list) == scan.Array {
		r.documents = 0
		for range scan.Elements(list) {
			r.documents++
		}
	}
	r.most = r.documents
	if n, ok := number(scan.Get(request, "top_n")); ok && n >= 0 && r.documents >= 0 {
		r.most = min(int(n), r.documents)
	}
	return r
}

func (r *rerank) clone() answer { return new(*r) }

func (*rerank) frame(*Linter, int, *wire.Arrival, bool) {}

func (*rerank) end(*Linter, bool) {}

func (r *rerank) document(l *Linter, body []byte) {
	if _, failed := read.BodyFailure(body); failed {
		checkErrorBody(l, body, 0)
		return
	}
	list := scan.Get(body, "results")
	if scan.KindOf(list) != scan.Array {
		l.Add("results-missing", nowhere, "")
		return
	}
	seen, count, before := map[int64]bool{}, 0, math.Inf(1)
	for _, result := range scan.Elements(list) {
		index, ok := number(scan.Get(result, "index"))
		switch {
		case !ok:
			l.Add("result-index", nowhere, "no index")
		case index < 0 || r.documents >= 0 && index >= int64(r.documents):
			l.Add("result-index", nowhere, "index %d of %d documents", index, r.documents)
		case seen[index]:
			l.Add("result-index", nowhere, "index %d twice", index)
		}
		seen[index] = true
		score, err := strconv.ParseFloat(string(scan.Get(result, "relevance_score")), 64)
		switch {
		case err != nil:
			l.Add("result-score", nowhere, "")
		case score > before:
			l.Add("result-order", nowhere, "")
			before = score
		default:
			before = score
		}
		count++
	}
	if r.documents >= 0 && count != r.most {
		l.Add("result-count", nowhere, "%d results for top_n %d", count, r.most)
	}
}
