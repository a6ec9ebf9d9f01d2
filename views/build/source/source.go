// Package source is the request document as JSON text, with what the checks
// found below it: one pane to look at it and to write it, whatever its size.
//
// It writes with the editor of edit, not with the textarea of Bubbles, which has no folds
// for data of megabytes, no colours, and no marks at what the checks found.
package source

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Model is the pane. It holds a text; while that is valid JSON, the text is
// the document in force. Broken text stays until it is fixed or given up.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys

	ed  *edit.Editor
	top int // offset in the first row on the screen

	width, height int
	focus         bool
	editing       bool

	textState
	findings findings
	find     page.Finder[int]
	pens     pens
	view     text.Memo[int, string] // by the version of the styles
}

var (
	_ views.Typist   = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes a pane without a document.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Source)}
	m.ed = m.newEditor()
	m.find = m.newFinder()
	return m
}

func (m *Model) SetSize(width, height int) {
	if m.width == width && m.height == height {
		return
	}
	m.width, m.height = width, height
	// One column stays free for the cursor after a full row.
	m.ed.SetWidth(width - gutter - 1)
	m.changed()
}

// SetFocus implements views.Pane. A text that is left is checked at once.
func (m *Model) SetFocus(on bool) tea.Cmd {
	if m.focus == on {
		return nil
	}
	m.focus = on
	m.changed()
	if !on {
		return m.checkNow()
	}
	return nil
}

func (m *Model) Typing() bool { return m.focus && (m.editing || m.find.Typing) }

// Editing reports whether the text is being written, and not looked at.
func (m *Model) Editing() bool { return m.editing }

// Scroll implements views.Scroller: it moves the window by rows, and the
// cursor stays in it.
func (m *Model) Scroll(_, dy int) {
	top, _ := m.ed.Move(m.ed.SpotAt(m.top), dy)
	m.top = top.Row().From
	m.cursorToWindow()
	m.changed()
}

func (m *Model) cursorToWindow() {
	rows := m.parts().text
	first := m.ed.SpotAt(m.top)
	last, _ := m.ed.Move(first, max(rows-1, 0))
	switch at := m.ed.SpotAt(m.ed.At()).Row(); {
	case at.From < first.Row().From:
		m.toRow(first)
	case at.From > last.Row().From:
		m.toRow(last)
	}
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	if cmd, took := m.find.Update(msg); took {
		m.changed()
		return views.AnswerOf(nil, cmd, true)
	}
	switch msg := msg.(type) {
	case rested:
		if msg.gen == m.gen {
			return views.AnswerOf(nil, m.checkNow(), false)
		}
	case checked:
		if msg.gen == m.gen {
			return views.AnswerOf(m.applyCheck(msg.doc, msg.err), nil, true)
		}
	case tea.MouseClickMsg:
		return m.click(msg.X, msg.Y)
	case tea.PasteMsg:
		if m.find.Typing {
			return m.withUsed(m.position(), m.find.Write(m.keys, msg))
		}
		return m.paste(msg.Content)
	case tea.KeyPressMsg, views.Perform:
		return m.key(msg)
	}
	return views.Answer{}
}

// key handles a key, or an action asked for by name.
func (m *Model) key(msg tea.Msg) views.Answer {
	if m.keys.Asked(msg, views.Global) == views.ActStop {
		return m.escape()
	}
	if _, ok := msg.(tea.KeyPressMsg); ok && m.find.Typing {
		return m.withUsed(m.position(), m.find.Write(m.keys, msg))
	}
	if _, named := msg.(views.Perform); m.editing && !(named && m.keys.Asked(msg, views.Source) != "") {
		return m.write(msg)
	}
	return m.actReading(m.keys.Asked(msg, views.Source, views.Global))
}

// StopWord implements views.Stopper: what escape does, in its order.
func (m *Model) StopWord() string {
	switch {
	case m.find.Open:
		return "end search"
	case m.editing:
		return "leave"
	case m.verdict == broken:
		return "discard"
	}
	return ""
}

// escape leaves the search, else the writing, else gives broken text up.
func (m *Model) escape() views.Answer {
	switch {
	case m.find.Close():
		m.changed()
		return views.Answer{Used: true}
	case m.editing:
		return views.AnswerOf(nil, m.leave(), true)
	case m.verdict == broken:
		return views.Answer{Used: m.GiveUp()}
	}
	return views.Ask(views.Cancel{})
}

// position is what a movement can change.
type position struct{ cursor, top, finding int }

func (m *Model) position() position { return position{m.ed.At(), m.top, m.findings.Selected} }

// changed is called after every change of what is drawn.
func (m *Model) changed() {
	m.view.Forget()
	open := -1
	if m.editing {
		open = m.ed.At()
	}
	m.ed.SetOpen(open)
	m.show(0)
}

// show moves the window so that the cursor is in it, with that many rows above
// it where the window has to jump, and no empty rows below the text while there
// is text above.
func (m *Model) show(above int) {
	rows := max(m.parts().text, 1)
	at := m.ed.SpotAt(m.ed.At())
	from := at.Row().From
	first := m.ed.SpotAt(m.ed.Snap(m.top))
	last, n := m.ed.Move(first, rows-1)
	switch {
	case from < first.Row().From:
		first, _ = m.ed.Move(at, -min(above, rows-1))
	case from > last.Row().From:
		back := rows - 1
		if above > 0 {
			back = min(above, rows-1)
		}
		first, _ = m.ed.Move(at, -back)
	case n == rows-1:
		m.top = first.Row().From
		return
	}
	if _, n = m.ed.Move(first, rows-1); n < rows-1 {
		first, _ = m.ed.Move(first, n-rows+1)
	}
	m.top = first.Row().From
}

// toRow puts the cursor into a row: at the column that it aims at while the
// text is written, else at the row's first word.
func (m *Model) toRow(s edit.Spot) {
	if m.editing {
		m.ed.ToRow(s)
		return
	}
	m.ed.GoTo(m.firstWord(s))
}

func (m *Model) firstWord(s edit.Spot) int {
	r := s.Row()
	for off := r.From; off < r.To; off++ {
		if c := m.ed.Buffer().ByteAt(off); c != ' ' && c != '\t' {
			return off
		}
	}
	return r.From
}

func (m *Model) rows(n int) {
	to, _ := m.ed.Move(m.ed.SpotAt(m.ed.At()), n)
	m.toRow(to)
}

// click puts the cursor where the mouse is, or goes to a finding.
func (m *Model) click(x, y int) views.Answer {
	was, p := m.position(), m.parts()
	switch {
	case y >= p.title && y < p.title+p.text:
		s, n := m.ed.Move(m.ed.SpotAt(m.top), y-p.title)
		if n < y-p.title {
			break
		}
		if m.editing {
			m.ed.Put(s, max(x-gutter, 0))
		} else {
			m.ed.GoTo(m.firstWord(s))
		}
	case y >= m.height-p.list:
		if i := m.findings.At(m.width-findingsMargin, y-(m.height-p.list)-1); i >= 0 {
			m.findings.Selected = i
			m.toFinding()
		}
	}
	return m.withUsed(was, views.Answer{})
}
