package app

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// stop ends what waits for its time, else a search, else stops the stream that
// is shown, else leaves the editing of a turn.
func (m *Model) stop() tea.Cmd {
	c := m.desk.chat()
	switch {
	case m.overlay() != nil:
		m.closeOverlay()
	case m.waits() != nil:
		c.leaveLater()
		m.arrange()
	case m.focus() == readingPane, m.focus() == measuresPane:
		return m.setFocus(rankingPane)
	case m.inPast():
		return m.seek(-1)
	case m.focus() == formPane, m.focus() == sourcePane:
		return m.setFocus(outlinePane)
	case m.screens.shown != chatScreen:
		return m.show(m.outer())
	case m.transcript.EndFind():
	case c.run != nil:
		c.run.cancel()
	case m.stopCommands():
	case c.edit != nil:
		m.dropEdit()
	default:
		m.unsay(true)
	}
	return nil
}

// paneStops says what the pane with the focus has for esc to take away.
func (m *Model) paneStops() string {
	if p, ok := m.pane(m.focus()).(views.Stopper); ok {
		return p.Stops()
	}
	return ""
}

// stops says what stop would do, in the order in which it does it; empty for
// nothing that a person waits for.
func (m *Model) stops() string {
	c := m.desk.chat()
	found, finding := m.transcript.Finding()
	switch {
	case m.overlay() == nil && m.paneStops() != "":
		return m.paneStops()
	case m.overlay() == nil && m.focus() == transcriptPane && finding: // which is asked first
		return "end " + found
	case m.screens.shown != chatScreen && m.focus() != queryPane && m.typing():
		return "" // it is the pane's
	case m.waits() != nil:
		return "stop waiting"
	case m.inPast():
		return "to the end"
	case m.focus() == readingPane, m.focus() == measuresPane:
		return "back"
	case m.focus() == formPane, m.focus() == sourcePane:
		return "list"
	case m.screens.shown != chatScreen:
		return strings.ToLower(m.outer().name())
	case finding:
		return "end " + found
	case c.run != nil:
		return "stop"
	case m.commanded():
		return "stop command"
	case c.edit != nil:
		return "leave edit"
	}
	return ""
}
