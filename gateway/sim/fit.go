package sim

import (
	"math"
	"strconv"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// The limits of recursive schemas.
const (
	deep      = 4      // from this depth on, objects have only required members
	maxDepth  = 24     // values end here
	fitBudget = 20_000 // steps of work
)

// FitValue returns a JSON value that fits the schema; {} for an empty schema.
func FitValue(schema, message string) string {
	return newMaker(schema, message).document(schema)
}

// FitArguments returns the arguments of a call that fit a schema, with the required members only. The
// quoted words come before other words of the message.
func FitArguments(schema, message string, quoted []string) string {
	m := newMaker(schema, message)
	m.hints.quoted, m.call = quoted, true
	return m.document(schema)
}

type maker struct {
	root  gjson.Result
	hints hints
	left  int     // of the budget
	base  float64 // the first number of the current array
	call  bool    // the value is the arguments of a call, without optional members
}

func newMaker(schema, message string) *maker {
	return &maker{root: gjson.Parse(schema), hints: hintsOf(message), left: fitBudget}
}

func (m *maker) document(schema string) string {
	if schema == "" || schema == "{}" {
		return "{}"
	}
	return string(m.value(nil, m.expand(nil, m.root, 0), "", 0))
}

// node is all schemas that a value has to fit: one schema, its references and combinations.
type node []gjson.Result

// expand adds a schema and its parts to n. Of anyOf and oneOf it uses the first branch other than
// null.
func (m *maker) expand(n node, s gjson.Result, depth int) node {
	m.left--
	if !s.IsObject() || depth > maxDepth || m.left < 0 {
		return n
	}
	m.left -= len(s.Raw) / 512 // each keyword is searched in all of it
	n = append(n, s)
	if ref := s.Get(`$ref`); ref.Type == gjson.String {
		n = m.expand(n, m.resolve(ref.Str), depth+1)
	}
	for _, part := range s.Get("allOf").Array() {
		n = m.expand(n, part, depth+1)
	}
	for _, choice := range []string{"anyOf", "oneOf"} {
		branches := s.Get(choice).Array()
		for i, branch := range branches {
			if branch.Get("type").Str != "null" || i == len(branches)-1 {
				n = m.expand(n, branch, depth+1)
				break
			}
		}
	}
	return n
}

// first returns a keyword of the first schema that has it.
func (n node) first(keyword string) gjson.Result {
	for _, s := range n {
		if v := s.Get(keyword); v.Exists() {
			return v
		}
	}
	return gjson.Result{}
}

// highest and lowest return the extreme of a bound over all schemas; ok is false if none has it.
func (n node) highest(keyword string) (bound float64, ok bool) { return n.bound(keyword, math.Max) }

func (n node) lowest(keyword string) (bound float64, ok bool) { return n.bound(keyword, math.Min) }

func (n node) bound(keyword string, choose func(a, b float64) float64) (bound float64, ok bool) {
	for _, s := range n {
		v := s.Get(keyword)
		switch {
		case v.Type != gjson.Number:
		case ok:
			bound = choose(bound, v.Num)
		default:
			bound, ok = v.Num, true
		}
	}
	return bound, ok
}

// value appends a value for a member called name. nth is its index in an array.
func (m *maker) value(b []byte, n node, name string, depth int, nth ...int) []byte {
	if m.left--; m.left < 0 {
		return append(b, "null"...)
	}
	i := 0
	if len(nth) > 0 {
		i = nth[0]
	}
	if c := n.first("const"); c.Exists() {
		m.left -= len(c.Raw) / 1024
		return append(b, c.Raw...)
	}
	if v, ok := m.givenValue(n, i); ok {
		return append(b, v...)
	}
	switch n.kind() {
	case "object":
		return m.object(b, n, depth)
	case "array":
		return m.array(b, n, name, depth)
	case "number", "integer":
		return m.number(b, n, n.kind() == "integer", i)
	case "boolean":
		return strconv.AppendBool(b, !m.call)
	case "null":
		return append(b, "null"...)
	}
	text := m.text(n, name, i)
	m.left -= len(text) / 1024
	return output.AppendString(b, text)
}

// kind returns the type of the value: the first one named other than null, or the one that the
// keywords imply.
func (n node) kind() string {
	named := ""
	for _, s := range n {
		for _, t := range s.Get("type").Array() {
			if named == "" || named == "null" || named == "number" && t.Str == "integer" {
				named = t.Str
			}
		}
	}
	if named != "" {
		return named
	}
	for _, guess := range []struct{ kind, keyword string }{
		{"object", "properties"}, {"object", "required"}, {"object", "additionalProperties"},
		{"array", "items"}, {"array", "prefixItems"}, {"array", "minItems"},
		{"number", "minimum"}, {"number", "maximum"}, {"number", "multipleOf"},
	} {
		if n.first(guess.keyword).Exists() {
			return guess.kind
		}
	}
	return "string"
}
