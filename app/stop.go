package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// Escape is something that esc does: its word in the footer, and the deed.
type Escape struct {
	Word string
	Do   func() tea.Cmd
}

// Escapes are what esc does here and now; the first one wins. The footer and the
// key both ask for them. An overlay takes esc before all of them.
func (m *Model) Escapes() []Escape {
	id := m.Focus()
	if p, ok := m.pane(id).(views.Stopper); ok && p.Stops() != "" {
		inPane := Escape{p.Stops(), func() tea.Cmd { return m.Deliver(id, views.Perform{Action: views.ActStop}) }}
		return append([]Escape{inPane}, m.outerEscapes()...)
	}
	return m.outerEscapes()
}

// outerEscapes are those that no pane has of its own: what waits for its time,
// the past, the way back, and on the chat what goes on there.
func (m *Model) outerEscapes() []Escape {
	var all []Escape
	add := func(on bool, word string, do func() tea.Cmd) {
		if on {
			all = append(all, Escape{word, do})
		}
	}
	c, focus := m.desk.chat(), m.Focus()
	add(m.waits() != nil, "stop waiting", func() tea.Cmd {
		c.leaveLater()
		m.Arrange()
		return nil
	})
	add(m.showsPast(), "to the end", func() tea.Cmd { return m.seek(-1) })
	add(focus == readingPane || focus == measuresPane, "list", func() tea.Cmd { return m.SetFocus(rankingPane) })
	add(focus == formPane || focus == sourcePane, "list", func() tea.Cmd { return m.SetFocus(outlinePane) })
	if m.screens.shown != chatScreen {
		to := m.outer()
		add(true, strings.ToLower(to.name()), func() tea.Cmd { return m.show(to) })
		return all
	}
	found, finding := m.transcript.Finding()
	add(finding, "end "+found, func() tea.Cmd { m.transcript.EndFind(); return nil })
	add(c.run != nil, "stop", func() tea.Cmd { c.run.cancel(); return nil })
	add(m.commanded(), "stop command", func() tea.Cmd { m.stopCommands(); return nil })
	add(c.edit != nil, "leave edit", func() tea.Cmd { m.dropEdit(); return nil })
	add(m.Notice.Warns(), "close notice", func() tea.Cmd { m.Unsay(true); return nil })
	return all
}

// escape does the first of the escapes there are.
func (m *Model) escape(all []Escape) tea.Cmd {
	if len(all) == 0 {
		return nil
	}
	return all[0].Do()
}

// stop is esc as a pane asks for it that has no use for the key itself.
func (m *Model) stop() tea.Cmd {
	if m.Overlays.Top() != nil {
		m.Overlays.Close()
		return nil
	}
	return m.escape(m.outerEscapes())
}
