package app

import tea "charm.land/bubbletea/v2"

// modelsChanged shows what is known of the server's models by now.
func (m *Model) modelsChanged() tea.Cmd {
	if m.Models.Err == nil {
		m.inspector.route.SetModels(m.Models.Slugs)
	}
	return nil
}
