package form

import (
	"bytes"
	"slices"

	"gatehouse/client/scan"
)

// member returns the member that counts under a name.
func member(object []byte, name string) (found scan.Member, ok bool) {
	for m := range scan.Members(object) {
		if m.Key == name {
			found, ok = m, true
		}
	}
	return found, ok
}

// rename returns an object with a member's name changed and all other bytes unchanged.
func rename(object []byte, name, to string) []byte {
	m, ok := member(object, name)
	if !ok {
		return object
	}
	spelled := object[m.KeyAt:m.At] // with its quotes
	spelled = bytes.TrimRight(spelled[:bytes.LastIndexByte(spelled, ':')], " \t\r\n")
	return slices.Concat(object[:m.KeyAt], scan.Quote(to), object[m.KeyAt+len(spelled):])
}

// swap returns an object with two members in each other's place.
func swap(object []byte, name, other string) []byte {
	a, okA := member(object, name)
	b, okB := member(object, other)
	if !okA || !okB || a.KeyAt == b.KeyAt {
		return object
	}
	if a.KeyAt > b.KeyAt {
		a, b = b, a
	}
	return slices.Concat(object[:a.KeyAt], object[b.KeyAt:b.End()], object[a.End():b.KeyAt], object[a.KeyAt:a.End()], object[b.End():])
}
