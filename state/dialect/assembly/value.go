package assembly

import (
	"encoding/json"
	"math"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/text/rope"
)

// Rule says what becomes of a member that comes again. In any of them null changes nothing,
// objects are merged member by member, and the last of two kinds of value replaces the first.
type Rule int

const (
	LastWins  Rule = iota // the last value replaces those before
	ListsGrow             // lists go on, any other value is replaced by the last
	Grows                 // texts and lists go on, and elements of lists that have an index
)

// mostDepth is how deep values are merged; what nests deeper is replaced by the last.
const mostDepth = 12

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

// Take takes what came of a value under a name.
func (v *Value) Take(name string, came json.RawMessage, r Rule, depth int) {
	kind := scan.KindOf(came)
	switch {
	case kind == scan.Null && (len(v.raw) > 0 || !v.empty()):
	case kind == scan.String && len(came) <= len(`""`) && !v.empty(): // it takes nothing away
	case depth < mostDepth && kind == scan.Object && v.kind() == scan.Object:
		v.expand(r, depth)
		v.object.Take(came, r, depth)
	case depth < mostDepth && kind == scan.Array && r != LastWins:
		v.takeList(name, came, r, depth)
	case kind == scan.String && r == Grows && v.list != nil && isParts(name):
		v.list.Take(name, textPart(came), r, depth)
	case r == Grows && kind == scan.String && v.kind() == scan.String && !isName(name):
		v.append(came)
	case r == Grows && name == "name" && kind == scan.String && v.kind() == scan.String:
		v.raw = scan.Quote(JoinName(scan.Text(v.raw), scan.Text(came)))
	default:
		*v = Value{raw: came}
	}
}

// takeList goes on with a list. A text that came in its place is its first part, where
// both are what a message says.
func (v *Value) takeList(name string, came json.RawMessage, r Rule, depth int) {
	if v.list == nil {
		was := *v
		*v = Value{list: &List{}}
		switch kind := was.kind(); {
		case kind == scan.Array:
			v.list.Take(name, was.raw, r, depth)
		case kind == scan.String && r == Grows && isParts(name) && was.size(1) > 0 && string(was.raw) != `""`:
			v.list.Take(name, textPart(was.json(rope.Limit{Max: math.MaxInt})), r, depth)
		}
	}
	v.list.Take(name, came, r, depth)
}

// textPart is a plain text as a list of one part.
func textPart(text json.RawMessage) json.RawMessage {
	return scan.MakeArray([]json.RawMessage{scan.MakeObject("type", scan.Quote("text"), "text", text)})
}

// append goes on with a text.
func (v *Value) append(came json.RawMessage) {
	if v.text == nil {
		v.text = &rope.Rope{}
		appendPiece(v.text, v.raw)
		v.raw = nil
	}
	appendPiece(v.text, came)
}

func appendPiece(text *rope.Rope, v json.RawMessage) {
	var h wire.Halves
	h.First, h.Last, h.Other = scan.Halves(scan.StringContent(v))
	text.AppendPiece(scan.Text(v), h)
}

// GoOn merges an object into one that it may begin.
func (v *Value) GoOn(came json.RawMessage, depth int) {
	if v.kind() != scan.Object {
		*v = Value{object: &Object{}}
	}
	v.expand(Grows, depth)
	v.object.Take(came, Grows, depth)
}

// Object returns an object as which the value goes on.
func (v *Value) Object() *Object {
	if v.kind() != scan.Object {
		*v = Value{object: &Object{}}
	}
	v.expand(LastWins, 1)
	return v.object
}

// List returns a list as which the value goes on.
func (v *Value) List() *List {
	if v.list == nil {
		*v = Value{list: &List{}}
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

// Set has a value be another one.
func (v *Value) Set(raw json.RawMessage) { *v = Value{raw: raw} }

// Spell goes on with the spelling of a value, which comes in strings that are not empty. What the
// value was before the first of them stood for what was coming.
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
		v.object.Take(raw, r, depth)
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

// now returns a snapshot that later frames do not change, and that can be changed without
// changing this.
func (v *Value) now() Value {
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

// size estimates the length of the JSON with no text or list longer than most bytes.
func (v *Value) size(most int) (n int) {
	switch {
	case v.text != nil:
		return min(int(v.text.Len()), most)
	case v.object != nil:
		for i := range v.object.members {
			m := &v.object.members[i]
			n += len(m.name) + m.Value.size(most)
		}
		return n
	case v.list != nil:
		return v.list.size(most)
	}
	return min(len(v.raw), most)
}

func (v *Value) json(l rope.Limit) json.RawMessage {
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
			members = append(members, m.name, m.Value.json(l))
		}
		return scan.MakeObject(members...)
	case v.list != nil:
		return v.list.json(l)
	}
	return l.Value(v.raw)
}
