package talk

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"gatehouse/client/scan"
)

// SpanOf returns the position of the value at a JSON Pointer (RFC 6901): the bytes [from,
// to). It reads the document once.
func SpanOf(doc []byte, pointer string) (from, to int, ok bool) {
	path, err := parsePointer(pointer)
	if err != nil {
		return 0, 0, false
	}
	return scan.Find(doc, path)
}

// ErrPath is the error of a path that addresses nothing.
var ErrPath = errors.New("no such place in the document")

// parsePointer splits a JSON Pointer (RFC 6901) into its reference tokens.
func parsePointer(pointer string) ([]string, error) {
	list, ok := scan.PathOf(pointer)
	if !ok {
		return nil, fmt.Errorf("%w: pointer %q does not begin with /", ErrPath, pointer)
	}
	return list, nil
}

// span is a value's position in the document: the bytes [from, to).
type span struct{ from, to int }

// child returns the value under one token of the object or array at s.
func child(doc []byte, s span, token string) (span, bool) {
	value := doc[s.from:s.to]
	found, ok := span{}, false
	switch scan.KindOf(value) {
	case scan.Object:
		for m := range scan.Members(value) {
			if m.Key == token { // the last of a name counts
				found, ok = span{s.from + m.At, s.from + m.End()}, true
			}
		}
	case scan.Array:
		n := 0
		for at, element := range scan.Elements(value) {
			if strconv.Itoa(n) == token {
				return span{s.from + at, s.from + at + len(element)}, true
			}
			n++
		}
	}
	return found, ok
}

// valueSpan returns the document's value without white space around it.
func valueSpan(doc []byte) span {
	trimmed := bytes.TrimLeft(doc, " \t\r\n")
	from := len(doc) - len(trimmed)
	return span{from, from + len(bytes.TrimRight(trimmed, " \t\r\n"))}
}

// locate follows a path while it exists. It returns the last value on the way and the
// tokens that are left.
func locate(doc []byte, path []string) (span, []string) {
	s := valueSpan(doc)
	for i, token := range path {
		next, ok := child(doc, s, token)
		if !ok {
			return s, path[i:]
		}
		s = next
	}
	return s, nil
}
