package check

import (
	"bytes"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// parse reads a body. Malformed JSON, and a name that appears twice in one object, are faults.
func parse(body []byte) (value, *report) {
	r := &report{}
	if len(bytes.TrimSpace(body)) == 0 {
		r.add(nil, "the body is empty; it must be a JSON object")
		return value{}, r
	}
	if len(body) > maxBody {
		r.add(nil, fmt.Sprintf("the body is longer than %d bytes", maxBody))
		return value{}, r
	}
	rd := &reader{
		dec:  jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true)),
		tree: &tree{body: body}, report: r, seed: maphash.MakeSeed(),
	}
	root, err := rd.value()
	if err == nil {
		end := rd.dec.InputOffset()
		if rest := bytes.TrimLeft(body[end:], " \t\r\n"); len(rest) > 0 {
			r.faults = nil
			r.add(nil, syntaxMessage(body, int64(len(body)-len(rest)), errors.New("unexpected data after the JSON value")))
			return value{}, r
		}
	}
	if err != nil {
		r.faults = nil // faults in half of a document would mislead
		r.add(nil, syntaxMessage(body, rd.dec.InputOffset(), err))
		return value{}, r
	}
	return rd.tree.value(root), r
}

type reader struct {
	dec  *jsontext.Decoder
	tree *tree
	*report
	seed  maphash.Seed
	stack []step // to the value that is read
}

// step is an element, by its index, or a member, by the node of its name.
type step struct {
	elem  bool
	index uint32
}

// place returns the path of the current value, for a fault.
func (r *reader) place() *path {
	var at *path
	for _, s := range r.stack {
		if s.elem {
			at = at.element(int(s.index))
		} else {
			at = at.member(r.tree.text(s.index))
		}
	}
	return at
}

func (r *reader) value() (uint32, error) {
	kind := r.dec.PeekKind()
	i := r.tree.add(r.start())
	if _, err := r.dec.ReadToken(); err != nil {
		return i, err
	}
	r.stack = append(r.stack, step{})
	var err error
	switch kind {
	case '[':
		err = r.elements()
	case '{':
		err = r.members()
	}
	r.stack = r.stack[:len(r.stack)-1]
	r.tree.node(i).after = r.tree.end()
	return i, err
}

func (r *reader) start() int {
	at := int(r.dec.InputOffset())
	for at < len(r.tree.body) && strings.IndexByte(" \t\r\n,:", r.tree.body[at]) >= 0 {
		at++
	}
	return at
}

func (r *reader) elements() error {
	for n := uint32(0); r.dec.PeekKind() != ']'; n++ {
		r.stack[len(r.stack)-1] = step{true, n}
		if _, err := r.value(); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken()
	return err
}

func (r *reader) members() error {
	var seen names
	for r.dec.PeekKind() != '}' {
		i := r.tree.add(r.start())
		name, err := r.dec.ReadToken()
		if err != nil {
			return err
		}
		r.stack[len(r.stack)-1] = step{false, i}
		if seen.isRepeated(r, i, name.String()) {
			r.add(r.place(), "appears twice in one object")
		}
		if _, err := r.value(); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken()
	return err
}

// names is the names of an object so far, with the nodes of many: a few as strings, further ones as
// hashes.
type names struct {
	few  []string
	many map[uint64]uint32
}

// isRepeated reports whether a name, which is node i, is repeated.
func (n *names) isRepeated(r *reader, i uint32, name string) bool {
	const few = 16
	if n.many == nil && len(n.few) < few {
		again := slices.Contains(n.few, name)
		n.few = append(n.few, name)
		return again
	}
	if n.many == nil {
		n.many = map[uint64]uint32{}
	}
	if slices.Contains(n.few, name) {
		return true
	}
	hash := maphash.String(r.seed, name)
	first, found := n.many[hash]
	if !found {
		n.many[hash] = i
		return false
	}
	return r.tree.text(first) == name
}

// syntaxMessage describes a JSON error. Lines and columns count from 1, columns in characters.
func syntaxMessage(body []byte, offset int64, err error) string {
	why := err.Error()
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		offset, why = syntax.ByteOffset, syntax.Err.Error()
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		offset, why = int64(len(body)), "unexpected end of input"
	}
	before := body[:min(offset, int64(len(body)))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return fmt.Sprintf("malformed JSON at line %d, column %d: %s", line, column, why)
}
