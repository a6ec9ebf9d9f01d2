package app

import (
	"charm.land/bubbles/v2/key"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// The tests of package app_test see of the root model what is exported, and these.

// FooterKeys returns the keys that the footer names.
func (m *Model) FooterKeys() []key.Binding {
	all, _ := m.footerKeys(m.screens.current().Facts())
	return all
}

// ShownKeys returns the key table as it is seen from the shown screen.
func (m *Model) ShownKeys() *views.Keys { return m.keys() }

// PaletteRows returns the rows of the palette.
func (m *Model) PaletteRows() []picker.Item { return m.paletteRows() }

// Finish finishes lines of the screen.
func (m *Model) Finish(lines []string) { m.finish(lines) }

// EndedBy returns why the program ended; nil if the user quit.
func (m *Model) EndedBy() error { return m.life.err }

// HasProgressBar reports whether the terminal has one.
func (m *Model) HasProgressBar() bool { return m.terminal.bar }

// Names returns the names of the screens, and the page of each that gets the keys.
func (m *Model) Names() (names []string, pages []screen.ID) {
	for _, r := range m.screens.rows {
		names, pages = append(names, r.name), append(pages, r.focus)
	}
	return names, pages
}
