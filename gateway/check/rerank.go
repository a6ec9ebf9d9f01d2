package check

import "math"

// Rerank checks a body of POST /rerank ("Rerank request body"). Without a fault
// the status is 0, else 400: the document gives this endpoint no 422.
func (c *Checker) Rerank(body []byte) (status int, faults []Fault) {
	doc, r := parse(body)
	if len(r.faults) == 0 || doc.kind == '{' {
		c.rerank(r, nil, doc)
	}
	if len(r.faults) > 0 {
		return 400, r.faults
	}
	return 0, nil
}

// rerank is the table of the request body. The structure of an image is not
// shown, so any passes.
func rerank() rule {
	document := object(fields{"text": text})
	return object(fields{
		"model":     text,
		"query":     text,
		"documents": counted(arrayOf(byKind("a string or an object", `"{`, anything, document)), 1, math.MaxInt),
		"top_n":     between(integer, 1, math.Inf(1)),
		"provider":  object(fields{"allow_fallbacks": boolean}),
	}, "model", "query", "documents")
}
