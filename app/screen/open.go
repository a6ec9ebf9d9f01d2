package screen

import tea "charm.land/bubbletea/v2"

// Opener reads a file beside the screen; mine is false for one that belongs to
// another screen. from is where its path was written, nil for an overlay that
// has gone.
type Opener func(path string, from *Overlay) (opened tea.Msg, mine bool)

// OpenFile reads a file beside the screen, for the screen that it belongs to,
// whichever is shown.
func (h *Host) OpenFile(path string, from *Overlay) tea.Cmd {
	openers := h.Openers
	return func() tea.Msg {
		for _, open := range openers {
			if opened, mine := open(path, from); mine {
				return opened
			}
		}
		return nil
	}
}
