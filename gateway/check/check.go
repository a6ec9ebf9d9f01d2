// Package check finds the faults of a request body: violations of the document's tables and limits,
// and contradictions. Nothing else is a fault.
//
// No schema library is used: each fault has its own message and a path as jq writes it, which
// google/jsonschema-go does not provide, and its values preserve neither repeated names nor the
// spelling of numbers.
package check

import (
	"net/http"
	"regexp"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Fault is one fault of a body.
type Fault struct {
	// Path is its place, as jq writes it without the leading dot: plugins[0].allowed_models[3],
	// metadata["a[0]"]; "." is the document.
	Path string `json:"path"`
	// Message states the fault and what is allowed.
	Message string `json:"message"`
}

// maxFaults is the maximum number of reported faults: a body of 32 MiB can have millions.
const maxFaults = 1000

// Checker checks bodies. It is safe for use by several goroutines.
type Checker struct {
	word      string // the prefix of server tools
	responses rule
	rerank    rule
	schema    rule
}

// New returns a checker for a service with this word, the prefix of its server tools
// (<word>:tool_search).
func New(word string) *Checker {
	return &Checker{word: word, responses: responses(), rerank: rerank(), schema: schema()}
}

// Responses checks a body of POST /responses. The status is 0 without a fault, 400 for a body that
// breaks a rule, and 422 for a contradiction in a body that breaks none ("Errors" in the document).
func (c *Checker) Responses(body []byte) (status int, faults []Fault) {
	doc, r := parse(body)
	if status, faults = r.check(c.responses, doc); status != 0 {
		return status, faults
	}
	c.contradictions(r, doc)
	if len(r.faults) > 0 {
		return http.StatusUnprocessableEntity, r.faults
	}
	return 0, nil
}

type report struct{ faults []Fault }

// check applies a rule to a document that was parsed.
func (r *report) check(rl rule, doc value) (status int, faults []Fault) {
	if len(r.faults) == 0 || doc.kind == '{' {
		rl(r, nil, doc)
	}
	if len(r.faults) > 0 {
		return http.StatusBadRequest, r.faults
	}
	return 0, nil
}

func (r *report) add(at *path, message string) {
	if len(r.faults) < maxFaults {
		r.faults = append(r.faults, Fault{at.String(), message})
	}
}

// path is a place in the document, linked to its parent; nil is the document. It is written as a
// string only for a fault.
type path struct {
	in    *path
	name  string
	index int // of an element
	elem  bool
}

var identifier = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (p *path) member(name string) *path { return &path{in: p, name: name} }
func (p *path) element(i int) *path      { return &path{in: p, index: i, elem: true} }

// String writes the path as jq does, without the leading dot.
func (p *path) String() string {
	if p == nil {
		return "."
	}
	return string(p.append(nil))
}

func (p *path) append(b []byte) []byte {
	if p == nil {
		return b
	}
	b = p.in.append(b)
	switch {
	case p.elem:
		return append(strconv.AppendInt(append(b, '['), int64(p.index), 10), ']')
	case !identifier.MatchString(p.name):
		b, _ = jsontext.AppendQuote(append(b, '['), p.name)
		return append(b, ']')
	case len(b) > 0:
		b = append(b, '.')
	}
	return append(b, p.name...)
}
