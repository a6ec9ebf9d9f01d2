package state

import (
	"encoding/json"
	"strconv"

	"gatehouse/client/wire"
	"gatehouse/state/raw"
)

// number reads an integer of an event, wire.None when there is none.
func number(v json.RawMessage) int {
	n, err := strconv.Atoi(string(v))
	if err != nil || n < 0 {
		return wire.None
	}
	return n
}

// outputItem folds response.output_item.added and .done.
func (x *Exchange) outputItem(e *wire.Event, done bool) {
	item := raw.Get(e.Data, "item")
	if raw.KindOf(item) != raw.Object {
		return
	}
	id, kind := raw.Text(raw.Get(item, "id")), raw.Text(raw.Get(item, "type"))
	it := x.find(e.OutputIndex, id, kind)
	if it != nil && another(it, id, done) {
		it = nil
	}
	if it == nil {
		it = x.create(e.OutputIndex, id, kind)
	}
	x.deliver(it, item, done)
	x.places.hot = it
}

// another tells that an announcement speaks of a new item, though it stands
// where it already is: several items may share one output_index (wire-notes
// §10, 19). An id that changes from event to event is no reason (18).
func another(it *Item, id string, done bool) bool {
	if !it.announced || id != "" && id == it.ID {
		return false
	}
	named := id != "" && it.ID != ""
	if done {
		return it.Done && named
	}
	return it.Done || named
}

// deliver lays an item that came whole over what was streamed of it. What it
// lacks is kept: an empty item never takes away what had arrived (wire-notes
// §10, 21).
func (x *Exchange) deliver(it *Item, item json.RawMessage, done bool) {
	it.Version++
	it.announced = true
	had := it.filled()
	got := false
	kind := ""
	for m := range raw.Members(item) {
		switch m.Key {
		case "id":
			if it.ID == "" {
				it.ID = raw.Text(m.Value)
			}
		case "type":
			kind = raw.Text(m.Value)
		case "status":
			it.Status = raw.Text(m.Value)
		case "name":
			it.Name = raw.Text(m.Value)
		case "call_id":
			it.CallID = raw.Text(m.Value)
		case "content", "summary":
			got = x.deliverParts(it, m.Key == "summary", m.Value, done) || got
		case "arguments", "input", "code":
			got = it.deliverInput(m.Value, done) || got
		case "operation":
			got = it.deliverInput(raw.Get(m.Value, "diff"), done) || got
		case "action":
			got = it.deliverCommands(raw.Get(m.Value, "commands"), done) || got
		}
	}
	x.retype(it, kind, item)
	it.keep(item, done, had && !got)
	x.register(it)
	if !knownItem(it.Type) {
		x.warn(WarnUnknown, "item "+it.Type, "unknown item "+it.Type)
	}
}

// retype takes over the type that was delivered; an item with a role and no
// type is a message.
func (x *Exchange) retype(it *Item, kind string, item json.RawMessage) {
	if kind == "" && it.Type == "" && raw.Get(item, "role") != nil {
		kind = "message"
	}
	if kind != "" {
		it.Type = kind
	}
}

// filled reports whether anything of the item's content has been streamed.
func (i *Item) filled() bool {
	if i.input.Len() > 0 {
		return true
	}
	for _, p := range i.Parts {
		if p.text.Len() > 0 {
			return true
		}
	}
	return false
}

// keep stores the item's JSON. One that is poorer than what was streamed does
// not replace a whole one.
func (i *Item) keep(item json.RawMessage, done, poorer bool) {
	if poorer && i.Done && !i.thin {
		return
	}
	if done {
		i.Done, i.thin = true, poorer
		i.inputDone = true
		for _, p := range i.Parts {
			p.Done = true
		}
	}
	if done || i.Raw == nil {
		i.Raw = item
	}
}

func (i *Item) deliverInput(v []byte, done bool) bool {
	if done || i.input.Len() == 0 {
		i.input.settlePlain(v)
	}
	return !raw.IsNull(v) && string(v) != `""`
}

// deliverParts lays a content or summary array over the streamed parts. When
// it holds text, its parts are all there are: streamed ones beyond it fall
// away. It reports whether it held any text.
func (x *Exchange) deliverParts(it *Item, summary bool, list json.RawMessage, done bool) bool {
	if raw.KindOf(list) == raw.String { // content may be a plain string
		if text := raw.Text(list); text != "" {
			x.deliverPart(it, it.part(PartText, 0, done), list, done)
			return true
		}
		return false
	}
	index, got := 0, false
	for _, part := range raw.Elements(list) {
		kind := PartKind(raw.Text(raw.Get(part, "type")))
		switch {
		case summary:
			kind = PartSummary
		case kind == "" && raw.KindOf(part) == raw.String:
			kind = PartText
		}
		p := it.partWhole(kind, index)
		got = x.deliverPart(it, p, part, done) || got
		index++
	}
	if done && got {
		it.cut(summary, index)
	}
	return got
}

// partWhole returns the part at an index of a delivered list; its kind is what
// the list says.
func (i *Item) partWhole(kind PartKind, index int) *Part {
	p := i.parts.at(partKey{lane(kind), index})
	if p == nil {
		return i.addPart(kind, index)
	}
	p.Kind = kind
	i.parts.set(partKey{kind, wire.None}, p)
	return p
}

// cut drops the parts of a row from an index on.
func (i *Item) cut(summary bool, from int) {
	kept := i.Parts[:0]
	for _, p := range i.Parts {
		row := lane(p.Kind)
		if (row == PartSummary) == summary && (summary || row == laneContent) && p.Index >= from {
			i.parts.remove(partKey{row, p.Index})
			i.fell = i.fell || p.text.Len() > 0
			continue
		}
		kept = append(kept, p)
	}
	clear(i.Parts[len(kept):])
	i.Parts, i.recent = kept, nil
}

func (i *Item) deliverCommands(list json.RawMessage, done bool) bool {
	index := 0
	for _, command := range raw.Elements(list) {
		if p := i.part(PartCommand, index, done); done {
			p.settle(command)
		} else if p.text.Len() == 0 {
			p.grow(raw.Text(command), command)
		}
		index++
	}
	return index > 0
}
