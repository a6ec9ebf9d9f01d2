package composer

import (
	"strings"

	"gatehouse/views"
)

// act does what a key of the table asks of the composer.
func (m *Model) act(action views.Action) views.Intent {
	cutting := m.cutting
	m.cutting = false
	switch action {
	case views.ActSend:
		if strings.TrimSpace(m.Text()) == "" {
			return nil
		}
		return views.Send{Text: m.Text()}
	case views.ActNewLine:
		m.buf.insert("\n")
	case views.ActYank:
		m.buf.insert(strings.Join(m.cut, ""))
	case views.ActUp, views.ActDown:
		m.upDown(action)
	case views.ActDeleteBack:
		m.buf.cut(m.buf.before())
	case views.ActDeleteForward:
		m.buf.cut(m.buf.after())
	case views.ActDeleteWordBack, views.ActKillStart, views.ActDeleteWord, views.ActKillEnd:
		m.kill(action, cutting)
	default:
		m.move(action)
	}
	m.changed()
	return nil
}

// move places the cursor without changing the text.
func (m *Model) move(action views.Action) {
	b := m.buf
	switch action {
	case views.ActLeft:
		b.goTo(b.before())
	case views.ActRight:
		b.goTo(b.after())
	case views.ActWordLeft:
		b.goTo(b.wordBefore())
	case views.ActWordRight:
		b.goTo(b.wordAfter())
	case views.ActLineStart:
		b.goTo(b.row, 0)
	case views.ActLineEnd:
		b.goTo(b.row, len(b.lines[b.row].text))
	}
}

// upDown moves by a row, and from the first or last row on into the prompts.
func (m *Model) upDown(action views.Action) {
	by := 1
	if action == views.ActUp {
		by = -1
	}
	if m.buf.vertical(by) {
		return
	}
	if text, ok := m.history.step(by, m.Text()); ok {
		m.buf.set(text)
	}
}

// kill cuts and keeps what it cut for yank. Cuts that follow one another
// without another key between them are kept as one, in the text's order.
func (m *Model) kill(action views.Action, join bool) {
	b, back := m.buf, false
	var gone string
	switch action {
	case views.ActDeleteWordBack:
		gone, back = b.cut(b.spaceBefore()), true
	case views.ActDeleteWord:
		gone = b.cut(b.wordAfter())
	case views.ActKillStart:
		gone, back = b.cut(b.row, 0), true
	case views.ActKillEnd:
		if end := len(b.lines[b.row].text); b.off < end {
			gone = b.cut(b.row, end)
		} else {
			gone = b.cut(b.after())
		}
	}
	m.cutting = true
	switch {
	case !join:
		m.cut = []string{gone}
	case back:
		m.cut = append([]string{gone}, m.cut...)
	default:
		m.cut = append(m.cut, gone)
	}
}

// spaceBefore returns the place where readline's ctrl+w cuts to: over white
// space, then over what is none.
func (b *buffer) spaceBefore() (row, off int) {
	if b.off == 0 {
		return b.before()
	}
	s := strings.TrimRight(b.lines[b.row].text[:b.off], " \t")
	return b.row, strings.LastIndexAny(s, " \t") + 1
}
