// Package fit makes JSON values that fit a JSON schema, and texts that fit a
// grammar. A value is the first that fits of: the quoted words of a message, each
// used once; the examples of the schema, its default, its enum; a number or the
// capitalised words of the message. The rest is made up in the same way every time.
package fit

import (
	"strconv"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// deep is the depth from which on objects carry only what they must, so that a
// schema that refers to itself comes to an end; bottom is where it is cut off,
// and budget bounds the work for a schema that refers to itself many times over.
const (
	deep   = 4
	bottom = 24
	budget = 20_000
)

// Value returns a JSON value that fits the schema, as JSON text. An empty schema is
// fitted by an empty object.
func Value(schema, message string) string {
	return newMaker(schema, message).document(schema)
}

// Arguments returns the arguments of a call that fit a schema, with the required
// members alone. They use the quoted words before what else the message has.
func Arguments(schema, message string, quoted []string) string {
	m := newMaker(schema, message)
	m.hints.quoted, m.call = quoted, true
	return m.document(schema)
}

// maker makes one value.
type maker struct {
	root  gjson.Result
	hints hints
	left  int     // of the budget
	base  float64 // the first number of the array that is being made
	call  bool    // the value is the arguments of a call: nothing is in it that need not be
}

func newMaker(schema, message string) *maker {
	return &maker{root: gjson.Parse(schema), hints: hintsOf(message), left: budget}
}

func (m *maker) document(schema string) string {
	if schema == "" || schema == "{}" {
		return "{}"
	}
	return string(m.value(nil, m.expand(nil, m.root, 0), "", 0))
}

// node is all the schemas that a value has to fit at once: one schema, what it
// refers to, and its combinations.
type node []gjson.Result

// expand adds to n a schema and all that it brings with it. Of anyOf and oneOf
// it takes the first branch that is not null alone.
func (m *maker) expand(n node, s gjson.Result, depth int) node {
	m.left--
	if !s.IsObject() || depth > bottom || m.left < 0 {
		return n
	}
	m.left -= len(s.Raw) / 512 // each keyword is looked for in all of it
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

// first is a keyword in the first schema that has it.
func (n node) first(keyword string) gjson.Result {
	for _, s := range n {
		if v := s.Get(keyword); v.Exists() {
			return v
		}
	}
	return gjson.Result{}
}

// most and least combine a bound over all schemas; ok is false without one.
func (n node) most(keyword string) (bound float64, ok bool) {
	for _, s := range n {
		if v := s.Get(keyword); v.Type == gjson.Number && (!ok || v.Num > bound) {
			bound, ok = v.Num, true
		}
	}
	return bound, ok
}

func (n node) least(keyword string) (bound float64, ok bool) {
	for _, s := range n {
		if v := s.Get(keyword); v.Type == gjson.Number && (!ok || v.Num < bound) {
			bound, ok = v.Num, true
		}
	}
	return bound, ok
}

// value appends a value for a member called name. nth tells the elements of one
// array apart.
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
	if v, ok := m.given(n, i); ok {
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

// kind is the type that the value will have: the first one named that is not
// null, or the one that the keywords speak of.
func (n node) kind() string {
	named := ""
	for _, s := range n {
		types := s.Get("type")
		for _, t := range types.Array() {
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
