package state

import (
	"maps"
	"slices"
)

// Clone returns a copy of the exchange that is folded independently. It costs as much as
// there are items; the bytes of texts are shared, since they are never written again.
func (x *Exchange) Clone() *Exchange {
	c := *x
	items := memoized((*Item).clone)
	c.Items = mapSlice(x.Items, items)
	c.index = x.index.clone(items)
	c.Warnings = slices.Clone(x.Warnings)
	c.Debug = slices.Clip(x.Debug)
	c.Pace.Bytes = slices.Clone(x.Pace.Bytes)
	c.FrameList = x.FrameList.Clone()
	c.Silences.Long = slices.Clone(x.Silences.Long)
	c.warned = mapValues(x.warned, func(w warned) warned { return warned{w.at, maps.Clone(w.subjects)} })
	if x.linter != nil {
		c.linter = x.linter.Clone()
	}
	if x.foreign != nil {
		c.foreign, c.choices = x.foreign.Clone(), maps.Clone(x.choices)
	}
	if x.assembled != nil {
		c.assembled = x.assembled.Clone()
	}
	return &c
}

func (p *itemIndex) clone(items func(*Item) *Item) itemIndex {
	c := *p
	c.byIndex, c.byType, c.latestOfType = mapValues(p.byIndex, items), mapValues(p.byType, items), mapValues(p.latestOfType, items)
	c.shared, c.byID, c.last = maps.Clone(p.shared), nil, items(p.last)
	return c
}

func (i *Item) clone() *Item {
	item, c := *i, &i.content
	parts, panels := memoized((*Part).clone), memoized((*Panel).clone)
	item.content.input = c.input.clone()
	item.content.parts, item.content.byKey, item.content.lastPart = mapSlice(c.parts, parts), mapValues(c.byKey, parts), parts(c.lastPart)
	item.content.panels, item.content.byModel = mapSlice(c.panels, panels), mapValues(c.byModel, panels)
	if c.fusion != nil {
		item.content.fusion = new(*c.fusion)
	}
	return &item
}

func (p *Part) clone() *Part {
	c := *p
	c.text = p.text.clone()
	c.Annotations = slices.Clip(p.Annotations)
	return &c
}

func (p *Panel) clone() *Panel {
	c := *p
	c.text, c.reasoning = p.text.clone(), p.reasoning.clone()
	return &c
}

func (t *TextBuffer) clone() TextBuffer {
	if t.rope == nil {
		return TextBuffer{}
	}
	return TextBuffer{t.rope.Now()}
}

// memoized returns a function that clones each pointer once, however often it is called;
// nil stays nil.
func memoized[T any](clone func(*T) *T) func(*T) *T {
	made := map[*T]*T{}
	return func(p *T) *T {
		if p != nil && made[p] == nil {
			made[p] = clone(p)
		}
		return made[p]
	}
}

// mapSlice applies of to each element; nil stays nil.
func mapSlice[T any](all []T, of func(T) T) []T {
	if all == nil {
		return nil
	}
	c := make([]T, len(all))
	for i, one := range all {
		c[i] = of(one)
	}
	return c
}

// mapValues applies of to each value of a map; nil stays nil.
func mapValues[K comparable, V any](all map[K]V, of func(V) V) map[K]V {
	if all == nil {
		return nil
	}
	c := make(map[K]V, len(all))
	for k, one := range all {
		c[k] = of(one)
	}
	return c
}
