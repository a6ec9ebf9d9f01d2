package app

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/overlay/leader"
)

// lead handles the leader and the key after it, before anything else sees them: the
// leader opens a hint, and the key that follows does what it does with alt. ok is false
// for all other keys.
func (m *Model) lead(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	action, closes := m.Keys.Asked(msg, views.Global), m.Keys.Asked(msg, views.Overlay) == views.ActListClose
	switch led := m.endLeader(); {
	case !led && action == views.ActLeader:
		m.Unsay(false)
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
	cmd, used := m.Hand(m.target(), msg)
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

// afterLeader are the keys that may follow the leader here: those of alt that work now.
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
				break // one way to each is enough to show
			}
		}
	}
	return rows
}
