package assembly

import (
	"encoding/json"
	"math"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/text/rope"
)

// Rule is what becomes of a repeated member. Under every rule null changes nothing,
// objects are merged member by member, and the last of two kinds of value replaces the first.
type Rule int

const (
	LastWins  Rule = iota // the last value replaces those before
	ListsGrow             // lists are appended, any other value is replaced by the last
	Grows                 // texts and lists are appended, and elements of lists that have an index
)

// maxDepth is how deep values are merged; what nests deeper is replaced by the last.
const maxDepth = 12

// Value is a JSON value: as received until it changes. Exactly one field is set but for
// spelled.
type Value struct {
	raw     json.RawMessage
	text    *rope.Rope
	object  *Object
	list    *List
	spelled bool // text is the spelling of a value, if it is valid JSON
}

func (v *Value) empty() bool {
	return v.text == nil && v.object == nil && v.list == nil && scan.IsNull(v.raw)
}

// kind returns the kind of a value, also of one that has changed.
func (v *Value) kind() scan.Kind {
	switch {
	case v.object != nil:
		return scan.Object
	case v.list != nil:
		return scan.Array
	case v.text != nil:
		return scan.String
	}
	return scan.KindOf(v.raw)
}

// MergeAs merges what was received of a value under a name.
func (v *Value) MergeAs(name string, received json.RawMessage, r Rule, depth int) {
	kind := scan.KindOf(received)
	switch {
	case kind == scan.Null && (len(v.raw) > 0 || !v.empty()):
	case kind == scan.String && len(received) <= len(`""`) && !v.empty(): // it removes nothing
	case depth < maxDepth && kind == scan.Object && v.kind() == scan.Object:
		v.expand(r, depth)
		v.object.Merge(received, r, depth)
	case depth < maxDepth && kind == scan.Array && r != LastWins:
		v.takeList(name, received, r, depth)
	case kind == scan.String && r == Grows && v.list != nil && isParts(name):
		v.list.AddAll(name, textPart(received), r, depth)
	case r == Grows && kind == scan.String && v.kind() == scan.String && !isName(name):
		v.append(received)
	case r == Grows && name == "name" && kind == scan.String && v.kind() == scan.String:
		v.raw = scan.Quote(JoinName(scan.Text(v.raw), scan.Text(received)))
	default:
		*v = Value{raw: received}
	}
}

// takeList adds to a list. If both are content of a message, a text received before the
// list is its first part.
func (v *Value) takeList(name string, received json.RawMessage, r Rule, depth int) {
	if v.list == nil {
		was := *v
		*v = Value{list: &List{}}
		switch kind := was.kind(); {
		case kind == scan.Array:
			v.list.AddAll(name, was.raw, r, depth)
		case kind == scan.String && r == Grows && isParts(name) && was.size(1) > 0 && string(was.raw) != `""`:
			v.list.AddAll(name, textPart(was.JSON(rope.Limit{Max: math.MaxInt})), r, depth)
		}
	}
	v.list.AddAll(name, received, r, depth)
}

// textPart returns a plain text as a list of one part.
func textPart(text json.RawMessage) json.RawMessage {
	return scan.MakeArray([]json.RawMessage{scan.MakeObject("type", scan.Quote("text"), "text", text)})
}

// append adds to a text.
func (v *Value) append(received json.RawMessage) {
	if v.text == nil {
		v.text = &rope.Rope{}
		appendPiece(v.text, v.raw)
		v.raw = nil
	}
	appendPiece(v.text, received)
}

func appendPiece(text *rope.Rope, v json.RawMessage) {
	var h wire.Halves
	h.First, h.Last, h.Other = scan.Halves(scan.StringContent(v))
	text.AppendPiece(scan.Text(v), h)
}

// Merge merges an object into the value, which becomes an object if it is none.
func (v *Value) Merge(received json.RawMessage, depth int) {
	v.Object().Merge(received, Grows, depth)
}

// Object returns the value as an object, which it becomes if it is none.
func (v *Value) Object() *Object {
	if v.kind() != scan.Object {
		*v = Value{object: &Object{}}
	}
	v.expand(LastWins, 1)
	return v.object
}

// List returns the value as a list, which it becomes if it is none.
func (v *Value) List() *List {
	if v.list == nil {
		v.takeList("", nil, ListsGrow, 1)
	}
	return v.list
}

// Get returns a member of an object as it was received; nil for none, and for one that has
// changed.
func (v *Value) Get(name string) json.RawMessage {
	if v.object != nil {
		return v.object.get(name)
	}
	return scan.Get(v.raw, name)
}

// Has reports whether an object has a member.
func (v *Value) Has(name string) bool {
	if v.object != nil {
		_, ok := v.object.find(name)
		return ok
	}
	return scan.Get(v.raw, name) != nil
}

// Set replaces the value.
func (v *Value) Set(raw json.RawMessage) { *v = Value{raw: raw} }

// Spell adds to the spelling of a value, which is received in strings that are not empty. The
// first replaces the value, which was a placeholder.
func (v *Value) Spell(piece json.RawMessage) {
	if !v.spelled {
		*v = Value{text: &rope.Rope{}, spelled: true}
	}
	appendPiece(v.text, piece)
}

// expand makes members of an object as received.
func (v *Value) expand(r Rule, depth int) {
	if v.object == nil {
		raw := v.raw
		*v = Value{object: &Object{}}
		v.object.Merge(raw, r, depth)
	}
}

// isName reports whether a member names or numbers something, so that what is sent again is
// the same, or of a name the next piece.
func isName(member string) bool {
	switch member {
	case "id", "type", "role", "name", "index", "object", "model", "format", "signature", "status":
		return true
	}
	return false
}

// Now returns a snapshot that later frames do not change, and that can be changed without
// changing this.
func (v *Value) Now() Value {
	c := *v
	switch {
	case v.text != nil:
		c.text = v.text.Now()
	case v.object != nil:
		c.object = v.object.now()
	case v.list != nil:
		c.list = v.list.now()
	}
	return c
}

// size estimates the length of the JSON with no text or list longer than limit bytes.
func (v *Value) size(limit int) (n int) {
	switch {
	case v.text != nil:
		return min(int(v.text.Len()), limit)
	case v.object != nil:
		for i := range v.object.members {
			m := &v.object.members[i]
			n += len(m.name) + m.Value.size(limit)
		}
		return n
	case v.list != nil:
		return v.list.size(limit)
	}
	return min(len(v.raw), limit)
}

// JSON returns the value written within a limit.
func (v *Value) JSON(l rope.Limit) json.RawMessage {
	switch {
	case v.text != nil && v.spelled && int(v.text.Len()) <= l.Max:
		if spelled := []byte(v.text.String()); scan.Valid(spelled) {
			return spelled
		}
		return l.Text(v.text)
	case v.text != nil:
		text := v.text.Now()
		text.EndHalf()
		return l.Text(text)
	case v.object != nil:
		members := make([]any, 0, 2*len(v.object.members))
		for i := range v.object.members {
			m := &v.object.members[i]
			members = append(members, m.name, m.JSON(l))
		}
		return scan.MakeObject(members...)
	case v.list != nil:
		return v.list.json(l)
	}
	return l.Value(v.raw)
}
