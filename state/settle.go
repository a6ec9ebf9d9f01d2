package state

import (
	"bytes"
	"encoding/json"
	"slices"

	"gatehouse/state/raw"
)

// mostRead is the longest item that is read again each time, in bytes. What is held of
// one takes about 500 bytes: of a longer one it is little beside its own.
const mostRead = 2 << 10

// settle lets go of what an item holds where Raw tells the same: of very many small items
// it would be several times what came. first says that all of it was just read of Raw.
func (i *Item) settle(first bool) {
	if i.held == nil || !i.Done || i.thin || len(i.Raw) > mostRead {
		return
	}
	proven, ok := i.held.proven()
	if !ok || !first && !i.held.tells(i.Raw) {
		return
	}
	i.held, i.proven, i.replaced = nil, proven, i.held.replaced
	if id, ok := raw.Shared(raw.Get(i.Raw, "id")); ok && id == i.ID {
		i.ID = id
	}
}

// content returns what the item holds, to be read.
func (i *Item) content() *content {
	if i.held != nil {
		return i.held
	}
	c := read(i.Raw)
	c.replaced = i.replaced
	if i.proven != unproven {
		for _, p := range c.parts {
			p.proof = i.proven.of(p)
		}
	}
	return c
}

// Read returns the item for who asks it for several things: one that is read of Raw each
// time is read once.
func (i *Item) Read() *Item {
	if i.held != nil {
		return i
	}
	c := *i
	c.held = i.content()
	return &c
}

// own returns what the item holds, to be changed.
func (i *Item) own() *content {
	i.held = i.content()
	return i.held
}

// read returns what an item holds that was delivered whole, and of which nothing else
// was told.
func read(item json.RawMessage) *content {
	c := &content{}
	c.lay(nil, item, true)
	c.end()
	return c
}

// empty reports whether nothing is held.
func (c *content) empty() bool {
	return c.status == "" && c.name == "" && c.callID == "" && len(c.parts) == 0 && c.free == 0 && c.input.Len() == 0 && !c.inputDone &&
		len(c.panels) == 0 && c.fusion == nil && c.partial == nil
}

// tells reports whether reading an item gives what is held of it.
func (c *content) tells(item json.RawMessage) bool {
	if len(c.panels) > 0 || c.fusion != nil || c.partial != nil || !c.inputDone {
		return false
	}
	d := read(item)
	return c.status == d.status && c.name == d.name && c.callID == d.callID && c.free == d.free &&
		c.input.String() == d.input.String() && slices.EqualFunc(c.parts, d.parts, (*Part).same)
}

// same reports whether two parts tell the same.
func (p *Part) same(q *Part) bool {
	return p.Kind == q.Kind && p.Index == q.Index && p.Done == q.Done && bytes.Equal(p.Raw, q.Raw) &&
		p.text.String() == q.text.String() &&
		slices.EqualFunc(p.Annotations, q.Annotations, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
}
