package talk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// ErrPath is the error of a path that leads nowhere.
var ErrPath = errors.New("no such place in the document")

// tokens splits a JSON Pointer (RFC 6901) into its reference tokens.
func tokens(pointer string) ([]string, error) {
	list, ok := scan.PathOf(pointer)
	if !ok {
		return nil, fmt.Errorf("%w: pointer %q does not begin with /", ErrPath, pointer)
	}
	return list, nil
}

// span is a value's place in the document.
type span struct{ from, to int }

// child finds the value under one token of the object or array at s.
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

// whole is the span of the document's one value.
func whole(doc []byte) span {
	trimmed := bytes.TrimLeft(doc, " \t\r\n")
	from := len(doc) - len(trimmed)
	return span{from, from + len(bytes.TrimRight(trimmed, " \t\r\n"))}
}

// locate follows the tokens as far as they lead. It returns the last value on
// the way and the tokens that are left.
func locate(doc []byte, path []string) (span, []string) {
	s := whole(doc)
	for i, token := range path {
		next, ok := child(doc, s, token)
		if !ok {
			return s, path[i:]
		}
		s = next
	}
	return s, nil
}

// setAt returns doc with the value at path replaced or added. Everything
// outside the path keeps its bytes.
func setAt(doc []byte, path []string, value json.RawMessage) ([]byte, error) {
	at, left := locate(doc, path)
	if len(left) == 0 {
		return slices.Concat(doc[:at.from], value, doc[at.to:]), nil
	}
	for i := len(left) - 1; i > 0; i-- {
		value = wrap(left[i], value)
	}
	parent := doc[at.from:at.to]
	switch scan.KindOf(parent) {
	case scan.Object:
		parent = addMember(parent, left[0], value)
	case scan.Array:
		n := 0
		for range scan.Elements(parent) {
			n++
		}
		if left[0] != "-" && left[0] != strconv.Itoa(n) {
			return nil, fmt.Errorf("%w: the array has no place %s", ErrPath, left[0])
		}
		parent = addElement(parent, value)
	default:
		return nil, fmt.Errorf("%w: nothing can be below %s", ErrPath, beginning(parent))
	}
	return slices.Concat(doc[:at.from], parent, doc[at.to:]), nil
}

// wrap makes the container that a missing token needs: an array for "-", an
// object for any name.
func wrap(token string, value json.RawMessage) json.RawMessage {
	if token == "-" {
		return slices.Concat([]byte("["), value, []byte("]"))
	}
	return slices.Concat([]byte("{"), scan.Quote(token), []byte(": "), value, []byte("}"))
}

// addMember appends a member to an object, spaced like the one before it; on
// one line, behind a single member, by a space.
func addMember(object []byte, key string, value json.RawMessage) []byte {
	end, comma, space := bytes.IndexByte(object, '{')+1, "", ""
	members := 0
	for m := range scan.Members(object) {
		members++
		space = string(object[end:m.KeyAt])
		if _, after, cut := strings.Cut(space, ","); cut {
			space = after
		}
		end, comma = m.End(), ","
	}
	if members == 1 && space == "" {
		space = " "
	}
	return slices.Concat(
		object[:end], []byte(comma), []byte(space), scan.Quote(key), []byte(": "), value, object[end:],
	)
}

func addElement(array []byte, value json.RawMessage) []byte {
	end, any := bytes.IndexByte(array, '[')+1, false
	for at, element := range scan.Elements(array) {
		end, any = at+len(element), true
	}
	comma := ""
	if any {
		comma = ", "
	}
	return slices.Concat(array[:end], []byte(comma), value, array[end:])
}

// deleteAt returns doc without the value at path, and whether it was there.
func deleteAt(doc []byte, path []string) ([]byte, bool) {
	if len(path) == 0 {
		return doc, false
	}
	parent, left := locate(doc, path[:len(path)-1])
	if len(left) > 0 {
		return doc, false
	}
	cut, ok := entry(doc[parent.from:parent.to], path[len(path)-1])
	if !ok {
		return doc, false
	}
	return slices.Concat(doc[:parent.from+cut.from], doc[parent.from+cut.to:]), true
}

// entry finds what must be cut out of an object or array to take one entry
// away: it and one comma.
func entry(container []byte, token string) (span, bool) {
	var spans []span // of each entry, key included
	at := -1
	switch scan.KindOf(container) {
	case scan.Object:
		for m := range scan.Members(container) {
			if m.Key == token {
				at = len(spans)
			}
			spans = append(spans, span{m.KeyAt, m.End()})
		}
	case scan.Array:
		for from, element := range scan.Elements(container) {
			if strconv.Itoa(len(spans)) == token {
				at = len(spans)
			}
			spans = append(spans, span{from, from + len(element)})
		}
	}
	switch {
	case at < 0:
		return span{}, false
	case at+1 < len(spans):
		return span{spans[at].from, spans[at+1].from}, true
	case at > 0:
		return span{spans[at-1].to, spans[at].to}, true
	}
	return spans[at], true
}
