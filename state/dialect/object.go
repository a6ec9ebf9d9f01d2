package dialect

import (
	"gatehouse/client/scan"
	"gatehouse/state/dialect/translate"
)

// field is a member of an object.
type field struct {
	Name string
	translate.Value
}

// Object is the members of an object, read once.
type Object []field

// maxMembers is how many members of one object are read. No message has as many.
const maxMembers = 1000

// Object reads an object's members; none of any other value.
func (r *Reader) Object(v translate.Value) Object {
	var o Object
	for m := range scan.Members(v.Raw) {
		if len(o) == maxMembers {
			r.Body.Cut = true
			break
		}
		o = append(o, field{m.Key, translate.Value{Raw: m.Value, At: v.At + m.At, Path: v.Path}})
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

// Get returns the member of a name: the last one, where there are several.
func (o Object) Get(name string) translate.Value {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].Name == name {
			v := o[i].Value
			v.Path = under(v.Path, name)
			return v
		}
	}
	return translate.Value{}
}

// Has reports whether a member is there and not null.
func (o Object) Has(name string) bool { return o.Get(name).There() }

// First returns the first of some members that is there and not null.
func (o Object) First(names ...string) translate.Value {
	for _, name := range names {
		if v := o.Get(name); v.There() {
			return v
		}
	}
	return translate.Value{}
}
