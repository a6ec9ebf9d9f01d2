package check

import (
	"bytes"
	"errors"
	"fmt"
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
	rd := &reader{jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true)), newTree(body)}
	err := rd.value()
	end := rd.dec.InputOffset()
	if rest := bytes.TrimLeft(body[end:], whiteSpace); err == nil && len(rest) > 0 {
		end, err = int64(len(body)-len(rest)), errors.New("unexpected data after the JSON value")
	}
	if err != nil {
		r.add(nil, syntaxMessage(body, end, err))
		return value{}, r
	}
	doc := rd.tree.value(0)
	r.findRepeated(nil, doc)
	return doc, r
}

const whiteSpace = " \t\r\n"

type reader struct {
	dec  *jsontext.Decoder
	tree *tree
}

// value adds the next value with its contents, or the next name, to the tree.
func (r *reader) value() error {
	start := int(r.dec.InputOffset())
	for start < len(r.tree.body) && strings.IndexByte(whiteSpace+",:", r.tree.body[start]) >= 0 {
		start++
	}
	i := r.tree.add(start)
	token, err := r.dec.ReadToken()
	if err != nil {
		return err
	}
	if kind := token.Kind(); kind == '[' || kind == '{' {
		for next := r.dec.PeekKind(); next != ']' && next != '}'; next = r.dec.PeekKind() {
			if err := r.value(); err != nil {
				return err
			}
		}
		if _, err := r.dec.ReadToken(); err != nil {
			return err
		}
	}
	r.tree.nodes[i].after = uint32(len(r.tree.nodes))
	return nil
}

// findRepeated reports the names that appear twice in one object.
func (r *report) findRepeated(at *path, v value) {
	for i, e := range v.elements() {
		if e.hasContents() {
			r.findRepeated(at.element(i), e)
		}
	}
	const maxFew = 16 // most objects have less, and then a map would be slower
	var few []string
	var many map[string]bool
	for m := range v.members() {
		if slices.Contains(few, m.name) || many[m.name] {
			r.add(at.member(m.name), "appears twice in one object")
		}
		switch {
		case len(few) < maxFew:
			few = append(few, m.name)
		case many == nil:
			many = map[string]bool{m.name: true}
		default:
			many[m.name] = true
		}
		if m.value.hasContents() {
			r.findRepeated(at.member(m.name), m.value)
		}
	}
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
