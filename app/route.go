package app

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/overlay/leader"
)

// press handles a key that is the program's and not a pane's; ok is false for
// all others. ctrl+c and quit work always; an overlay takes all other keys;
// letters are text while a pane is typing.
func (m *Model) press(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	action := m.Keys.Asked(msg, views.Global)
	if action == "" {
		action = m.Keys.Asked(msg, m.screens.current().scopes...)
	}
	clears := !m.typing() || !views.IsLetter(msg.String()) // a notice that arrived while one types can be read
	switch {
	case action == views.ActInterrupt, action == views.ActQuit, action == views.ActPalette:
	case m.Overlays.Top() == nil, action == views.ActStop: // what is typed into the palette may be to quit again
		clears = clears || m.life.asked
		m.life.asked = false
	}
	if clears {
		m.ClearLine(false)
	}
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
	p, ok := m.Pane(m.Focus()).(interface{ Completing() bool })
	return ok && p.Completing()
}

// typing reports whether letters are text for the pane that gets them.
func (m *Model) typing() bool {
	t, ok := m.Pane(m.target()).(views.Typist)
	return ok && t.Typing()
}

// target returns the pane that gets keys: the top overlay, else the focused one.
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

// DeliverUsed gives a message to a pane and does what the pane asks for. used is false if the message had
// no effect.
func (m *Model) DeliverUsed(id screen.ID, msg tea.Msg) (cmd tea.Cmd, used bool) {
	pane := m.Pane(id)
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

// lead handles the leader and the key after it, before anything else sees them: the
// leader opens a hint, and the key that follows does what it does with alt. ok is false
// for all other keys.
func (m *Model) lead(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	action, closes := m.Keys.Asked(msg, views.Global), m.Keys.Asked(msg, views.Overlay) == views.ActListClose
	switch led := m.endLeader(); {
	case !led && action == views.ActLeader:
		m.ClearLine(false)
		return m.openLeader(), true
	case !led, action == views.ActInterrupt:
		return nil, false
	case closes, action == views.ActStop:
		return nil, true
	}
	msg = views.WithAlt(msg)
	if cmd, ok = m.press(msg); ok {
		return cmd, true
	}
	cmd, used := m.DeliverUsed(m.target(), msg)
	if !used {
		return m.Notify("%s does nothing here", cmp.Or(m.Keys.ByLeader(msg.String()), views.KeyName(msg.String()))), true
	}
	return cmd, true
}

func (m *Model) openLeader() tea.Cmd {
	title := "alt and …"
	if c, _ := m.Keys.Command(views.ActLeader); len(c.Keys) > 0 {
		title = views.KeyName(c.Keys[0]) + " …"
	}
	return m.OpenOverlay(title, leader.New(m.Styles, m.Keys, m.afterLeader()))
}

// endLeader closes the leader's hint; ok is false if there is none.
func (m *Model) endLeader() (ok bool) {
	o := m.Overlays.Top()
	if o == nil {
		return false
	}
	if _, ok = o.Pane.(*leader.Model); ok {
		m.Overlays.Close()
	}
	return ok
}

// afterLeader returns the keys that may follow the leader here: those of alt that work now.
func (m *Model) afterLeader() (rows []leader.Row) {
	scopes := slices.Concat(m.page(m.Focus()).Scopes, m.screens.current().scopes)
	over := m.Overlays.Top() != nil
	if over {
		scopes = []views.Scope{views.Overlay}
	}
	for _, c := range m.Keys.Commands() {
		for _, key := range c.Keys {
			after, ok := views.AfterLeader(key)
			if !ok || !views.IsLetter(after) || c.Short == "" {
				continue
			}
			if slices.Contains(scopes, c.Scope) || c.Scope == views.Global && (!over || c.Action == views.ActQuit) {
				rows = append(rows, leader.Row{Key: after, Words: c.Short, Action: c.Action})
				break // one key for each action is enough to show
			}
		}
	}
	return rows
}
