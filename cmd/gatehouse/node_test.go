package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"
)

// node is a JSON value that can be broken before it is written: an atom, an
// object or an array.
type node struct {
	atom  string // as it is written; empty for an object or array
	array bool
	names []string // of an object's members
	inner []*node
}

func atom(s string) *node { return &node{atom: s} }

func newObject() *node { return &node{} }

func array(inner ...*node) *node { return &node{array: true, inner: inner} }

// with adds a member.
func (n *node) with(name string, v *node) *node {
	n.names, n.inner = append(n.names, name), append(n.inner, v)
	return n
}

func (n *node) bytes() []byte {
	var b strings.Builder
	n.write(&b)
	return []byte(b.String())
}

func (n *node) write(b *strings.Builder) {
	if n.atom != "" {
		b.WriteString(n.atom)
		return
	}
	open, end := "{", "}"
	if n.array {
		open, end = "[", "]"
	}
	b.WriteString(open)
	for i, v := range n.inner {
		if i > 0 {
			b.WriteString(",")
		}
		if !n.array {
			b.WriteString(strconv.Quote(n.names[i]) + ":")
		}
		v.write(b)
	}
	b.WriteString(end)
}

// every lists the value and all below it.
func (n *node) every() []*node {
	all := []*node{n}
	for _, v := range n.inner {
		all = append(all, v.every()...)
	}
	return all
}

// odd returns values that are wrong in most places.
func odd() []string {
	return []string{
		"null", "true", "false", "0", "-1", "-0", "1", "3.0", "1.5", "1e400", "1e-400", "17", "31", `""`, `"x"`, `"assistant"`, `"message"`,
		`"reasoning"`, `"function"`, `"namespace"`, `"service:tool_search"`, `"c1"`, `"f"`, `"string"`, "[]", `["x"]`, `["x","x"]`, "[null]",
		"{}", `{"type":"function"}`, `{"type":"x"}`, `{"type":5}`,
	}
}

// damaged changes a value in none to three places and writes it.
func damaged(t *rapid.T, n *node) []byte {
	for range rapid.IntRange(0, 3).Draw(t, "damages") {
		all := n.every()
		damage(t, all[rapid.IntRange(0, len(all)-1).Draw(t, "place")])
	}
	return n.bytes()
}

// damage changes one value: it becomes another one, or loses a member or
// element, or gets one twice, or its members change places.
func damage(t *rapid.T, n *node) {
	how := rapid.IntRange(0, 5).Draw(t, "how")
	if n.atom != "" || len(n.inner) == 0 || how < 2 {
		*n = node{atom: rapid.SampledFrom(odd()).Draw(t, "odd")}
		return
	}
	i := rapid.IntRange(0, len(n.inner)-1).Draw(t, "member")
	j := rapid.IntRange(0, len(n.inner)-1).Draw(t, "other")
	switch how {
	case 2:
		n.inner = slices.Delete(n.inner, i, i+1)
		if !n.array {
			n.names = slices.Delete(n.names, i, i+1)
		}
	case 3: // a name twice is a fault; a duplicate element may be
		n.inner = append(n.inner, n.inner[i])
		if !n.array {
			n.names = append(n.names, n.names[i])
		}
	case 4: // under another member's name
		n.inner[i], n.inner[j] = n.inner[j], n.inner[i]
	default: // elsewhere among the members
		n.inner[i], n.inner[j] = n.inner[j], n.inner[i]
		if !n.array {
			n.names[i], n.names[j] = n.names[j], n.names[i]
		}
	}
}

// value reads a JSON value.
func value(text string) *node {
	v := gjson.Parse(text)
	switch {
	case v.IsObject():
		n := newObject()
		v.ForEach(func(name, inner gjson.Result) bool { n.with(name.Str, value(inner.Raw)); return true })
		return n
	case v.IsArray():
		n := array()
		v.ForEach(func(_, inner gjson.Result) bool { n.inner = append(n.inner, value(inner.Raw)); return true })
		return n
	}
	return atom(text)
}
