// Package assembly puts the frames of another API's stream together to the document that
// the API returns for the same answer without streaming. Nothing is in it that was not in a
// frame, and no member is lost. The rules in value.go decide what becomes of a repeated
// member: what the public SDKs do, for the members that they know.
package assembly

import (
	"encoding/json"

	"gatehouse/state/text/rope"
)

// Builder puts one answer together.
type Builder interface {
	// Frame takes a frame whose data is a JSON object. line is its event line. The bytes
	// are shared.
	Frame(data json.RawMessage, line string)
	// Document returns the answer so far: later frames do not change it. It costs as much
	// as there are members and elements; texts are shared.
	Document() Document
	// Clone returns an independent copy.
	Clone() Builder
}

// Answer is an answer that frames extend in one of its lists: the choices, or the content.
type Answer struct {
	Object
	List *List
	name string // of the list
}

// NewAnswer returns an empty answer.
func NewAnswer(list string) Answer { return Answer{List: &List{}, name: list} }

// Begin adds the list to the answer.
func (a *Answer) Begin() { *a.Member(a.name) = Value{list: a.List} }

// Clone returns an independent copy.
func (a *Answer) Clone() Answer {
	c := Answer{Object: *a.now(), List: &List{}, name: a.name}
	if at, ok := c.find(c.name); ok && c.members[at].list != nil {
		c.List = c.members[at].list
	}
	return c
}

// Document returns the answer so far: see Builder.
func (a *Answer) Document() Document { return Document{a.now()} }

// Document is an answer as received so far; the zero value is empty.
type Document struct{ root *Object }

// Empty reports whether nothing of the answer was received.
func (d Document) Empty() bool { return d.root == nil || len(d.root.members) == 0 }

// Size estimates the length of the JSON in bytes, with no text or list longer than limit.
func (d Document) Size(limit int) int {
	root := Value{object: d.root}
	return root.size(limit)
}

// Members returns names and values in turn, as scan.MakeObject takes them, written within a limit.
func (d Document) Members(l rope.Limit) []any {
	var all []any
	for i := range d.root.members {
		m := &d.root.members[i]
		all = append(all, m.name, m.JSON(l))
	}
	return all
}
