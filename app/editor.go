package app

import tea "charm.land/bubbletea/v2"

// editText opens the person's editor on the composer's text.
func (m *Model) editText(text string) tea.Cmd {
	return m.InEditor("prompt.md", text, func(text string) tea.Cmd {
		m.composer.SetText(text)
		m.Arrange()
		return m.SetFocus(composerPane)
	})
}
