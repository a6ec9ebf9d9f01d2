// Package validate finds what is wrong with a request before it is sent: the
// rules of the API document as CONTRACT, "What is a fault in a request", reads
// them. The rules are tables of fields; see responses.go.
package validate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Finding is one remark about a request.
type Finding struct {
	Path    string // as jq writes it, without the leading dot; "." for the document
	Pointer string // the same path as a JSON Pointer (RFC 6901)
	Message string // what is wrong and what is allowed
	Likely  bool   // of a hint: it is hardly meant so, where others may be right all the same
	Repair  Repair // empty if only the user can know what is meant
}

func (f Finding) String() string { return f.Path + ": " + f.Message }

// Report is the result of a check. Only faults make a request invalid: warnings are about
// deprecated members and members without effect, hints about what public services are not
// known to accept, and about what is hardly meant so.
type Report struct {
	Faults, Warnings, Hints []Finding
}

// OK reports whether the request has no fault.
func (r Report) OK() bool { return len(r.Faults) == 0 }

// OnSocket returns the report for a message that asks for a response on a WebSocket: hints at the
// members that such a message has in addition to a request's are dropped.
func (r Report) OnSocket() Report {
	r.Hints = slices.DeleteFunc(r.Hints, func(f Finding) bool { return slices.Contains(wire.MessageMembers(), f.Path) })
	return r
}

// Target is the endpoint that a request is meant for.
type Target string

// The endpoints whose requests can be checked.
const (
	ForResponses Target = "responses" // POST /responses
	ForRerank    Target = "rerank"    // POST /rerank
)

// Kind returns the endpoint of a body: one with query or documents and without input is a
// rerank request, any other a request to /responses.
func Kind(body []byte) Target {
	if scan.Get(body, "input") == nil && (scan.Get(body, "query") != nil || scan.Get(body, "documents") != nil) {
		return ForRerank
	}
	return ForResponses
}

// DefaultWord is the default word for a service. It precedes the names of server tools:
// service:tool_search.
const DefaultWord = "service"

// Service is what is known of the service that a request is for.
type Service struct {
	Word   string   // in any case; a server tool with another word before it is unknown. Empty: the default
	Models []string // the slugs of its catalogue; nil where that is not known
}

// For checks a body as a request to an endpoint of a service.
func For(t Target, body []byte, s Service) Report {
	c := &checker{word: strings.ToLower(cmp.Or(s.Word, DefaultWord)), models: s.Models}
	if t == ForRerank {
		return c.run(body, rerank(), rerankHints)
	}
	return c.run(body, responses(), contradictions, responsesHints)
}

func (c *checker) run(body []byte, table *rule, more ...func(*checker, []byte)) Report {
	names := repeatedNames{doc: body, c: c}
	if err := scan.Scan(body, &names); err != nil {
		var syntax *scan.SyntaxError
		message := err.Error()
		if errors.As(err, &syntax) {
			message = "not JSON: " + message
		}
		return Report{Faults: []Finding{{Path: ".", Message: message}}}
	}
	if at := scan.LoneSurrogate(body); at >= 0 {
		line, column := scan.Position(body, at)
		message := fmt.Sprintf("not JSON: line %d, column %d: an unpaired surrogate, which is not a valid character", line, column)
		return Report{Faults: []Finding{{Path: ".", Message: message}}}
	}
	c.value(nil, trim(body), table)
	for _, rules := range more {
		if scan.KindOf(body) == scan.Object {
			rules(c, trim(body))
		}
	}
	return c.report
}

// maxFindings bounds each list of a report. A request with more faults than
// this is no better known for the rest.
const maxFindings = 1000

// maxUnknown is how many unknown names are looked up: which was meant costs more than to
// check a value.
const maxUnknown = 200

// checker collects the findings of one check.
type checker struct {
	word    string   // of the service
	models  []string // of its catalogue
	report  Report
	lookups int // unknown names that were looked up
	soft    int // above 0: what is found is a hint, no fault
}

func (c *checker) fault(at *path, message string, repair ...Edit) {
	list := &c.report.Faults
	if c.soft > 0 {
		list = &c.report.Hints
	}
	add(list, at, message, repair...)
}

// countLookup counts an unknown name and reports whether it is looked up.
func (c *checker) countLookup() bool {
	c.lookups++
	return c.lookups <= maxUnknown
}

func (c *checker) warning(at *path, message string) { add(&c.report.Warnings, at, message) }

// hint notes what may be right all the same.
func (c *checker) hint(at *path, message string, repair ...Edit) {
	add(&c.report.Hints, at, message, repair...)
}

// likely notes what is hardly meant so.
func (c *checker) likely(at *path, message string, repair ...Edit) {
	before := len(c.report.Hints)
	c.hint(at, message, repair...)
	for i := range c.report.Hints[before:] {
		c.report.Hints[before+i].Likely = true
	}
}

func add(list *[]Finding, at *path, message string, repair ...Edit) {
	if len(*list) < maxFindings {
		*list = append(*list, Finding{Path: at.String(), Pointer: at.pointer(), Message: message, Repair: repair})
	}
}
