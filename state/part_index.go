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

// row returns the row that a part has its index in.
func (p *Part) row() PartKind {
	if p.extraRow {
		return p.Kind
	}
	return indexRow(p.Kind)
}

// maxListed is how many parts are searched for one; nearly every item has fewer. More are
// found by their keys, which take as much memory as they do.
const maxListed = 8

// partUnder returns the part under a key, or nil.
func (c *content) partUnder(k partKey) *Part {
	if c.byKey != nil {
		return c.byKey[k]
	}
	for _, p := range slices.Backward(c.parts) {
		if k.index == wire.None && p.Kind == k.row || p.Index == k.index && p.row() == k.row {
			return p
		}
	}
	return nil
}

// enterAll enters all parts under their keys, where there are many.
func (c *content) enterAll() {
	if c.byKey = nil; len(c.parts) > maxListed {
		c.byKey = make(map[partKey]*Part, 2*len(c.parts))
		for _, p := range c.parts {
			c.enter(p)
		}
	}
}

// enter enters a part that was added, or has another kind.
func (c *content) enter(p *Part) {
	if c.byKey != nil {
		c.byKey[partKey{p.row(), p.Index}], c.byKey[partKey{p.Kind, wire.None}] = p, p
	}
}

// part returns the part that an event addresses, or makes it. An event without an index
// (wire-notes §10, 16) addresses the latest part of its kind; one that delivers the complete
// part may address a finished one.
func (c *content) part(kind PartKind, index int, complete bool) *Part {
	if p := c.lastPart; p != nil && p.Kind == kind && p.Index == index {
		return p
	}
	var p *Part
	if index == wire.None {
		p = c.partUnder(partKey{kind, wire.None})
		if p == nil || p.Done && !complete {
			p = c.addPart(kind, c.nextIndex)
		}
	} else {
		p = c.partAt(kind, index)
	}
	c.lastPart = p
	return p
}

func (c *content) partAt(kind PartKind, index int) *Part {
	p := c.partUnder(partKey{indexRow(kind), index})
	switch {
	case p == nil:
		return c.addPart(kind, index)
	case p.Kind == kind:
		return p
	case p.text.Len() == 0 && !p.Done:
		p.Kind = kind
		c.enter(p)
		return p
	}
	// Two kinds claim one content_index: the second gets an extra row.
	if p = c.partUnder(partKey{kind, index}); p == nil {
		p = c.add(&Part{Kind: kind, Index: index, extraRow: true})
	}
	return p
}

func (c *content) addPart(kind PartKind, index int) *Part {
	return c.add(&Part{Kind: kind, Index: index})
}

func (c *content) add(p *Part) *Part {
	if c.parts = append(c.parts, p); c.byKey != nil {
		c.enter(p)
	} else {
		c.enterAll()
	}
	if p.Index >= c.nextIndex && p.Index < math.MaxInt {
		c.nextIndex = p.Index + 1
	}
	return p
}
