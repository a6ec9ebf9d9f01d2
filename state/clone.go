package state

import (
	"maps"
	"slices"
)

// Clone returns a copy of the exchange that is folded on by itself. It costs as much as
// there are items; the bytes of texts are shared, since they are never written again.
func (x *Exchange) Clone() *Exchange {
	c := *x
	items := once((*Item).clone)
	c.Items = each(x.Items, items)
	c.places = x.places.clone(items)
	c.Warnings = slices.Clone(x.Warnings)
	c.Debug = slices.Clip(x.Debug)
	c.Pace.Bytes = slices.Clone(x.Pace.Bytes)
	c.FrameList = x.FrameList.Clone()
	c.Silences.Long = slices.Clone(x.Silences.Long)
	c.warned = eachOf(x.warned, func(w warned) warned { return warned{w.at, maps.Clone(w.subjects)} })
	return &c
}

func (p *places) clone(items func(*Item) *Item) places {
	c := *p
	c.at, c.typed, c.open = eachOf(p.at, items), eachOf(p.typed, items), eachOf(p.open, items)
	c.crowded, c.named, c.hot = maps.Clone(p.crowded), nil, items(p.hot)
	return c
}

func (i *Item) clone() *Item {
	item, c := *i, &i.content
	parts, panels := once((*Part).clone), once((*Panel).clone)
	item.content.input = c.input.clone()
	item.content.parts, item.content.byKey, item.content.recent = each(c.parts, parts), c.byKey.clone(parts), parts(c.recent)
	item.content.panels, item.content.byModel = each(c.panels, panels), eachOf(c.byModel, panels)
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

func (x *partsByKey) clone(parts func(*Part) *Part) partsByKey {
	return partsByKey{
		few:  each(x.few, func(e partEntry) partEntry { return partEntry{e.key, parts(e.part)} }),
		many: eachOf(x.many, parts),
	}
}

func (p *Panel) clone() *Panel {
	c := *p
	c.text, c.reasoning = p.text.clone(), p.reasoning.clone()
	return &c
}

func (t *Text) clone() Text {
	if t.rope == nil {
		return Text{}
	}
	return Text{t.rope.Now()}
}

// once returns a function that clones each pointer once, however often it is asked, and
// nil never.
func once[T any](clone func(*T) *T) func(*T) *T {
	made := map[*T]*T{}
	return func(p *T) *T {
		if p != nil && made[p] == nil {
			made[p] = clone(p)
		}
		return made[p]
	}
}

// each maps a list; nil stays nil.
func each[T any](all []T, of func(T) T) []T {
	if all == nil {
		return nil
	}
	c := make([]T, len(all))
	for i, one := range all {
		c[i] = of(one)
	}
	return c
}

// eachOf maps the values of a map; nil stays nil.
func eachOf[K comparable, V any](all map[K]V, of func(V) V) map[K]V {
	if all == nil {
		return nil
	}
	c := make(map[K]V, len(all))
	for k, one := range all {
		c[k] = of(one)
	}
	return c
}
