package schema

import (
	"strconv"

	"gatehouse/client/scan"
)

// The bounds of a made value: variants is how often another branch is tried;
// from deep on objects hold only what they must, so that a schema that refers to
// itself comes to an end; at bottom it is cut off; and budget bounds the work.
const (
	variants = 8
	deep     = 3
	bottom   = 24
	budget   = 5000
)

// maker makes one value.
type maker struct {
	root    []byte
	variant int // which branch of a choice is taken; odd: examples and defaults are not
	left    int // of the budget
}

// node is the set of schemas that one value has to fit.
type node [][]byte

// expand adds to n a schema and what it brings with it: what it refers to, all
// of allOf, one branch of anyOf and of oneOf.
func (m *maker) expand(n node, schema []byte, depth int) node {
	if m.left--; scan.KindOf(schema) != scan.Object || depth > bottom || m.left < 0 {
		return n
	}
	n = append(n, schema)
	if ref := scan.Get(schema, "$ref"); ref != nil {
		n = m.expand(n, resolve(m.root, scan.Text(ref)), depth+1)
	}
	for _, part := range scan.Elements(scan.Get(schema, "allOf")) {
		n = m.expand(n, part, depth+1)
	}
	for _, choice := range []string{"anyOf", "oneOf"} {
		if branch := m.branch(scan.Get(schema, choice)); branch != nil {
			n = m.expand(n, branch, depth+1)
		}
	}
	return n
}

// branch picks one of several schemas; one that allows only null comes last.
func (m *maker) branch(list []byte) []byte {
	var branches, empty [][]byte
	for _, b := range scan.Elements(list) {
		if scan.Text(scan.Get(b, "type")) == "null" {
			empty = append(empty, b)
		} else {
			branches = append(branches, b)
		}
	}
	if branches = append(branches, empty...); len(branches) == 0 {
		return nil
	}
	return branches[m.variant/2%len(branches)]
}

// first returns a keyword of the first schema that has it.
func (n node) first(keyword string) []byte {
	for _, s := range n {
		if v := scan.Get(s, keyword); v != nil {
			return v
		}
	}
	return nil
}

// most returns the largest of a keyword's numbers, with sign -1 the smallest.
func (n node) most(keyword string, sign float64) (bound float64, ok bool) {
	for _, s := range n {
		if v := scan.Get(s, keyword); scan.KindOf(v) == scan.Number {
			f, err := strconv.ParseFloat(string(v), 64)
			if err == nil && (!ok || f*sign > bound*sign) {
				bound, ok = f, true
			}
		}
	}
	return bound, ok
}

// value makes a value; nth distinguishes the elements of one array.
func (m *maker) value(n node, nth, depth int) []byte {
	if m.left--; m.left < 0 || depth > bottom {
		return []byte("null")
	}
	if c := n.first("const"); c != nil {
		return c
	}
	if e := element(n.first("enum"), nth); e != nil {
		return e
	}
	if m.variant%2 == 0 {
		if e := element(n.first("examples"), nth); e != nil {
			return e
		}
		if d := n.first("default"); d != nil && nth == 0 {
			return d
		}
	}
	switch kind := n.kind(); kind {
	case "object":
		return m.object(n, depth)
	case "array":
		return m.array(n, depth)
	case "number", "integer":
		return n.number(kind == "integer", nth)
	case "boolean":
		return []byte("true")
	case "null":
		return []byte("null")
	}
	return scan.Quote(n.text(nth))
}

// element returns the nth element of an array, modulo its length; nil for none.
func element(list []byte, nth int) []byte {
	var all [][]byte
	for _, e := range scan.Elements(list) {
		if all = append(all, e); len(all) > nth {
			return e
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[nth%len(all)]
}

// kind returns the first type that is not null, or the one implied by the keywords.
func (n node) kind() string {
	named := ""
	for _, s := range n {
		t := scan.Get(s, "type")
		if scan.KindOf(t) == scan.String && (named == "" || scan.Text(t) == "integer") {
			named = scan.Text(t)
		}
		for _, one := range scan.Elements(t) {
			if named == "" || named == "null" {
				named = scan.Text(one)
			}
		}
	}
	if named != "" {
		return named
	}
	for _, guess := range [][2]string{
		{"properties", "object"}, {"required", "object"}, {"additionalProperties", "object"},
		{"items", "array"}, {"prefixItems", "array"}, {"minItems", "array"},
		{"minimum", "number"}, {"maximum", "number"}, {"multipleOf", "number"},
	} {
		if n.first(guess[0]) != nil {
			return guess[1]
		}
	}
	return "string"
}
