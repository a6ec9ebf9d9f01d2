package state

import (
	"cmp"
	"encoding/json"
	"slices"
	"unique"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// deliverItem folds response.output_item.added and .done.
func (x *Exchange) deliverItem(_ *wire.Event, p place) {
	if p.item == nil {
		return
	}
	if p.row.complete {
		x.lintDone(p.item, p.raw)
	} else {
		x.lintAdded(p.item)
	}
	x.mergeItem(p.item, p.raw, p.row.complete)
}

// setStatus folds an event that reports the progress of an item without content, like
// response.web_search_call.searching.
func (x *Exchange) setStatus(_ *wire.Event, p place) { p.item.content.status = p.row.state }

func (x *Exchange) setPartialImage(e *wire.Event, p place) { p.item.content.partial = e.Data }

// mergeItem merges an item that was delivered completely into what was streamed of it. Members
// that it lacks stay: an empty item never removes what had arrived (wire-notes §10, 21).
func (x *Exchange) mergeItem(it *Item, item json.RawMessage, done bool) {
	it.Version++
	it.announced = true
	c := &it.content
	had := c.hasText()
	got := x.mergeContent(it, item, done)
	if done {
		x.endHalves(it)
	}
	if it.ID == "" {
		it.ID = got.id
	}
	it.droppedText = it.droppedText || got.droppedText
	x.setType(it, got.kind, item)
	it.setRaw(item, done, had && !got.text)
	x.addToIndex(it)
	if x.foreign == nil && !knownItem(it.Type) { // of another API's blocks its reader knows
		x.warn(WarnUnknown, "item "+it.Type, "unknown item "+it.Type)
	}
}

// merged is what merge read from an item.
type merged struct {
	id, kind    string
	text        bool // it held text
	droppedText bool // a streamed part with text was dropped
}

// mergeContent merges a delivered item into the content streamed so far.
func (x *Exchange) mergeContent(it *Item, item json.RawMessage, done bool) merged {
	c, got, hasInput := &it.content, merged{}, false
	for m := range scan.Members(item) {
		switch m.Key {
		case "id":
			if got.id == "" {
				got.id = scan.Text(m.Value)
			}
		case "type":
			got.kind = scan.Text(m.Value)
		case "status":
			c.status = internText(m.Value)
		case "name":
			c.name = cmp.Or(scan.Text(m.Value), c.name) // a final item may have it empty
		case "call_id":
			c.callID = cmp.Or(scan.Text(m.Value), c.callID)
		case "content", "summary":
			text, fell := x.mergeParts(it, m.Key == "summary", m.Value, done)
			got.text, got.droppedText = got.text || text, got.droppedText || fell
		case "arguments", "input", "code":
			got.text, hasInput = x.mergeInput(it, m.Value, done) || got.text, true
		case "operation":
			got.text = x.mergeInput(it, scan.Get(m.Value, "diff"), done) || got.text
		case "action":
			got.text = x.mergeCommands(it, scan.Get(m.Value, "commands"), done) || got.text
		}
	}
	if done && !hasInput {
		x.lintInput(it, nil, c.input.Len(), false)
	}
	return got
}

// setType sets the delivered type; an item with a role and no type is a message.
func (x *Exchange) setType(it *Item, kind string, item json.RawMessage) {
	if kind == "" && it.Type == "" && scan.Get(item, "role") != nil {
		kind = "message"
	}
	if kind == "" || kind == it.Type {
		return
	}
	if it.Type != "" {
		x.index.share(it)
	}
	it.Type = unique.Make(kind).Value()
}

// internText returns a JSON string's text, shared among equal ones: few values occur in
// very many items.
func internText(v []byte) string { return unique.Make(scan.Text(v)).Value() }

// hasText reports whether any text has been streamed.
func (c *content) hasText() bool {
	return c.input.Len() > 0 || slices.ContainsFunc(c.parts, func(p *Part) bool { return p.text.Len() > 0 })
}

// finish marks the input and all parts as final.
func (c *content) finish() {
	c.inputDone = true
	for _, p := range c.parts {
		p.Done = true
	}
}

// setRaw stores the item's JSON. One with less text than had been streamed does not
// replace a complete one.
func (i *Item) setRaw(item json.RawMessage, done, poorer bool) {
	if poorer && i.Done && !i.deliveredLess {
		return
	}
	if done {
		i.Done, i.deliveredLess = true, poorer
		i.content.finish()
	}
	if done || i.Raw == nil {
		i.Raw = item
	}
}

func (x *Exchange) mergeInput(it *Item, v []byte, done bool) bool {
	if done {
		x.setInputFinal(it, v)
	} else if input := &it.content.input; input.Len() == 0 {
		x.checkHalves(v)
		input.setAny(v)
	}
	return !scan.IsNull(v) && string(v) != `""`
}

// mergeParts merges a delivered content or summary array into the streamed parts. When the
// array holds text, streamed parts beyond its end are dropped. It reports whether it held
// text, and whether a dropped part had any.
func (x *Exchange) mergeParts(it *Item, summary bool, list json.RawMessage, done bool) (text, fell bool) {
	c := &it.content
	if scan.KindOf(list) == scan.String { // content may be a plain string
		if scan.TextLen(list) > 0 {
			x.mergePart(it, c.part(PartText, 0, done), readPart(list), done)
			return true, false
		}
		return false, false
	}
	index := 0
	for _, element := range scan.Elements(list) {
		part := readPart(element)
		kind := PartKind(internText(part.kind))
		switch {
		case summary:
			kind = PartSummary
		case kind == "" && scan.KindOf(element) == scan.String:
			kind = PartText
		}
		text = x.mergePart(it, c.deliveredPart(kind, index), part, done) || text
		index++
	}
	if done && text {
		fell = c.dropParts(summary, index)
		x.countReplaced(c, fell && !x.deltasUncertain())
	}
	return text, fell
}

// deliveredPart returns the part at an index of a delivered list, with the kind that the
// list gives it.
func (c *content) deliveredPart(kind PartKind, index int) *Part {
	p := c.partUnder(partKey{indexRow(kind), index})
	if p == nil {
		return c.addPart(kind, index)
	}
	p.Kind = kind
	c.enter(p)
	return p
}

// dropParts drops the content or summary parts from an index on and reports whether one of
// them had text.
func (c *content) dropParts(summary bool, from int) (fell bool) {
	remaining := c.parts[:0]
	for _, p := range c.parts {
		row := indexRow(p.Kind)
		if (row == PartSummary) == summary && (summary || row == rowContent) && p.Index >= from {
			fell = fell || p.text.Len() > 0
			continue
		}
		remaining = append(remaining, p)
	}
	if len(remaining) < len(c.parts) {
		clear(c.parts[len(remaining):])
		c.parts = remaining
		c.enterAll()
	}
	c.lastPart = nil
	return fell
}

func (x *Exchange) mergeCommands(it *Item, list json.RawMessage, done bool) bool {
	delivered := false
	for index, command := range scan.Indexed(list) {
		if delivered = true; done {
			x.setPartFinal(it, it.content.part(PartCommand, index, true), command)
		} else if p := it.content.part(PartCommand, index, false); p.text.Len() == 0 {
			p.append(scan.Text(command))
		}
	}
	return delivered
}
