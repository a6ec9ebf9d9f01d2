package sim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// The limits of recursive schemas.
const (
	deep      = 4      // from this depth on, objects have only required members
	maxDepth  = 24     // values end here
	fitBudget = 20_000 // steps of work
)

// FitValue returns a JSON value that fits the schema; {} for an empty schema. It is the first that
// fits of: the quoted words of the message, each used once; the examples of the schema, its
// default, its enum; a number or the capitalised words of the message. All others are made up, in
// the same way every time.
func FitValue(schema, message string) string {
	return newMaker(schema, message).document(schema)
}

// FitArguments returns the arguments of a call that fit a schema, with the required members only.
// The quoted words come before other words of the message.
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
	return string(m.value(nil, m.expand(nil, m.root, 0), "", 0, 0))
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

// value appends a value for a member called name. i is its index in an array.
func (m *maker) value(b []byte, n node, name string, depth, i int) []byte {
	if m.left--; m.left < 0 {
		return append(b, "null"...)
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

// object appends an object with the required members and, in a value that is not deep, all other
// members of the schema. The arguments of a call have only the required ones.
func (m *maker) object(b []byte, n node, depth int) []byte {
	names, required := n.members()
	b = append(b, '{')
	count := 0
	add := func(name string, rules node) {
		if count > 0 {
			b = append(b, ',')
		}
		b = output.AppendString(b, name)
		b = append(b, ':')
		if m.call && isNullable(rules) {
			b = append(b, "null"...)
		} else {
			b = m.value(b, rules, name, depth+1, 0)
		}
		count++
	}
	for _, name := range names {
		if !slices.Contains(required, name) && (depth >= deep || m.call) {
			continue
		}
		if depth >= maxDepth {
			break // no finite value fits the schema
		}
		add(name, m.member(n, name))
	}
	minCount, _ := n.highest("minProperties")
	for i := 1; count < int(minCount) && i <= 100; i++ {
		add(fmt.Sprintf("more_%d", i), m.expand(nil, n.first("additionalProperties"), depth))
	}
	return append(b, '}')
}

const maxMembers = 2000

// members returns the names of all members in the order of the schemas, and the required ones.
func (n node) members() (names, required []string) {
	for _, s := range n {
		s.Get("properties").ForEach(func(name, rules gjson.Result) bool {
			if !slices.Contains(names, name.Str) && rules.Type != gjson.False {
				names = append(names, name.Str)
			}
			return len(names) < maxMembers
		})
	}
	for _, s := range n {
		for _, name := range s.Get("required").Array() {
			if len(required) == maxMembers {
				break
			}
			required = append(required, name.Str)
			if !slices.Contains(names, name.Str) {
				names = append(names, name.Str)
			}
		}
	}
	return names, required
}

// member returns the schemas of one member.
func (m *maker) member(n node, name string) (rules node) {
	found := false
	for _, s := range n {
		if m.left -= len(s.Raw) / 4096; m.left < 0 { // reads all of it
			return nil
		}
		s.Get("properties").ForEach(func(key, value gjson.Result) bool {
			if key.Str == name {
				rules, found = m.expand(rules, value, 0), true
			}
			return true
		})
	}
	if !found {
		rules = m.expand(rules, n.first("additionalProperties"), 0)
	}
	return rules
}

// array appends an array with the minimum number of elements, at least one if allowed.
func (m *maker) array(b []byte, n node, name string, depth int) []byte {
	fixed := n.first("prefixItems").Array()
	items := n.first("items")
	if items.IsArray() { // draft 7 wrote prefixItems so
		fixed, items = items.Array(), n.first("additionalItems")
	}
	minCount, _ := n.highest("minItems")
	count := max(int(minCount), len(fixed), 1)
	if depth >= deep {
		count = int(minCount)
	}
	if maxCount, ok := n.lowest("maxItems"); ok {
		count = min(count, int(maxCount))
	}
	if items.Type == gjson.False {
		count = min(count, len(fixed))
	}
	b = append(b, '[')
	for i := range min(count, 1000) {
		if depth >= maxDepth {
			break
		}
		if i > 0 {
			b = append(b, ',')
		}
		s := items
		if i < len(fixed) {
			s = fixed[i]
		}
		b = m.value(b, m.expand(nil, s, 0), strings.TrimSuffix(name, "s"), depth+1, i)
	}
	return append(b, ']')
}

// resolve returns the target of a reference within the schema: # or a JSON pointer after it. Any
// value fits other references.
func (m *maker) resolve(ref string) gjson.Result {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local || pointer != "" && pointer[0] != '/' {
		return gjson.Result{}
	}
	at := m.root
	for _, step := range strings.Split(pointer, "/")[1:] {
		at = at.Get(gjson.Escape(strings.NewReplacer("~1", "/", "~0", "~").Replace(step)))
	}
	return at
}

// isNullable reports whether a member may be null, which it then is in a call (strict functions
// list every member as required).
func isNullable(n node) bool {
	if n.first("const").Exists() || n.first("enum").Exists() {
		return false
	}
	return slices.ContainsFunc(n, func(s gjson.Result) bool {
		types := slices.Concat(s.Get("type").Array(), s.Get("anyOf.#.type").Array(), s.Get("oneOf.#.type").Array())
		return slices.ContainsFunc(types, func(t gjson.Result) bool { return t.Str == "null" })
	})
}
