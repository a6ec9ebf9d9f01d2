package talk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

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
	from, to, ok := scan.Find(doc[s.from:s.to], []string{token})
	return span{s.from + from, s.from + to}, ok
}

// trimSpace returns a document without the white space around its value.
func trimSpace(doc []byte) []byte { return bytes.Trim(doc, " \t\r\n") }

// locate follows a path while it exists. It returns the last value on the way and the
// tokens that are left.
func locate(doc []byte, path []string) (span, []string) {
	from := scan.SkipSpace(doc, 0)
	s := span{from, from + len(trimSpace(doc))}
	for i, token := range path {
		next, ok := child(doc, s, token)
		if !ok {
			return s, path[i:]
		}
		s = next
	}
	return s, nil
}

// insertAt returns doc with a value put before the element at index of the
// array at path; index may be the array's length. An array that is missing is
// made. Bytes outside the path stay.
func insertAt(doc []byte, path []string, index int, value json.RawMessage) ([]byte, error) {
	at, left := locate(doc, path)
	if len(left) > 0 {
		if index != 0 {
			return nil, fmt.Errorf("%w: there is no array yet, so the only place in it is 0, not %d", ErrPath, index)
		}
		return setAt(doc, path, slices.Concat([]byte("["), value, []byte("]")))
	}
	array := doc[at.from:at.to]
	if scan.KindOf(array) != scan.Array {
		return nil, fmt.Errorf("%w: %s is no array", ErrPath, excerpt(array))
	}
	places := elementSpans(array)
	switch {
	case index < 0 || index > len(places):
		return nil, fmt.Errorf("%w: the array has no place %d", ErrPath, index)
	case index == len(places):
		array = addElement(array, value)
	default:
		next, before := places[index].from, bytes.IndexByte(array, '[')+1
		if index > 0 {
			before = places[index-1].to + bytes.IndexByte(array[places[index-1].to:], ',') + 1
		}
		array = slices.Concat(array[:next], value, []byte(","), array[before:next], array[next:])
	}
	return slices.Concat(doc[:at.from], array, doc[at.to:]), nil
}

// moveAt returns doc with an element of the array at path moved from one place
// to another. Commas and white space stay where they are.
func moveAt(doc []byte, path []string, from, to int) ([]byte, error) {
	at, left := locate(doc, path)
	array := doc[at.from:at.to]
	if len(left) > 0 || scan.KindOf(array) != scan.Array {
		return nil, fmt.Errorf("%w: no array is there", ErrPath)
	}
	places := elementSpans(array)
	if from < 0 || to < 0 || from >= len(places) || to >= len(places) {
		return nil, fmt.Errorf("%w: the array has %d elements; from %d to %d is no move in it", ErrPath, len(places), from, to)
	}
	values := make([][]byte, 0, len(places))
	for _, p := range places {
		values = append(values, array[p.from:p.to])
	}
	values = moved(values, from, to)
	out, end := slices.Clone(doc[:at.from]), 0
	for i, p := range places {
		out = append(append(out, array[end:p.from]...), values[i]...)
		end = p.to
	}
	return append(append(out, array[end:]...), doc[at.to:]...), nil
}

// moved takes the element at from out of a list and puts it at to.
func moved[T any](list []T, from, to int) []T {
	v := list[from]
	return slices.Insert(slices.Delete(list, from, from+1), to, v)
}

// elementSpans returns the positions of an array's elements.
func elementSpans(array []byte) []span {
	var places []span
	for at, e := range scan.Elements(array) {
		places = append(places, span{at, at + len(e)})
	}
	return places
}

// excerpt returns the beginning of a value, for an error message.
func excerpt(v []byte) []byte { return bytes.TrimSpace(v[:min(len(v), 40)]) }
