package dialect

import (
	"iter"
	"strconv"

	"gatehouse/client/scan"
)

// value is a JSON value with its place in the body. The zero value stands for
// one that is not there.
type value struct {
	raw  []byte
	at   int    // offset in the body
	path string // as jq writes it; empty for the body
}

func (v value) there() bool     { return !scan.IsNull(v.raw) }
func (v value) kind() scan.Kind { return scan.KindOf(v.raw) }
func (v value) text() string    { return scan.Text(v.raw) }

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

// field is a member of an object.
type field struct {
	name string
	value
}

// object is the members of an object, read once.
type object []field

// maxMembers is how many members of one object are read. No message has as many.
const maxMembers = 1000

// object reads an object's members; none of any other value.
func (r *reader) object(v value) object {
	var o object
	for m := range scan.Members(v.raw) {
		if len(o) == maxMembers {
			r.body.Cut = true
			break
		}
		o = append(o, field{m.Key, value{m.Value, v.at + m.At, v.path}})
	}
	return o
}

// under is the path of a member of the object at a path.
func under(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// get returns the member of a name: the last one, where there are several.
func (o object) get(name string) value {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].name == name {
			v := o[i].value
			v.path = under(v.path, name)
			return v
		}
	}
	return value{}
}

// has reports whether a member is there and not null.
func (o object) has(name string) bool { return o.get(name).there() }

// first returns the first of some members that is there and not null.
func (o object) first(names ...string) value {
	for _, name := range names {
		if v := o.get(name); v.there() {
			return v
		}
	}
	return value{}
}
