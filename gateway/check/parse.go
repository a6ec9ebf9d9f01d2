package check

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// value is one JSON value. Unlike a map it keeps members apart that have the
// same name, and numbers as they were written. A body can hold ten million of
// them, so it is small.
type value struct {
	kind   jsontext.Kind // '{', '[', '"', '0', 't', 'f', 'n'
	text   string        // of a string, unescaped, or of a number, as written
	inside *inside       // of an object or array that is not empty
}

type inside struct {
	members  []member
	elements []value
}

func (v value) members() []member {
	if v.inside == nil {
		return nil
	}
	return v.inside.members
}

func (v value) elements() []value {
	if v.inside == nil {
		return nil
	}
	return v.inside.elements
}

type member struct {
	name  string
	value value
}

// get is the member with this name; its kind is 0 when there is none.
func (v value) get(name string) value {
	for _, m := range v.members() {
		if m.name == name {
			return m.value
		}
	}
	return value{}
}

// parse reads a whole body. Malformed JSON is a fault with line and column, and
// so is a name that stands twice in one object.
func parse(body []byte) (value, *report) {
	r := &report{}
	if len(bytes.TrimSpace(body)) == 0 {
		r.add(nil, "the body is empty; it must be a JSON object")
		return value{}, r
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(body), jsontext.AllowDuplicateNames(true))
	doc, err := read(dec, r, nil)
	if err == nil {
		end := dec.InputOffset()
		if rest := bytes.TrimLeft(body[end:], " \t\r\n"); len(rest) > 0 {
			r.faults = nil
			r.add(nil, malformed(body, int64(len(body)-len(rest)), errors.New("more follows after the JSON value")))
			return value{}, r
		}
	}
	if err != nil {
		r.faults = nil // half a document says little about the rest
		r.add(nil, malformed(body, dec.InputOffset(), err))
		return value{}, r
	}
	return doc, r
}

// read reads the next value.
func read(dec *jsontext.Decoder, r *report, at *path) (value, error) {
	tok, err := dec.ReadToken()
	if err != nil {
		return value{}, err
	}
	v := value{kind: tok.Kind()}
	switch v.kind {
	case '"', '0':
		v.text = tok.String()
	case '[':
		v.inside, err = elements(dec, r, at)
	case '{':
		v.inside, err = members(dec, r, at)
	}
	return v, err
}

func elements(dec *jsontext.Decoder, r *report, at *path) (*inside, error) {
	var in inside
	for dec.PeekKind() != ']' {
		e, err := read(dec, r, at.element(len(in.elements)))
		if err != nil {
			return nil, err
		}
		in.elements = append(in.elements, e)
	}
	_, err := dec.ReadToken()
	if in.elements == nil {
		return nil, err
	}
	return &in, err
}

func members(dec *jsontext.Decoder, r *report, at *path) (*inside, error) {
	var in inside
	seen := map[string]bool{}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return nil, err
		}
		m := member{name: name.String()}
		place := at.member(m.name)
		if seen[m.name] {
			r.add(place, "stands twice in one object")
		}
		seen[m.name] = true
		if m.value, err = read(dec, r, place); err != nil {
			return nil, err
		}
		in.members = append(in.members, m)
	}
	_, err := dec.ReadToken()
	if in.members == nil {
		return nil, err
	}
	return &in, err
}

// malformed tells where the JSON is broken. Lines and columns count from 1,
// columns in characters.
func malformed(body []byte, offset int64, err error) string {
	why := err.Error()
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		offset, why = syntax.ByteOffset, syntax.Err.Error()
	}
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		offset, why = int64(len(body)), "it ends too early"
	}
	before := body[:min(offset, int64(len(body)))]
	line := 1 + bytes.Count(before, []byte("\n"))
	column := 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return fmt.Sprintf("malformed JSON in line %d, column %d: %s", line, column, why)
}
