package app

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
)

// autoTheme reports whether the terminal's background chooses the theme.
func autoTheme(name string) bool { return name == "" || name == "auto" }

// firstTheme is what the first paint is drawn with: the theme that was asked
// for, else the dark one until the terminal has said what its background is.
func firstTheme(name string) *themes.Styles {
	styles := themes.Dark()
	if s, ok := themes.ByName(name); ok {
		styles = s
	}
	return &styles
}

// background lets the terminal's background choose the theme.
func (m *Model) background(dark bool) {
	if autoTheme(m.opts.Theme) && m.styles.Dark != dark {
		m.setTheme(dark)
	}
}

// toggleTheme goes to the theme for the other background, and stays there.
func (m *Model) toggleTheme() tea.Cmd {
	m.setTheme(!m.styles.Dark)
	m.opts.Theme = m.styles.Name
	return nil
}

// setTheme overwrites the shared styles; every cache that was drawn with the
// old ones falls away by their version.
func (m *Model) setTheme(dark bool) {
	if dark {
		m.styles.Set(themes.Dark())
	} else {
		m.styles.Set(themes.Light())
	}
}
