package source

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// write handles a key while the text is written: the composer's keys edit.
func (m *Model) write(msg tea.Msg) (views.Intent, tea.Cmd) {
	action := m.keys.Asked(msg, views.Composer)
	if action == "" && m.keys.Asked(msg, views.Global) == views.ActFind {
		m.openFind()
		return nil, nil
	}
	if action == "" {
		k, ok := msg.(tea.KeyPressMsg)
		const harmless = tea.ModShift | tea.ModCapsLock | tea.ModNumLock | tea.ModScrollLock
		if !ok || k.Text == "" || k.Mod&^harmless != 0 {
			return nil, nil
		}
		m.typed(clean(k.Text))
		return m.edited()
	}
	gen, cutting := m.gen, m.cutting
	m.cutting = false
	switch action {
	case views.ActSend, views.ActNewLine:
		m.newLine()
	case views.ActYank:
		m.insert(strings.Join(m.cut, ""))
	case views.ActDeleteBack:
		m.remove(m.lay.before(m.cursor), m.cursor)
	case views.ActDeleteForward:
		m.remove(m.cursor, m.lay.after(m.cursor))
	case views.ActDeleteWordBack, views.ActDeleteWord, views.ActKillStart, views.ActKillEnd:
		m.kill(action, cutting)
	default:
		m.motion(action)
	}
	if m.gen != gen {
		return m.edited()
	}
	m.changed()
	return nil, nil
}

// motion moves the cursor without changing the text.
func (m *Model) motion(action views.Action) {
	switch action {
	case views.ActUp:
		m.rows(-1)
	case views.ActDown:
		m.rows(1)
	case views.ActPageUp:
		m.page(-1)
	case views.ActPageDown:
		m.page(1)
	case views.ActLeft:
		m.goTo(m.lay.before(m.cursor))
	case views.ActRight:
		m.goTo(m.lay.after(m.cursor))
	case views.ActWordLeft:
		m.goTo(m.wordBefore(notWord, isWord))
	case views.ActWordRight:
		m.goTo(m.wordAfter())
	case views.ActLineStart:
		m.goTo(m.lay.text.lineStart(m.cursor))
	case views.ActLineEnd:
		m.goTo(m.lay.text.lineEnd(m.cursor))
	case views.ActScrollTop:
		m.goTo(0)
	case views.ActScrollEnd:
		m.goTo(m.lay.text.len())
	}
}

// page moves window and cursor by a page.
func (m *Model) page(by int) {
	n := max(m.parts().text-1, 1) * by
	top, _ := m.lay.move(m.lay.spotAt(m.top), n)
	m.rows(n)
	m.top = top.row().from
}

// insert puts text at the cursor.
func (m *Model) insert(s string) {
	if s == "" {
		return
	}
	m.goal = -1
	at := m.cursor
	m.splice(at, at, s)
	m.standBehind(at + len(s))
}

// standBehind puts the cursor at off; behind the character there when what was
// written or removed joined what lies around it to one.
func (m *Model) standBehind(off int) {
	if m.cursor = m.lay.snap(off); m.cursor < off {
		m.cursor = m.lay.after(m.cursor)
	}
}

func (m *Model) remove(from, to int) string {
	m.goal = -1
	if from >= to {
		return ""
	}
	gone := m.lay.text.slice(from, to)
	m.splice(from, to, "")
	m.standBehind(from)
	return gone
}

const indentStep = "  "

// typed inserts what a key wrote. A closing bracket that begins its line goes
// back a step.
func (m *Model) typed(s string) {
	m.cutting = false
	if s == "}" || s == "]" {
		start := m.lay.text.lineStart(m.cursor)
		if blank := m.lay.text.slice(start, m.cursor); len(blank) >= len(indentStep) && len(blank) < maxPiece && strings.Trim(blank, " ") == "" {
			m.remove(m.cursor-len(indentStep), m.cursor)
		}
	}
	m.insert(s)
}

// newLine begins a line, indented as the one above, and a step more behind an
// opening bracket; a closing bracket that follows gets a line of its own.
func (m *Model) newLine() {
	t := m.lay.text
	start := t.lineStart(m.cursor)
	head := t.slice(start, min(m.cursor, start+maxPiece))
	indent := head[:len(head)-len(strings.TrimLeft(head, " "))]
	off := m.cursor
	for off > start && t.byteAt(off-1) == ' ' {
		off--
	}
	opens := t.byteAt(off-1) == '{' || t.byteAt(off-1) == '['
	closes := t.byteAt(m.cursor) == '}' || t.byteAt(m.cursor) == ']'
	switch {
	case opens && closes:
		m.insert("\n" + indent + indentStep + "\n" + indent)
		m.cursor -= len(indent) + 1
	case opens:
		m.insert("\n" + indent + indentStep)
	default:
		m.insert("\n" + indent)
	}
}

// paste inserts what came from the clipboard.
func (m *Model) paste(s string) (views.Intent, tea.Cmd) {
	switch {
	case !m.editing:
		return views.Notify{Text: "press " + m.keys.Name(views.ActSourceEdit) + " to write in the JSON, then paste"}, nil
	case s == "":
		return nil, nil
	}
	m.cutting = false
	m.insert(clean(s))
	return m.edited()
}

// leave ends the writing. The document's own white space comes back, where it
// differs; broken text stays.
func (m *Model) leave() (views.Intent, tea.Cmd) {
	m.editing, m.cutting, m.goal = false, false, -1
	if m.verdict == inForce {
		m.respell()
	}
	m.refold()
	m.changed()
	return nil, m.checkNow()
}

// respell takes the document in force, where the text differs from it only in
// white space and in the order of its members, and reports whether it does not
// differ in more. The cursor stays in its value.
func (m *Model) respell() bool {
	if bytes.Equal(m.bytes(), m.doc) {
		return true
	}
	if !sameDocument(m.bytes(), m.doc) {
		return false
	}
	path, was := around(m.bytes(), m.cursor)
	into := m.cursor - was.from
	m.take(m.doc)
	root, p := &want{}, pointer(path)
	root.add(p)
	locate(m.doc, root)
	now, exact := root.find(p)
	switch {
	case !exact || !now.found || !was.found:
	case into < 0 || m.doc[now.from] == '{' || m.doc[now.from] == '[':
		m.goTo(now.start)
	default:
		m.goTo(now.from + into)
	}
	return true
}

// kill cuts and keeps what it cut for yank. Cuts that follow one another are
// kept as one, in the text's order.
func (m *Model) kill(action views.Action, join bool) {
	t, back := m.lay.text, false
	from, to := m.cursor, m.cursor
	switch action {
	case views.ActDeleteWordBack:
		from, back = m.wordBefore(unicode.IsSpace, notSpace), true
	case views.ActDeleteWord:
		to = m.wordAfter()
	case views.ActKillStart:
		from, back = t.lineStart(m.cursor), true
	case views.ActKillEnd:
		if to = t.lineEnd(m.cursor); to == m.cursor {
			to = m.lay.after(m.cursor)
		}
	}
	gone := m.remove(from, to)
	m.cutting = true
	switch {
	case !join:
		m.cut = []string{gone}
	case back:
		m.cut = slices.Insert(m.cut, 0, gone)
	default:
		m.cut = append(m.cut, gone)
	}
}

// longWord is how far a word motion goes at most, in bytes: a string of
// megabytes is passed in steps.
const longWord = 4 << 10

// wordBefore returns where readline's motion to the left ends: over what is no
// word, then over the word, within the line.
func (m *Model) wordBefore(skip, over func(rune) bool) int {
	start := max(m.lay.text.lineStart(m.cursor), m.cursor-longWord)
	if start == m.cursor {
		return m.lay.before(m.cursor)
	}
	s := strings.TrimRightFunc(m.lay.text.slice(start, m.cursor), skip)
	return start + len(strings.TrimRightFunc(s, over))
}

func (m *Model) wordAfter() int {
	end := min(m.lay.text.lineEnd(m.cursor), m.cursor+longWord)
	if end == m.cursor {
		return m.lay.after(m.cursor)
	}
	s := strings.TrimLeftFunc(m.lay.text.slice(m.cursor, end), notWord)
	return end - len(strings.TrimLeftFunc(s, isWord))
}

func isWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

func notWord(r rune) bool { return !isWord(r) }

func notSpace(r rune) bool { return !unicode.IsSpace(r) }

// clean prepares text that comes in: line ends become LF and invalid UTF-8
// becomes U+FFFD, because JSON can carry nothing else.
func clean(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return strings.ToValidUTF8(s, string(utf8.RuneError))
}
