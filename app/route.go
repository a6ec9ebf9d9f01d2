package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// press handles a key that is the program's and not a pane's; ok is false for
// all others. ctrl+c and quit work always; an overlay takes all other keys;
// letters are text while a pane is typing.
func (m *Model) press(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	action := m.Keys.Asked(msg, views.Global)
	if action == "" {
		action = m.Keys.Asked(msg, m.screens.current().scopes...)
	}
	switch {
	case action == views.ActInterrupt, action == views.ActQuit, action == views.ActPalette:
	case m.Overlays.Top() == nil, action == views.ActStop: // what is typed into the palette may be to quit again
		m.life.asked = false
	}
	m.Unsay(false)
	switch {
	case action == views.ActInterrupt, action == views.ActQuit:
		return m.Run(action), true
	case m.Overlays.Top() != nil:
		return nil, false
	case action == views.ActNextPane && m.completing():
		return nil, false
	case action == "":
		if s, ok := m.screens.current().Screen.(screen.Keyed); ok {
			return s.Key(msg)
		}
		return nil, false
	case m.typing() && views.IsLetter(msg.String()):
		return nil, false
	}
	return m.Run(action), true
}

// completing reports whether the focused pane offers something to complete a word
// with, which tab takes.
func (m *Model) completing() bool {
	p, ok := m.pane(m.Focus()).(interface{ Completing() bool })
	return ok && p.Completing()
}

// typing reports whether letters are text for the pane that gets them.
func (m *Model) typing() bool {
	t, ok := m.pane(m.target()).(views.Typist)
	return ok && t.Typing()
}

// target is the pane that gets keys: the top overlay, else the focused one.
func (m *Model) target() screen.ID {
	if o := m.Overlays.Top(); o != nil {
		return o.ID
	}
	return m.Focus()
}

// lineEnds makes LF of all line ends of a paste: tmux and several terminals send
// CR, some CRLF.
func lineEnds(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

// route hands a message to the pane that gets keys. What is pasted is text, so a page
// on which letters are none may hand it to another.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	id := m.target()
	if _, ok := msg.(tea.PasteMsg); ok && !m.typing() {
		if to := m.page(id).Paste; to != "" {
			return tea.Batch(m.SetFocus(to), m.Deliver(to, msg))
		}
	}
	return m.Deliver(id, msg)
}

func (m *Model) Hand(id screen.ID, msg tea.Msg) (cmd tea.Cmd, used bool) {
	pane := m.pane(id)
	if pane == nil {
		return nil, false
	}
	answer := pane.Update(msg)
	cmd = screen.Address(id, answer.Cmd)
	if answer.Intent == nil {
		return cmd, answer.Used
	}
	return tea.Batch(cmd, m.Do(answer.Intent)), answer.Used
}
