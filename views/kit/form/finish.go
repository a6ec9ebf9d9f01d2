package form

import (
	"strings"

	"gatehouse/state/request/field"
	"gatehouse/views"
)

// FinishTyping takes what is being typed as enter does, for one who is about to use
// the document or turns away. Text that is as it was begins nothing. wrong is
// what cannot be taken, and why; that stays to be fixed.
func (m *Model) FinishTyping() (intent views.Intent, wrong string) {
	m.sync()
	if m.find.Typing = false; m.find.Words == "" {
		m.find.Close()
	}
	m.changed()
	t, r := m.typed, m.row()
	switch {
	case t == nil:
		return nil, ""
	case r == nil, !t.changed && !t.picked && t.mode != writePair:
		m.typed = nil
		return nil, ""
	case t.mode == writePair && !t.changed:
		t.wrong = "the value of " + t.name + " is missing"
	case t.mode == writeKey && t.ed.Text() != "" && r.group().kind == field.Pairs:
		t.wrong = "the value of " + t.ed.Text() + " is missing"
	default:
		title := r.title()
		if intent = m.accept(); intent != nil || m.typed == nil {
			m.typed = nil // of a list the next element was begun, for whoever stays
			return intent, ""
		}
		return nil, title + ": " + m.typed.wrong
	}
	return nil, t.wrong
}

// Drop forgets what is being typed, and reports whether there was any.
func (m *Model) Drop() bool {
	if m.typed == nil {
		return false
	}
	m.typed = nil
	m.changed()
	return true
}

// Empty reports whether there is no row to select.
func (m *Model) Empty() bool {
	m.sync()
	return len(m.rows) == 0
}

// Move follows the form's object to another place in the document, with what is folded,
// selected and being typed.
func (m *Model) Move(base string) {
	was := m.form.Base
	if was == base {
		return
	}
	rename := func(key string) string {
		if rest, ok := strings.CutPrefix(key, was); ok {
			return base + rest
		}
		return key
	}
	folds := make(map[string]bool, len(m.folds))
	for pointer, open := range m.folds {
		folds[rename(pointer)] = open
	}
	m.form.Base, m.folds, m.pendingKey = base, folds, rename(m.pendingKey)
	if m.typed != nil {
		m.typed.key = rename(m.typed.key)
	}
	m.invalidate()
}
