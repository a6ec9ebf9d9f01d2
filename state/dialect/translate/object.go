package translate

import (
	"iter"
	"strings"

	"gatehouse/client/scan"
)

// List yields the elements of a value that should be an array. Any other is lost.
func (t *T) List(v Value) iter.Seq[Value] {
	if v.Kind() != scan.Array && v.There() {
		t.Lose(v, "not an array")
	}
	return v.Elements()
}

// Object is the members of an object, of which each is taken at most once. What nobody
// takes is a loss.
type Object struct {
	Whole   Value
	members []member
}

type member struct {
	name  string
	value Value
	taken bool
}

// Open reads an object; one without members for a value of another kind. Of a repeated
// name the last counts, and the others are lost.
func (t *T) Open(v Value) *Object {
	o := &Object{Whole: v}
	last := map[string]int{}
	for m := range scan.Members(v.Raw) {
		step := scan.JQMember(m.Key)
		if v.Path == "" {
			step = strings.TrimPrefix(step, ".")
		}
		if was, repeated := last[m.Key]; repeated {
			o.members[was].taken = true
			t.Lose(o.members[was].value, "the member is repeated, and its last value is used")
		}
		last[m.Key] = len(o.members)
		o.members = append(o.members, member{m.Key, Value{Raw: m.Value, At: v.At + m.At, Path: v.Path + step}, false})
	}
	return o
}

// Take returns a member that the translation has a place for, or that says nothing which
// it does not say.
func (o *Object) Take(name string) Value {
	for i := range o.members {
		if m := &o.members[i]; m.name == name && !m.taken {
			m.taken = true
			return m.value
		}
	}
	return Value{}
}

// TakeKind takes a member of a kind of value, and leaves any other to be lost.
func (o *Object) TakeKind(name string, kind scan.Kind) Value {
	if v := o.Peek(name); v.Kind() != kind {
		return Value{}
	}
	return o.Take(name)
}

// Peek returns a member and leaves it to be taken.
func (o *Object) Peek(name string) Value {
	for _, m := range o.members {
		if m.name == name && !m.taken {
			return m.value
		}
	}
	return Value{}
}

// Left yields the members that nobody took, by their names.
func (o *Object) Left() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for i := range o.members {
			if m := &o.members[i]; !m.taken && !yield(m.name, m.value) {
				return
			}
		}
	}
}

// Rest lists what was not taken, or a value that is no object at all.
func (t *T) Rest(o *Object) {
	if o.Whole.Kind() != scan.Object && o.Whole.There() {
		t.Lose(o.Whole, "not an object")
	}
	for _, m := range o.members {
		switch {
		case m.taken || !m.value.There():
		case m.name == "cache_control":
			t.Lose(m.value, "in /responses only parts of messages and the whole request have cache breakpoints")
		default:
			t.Lose(m.value, "no such member in /responses")
		}
	}
}
