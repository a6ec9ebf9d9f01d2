package dialect

import (
	"encoding/json"
	"iter"
	"strconv"

	"gatehouse/client/scan"
)

// Value is a JSON value with its place. The zero value is one that is not there.
type Value struct {
	Raw  json.RawMessage
	At   int    // offset in the document
	Path string // as jq writes it, without the leading dot; empty for the document
}

// There reports whether a value is there and not null, which the APIs take for the same.
func (v Value) There() bool { return !scan.IsNull(v.Raw) }

// Kind returns the kind of JSON value.
func (v Value) Kind() scan.Kind { return scan.KindOf(v.Raw) }

// Text returns a string's text; empty for any other value.
func (v Value) Text() string { return scan.Text(v.Raw) }

// Word returns a string's text, and any other value as it is spelled, so that it is none
// of the words that are known; empty for one that is not there.
func (v Value) Word() string { return scan.AnyText(v.Raw) }

// Is reports whether a value is a word of JSON, or a number of that spelling.
func (v Value) Is(word string) bool { return string(v.Raw) == word }

// Hollow reports whether a value is empty: null, or an empty string, array or object.
func (v Value) Hollow() bool {
	switch v.Kind() {
	case scan.Object:
		return scan.IsEmpty(v.Raw)
	case scan.Array:
		for range scan.Elements(v.Raw) {
			return false
		}
		return true
	case scan.String:
		return v.Is(`""`)
	}
	return !v.There()
}

// member returns the value of one of the members of an object.
func (v Value) member(m scan.Member) Value {
	return Value{m.Value, v.At + m.At, scan.JQUnder(v.Path, m.Key)}
}

// Members yields the values of an object's members.
func (v Value) Members() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for m := range scan.Members(v.Raw) {
			if !yield(v.member(m)) {
				return
			}
		}
	}
}

// Elements yields the elements of an array.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		n := 0
		for at, e := range scan.Elements(v.Raw) {
			if !yield(Value{e, v.At + at, v.Path + "[" + strconv.Itoa(n) + "]"}) {
				return
			}
			n++
		}
	}
}
