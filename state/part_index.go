package state

import (
	"math"
	"slices"

	"gatehouse/client/wire"
)

// partKey is a part's address in its item. All kinds of content parts share one row of
// indexes, summary parts have another, and parts that the service numbers separately have
// a row each. The key of a kind with wire.None is the latest part of that kind.
type partKey struct {
	row   PartKind
	index int
}

const rowContent PartKind = "content"

func indexRow(kind PartKind) PartKind {
	switch kind {
	case PartSummary, PartTranscript, PartAudio, PartCommand, PartStdout, PartStderr:
		return kind
	}
	return rowContent
}

// partIndex finds an item's parts by key. It is a list while there are few, as in nearly
// every item: a map takes ten times the memory.
type partIndex struct {
	few  []partEntry
	many map[partKey]*Part // replaces few
}

type partEntry struct {
	key  partKey
	part *Part
}

// maxListed is how many entries the list holds.
const maxListed = 8

// at returns the part under a key, or nil.
func (x *partIndex) at(k partKey) *Part {
	if x.many != nil {
		return x.many[k]
	}
	for i := range x.few {
		if x.few[i].key == k {
			return x.few[i].part
		}
	}
	return nil
}

func (x *partIndex) set(k partKey, p *Part) {
	switch x.remove(k); {
	case x.many != nil:
		x.many[k] = p
	case len(x.few) < maxListed:
		x.few = append(x.few, partEntry{k, p})
	default:
		x.many = map[partKey]*Part{k: p}
		for _, e := range x.few {
			x.many[e.key] = e.part
		}
		x.few = nil
	}
}

func (x *partIndex) remove(k partKey) {
	delete(x.many, k)
	x.few = slices.DeleteFunc(x.few, func(e partEntry) bool { return e.key == k })
}

// part returns the part that an event addresses, or makes it. An event without an index
// (wire-notes §10, 16) addresses the latest part of its kind; one that delivers the whole
// part may address a finished one.
func (c *content) part(kind PartKind, index int, whole bool) *Part {
	if p := c.lastPart; p != nil && p.Kind == kind && p.Index == index {
		return p
	}
	var p *Part
	if index == wire.None {
		p = c.partIndex.at(partKey{kind, wire.None})
		if p == nil || p.Done && !whole {
			p = c.addPart(kind, c.nextIndex)
		}
	} else {
		p = c.partAt(kind, index)
	}
	c.lastPart = p
	return p
}

func (c *content) partAt(kind PartKind, index int) *Part {
	p := c.partIndex.at(partKey{indexRow(kind), index})
	switch {
	case p == nil:
		return c.addPart(kind, index)
	case p.Kind == kind:
		return p
	case p.text.Len() == 0 && !p.Done:
		p.Kind = kind
		c.partIndex.set(partKey{kind, wire.None}, p)
		return p
	}
	// Two kinds claim one content_index: the second gets a row of its own.
	if p = c.partIndex.at(partKey{kind, index}); p == nil {
		p = &Part{Kind: kind, Index: index}
		c.addToIndex(p, kind)
	}
	return p
}

func (c *content) addPart(kind PartKind, index int) *Part {
	p := &Part{Kind: kind, Index: index}
	c.addToIndex(p, indexRow(kind))
	return p
}

func (c *content) addToIndex(p *Part, lane PartKind) {
	c.partIndex.set(partKey{lane, p.Index}, p)
	c.partIndex.set(partKey{p.Kind, wire.None}, p)
	c.parts = append(c.parts, p)
	if p.Index >= c.nextIndex && p.Index < math.MaxInt {
		c.nextIndex = p.Index + 1
	}
}
