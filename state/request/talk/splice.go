package talk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// setAt returns doc with the value at path replaced or added. All bytes outside the path
// stay.
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
		if left[0] != "-" && left[0] != strconv.Itoa(len(scan.List(parent))) {
			return nil, fmt.Errorf("%w: the array has no place %s", ErrPath, left[0])
		}
		parent = addElement(parent, value)
	default:
		return nil, fmt.Errorf("%w: nothing can be below %s", ErrPath, excerpt(parent))
	}
	return slices.Concat(doc[:at.from], parent, doc[at.to:]), nil
}

// wrap returns the container that a missing token needs: an array for "-", an object for
// any name.
func wrap(token string, value json.RawMessage) json.RawMessage {
	if token == "-" {
		return slices.Concat([]byte("["), value, []byte("]"))
	}
	return slices.Concat([]byte("{"), scan.Quote(token), []byte(": "), value, []byte("}"))
}

// addMember appends a member to an object, with the white space of the member before it,
// or a space in a one-line object with a single member.
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
	end, comma := bytes.IndexByte(array, '[')+1, ""
	for at, element := range scan.Elements(array) {
		end, comma = at+len(element), ", "
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
	cut, ok := entrySpan(doc[parent.from:parent.to], path[len(path)-1])
	if !ok {
		return doc, false
	}
	return slices.Concat(doc[:parent.from+cut.from], doc[parent.from+cut.to:]), true
}

// entrySpan returns what to cut out of an object or array to delete one entry: the entry
// and one comma.
func entrySpan(container []byte, token string) (span, bool) {
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

// renameAt returns doc with another name for the member at path. A name that its object
// has already is an error: one of the two would be lost.
func renameAt(doc []byte, path []string, name string) ([]byte, error) {
	if len(path) == 0 {
		return nil, fmt.Errorf("%w: the document has no name", ErrPath)
	}
	at, left := locate(doc, path[:len(path)-1])
	object := doc[at.from:at.to]
	if len(left) > 0 || scan.KindOf(object) != scan.Object || scan.Get(object, name) != nil {
		return nil, fmt.Errorf("%w: no member there can be called %s", ErrPath, name)
	}
	for m := range scan.Members(object) {
		if m.Key == path[len(path)-1] {
			end := at.from + scan.StringEnd(object, m.KeyAt)
			return slices.Concat(doc[:at.from+m.KeyAt], scan.Quote(name), doc[end:]), nil
		}
	}
	return nil, fmt.Errorf("%w: no member %s", ErrPath, path[len(path)-1])
}

// Change sets the value at a path of a document; a nil value deletes it.
type Change struct {
	Pointer string // JSON Pointer (RFC 6901)
	Value   json.RawMessage
	Name    string // the member's new name; then Value is ignored
}

// ApplyChanges returns a request document with the changes made in order; all else stays
// in its order and spelling, and doc is not written to. Errors are those of Draft.Set;
// deleting a missing value is not one.
func ApplyChanges(doc []byte, changes ...Change) ([]byte, error) {
	for _, c := range changes {
		path, err := parsePointer(c.Pointer)
		if err != nil {
			return nil, err
		}
		if c.Name != "" {
			if doc, err = renameAt(doc, path, c.Name); err != nil {
				return nil, err
			}
			continue
		}
		if c.Value == nil {
			if without, ok := deleteAt(doc, path); ok {
				doc = without
			}
			continue
		}
		if err := scan.Check(c.Value); err != nil {
			return nil, err
		}
		if doc, err = setAt(doc, path, c.Value); err != nil {
			return nil, err
		}
	}
	return doc, nil
}
