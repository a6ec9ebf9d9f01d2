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

// ground is what is known of the terminal's background.
type ground struct{ known, dark bool }

// background takes note of the terminal's background, and lets it choose the
// theme where the person did not.
func (m *Model) background(dark bool) {
	m.drawn.ground = ground{known: true, dark: dark}
	m.Redraw()
	if autoTheme(m.Options.Theme) && m.Styles.Dark != dark {
		m.setTheme(dark)
	}
}

// onOwnGround reports whether the theme brings its background along: the
// person chose it, and the terminal's is not known to suit it.
func (m *Model) onOwnGround() bool {
	g := m.drawn.ground
	return !autoTheme(m.Options.Theme) && (!g.known || g.dark != m.Styles.Dark)
}

// toggleTheme goes to the theme for the other background, and stays there.
func (m *Model) toggleTheme() tea.Cmd {
	m.setTheme(!m.Styles.Dark)
	m.Options.Theme = m.Styles.Name
	m.Redraw()
	return nil
}

// setTheme overwrites the shared styles; every cache that was drawn with the
// old ones falls away by their version.
func (m *Model) setTheme(dark bool) {
	if dark {
		m.Styles.Set(themes.Dark())
	} else {
		m.Styles.Set(themes.Light())
	}
}
