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

// rename returns an object with a member's name changed; all else keeps its
// bytes.
func rename(object []byte, name, to string) []byte {
	m, ok := member(object, name)
	if !ok {
		return object
	}
	end := m.KeyAt + len(nameAt(object, m))
	return slices.Concat(object[:m.KeyAt], scan.Quote(to), object[end:])
}

// nameAt returns a member's name as it is spelled, with its quotes.
func nameAt(object []byte, m scan.Member) []byte {
	name := object[m.KeyAt:m.At]
	return bytes.TrimRight(name[:bytes.LastIndexByte(name, ':')], " \t\r\n")
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

// put returns an object with a member's value replaced, or the member added
// behind the others; a nil value takes it away, with one comma.
func put(object []byte, name string, value []byte) []byte {
	m, ok := member(object, name)
	switch {
	case ok && value != nil:
		return slices.Concat(object[:m.At], value, object[m.End():])
	case ok:
		return cutMember(object, m)
	case value == nil:
		return object
	}
	entry := slices.Concat(scan.Quote(name), []byte(": "), value)
	last, any := scan.Member{}, false
	for m := range scan.Members(object) {
		last, any = m, true
	}
	if !any {
		at := bytes.IndexByte(object, '{') + 1
		return slices.Concat(object[:at], entry, object[at:])
	}
	return slices.Concat(object[:last.End()], []byte(", "), entry, object[last.End():])
}

func cutMember(object []byte, m scan.Member) []byte {
	before, after := -1, -1 // end of the member before, start of the one after
	for o := range scan.Members(object) {
		switch {
		case o.KeyAt < m.KeyAt:
			before = o.End()
		case o.KeyAt > m.KeyAt && after < 0:
			after = o.KeyAt
		}
	}
	switch {
	case after >= 0:
		return slices.Concat(object[:m.KeyAt], object[after:])
	case before >= 0:
		return slices.Concat(object[:before], object[m.End():])
	}
	return slices.Concat(object[:m.KeyAt], object[m.End():])
}
