package check

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// tree is a parsed body: the body, and eight bytes for each value and each name in it with its
// place. A body can have a value in every second byte, so the tree is at most four times as long as
// a body of short values. Nothing is copied before it is used.
type tree struct {
	body  []byte
	nodes []node
}

// node is one value, or the name of a member, which is right before the member's value. The values
// in an array or object follow it.
type node struct {
	at    uint32 // offset of its start in the body
	after uint32 // the node after it and its contents
}

// maxBody is the maximum length of a body, given by the type of node.at.
const maxBody = 1<<32 - 1

// newTree returns an empty tree with room for all nodes, since growing would copy them: every value
// and name but the document is right after one of four characters.
func newTree(body []byte) *tree {
	size := 1
	for _, before := range []string{"[", "{", ",", ":"} {
		size += bytes.Count(body, []byte(before))
	}
	return &tree{body, make([]node, 0, size)}
}

// add appends a node that starts at an offset and has no contents yet.
func (t *tree) add(at int) uint32 {
	i := uint32(len(t.nodes))
	t.nodes = append(t.nodes, node{uint32(at), i + 1})
	return i
}

// value is one JSON value. Unlike a map, it preserves repeated members and the spelling of numbers.
type value struct {
	kind jsontext.Kind // '{', '[', '"', '0', 't', 'f', 'n'; 0 for a missing value
	tree *tree
	i    uint32
}

func (t *tree) value(i uint32) value {
	kind := jsontext.Kind(t.body[t.nodes[i].at])
	if kind == '-' || kind >= '0' && kind <= '9' {
		kind = '0'
	}
	return value{kind, t, i}
}

// text returns a string unescaped, or a number as it was written; "" for any other value.
func (v value) text() string {
	if v.kind != '"' && v.kind != '0' {
		return ""
	}
	return v.tree.text(v.i)
}

// str returns a string unescaped; "" for any other value.
func (v value) str() string {
	if v.kind != '"' {
		return ""
	}
	return v.text()
}

func (t *tree) text(i uint32) string {
	raw := literal(t.body[t.nodes[i].at:])
	if raw[0] != '"' {
		return string(raw)
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		panic("check: " + err.Error()) // the decoder has read it before
	}
	return string(text)
}

// literal returns the string or number at the start of b.
func literal(b []byte) []byte {
	if b[0] != '"' {
		n := 0
		for n < len(b) && (b[n] >= '0' && b[n] <= '9' || b[n] == '-' || b[n] == '+' || b[n] == '.' || b[n]|0x20 == 'e') {
			n++
		}
		return b[:n]
	}
	for n := 1; ; n++ {
		switch b[n] {
		case '\\':
			n++
		case '"':
			return b[:n+1]
		}
	}
}

// hasContents reports whether the value is an array or object that is not empty.
func (v value) hasContents() bool { return v.tree.nodes[v.i].after > v.i+1 }

// elements yields the elements of an array, with their indexes; none for any other value.
func (v value) elements() iter.Seq2[int, value] {
	return func(yield func(int, value) bool) {
		if v.kind != '[' {
			return
		}
		n := 0
		for i := v.i + 1; i < v.tree.nodes[v.i].after; i = v.tree.nodes[i].after {
			if !yield(n, v.tree.value(i)) {
				return
			}
			n++
		}
	}
}

type member struct {
	name  string
	value value
}

// members yields the members of an object; none for any other value.
func (v value) members() iter.Seq[member] {
	return func(yield func(member) bool) {
		if v.kind != '{' {
			return
		}
		for i := v.i + 1; i < v.tree.nodes[v.i].after; i = v.tree.nodes[i+1].after {
			if !yield(member{v.tree.text(i), v.tree.value(i + 1)}) {
				return
			}
		}
	}
}

func (v value) size() int {
	n := 0
	for range v.elements() {
		n++
	}
	for range v.members() {
		n++
	}
	return n
}

// get returns the last member with this name; its kind is 0 if there is none.
func (v value) get(name string) (last value) {
	for m := range v.members() {
		if m.name == name {
			last = m.value
		}
	}
	return last
}
