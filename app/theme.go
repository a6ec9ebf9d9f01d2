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
	m.drawn.ok = false
	if autoTheme(m.opts.Theme) && m.styles.Dark != dark {
		m.setTheme(dark)
	}
}

// onOwnGround reports whether the theme brings its background along: the
// person chose it, and the terminal's is not known to suit it.
func (m *Model) onOwnGround() bool {
	g := m.drawn.ground
	return !autoTheme(m.opts.Theme) && (!g.known || g.dark != m.styles.Dark)
}

// toggleTheme goes to the theme for the other background, and stays there.
func (m *Model) toggleTheme() tea.Cmd {
	m.setTheme(!m.styles.Dark)
	m.opts.Theme = m.styles.Name
	m.drawn.ok = false
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
