package app

import tea "charm.land/bubbletea/v2"

// effect is a screen.Effect that lands in the root model.
type effect interface{ apply(m *Model) tea.Cmd }
