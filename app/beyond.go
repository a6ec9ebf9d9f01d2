package app

import "gatehouse/views"

// beyond says where the page goes on that the inspector shows; empty for one that
// is in view as a whole.
func (m *Model) beyond() string {
	page, ok := m.pane(m.Focus()).(views.Reader)
	if !ok || m.screens.shown != inspectScreen {
		return ""
	}
	switch above, below := page.Beyond(); {
	case above && below:
		return " ↑ ↓ more "
	case above:
		return " ↑ more "
	case below:
		return " ↓ more "
	}
	return ""
}
