package assembly

import (
	"encoding/json"
	"maps"
	"slices"

	"gatehouse/client/scan"
)

// Object is the members of an object in the order in which they were first received.
type Object struct {
	members []member
	at      map[string]int // places of the members; nil while there are few
}

type member struct {
	name string
	Value
}

// few is the number of members up to which they are looked through.
const few = 12

// Member returns the value of a name, which it adds where there is none.
func (o *Object) Member(name string) *Value {
	if at, ok := o.find(name); ok {
		return &o.members[at].Value
	}
	if o.at != nil {
		o.at[name] = len(o.members)
	}
	o.members = append(o.members, member{name: name})
	if o.at == nil && len(o.members) > few {
		o.at = map[string]int{}
		for i := range o.members {
			o.at[o.members[i].name] = i
		}
	}
	return &o.members[len(o.members)-1].Value
}

func (o *Object) find(name string) (at int, ok bool) {
	if o.at != nil {
		at, ok = o.at[name]
		return at, ok
	}
	at = slices.IndexFunc(o.members, func(m member) bool { return m.name == name })
	return at, at >= 0
}

// get returns the value of a name as it was received; nil for none and for what has
// changed.
func (o *Object) get(name string) json.RawMessage {
	if at, ok := o.find(name); ok {
		return o.members[at].raw
	}
	return nil
}

// Merge merges an object as received, but for the members that are left out.
func (o *Object) Merge(received json.RawMessage, r Rule, depth int, without ...string) {
	for m := range scan.Members(received) {
		if !slices.Contains(without, m.Key) {
			o.Member(m.Key).MergeAs(m.Key, m.Value, r, depth+1)
		}
	}
}

func (o *Object) now() *Object {
	c := &Object{members: slices.Clone(o.members)}
	for i := range c.members {
		c.members[i].Value = o.members[i].Now()
	}
	c.at = maps.Clone(o.at)
	return c
}
