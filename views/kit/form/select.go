package form

import (
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/request/field"
	"gatehouse/views/kit/text"
)

// sync makes the rows again if the document, the form or the folds changed.
// It reads the form's object, not the rest of the document, but for finding it.
func (m *Model) sync() {
	if !m.stale {
		return
	}
	was := ""
	if r := m.row(); r != nil {
		was = r.key()
	}
	m.rows, m.stale = m.build(), false
	m.nameWidth = 8
	m.places = make(map[string]int, len(m.rows))
	for i := len(m.rows) - 1; i >= 0; i-- {
		r := m.rows[i]
		m.places[r.key()] = i
		m.nameWidth = max(m.nameWidth, min(text.Width(r.label)+2*r.depth, maxName))
	}
	if _, ok := m.places[m.pendingKey]; ok && m.pendingKey != "" {
		was = m.pendingKey
	}
	m.pendingKey = ""
	m.restoreSelection(was)
	m.assignFindings()
	if m.typed != nil {
		if i, ok := m.places[m.typed.key]; ok {
			m.selected = i
		} else {
			m.typed = nil
		}
	}
}

// build makes the rows. An element of a list that is gone has none, and what is
// no object is shown as JSON.
func (m *Model) build() []*row {
	b := builder{doc: m.doc, folds: m.folds, hide: m.form.Hide}
	base := m.form.Base
	var object []byte
	path, _ := scan.PathOf(base)
	if from, to, ok := scan.Find(m.doc, path); ok {
		object = m.doc[from:to]
	}
	last := base[strings.LastIndexByte(base, '/')+1:]
	switch _, err := strconv.Atoi(last); {
	case object == nil && err == nil:
		return nil
	case object != nil && scan.KindOf(object) != scan.Object:
		b.add(&row{kind: rowJSON, what: &field.Field{Kind: field.Object, Help: "The form sets an object here."}, pointer: base, label: "value", value: object})
		return b.rows
	}
	b.fields(m.form.Fields, object, base, 0, nil, m.form.Others, m.form.Extra)
	b.extra(m.form.Extra, "")
	return b.rows
}

// restoreSelection leaves the selection on the row it was on; if that is gone, on the
// one that took its place.
func (m *Model) restoreSelection(was string) {
	if i, ok := m.places[was]; ok && was != "" {
		m.selected = i
	}
	m.selected = max(min(m.selected, len(m.rows)-1), 0)
}

// assignFindings assigns the findings to the rows of their places, or of the nearest
// shown above.
func (m *Model) assignFindings() {
	m.objectFindings = nil
	for _, r := range m.rows {
		r.findings = nil
	}
	for _, f := range m.findings {
		if !within(f.Pointer, m.form.Base) {
			continue
		}
		if r := m.nearest(f.Pointer); r != nil {
			r.findings = append(r.findings, f)
		} else if f.Pointer == m.form.Base || m.form.Others {
			m.objectFindings = append(m.objectFindings, f)
		}
	}
}

// within reports whether a place is base or below it.
func within(pointer, base string) bool {
	rest, ok := strings.CutPrefix(pointer, base)
	return ok && (rest == "" || rest[0] == '/')
}

// nearest returns the row of a place, or of the nearest place above it that
// has one; nil for none within the form.
func (m *Model) nearest(pointer string) *row {
	for len(pointer) > len(m.form.Base) {
		if i, ok := m.places[pointer]; ok {
			return m.rows[i]
		}
		if i, ok := m.places[pointer+"\x00+"]; ok { // the place of a list
			return m.rows[i]
		}
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
	return nil
}

// row returns the selected row; nil in a form without rows.
func (m *Model) row() *row {
	if m.selected < 0 || m.selected >= len(m.rows) {
		return nil
	}
	return m.rows[m.selected]
}

// goTo selects a row, or the nearest.
func (m *Model) goTo(row int) {
	if row = max(min(row, len(m.rows)-1), 0); row != m.selected {
		m.selected = row
		m.changed()
	}
}

// Show selects the field at a JSON Pointer, and unfolds what it is in. Where
// there is none, the nearest place above is selected.
func (m *Model) Show(pointer string) {
	m.leaveEmpty()
	m.sync()
	for range strings.Count(pointer, "/") + 1 {
		r := m.nearest(pointer)
		if r == nil {
			return
		}
		m.goTo(m.places[r.key()])
		if r.pointer == pointer || r.kind != rowHead || r.open {
			break
		}
		m.fold(r, true)
		m.sync()
	}
}

// leaveEmpty ends typing in which nothing was written.
func (m *Model) leaveEmpty() {
	if m.typed != nil && m.typed.ed.Text() == m.typed.initial {
		m.Drop()
	}
}

// fold folds or unfolds an object.
func (m *Model) fold(r *row, open bool) {
	m.folds[r.pointer] = open
	m.invalidate()
}

// selectLater selects a row that an edit makes, once the document has it.
func (m *Model) selectLater(key string) { m.pendingKey = key }
