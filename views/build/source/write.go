package source

import (
	"bytes"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/client/scan"
	"gatehouse/views"
)

// write handles a key while the text is written: the composer's keys edit.
func (m *Model) write(msg tea.Msg) views.Answer {
	gen, was := m.gen, m.position()
	switch action := m.keys.Asked(msg, views.Composer); action {
	case "":
		if typed := views.Typed(msg); typed != "" {
			m.typed(typed)
		} else if m.keys.Asked(msg, views.Global) == views.ActFind {
			return m.openFind()
		}
	case views.ActSend, views.ActNewLine:
		m.newLine()
	case views.ActUp, views.ActDown, views.ActGoPageUp, views.ActGoPageDown, views.ActGoTop, views.ActGoEnd:
		m.walkWriting(action)
	default:
		m.ed.Do(action)
	}
	if m.gen != gen {
		return m.edited()
	}
	return m.withUsed(was, views.Answer{})
}

// walkWriting moves the cursor while the text is written.
func (m *Model) walkWriting(action views.Action) {
	m.ed.EndRun()
	switch action {
	case views.ActGoTop:
		m.ed.GoTo(0)
	case views.ActGoEnd:
		m.ed.GoTo(m.ed.Buffer().Len())
	default:
		m.walk(action)
	}
}

func (m *Model) page(by int) {
	n := max(m.parts().text-1, 1) * by
	top, _ := m.ed.Move(m.ed.SpotAt(m.top), n)
	m.rows(n)
	m.top = top.Row().From
}

const indentStep = "  "

// typed inserts what a key wrote. A closing bracket that begins its line goes
// back a step.
func (m *Model) typed(s string) {
	if s == "}" || s == "]" {
		start := m.ed.Buffer().LineStart(m.ed.At())
		if blank := m.ed.Buffer().Slice(start, m.ed.At()); len(blank) >= len(indentStep) && len(blank) < maxPiece && strings.Trim(blank, " ") == "" {
			m.ed.Remove(m.ed.At()-len(indentStep), m.ed.At())
		}
	}
	m.ed.Insert(s)
}

// newLine begins a line, indented as the one above, and a step more after an
// opening bracket; a closing bracket that follows gets its line.
func (m *Model) newLine() {
	t := m.ed.Buffer()
	start := t.LineStart(m.ed.At())
	head := t.Slice(start, min(m.ed.At(), start+maxPiece))
	indent := head[:len(head)-len(strings.TrimLeft(head, " "))]
	off := m.ed.At()
	for off > start && t.ByteAt(off-1) == ' ' {
		off--
	}
	opens := t.ByteAt(off-1) == '{' || t.ByteAt(off-1) == '['
	closes := t.ByteAt(m.ed.At()) == '}' || t.ByteAt(m.ed.At()) == ']'
	switch {
	case opens && closes:
		m.ed.Insert("\n" + indent + indentStep + "\n" + indent)
		m.ed.GoTo(m.ed.At() - len(indent) - 1)
	case opens:
		m.ed.Insert("\n" + indent + indentStep)
	default:
		m.ed.Insert("\n" + indent)
	}
}

func (m *Model) paste(s string) views.Answer {
	switch {
	case !m.editing:
		return views.Ask(views.Notify{Text: "press " + m.keys.Name(views.ActSourceEdit) + " to edit the JSON, then paste"})
	case s == "":
		return views.Answer{}
	}
	m.ed.Insert(s)
	return m.edited()
}

// leave ends the writing. The document's white space is restored, where it
// differs; broken text stays.
func (m *Model) leave() tea.Cmd {
	m.editing = false
	m.ed.EndRun()
	m.ed.GoTo(m.ed.At())
	if m.verdict == inForce {
		m.adoptSpelling()
	}
	m.refold()
	m.changed()
	return m.checkNow()
}

// adoptSpelling takes the document in force, where the text differs from it only in
// white space and in the order of its members, and reports whether it does not
// differ in more. The cursor stays in its value.
func (m *Model) adoptSpelling() bool {
	if bytes.Equal(m.bytes(), m.doc) {
		return true
	}
	if !sameDocument(m.bytes(), m.doc) {
		return false
	}
	path, was := around(m.bytes(), m.ed.At())
	into := m.ed.At() - was.from
	m.setText(m.doc)
	now := locate(m.doc, scan.Pointer(path...))[0]
	switch {
	case !now.exact || !now.found || !was.found:
	case into < 0 || m.doc[now.from] == '{' || m.doc[now.from] == '[':
		m.ed.GoTo(now.start)
	default:
		m.ed.GoTo(now.from + into)
	}
	return true
}
