package scan

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
)

// Member is one member of an object.
type Member struct {
	Key   string // decoded
	Value []byte
	KeyAt int // offset of the key's opening quote in the object
	At    int // offset of the value in the object
}

// End returns the offset after the member's value in the object.
func (m Member) End() int { return m.At + len(m.Value) }

// Members yields the members of an object in their order, repeated names too; none for a
// value of another kind.
func Members(object []byte) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		for name, m := range spelledMembers(object) {
			if m.Key = memberKey(name); !yield(m) {
				return
			}
		}
	}
}

// IsEmpty reports whether v is an object without members.
func IsEmpty(v []byte) bool {
	for range Members(v) {
		return false
	}
	return KindOf(v) == Object
}

// spelledMembers yields the names of an object's members as spelled between their quotes,
// and the members without their keys.
func spelledMembers(object []byte) iter.Seq2[[]byte, Member] {
	return func(yield func([]byte, Member) bool) {
		i := SkipSpace(object, 0)
		if i >= len(object) || object[i] != '{' {
			return
		}
		for i = SkipSpace(object, i+1); i < len(object) && object[i] == '"'; {
			key := i
			i = StringEnd(object, i)
			name := object[key+1 : max(i-1, key+1)]
			i = SkipSpace(object, i)
			if i >= len(object) || object[i] != ':' {
				return
			}
			at := SkipSpace(object, i+1)
			i = ValueEnd(object, at)
			if i == at || !yield(name, Member{Value: object[at:i:i], KeyAt: key, At: at}) {
				return
			}
			if i = SkipSpace(object, i); i < len(object) && object[i] == ',' {
				i = SkipSpace(object, i+1)
			}
		}
	}
}

// memberKey decodes a name. Those in every frame of a stream are not allocated. A loop over them takes five
// times as long as the switch.
func memberKey(spelled []byte) string {
	switch string(spelled) {
	case "choices":
		return "choices"
	case "content":
		return "content"
	case "delta":
		return "delta"
	case "finish_reason":
		return "finish_reason"
	case "id":
		return "id"
	case "index":
		return "index"
	case "model":
		return "model"
	case "object":
		return "object"
	case "text":
		return "text"
	case "type":
		return "type"
	case "usage":
		return "usage"
	}
	return string(decodedName(spelled))
}

// decodedName decodes a name; one without escapes is not copied.
func decodedName(spelled []byte) []byte {
	if bytes.IndexByte(spelled, '\\') < 0 {
		return spelled
	}
	return AppendUnquoted(nil, spelled)
}

// Elements yields the elements of an array, each with its offset in the array.
func Elements(array []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		i := SkipSpace(array, 0)
		if i >= len(array) || array[i] != '[' {
			return
		}
		for i = SkipSpace(array, i+1); i < len(array) && array[i] != ']'; {
			at := i
			i = ValueEnd(array, at)
			if i == at || !yield(at, array[at:i:i]) {
				return
			}
			if i = SkipSpace(array, i); i < len(array) && array[i] == ',' {
				i = SkipSpace(array, i+1)
			}
		}
	}
}

// Indexed yields the elements of an array with their indexes.
func Indexed(array []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		n := 0
		for _, element := range Elements(array) {
			if !yield(n, element) {
				return
			}
			n++
		}
	}
}

// List returns the elements of an array; nil for any other value.
func List(array []byte) []json.RawMessage {
	var list []json.RawMessage
	for _, element := range Elements(array) {
		list = append(list, element)
	}
	return list
}

// Get returns the member of an object under key, or nil. Of a repeated name
// the last counts, as in most decoders.
func Get(object []byte, key string) []byte {
	var found []byte
	for name, m := range spelledMembers(object) {
		if string(decodedName(name)) == key {
			found = m.Value
		}
	}
	return found
}

// At follows member names down from v and returns the value there, or nil.
func At(v []byte, keys ...string) []byte {
	for _, key := range keys {
		if v = Get(v, key); v == nil {
			return nil
		}
	}
	return v
}

// Find returns where the value at a path of member names and element numbers
// begins and ends. Of a repeated name the last counts.
func Find(doc []byte, path []string) (from, to int, ok bool) {
	if from, to = SkipSpace(doc, 0), len(doc); len(path) == 0 {
		to = ValueEnd(doc, from)
	}
	for _, step := range path {
		at, end := -1, 0 // in the value that from begins
		switch value := doc[from:to]; KindOf(value) {
		case Object:
			for name, m := range spelledMembers(value) {
				if string(decodedName(name)) == step {
					at, end = m.At, m.End()
				}
			}
		case Array:
			n := 0
			for i, element := range Elements(value) {
				if strconv.Itoa(n) == step {
					at, end = i, i+len(element)
					break
				}
				n++
			}
		}
		if at < 0 {
			return 0, 0, false
		}
		from, to = from+at, from+end
	}
	return from, to, to > from
}
