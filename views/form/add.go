package form

import (
	"slices"

	"gatehouse/client/scan"
	"gatehouse/state/field"
	"gatehouse/views"
)

// addTo begins a new element of the list that the row belongs to.
func (m *Model) addTo(r *row) views.Intent {
	g := r.group()
	if g == nil && partsOf(r) != nil {
		return m.divide(r)
	}
	if g == nil {
		return views.Notify{Text: "you can only add to lists and pairs"}
	}
	i, ok := m.places[g.pointer+"\x00+"]
	if !ok {
		return nil
	}
	m.goTo(i)
	r = m.rows[i]
	switch {
	case g.named():
		m.begin(r, writeKey, g.what, "")
	case g.kind == field.Objects && len(g.what.Options) == 0:
		return m.insert(r, []byte("{}"))
	case g.kind == field.Objects:
		t := m.begin(r, writeNew, &field.Field{Kind: field.JSON}, "")
		t.offers, t.first, t.at = starts(g.what), true, 0
		t.filter()
	default:
		m.begin(r, writeNew, g.element, "").offerFor(g.element, nil, m.suggest)
	}
	return nil
}

// partsOf is the list of parts that a text may be instead; nil for none.
func partsOf(r *row) *field.Field {
	if r.kind == rowValue && r.what.Kind == field.Text && r.what.Else != nil && r.what.Else.Kind == field.Objects {
		return r.what.Else
	}
	return nil
}

// divide makes a text the first part of a list of parts.
func (m *Model) divide(r *row) views.Intent {
	list := []byte("[]")
	for _, o := range partsOf(r).Options {
		part := []byte(o.Value)
		if scan.KindOf(scan.Get(part, "text")) != scan.String {
			continue
		}
		if scan.KindOf(r.value) == scan.String {
			text, _ := member(part, "text")
			part = slices.Concat(part[:text.At], r.value, part[text.End():])
		}
		list = slices.Concat([]byte("["), part, []byte("]"))
		break
	}
	m.want(r.pointer + "\x00+")
	return set(r, list)
}
