package source

import (
	"bytes"
	"errors"
)

// Unfinished is text that is not the document in force, with what was wrong
// with it and the document that it was written over.
type Unfinished struct {
	text, refused string
	base          []byte
}

// Unfinished returns such text for one who turns to another conversation's
// document, to take it up again; nil when there is none.
func (m *Model) Unfinished() *Unfinished {
	if m.verdict == inForce {
		return nil
	}
	u := &Unfinished{text: string(m.bytes()), refused: m.refused, base: m.base}
	if !m.elsewhere {
		u.base = m.doc
	}
	return u
}

// Broken returns what is wrong with the text.
func (u *Unfinished) Broken() string {
	if err := syntax([]byte(u.text)); err != nil {
		return err.Error()
	}
	return u.refused
}

// TakeUp puts unfinished text back over the document in force.
func (m *Model) TakeUp(u *Unfinished) {
	m.replace(u.text)
	m.ed.GoTo(0)
	m.verdict, m.fault, m.refused = broken, nil, u.refused
	if err := syntax(m.bytes()); err != nil && !errors.As(err, &m.fault) {
		m.refused = err.Error()
	}
	if !bytes.Equal(u.base, m.doc) {
		m.elsewhere, m.base = true, u.base
	}
	m.changed()
}
