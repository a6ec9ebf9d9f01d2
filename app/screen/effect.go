package screen

import tea "charm.land/bubbletea/v2"

// Effect is the message that one of the program's own Cmds brings back. It knows
// how to land, so that a new effect is a new file and no case in Update.
type Effect interface{ Land() tea.Cmd }

// ID names a pane in a message. What a pane's own Cmd brings back goes to that
// pane, whatever has the focus by then.
type ID string

// Addressed is a pane's message on its way back to it.
type Addressed struct {
	Pane ID
	Msg  tea.Msg
}

// Address wraps a pane's Cmd so that its message comes back to the pane. It
// unpacks batches; the message of tea.Sequence cannot be addressed.
func Address(pane ID, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			wrapped := make(tea.BatchMsg, 0, len(msg))
			for _, c := range msg {
				wrapped = append(wrapped, Address(pane, c))
			}
			return wrapped
		default:
			return Addressed{Pane: pane, Msg: msg}
		}
	}
}
