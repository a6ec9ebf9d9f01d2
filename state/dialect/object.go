package dialect

import (
	"encoding/json"
	"iter"

	"gatehouse/client/scan"
)

// Object is the members of an object, read once. Each is taken at most once; of a request
// that is translated, what nobody takes is a loss.
type Object struct {
	Value   Value
	members []member
	reader  *Reader
}

type member struct {
	scan.Member
	taken bool
}

// maxMembers is how many members of one object are read. No message has as many.
const maxMembers = 1000

// Open reads an object; one without members for a value of another kind.
func (r *Reader) Open(v Value) *Object {
	o := &Object{Value: v, reader: r, members: make([]member, 0, 4)}
	for m := range scan.Members(v.Raw) {
		if len(o.members) == maxMembers && !r.lists {
			r.Body.Cut = true
			break
		}
		o.members = append(o.members, member{m, false})
	}
	if r.lists {
		r.opened = append(r.opened, o)
	}
	return o
}

// value returns a member's value, with its place.
func (o *Object) at(m *member) Value { return o.Value.member(m.Member) }

// find returns a member that nobody took: of a repeated name the last counts. It is nil
// where there is none.
func (o *Object) find(name string) *member {
	for i := len(o.members) - 1; i >= 0; i-- {
		if m := &o.members[i]; m.Key == name {
			if m.taken {
				return nil
			}
			return m
		}
	}
	return nil
}

// raw returns the bytes of a member; nil where there is none.
func (o *Object) raw(name string) json.RawMessage {
	if m := o.find(name); m != nil {
		return m.Value
	}
	return nil
}

// Peek returns a member and leaves it to be taken.
func (o *Object) Peek(name string) Value {
	if m := o.find(name); m != nil {
		return o.at(m)
	}
	return Value{}
}

// Take takes and returns a member.
func (o *Object) Take(name string) Value {
	m := o.find(name)
	if m == nil {
		return Value{}
	}
	m.taken = true
	return o.at(m)
}

// TakeKind takes a member of a kind of value, and leaves any other to be lost.
func (o *Object) TakeKind(name string, kind scan.Kind) Value {
	if scan.KindOf(o.raw(name)) != kind {
		return Value{}
	}
	return o.Take(name)
}

// First takes the first of some members that is there and not null.
func (o *Object) First(names ...string) Value {
	for _, name := range names {
		if o.Has(name) {
			return o.Take(name)
		}
	}
	return Value{}
}

// Has reports whether a member is there and not null.
func (o *Object) Has(name string) bool { return !scan.IsNull(o.raw(name)) }

// TakeAll takes all members of an object that is translated as it is.
func (o *Object) TakeAll() json.RawMessage {
	for i := range o.members {
		o.members[i].taken = true
	}
	return o.Value.Raw
}

// Open takes a member and reads it as an object.
func (o *Object) Open(name string) *Object { return o.reader.Open(o.Take(name)) }

// List takes a member that should be an array, and yields its elements.
func (o *Object) List(name string) iter.Seq[Value] {
	if o.find(name) == nil { // as nearly always
		return nothing
	}
	return o.reader.List(o.Take(name))
}

func nothing(func(Value) bool) {}

// OpenFirst takes the first of some members that is an object; ok is false where none is.
func (o *Object) OpenFirst(names ...string) (in *Object, ok bool) {
	for _, name := range names {
		if scan.KindOf(o.raw(name)) == scan.Object {
			return o.Open(name), true
		}
	}
	return nil, false
}

// Inner takes the first of some members that is an object; where none is, it returns the
// object itself.
func (o *Object) Inner(names ...string) *Object {
	if in, ok := o.OpenFirst(names...); ok {
		return in
	}
	return o
}

// Left yields the members that nobody took, by their names, and takes them.
func (o *Object) Left() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for i := range o.members {
			m := &o.members[i]
			if o.find(m.Key) != m {
				continue // taken, or repeated
			}
			m.taken = true
			if !yield(m.Key, o.at(m)) {
				return
			}
		}
	}
}

// losses lists the members that nobody took, or a value that is no object at all.
func (o *Object) losses() {
	r := o.reader
	if o.Value.Kind() != scan.Object && o.Value.There() {
		r.AddLoss(o.Value, "not an object")
	}
	last := map[string]int{}
	for i := range o.members {
		last[o.members[i].Key] = i
	}
	for i := range o.members {
		switch m := &o.members[i]; {
		case last[m.Key] != i:
			r.AddLoss(o.at(m), "the member is repeated, and its last value is used")
		case m.taken || scan.IsNull(m.Value):
		case m.Key == "cache_control":
			r.AddLoss(o.at(m), "in /responses only parts of messages and the request have cache breakpoints")
		default:
			r.AddLoss(o.at(m), "no such member in /responses")
		}
	}
}
