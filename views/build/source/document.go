package source

import (
	"bytes"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
)

// textState is the relation of the text to the document in force.
type textState struct {
	doc       []byte // in force
	version   uint64 // of doc
	given     bool   // there is a document
	joined    []byte // the text, while it is that of joinedGen
	joinedGen uint64

	gen       uint64 // raised by every change of the text
	verdict   verdict
	fault     *scan.SyntaxError // where the text is broken
	sent      []byte            // what the pane asked to be the document last
	elsewhere bool              // the document changed while the text was not in force
	base      []byte            // the document that the text was written over, where that is so
	refused   string            // why the text, though JSON, is not the document
	dropped   *edit.Buffer      // broken text that was given up
	unfolded  bool              // strings to fold are to be looked for again
}

type verdict uint8

const (
	inForce verdict = iota
	unchecked
	broken
)

const (
	// checkAtOnce is the longest text that is checked at every key, in bytes;
	// a longer one in the background when the keys rest.
	checkAtOnce = 64 << 10
	checkRest   = 200 * time.Millisecond
)

// rested arrives when no key was pressed for a while, checked when a text has been
// looked through. Either is for one state of the text.
type (
	rested  struct{ gen uint64 }
	checked struct {
		gen uint64
		doc []byte
		err error
	}
)

var errNoObject = errors.New("the document is not an object { … }")

// SetDocument gives the document in force. Cursor, window and marks stay
// where they are in the part that did not change; that costs a comparison of
// all and the making of what changed. A text that is broken or not yet
// checked stays. doc must not be changed afterwards.
func (m *Model) SetDocument(doc []byte, version uint64) {
	if m.given && version == m.version {
		return
	}
	same := m.given && bytes.Equal(doc, m.doc)
	ours := m.sent != nil && (same || sameDocument(doc, m.sent))
	was := m.doc
	m.doc, m.version, m.given = doc, version, true
	switch {
	case same:
	case m.verdict != inForce:
		if !ours && !m.elsewhere {
			m.elsewhere, m.base = true, was
		}
	case ours && m.editing: // its spelling is taken when the writing ends
	default:
		m.setText(doc)
	}
	m.changed()
}

// Refuse reports why the text, though it is JSON, did not become the document.
// The text stays.
func (m *Model) Refuse(why string) {
	m.refused, m.verdict = why, broken
	m.fault = nil
	m.changed()
}

// Broken reports whether there is text in the editor that is not in force,
// and what is wrong with it.
func (m *Model) Broken() (what string, ok bool) {
	switch {
	case m.verdict != broken:
		return "", false
	case m.fault != nil:
		return m.fault.Error(), true
	}
	return m.refused, true
}

// GiveUp replaces text that is not in force, or not yet, by the document that is, and
// reports whether there was any. A key restores the text.
func (m *Model) GiveUp() bool {
	if m.verdict == inForce {
		return false
	}
	m.dropped = m.ed.Buffer().Clone()
	m.setText(m.doc)
	m.changed()
	return true
}

// Reset forgets the document and all that was written, for one who turns to
// another conversation's.
func (m *Model) Reset() {
	gen, width := m.gen, m.ed.Width()
	m.textState = textState{gen: gen + 1} // what is still being checked is of no interest
	m.ed = m.newEditor()
	m.ed.SetWidth(width)
	m.top, m.editing = 0, false
	m.findings = findings{}
	m.find.Close()
	m.changed()
}

// EnsureChecked checks a text that was not checked yet, before the document is used.
func (m *Model) EnsureChecked() views.Intent {
	if m.verdict != unchecked {
		return nil
	}
	doc := m.bytes()
	return m.applyCheck(doc, syntax(doc))
}

// setText makes doc the text.
func (m *Model) setText(doc []byte) {
	t := m.ed.Buffer()
	head, tail := t.Common(doc)
	if to := t.Len() - tail; head < to || head < len(doc)-tail {
		m.ed.Splice(head, to, string(doc[head:len(doc)-tail]))
	}
	m.joined, m.joinedGen = doc, m.gen
	m.verdict, m.fault, m.refused = inForce, nil, ""
	m.elsewhere, m.base, m.sent = false, nil, nil
	m.refold()
	m.ed.GoTo(m.ed.At())
}

// maxPiece is how much of a line is wrapped and coloured at a time, in bytes: short enough
// for every key.
const maxPiece = 4 << 10

// newEditor makes the editor of the text.
func (m *Model) newEditor() *edit.Editor {
	kind := edit.Kind{Cell: cellAt, Lexer: lexer{}, Hanging: true, Piece: maxPiece}
	return edit.NewKind(kind, m.textChanged)
}

// textChanged follows a change of the text: folds, window and marks after it move with
// it.
func (m *Model) textChanged(from, to, grown int) {
	m.unfolded = m.foldAround(from, to, grown) || m.unfolded
	m.top = edit.Moved(m.top, from, to, grown)
	m.findings.move(func(off int) int { return edit.Moved(off, from, to, grown) })
	m.find.Forget()
	m.gen++
}

// refold looks for strings to fold where that was put off.
func (m *Model) refold() {
	if m.unfolded {
		m.unfolded = false
		m.ed.SetFolds(findFolds(m.bytes(), 0))
	}
}

// bytes returns the text; it is joined once for each state of it.
func (m *Model) bytes() []byte {
	if m.joined == nil || m.joinedGen != m.gen {
		m.joined, m.joinedGen = m.ed.Buffer().Bytes(), m.gen
	}
	return m.joined
}

// edited is called after a key has changed the text: it finds out whether the
// text is a document.
func (m *Model) edited() views.Answer {
	m.verdict, m.dropped, m.refused = unchecked, nil, ""
	if m.ed.Buffer().Len() <= checkAtOnce {
		intent := m.EnsureChecked()
		m.changed()
		return views.AnswerOf(intent, nil, true)
	}
	m.changed()
	gen := m.gen
	return views.AnswerOf(nil, tea.Tick(checkRest, func(time.Time) tea.Msg { return rested{gen} }), true)
}

// checkNow checks a copy of the text, if it needs it, in the background.
func (m *Model) checkNow() tea.Cmd {
	if m.verdict != unchecked {
		return nil
	}
	gen, snapshot := m.gen, m.ed.Buffer().Clone()
	return func() tea.Msg {
		doc := snapshot.Bytes()
		return checked{gen, doc, syntax(doc)}
	}
}

// applyCheck takes note of what a check found. A valid text becomes the document.
func (m *Model) applyCheck(doc []byte, err error) views.Intent {
	m.joined, m.joinedGen = doc, m.gen
	defer m.changed()
	m.fault = nil
	if err != nil {
		m.verdict = broken
		if !errors.As(err, &m.fault) {
			m.refused = err.Error()
		}
		return nil
	}
	base := m.base
	m.verdict, m.elsewhere, m.base = inForce, false, nil
	if bytes.Equal(doc, m.doc) || !m.editing && m.adoptSpelling() {
		return nil
	}
	m.sent = doc
	return views.ReplaceDocument{Document: doc, Base: base}
}

func syntax(doc []byte) error {
	if err := scan.Check(doc); err != nil {
		return err
	}
	if scan.KindOf(doc) != scan.Object {
		return errNoObject
	}
	return nil
}

// sameDocument reports whether two valid documents differ in white space and
// in the order of their top members only: the program that writes a document
// gives some of its members a place.
func sameDocument(a, b []byte) bool {
	if scan.Same(a, b) {
		return true
	}
	if scan.KindOf(a) != scan.Object || scan.KindOf(b) != scan.Object {
		return false
	}
	members := map[string][]byte{}
	for m := range scan.Members(a) {
		if _, twice := members[m.Key]; twice {
			return false
		}
		members[m.Key] = m.Value
	}
	for m := range scan.Members(b) {
		if v, ok := members[m.Key]; !ok || !scan.Same(v, m.Value) {
			return false
		}
		delete(members, m.Key)
	}
	return len(members) == 0
}
