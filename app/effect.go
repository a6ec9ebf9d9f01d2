package app

import (
	tea "charm.land/bubbletea/v2"
)

// effect is the message that one of app's own Cmds brings back. It knows how
// to land, so that a new effect is a new file and no case in Update.
type effect interface{ apply(m *Model) tea.Cmd }

// addressed is a pane's message on its way back to it.
type addressed struct {
	pane paneID
	msg  tea.Msg
}

// address wraps a pane's Cmd so that its message comes back to the pane.
func address(pane paneID, cmd tea.Cmd) tea.Cmd {
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
				wrapped = append(wrapped, address(pane, c))
			}
			return wrapped
		default:
			return addressed{pane: pane, msg: msg}
		}
	}
}
