package state

import (
	"encoding/json"

	"gatehouse/state/raw"
)

// SoFar is a response as far as it has come, for a stream that has not brought
// one, or never did. It holds what stood when it was taken, whatever comes
// afterwards.
type SoFar struct {
	begun         json.RawMessage // the response as it last came
	status, model string          // of a response that never came
	items         []soFarItem
	size          int
}

type soFarItem struct {
	raw     json.RawMessage // the item as last delivered
	whole   bool            // that is all there is
	members []any           // what stands for an item that was never delivered
	input   said            // what a call has grown to
	parts   []soFarPart
}

type soFarPart struct {
	kind        PartKind
	raw         json.RawMessage
	annotations []json.RawMessage
	text        said
}

// said is a text as it stood.
type said struct {
	text    string
	spelled *raw.Spelled // in place of text
}

func saidBy(t *Text) said {
	if spelled := t.Spelled(); spelled != nil {
		return said{spelled: spelled}
	}
	return said{text: t.String()}
}

// json writes the text as a string; one that was delivered as it was spelled.
func (s said) json() []byte {
	if s.spelled != nil {
		return s.spelled.JSON()
	}
	return raw.Quote(s.text)
}

// SoFar takes a response as far as it has come; ok is false before there is any
// of it. It costs as much as there are parts: texts are shared.
func (x *Exchange) SoFar() (s SoFar, ok bool) {
	if len(x.Items) == 0 && x.Status == "" && x.Begun == nil {
		return SoFar{}, false
	}
	s = SoFar{begun: x.Begun, status: x.Status, model: x.Model, size: len(x.Begun)}
	for _, it := range x.Items {
		i := soFarItem{raw: it.Raw, whole: it.Done && !it.thin, input: saidBy(&it.input)}
		s.size += len(it.Raw)
		if i.whole {
			s.items = append(s.items, i)
			continue
		}
		if it.Raw == nil {
			i.members = described(it)
		}
		s.size += it.input.Len()
		for _, p := range it.Parts {
			i.parts = append(i.parts, soFarPart{p.Kind, p.Raw, p.Annotations, saidBy(&p.text)})
			s.size += p.text.Len()
		}
		s.items = append(s.items, i)
	}
	return s, true
}

// described is what is known of an item that only its deltas told of.
func described(it *Item) []any {
	var members []any
	for _, m := range []struct{ name, value string }{{"type", it.Type}, {"id", it.ID}, {"call_id", it.CallID}, {"name", it.Name}, {"status", it.Status}} {
		if m.value != "" {
			members = append(members, m.name, raw.Quote(m.value))
		}
	}
	return members
}

// Size is about how long the JSON is, in bytes.
func (s SoFar) Size() int { return s.size }

// JSON writes the response as it last came, with what was streamed of each item
// laid over what was delivered in its output; of one that never came its status
// and its model. What grows stands last.
func (s SoFar) JSON() []byte {
	var members []any
	for m := range raw.Members(s.begun) {
		if m.Key != "output" {
			members = append(members, m.Key, m.Value)
		}
	}
	if s.begun == nil && s.status != "" {
		members = append(members, "status", raw.Quote(s.status))
	}
	if s.begun == nil && s.model != "" {
		members = append(members, "model", raw.Quote(s.model))
	}
	items := make([]json.RawMessage, len(s.items))
	for i, it := range s.items {
		items[i] = it.json()
	}
	return object(append(members, "output", array(items))...)
}

func (i soFarItem) json() json.RawMessage {
	if i.whole {
		return i.raw
	}
	members, input := i.members, "arguments"
	grown := map[string][]json.RawMessage{}
	var order []string
	for _, p := range i.parts {
		list := p.list()
		if _, ok := grown[list]; !ok {
			order = append(order, list)
		}
		grown[list] = append(grown[list], p.json())
	}
	for m := range raw.Members(i.raw) {
		switch m.Key {
		case "arguments", "input", "code":
			if input = m.Key; i.input != (said{}) {
				continue
			}
		}
		if _, ok := grown[m.Key]; !ok {
			members = append(members, m.Key, m.Value)
		}
	}
	for _, list := range order {
		members = append(members, list, array(grown[list]))
	}
	if i.input != (said{}) {
		members = append(members, input, i.input.json())
	}
	return object(members...)
}

// list is the member of its item that a part stands in; a part that items do
// not deliver in a list stands under its own kind.
func (p soFarPart) list() string {
	switch lane(p.kind) {
	case laneContent:
		return "content"
	case PartSummary:
		return "summary"
	}
	return string(p.kind)
}

func (p soFarPart) json() json.RawMessage {
	name := "text"
	if p.kind == PartRefusal {
		name = "refusal"
	}
	var members []any
	if raw.KindOf(p.raw) == raw.Object {
		for m := range raw.Members(p.raw) {
			if m.Key != name && (m.Key != "annotations" || len(p.annotations) == 0) {
				members = append(members, m.Key, m.Value)
			}
		}
	} else {
		members = append(members, "type", raw.Quote(string(p.kind)))
	}
	if len(p.annotations) > 0 {
		members = append(members, "annotations", array(p.annotations))
	}
	return object(append(members, name, p.text.json())...)
}
