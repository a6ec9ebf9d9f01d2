package form

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/views"
)

// set returns the edit that sets a row's value; nil removes it. If an object that
// holds the row is null, it becomes an object with the row's member.
func set(r *row, value []byte) views.Intent { return setBelow(r.up, r.pointer, value) }

// setBelow is set for any place below the object up.
func setBelow(up *row, pointer string, value []byte) views.Intent {
	for ; up != nil && value != nil; up = up.up {
		if up.value == nil || scan.KindOf(up.value) == scan.Object {
			continue
		}
		left, _ := scan.PathOf(strings.TrimPrefix(pointer, up.pointer))
		for _, token := range slices.Backward(left) {
			value = slices.Concat([]byte("{"), scan.Quote(token), []byte(": "), value, []byte("}"))
		}
		pointer = up.pointer
	}
	return views.Edit{Pointer: pointer, Value: json.RawMessage(value)}
}

// accept takes what was typed, or what was chosen of the offers.
func (m *Model) accept() views.Intent {
	t, r := m.typed, m.row()
	if r == nil {
		m.Drop()
		return nil
	}
	text := t.ed.Text()
	value, wrong := []byte(nil), ""
	chosen := t.at >= 0 && t.at < len(t.shown)
	if chosen {
		o := t.offers[t.shown[t.at].Index]
		if value, text = o.json, o.Value; value == nil {
			value, wrong = parse(t.what, text)
		}
	}
	switch {
	case !chosen && text == t.initial && t.mode != writeNew && t.mode != writePair:
		m.Drop() // nothing was written
		return nil
	case t.mode == writeKey || t.mode == writeName:
		return m.acceptName(t, r, text)
	case !chosen && text == "" && t.mode == writeNew:
		m.Drop()
		return nil
	case !chosen && text == "" && (t.mode == writeJSON || t.what.Kind == field.Integer || t.what.Kind == field.Number || t.what.Kind == field.Choice):
		m.Drop()
		return m.unset(r)
	case !chosen && t.mode == writeJSON:
		value, wrong = parseJSON(text)
	case !chosen:
		value, wrong = parse(t.what, text)
	}
	if wrong != "" {
		m.reject(wrong)
		return nil
	}
	m.Drop()
	switch t.mode {
	case writeNew:
		added := m.insert(r, value)
		if r.list.kind == field.List { // and the next
			m.begin(r, writeNew, r.list.element, "").offerFor(r.list.element, nil, m.suggest)
		}
		return added
	case writePair:
		return m.insertPair(r, t.name, value)
	}
	return set(r, value)
}

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

// partsOf returns the list of parts that a text may be instead; nil for none.
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
	m.selectLater(r.pointer + "\x00+")
	return set(r, list)
}

// insert adds a new element at the end of a list.
func (m *Model) insert(r *row, value []byte) views.Intent {
	g := r.list
	if scan.KindOf(value) == scan.Object {
		m.selectLater(numbered(g.pointer, g.size))
		m.folds[numbered(g.pointer, g.size)] = true
	}
	if scan.KindOf(g.value) != scan.Array { // not set, or null
		return setBelow(g.up, g.pointer, slices.Concat([]byte("["), value, []byte("]")))
	}
	return views.Insert{Pointer: g.pointer, Index: g.size, Value: json.RawMessage(value)}
}

// insertPair adds a new pair at the end.
func (m *Model) insertPair(r *row, name string, value []byte) views.Intent {
	g := r.list
	if g.value != nil && scan.KindOf(g.value) != scan.Object {
		return setBelow(g.up, g.pointer, slices.Concat([]byte("{"), scan.Quote(name), []byte(": "), value, []byte("}")))
	}
	return setBelow(g.up, step(g.pointer, name), value)
}

// acceptName takes the name of a new pair, or another one for it.
func (m *Model) acceptName(t *typing, r *row, name string) views.Intent {
	g := r.group()
	_, taken := member(g.value, name)
	switch {
	case name == "":
		m.Drop()
		return nil
	case taken:
		m.reject("this name is already in use")
		return nil
	case t.mode == writeName:
		m.Drop()
		return m.rename(r, name)
	}
	m.begin(r, writePair, g.element, "").name = name
	return nil
}

// rename returns the edit that gives a pair another name.
func (m *Model) rename(r *row, name string) views.Intent {
	m.selectLater(step(r.in.pointer, name))
	return views.Edit{Pointer: r.in.pointer, Value: rename(r.in.value, r.name, name)}
}

// unset takes a field out of the request; of an element, all of its list.
func (m *Model) unset(r *row) views.Intent {
	pointer, value := r.pointer, r.value
	if r.in != nil {
		pointer, value = r.in.pointer, r.in.value
	}
	switch {
	case r.kind == rowExtra:
		return nil
	case value == nil:
		return views.Notify{Text: "not set"}
	}
	return views.Edit{Pointer: pointer}
}

// remove deletes an element; a field that is none is unset, as is a list at the place for a new
// element.
func (m *Model) remove(r *row) views.Intent {
	if r.in == nil || r.kind == rowAdd {
		return m.unset(r)
	}
	return views.Edit{Pointer: r.pointer}
}

// shift moves an element by one place.
func (m *Model) shift(r *row, by int) views.Intent {
	g := r.in
	if g == nil {
		return views.Notify{Text: "only list elements can be moved"}
	}
	to := r.index + by
	if to < 0 || to >= g.size {
		return nil
	}
	if !g.named() {
		m.selectLater(numbered(g.pointer, to))
		return views.MoveElement{Pointer: g.pointer, From: r.index, To: to}
	}
	return views.Edit{Pointer: g.pointer, Value: swap(g.value, r.name, members(g.value)[to].Key)}
}

// numbered returns the pointer of an array's element.
func numbered(pointer string, index int) string { return pointer + "/" + strconv.Itoa(index) }
