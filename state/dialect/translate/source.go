package translate

import (
	"encoding/json"
	"iter"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// value is a JSON value with its place in the source. The zero value is one that is not
// there.
type value struct {
	raw  json.RawMessage
	at   int    // offset in the source
	path string // as jq writes it, without the leading dot; empty for the body
}

// there reports whether a value is there and not null, which both APIs take for the same.
func (v value) there() bool     { return !scan.IsNull(v.raw) }
func (v value) kind() scan.Kind { return scan.KindOf(v.raw) }
func (v value) text() string    { return scan.Text(v.raw) }

// word returns a string's text, and any other value as it is spelled, so that it is none
// of the words that are known; empty for one that is not there.
func (v value) word() string { return scan.AnyText(v.raw) }

// is reports whether a value is a word of JSON, or a number of that spelling.
func (v value) is(word string) bool { return string(v.raw) == word }

// hollow reports whether a value says nothing: null, or an empty string, array or object.
func (v value) hollow() bool {
	switch v.kind() {
	case scan.Object:
		for range scan.Members(v.raw) {
			return false
		}
		return true
	case scan.Array:
		for range scan.Elements(v.raw) {
			return false
		}
		return true
	case scan.String:
		return v.is(`""`)
	}
	return !v.there()
}

// elements yields the elements of an array.
func (v value) elements() iter.Seq[value] {
	return func(yield func(value) bool) {
		n := 0
		for at, e := range scan.Elements(v.raw) {
			if !yield(value{e, v.at + at, v.path + "[" + strconv.Itoa(n) + "]"}) {
				return
			}
			n++
		}
	}
}

// list yields the elements of a value that should be an array. Any other is lost.
func (t *translator) list(v value) iter.Seq[value] {
	if v.kind() != scan.Array && v.there() {
		t.lose(v, "not an array")
	}
	return v.elements()
}

// object is the members of an object, of which each is taken at most once. What nobody
// takes is a loss.
type object struct {
	whole   value
	members []member
}

type member struct {
	name  string
	value value
	taken bool
}

// open reads an object; one without members for a value of another kind. Of a repeated
// name the last counts, and the others are lost.
func (t *translator) open(v value) *object {
	o := &object{whole: v}
	last := map[string]int{}
	for m := range scan.Members(v.raw) {
		step := scan.JQMember(m.Key)
		if v.path == "" {
			step = strings.TrimPrefix(step, ".")
		}
		if was, repeated := last[m.Key]; repeated {
			o.members[was].taken = true
			t.lose(o.members[was].value, "the member is repeated, and its last value is used")
		}
		last[m.Key] = len(o.members)
		o.members = append(o.members, member{m.Key, value{m.Value, v.at + m.At, v.path + step}, false})
	}
	return o
}

// take returns a member that the translation has a place for, or that says nothing which
// it does not say.
func (o *object) take(name string) value {
	for i := range o.members {
		if m := &o.members[i]; m.name == name && !m.taken {
			m.taken = true
			return m.value
		}
	}
	return value{}
}

// takeKind takes a member of a kind of value, and leaves any other to be lost.
func (o *object) takeKind(name string, kind scan.Kind) value {
	if v := o.peek(name); v.kind() != kind {
		return value{}
	}
	return o.take(name)
}

// peek returns a member and leaves it to be taken.
func (o *object) peek(name string) value {
	for _, m := range o.members {
		if m.name == name && !m.taken {
			return m.value
		}
	}
	return value{}
}

// rest lists what was not taken, or a value that is no object at all.
func (t *translator) rest(o *object) {
	if o.whole.kind() != scan.Object && o.whole.there() {
		t.lose(o.whole, "not an object")
	}
	for _, m := range o.members {
		switch {
		case m.taken || !m.value.there():
		case m.name == "cache_control":
			t.lose(m.value, "in /responses only parts of messages and the whole request have cache breakpoints")
		default:
			t.lose(m.value, "no such member in /responses")
		}
	}
}
