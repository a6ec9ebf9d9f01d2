package state

import (
	"maps"
	"slices"
)

// Clone returns an exchange that stands where x does and goes on by itself. Bytes, texts,
// items that are done and what the frames have told so far are shared; it costs as much as
// there are items.
func (x *Exchange) Clone() *Exchange {
	c := *x
	c.Items = slices.Clone(x.Items)
	c.Warnings = slices.Clone(x.Warnings)
	c.Debug = slices.Clip(x.Debug)
	c.Pace.Bytes = slices.Clone(x.Pace.Bytes)
	c.FrameList = x.FrameList.Clone()
	c.silences.kept = slices.Clone(x.silences.kept)
	c.places = x.places.clone()
	c.warned = eachOf(x.warned, func(w warned) warned { return warned{w.at, maps.Clone(w.subjects)} })
	own := once((*Item).clone)
	c.replace(func(it *Item) *Item {
		if it.Done {
			it.share()
			return it
		}
		return own(it)
	})
	return &c
}

// replace puts other items in the place of all.
func (x *Exchange) replace(by func(*Item) *Item) {
	for i, it := range x.Items {
		x.Items[i] = by(it)
	}
	x.places.replaceAll(by)
}

func (i *Item) clone() *Item {
	c := *i
	if i.held != nil {
		c.held = i.held.clone()
	}
	return &c
}

func (c *content) clone() *content {
	d, parts, panels := *c, once((*Part).clone), once((*Panel).clone)
	d.input = c.input.clone()
	d.parts, d.byKey, d.recent = each(c.parts, parts), c.byKey.clone(parts), parts(c.recent)
	d.panels, d.byModel = each(c.panels, panels), eachOf(c.byModel, panels)
	if c.fusion != nil {
		d.fusion = new(*c.fusion)
	}
	return &d
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

func (t *Text) clone() Text {
	if t.rope == nil {
		return Text{}
	}
	return Text{t.rope.Now()}
}

// once returns a function that makes one clone of whatever it is asked for, however
// often, and none of nil.
func once[T any](clone func(*T) *T) func(*T) *T {
	made := map[*T]*T{}
	return func(p *T) *T {
		if p != nil && made[p] == nil {
			made[p] = clone(p)
		}
		return made[p]
	}
}

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
