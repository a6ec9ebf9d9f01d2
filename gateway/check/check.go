// Package check finds what is wrong in a request body: every rule of the
// document's tables and limits, and the requests that contradict themselves.
// Nothing else is a fault: there is no bound that the document does not write.
//
// No schema library is used: each fault has its own words and its place as jq
// writes it, which google/jsonschema-go does not give, and its values keep
// neither repeated names nor the spelling of numbers.
package check

import "net/http"

// Fault is one thing that is wrong.
type Fault struct {
	// Path is where, as jq writes it without the leading dot:
	// plugins[0].allowed_models[3], metadata["a[0]"]; "." is the whole document.
	Path string `json:"path"`
	// Message is what is wrong there and what is allowed.
	Message string `json:"message"`
}

// maxFaults is how many faults are told of one body. A body of 32 MiB can hold
// millions, and nobody reads past the first few.
const maxFaults = 1000

// Checker checks bodies. It is safe for use by several goroutines.
type Checker struct {
	word      string // the prefix of server tools
	responses rule
	rerank    rule
	schema    rule
}

// New is a checker for a service with this word, which is the prefix of its
// server tools (<word>:tool_search).
func New(word string) *Checker {
	return &Checker{word: word, responses: responses(), rerank: rerank(), schema: schema()}
}

// Responses checks a body of POST /responses. Without a fault the status is 0;
// it is 400 for a body that breaks a rule, and 422 for one that keeps them all
// and contradicts itself ("Errors" in the document).
func (c *Checker) Responses(body []byte) (status int, faults []Fault) {
	doc, r := parse(body)
	if len(r.faults) == 0 || doc.kind == '{' {
		c.responses(r, nil, doc)
	}
	if len(r.faults) > 0 {
		return http.StatusBadRequest, r.faults
	}
	c.contradictions(r, doc)
	if len(r.faults) > 0 {
		return http.StatusUnprocessableEntity, r.faults
	}
	return 0, nil
}

// report gathers faults.
type report struct{ faults []Fault }

func (r *report) add(at *path, message string) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, Fault{at.String(), message})
	}
}
