package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/desk"
	"gatehouse/state"
	"gatehouse/state/talk"
	"gatehouse/views"
)

// around is what the desk may ask of the screens around it.
type around struct{ *Model }

var _ desk.Screens = around{}

// Write implements desk.Screens.
func (m around) Write() tea.Cmd { return m.SetFocus(composerPane) }

// Watch implements desk.Screens.
func (m around) Watch() tea.Cmd {
	if m.screens.shown == inspectScreen {
		return nil
	}
	return m.show(chatScreen)
}

// ShowPlace implements desk.Screens.
func (m around) ShowPlace(pointer string) tea.Cmd { return m.build.ShowPlace(pointer) }

// StopKey implements desk.Screens. On the other screens esc leads back to the chat.
func (m around) StopKey() string {
	if m.screens.shown == chatScreen {
		return m.Keys.Name(views.ActStop)
	}
	return m.Keys.Name(views.ActInterrupt)
}

// AsShown implements desk.Screens.
func (m around) AsShown(t *talk.Turn) *state.Exchange { return m.asItWas(m.exchangeOf(t)) }

// waits is the request that waits to be sent again, where a line tells of it;
// nil for none.
func (m *Model) waits() *desk.Delayed {
	if m.screens.shown == rerankScreen {
		return nil
	}
	return m.desk.Shown().Delayed
}

// resendNow sends the request of a turn again; where one waits for its time, that
// one.
func (m *Model) resendNow(id int) tea.Cmd {
	if m.waits() != nil {
		return m.desk.ResendDelayed()
	}
	return m.desk.Resend(id)
}

// laterLine is that line.
func (m *Model) laterLine() []string {
	if l := m.waits(); l != nil {
		return []string{l.Line()}
	}
	return nil
}
