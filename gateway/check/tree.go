package check

import (
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// tree is a parsed body: the body itself, and for each value and each name in it
// eight bytes that say where it is. A body can hold a value in every second
// byte; whatever it holds, its tree is at most four times as long, and nothing in
// it is copied until somebody asks for it.
type tree struct {
	body   []byte
	blocks [][]node // of blockSize each, so that growing copies nothing
}

// node is one value, or the name of a member, which stands right before the
// member's value. The values in an array or object follow it.
type node struct {
	at    uint32 // where in the body it begins
	after uint32 // the node behind it and all that is in it
}

// maxBody is the largest body that nodes can speak of.
const maxBody = 1<<32 - 1

const blockSize = 1 << 14

func (t *tree) node(i uint32) *node { return &t.blocks[i/blockSize][i%blockSize] }

// add appends a node that begins at an offset; it ends right there, until after
// is set.
func (t *tree) add(at int) uint32 {
	last := len(t.blocks) - 1
	if last < 0 || len(t.blocks[last]) == blockSize {
		size := 64
		if last >= 0 {
			size = blockSize
		}
		t.blocks = append(t.blocks, make([]node, 0, size))
		last++
	}
	t.blocks[last] = append(t.blocks[last], node{at: uint32(at)})
	i := uint32(last*blockSize + len(t.blocks[last]) - 1)
	t.node(i).after = i + 1
	return i
}

// end is the number of nodes.
func (t *tree) end() uint32 {
	last := len(t.blocks) - 1
	return uint32(last*blockSize + len(t.blocks[last]))
}

// value is one JSON value. Unlike a map it keeps members apart that have the
// same name, and numbers as they were written.
type value struct {
	kind jsontext.Kind // '{', '[', '"', '0', 't', 'f', 'n'; 0 for one that is not there
	tree *tree
	i    uint32
}

func (t *tree) value(i uint32) value {
	kind := jsontext.Kind(t.body[t.node(i).at])
	if kind == '-' || kind >= '0' && kind <= '9' {
		kind = '0'
	}
	return value{kind, t, i}
}

// text is what a string says, unescaped, or a number as it was written; empty
// for any other value.
func (v value) text() string {
	if v.kind != '"' && v.kind != '0' {
		return ""
	}
	return v.tree.text(v.i)
}

// str is what a string says; empty for any other value.
func (v value) str() string {
	if v.kind != '"' {
		return ""
	}
	return v.text()
}

func (t *tree) text(i uint32) string {
	raw := literal(t.body[t.node(i).at:])
	if raw[0] != '"' {
		return string(raw)
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	if err != nil {
		panic("check: " + err.Error()) // the decoder has read it before
	}
	return string(text)
}

// literal is the string or number that b begins with.
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

// elements is the values of an array, with their places in it; none for any
// other value.
func (v value) elements() iter.Seq2[int, value] {
	return func(yield func(int, value) bool) {
		if v.kind != '[' {
			return
		}
		n := 0
		for i := v.i + 1; i < v.tree.node(v.i).after; i = v.tree.node(i).after {
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

// members is the members of an object; none for any other value.
func (v value) members() iter.Seq[member] {
	return func(yield func(member) bool) {
		if v.kind != '{' {
			return
		}
		for i := v.i + 1; i < v.tree.node(v.i).after; i = v.tree.node(i + 1).after {
			if !yield(member{v.tree.text(i), v.tree.value(i + 1)}) {
				return
			}
		}
	}
}

// size is the number of elements or members.
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

// get is the member with this name, the last where it is repeated; its kind is 0 when there
// is none.
func (v value) get(name string) (last value) {
	for m := range v.members() {
		if m.name == name {
			last = m.value
		}
	}
	return last
}
