package app

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/effect/config"
	"gatehouse/app/screen"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/picker"
)

// autoTheme reports whether the terminal's background chooses the theme.
func autoTheme(name string) bool { return name == "" || name == themes.Auto }

// firstTheme returns what the first paint is drawn with: the theme that was asked
// for, else the dark one until the terminal has reported its background.
func firstTheme(opts *Options) *themes.Styles {
	styles := themes.Dark()
	if s, ok := themeNamed(opts, opts.Theme); ok {
		styles = s
	}
	return &styles
}

func themeNamed(opts *Options, name string) (themes.Styles, bool) {
	for _, p := range opts.Themes {
		if p.Name == name {
			return themes.Of(p), true
		}
	}
	return themes.ByName(name)
}

// ground is what is known of the terminal's background.
type ground struct{ known, dark bool }

// background notes the terminal's background, which chooses the theme if the
// user did not.
func (m *Model) background(dark bool) {
	m.drawn.ground = ground{known: true, dark: dark}
	m.Redraw()
	if autoTheme(m.Options.Theme) && m.Styles.Dark != dark {
		m.useTheme(m.Options.Theme)
	}
}

// drawsGround reports whether the theme's background is drawn: the user chose
// the theme, and the terminal's background is not known to suit it.
func (m *Model) drawsGround() bool {
	g := m.drawn.ground
	return !autoTheme(m.Options.Theme) && m.Styles.HasGround() && (!g.known || g.dark != m.Styles.Dark)
}

// useTheme draws with a theme from now on; its version invalidates every cache
// of the old one. Auto is the one that suits the background.
func (m *Model) useTheme(name string) {
	s, ok := themeNamed(&m.Options, name)
	if !ok {
		s = themes.Dark()
		if g := m.drawn.ground; g.known && !g.dark {
			s = themes.Light()
		}
	}
	m.Options.Theme = name
	m.Styles.Set(s)
	m.Redraw()
}

// showThemes lists the themes. The selected one is tried at once; the one before returns
// if none is chosen.
func (m *Model) showThemes() tea.Cmd {
	was := m.Options.Theme
	list := &themeList{picker.New(m.Styles, m.Keys), m}
	list.SetItems(m.themeRows())
	if autoTheme(was) {
		list.Select(themes.Auto)
	} else {
		list.Select(was)
	}
	open := m.OpenOverlay("Themes", list)
	m.Overlays.Top().OnClose(func() {
		if m.Options.Theme != was {
			m.useTheme(was)
		}
	})
	return open
}

func (m *Model) themeRows() []picker.Item {
	about := map[string]string{
		themes.Auto: "follows the terminal's background", themes.NameDarkContrast: "high contrast",
		themes.NameLightContrast: "high contrast", themes.NameDarkANSI: "the terminal's own 16 colours",
		themes.NameLightANSI: "the terminal's own 16 colours", themes.NameNone: "no colours",
	}
	names := append([]string{themes.Auto}, themes.Names()...)
	for _, p := range m.Options.Themes {
		if !slices.Contains(names, p.Name) {
			names = append(names, p.Name)
		}
		about[p.Name] = "your own"
	}
	rows := make([]picker.Item, len(names))
	for i, name := range names {
		rows[i] = picker.Item{Label: name, Words: about[name], Choose: func() views.Intent { return views.SetTheme{Name: name} }}
	}
	return rows
}

// chooseTheme stays with a theme and notes it in the config file.
func (m *Model) chooseTheme(name string) tea.Cmd {
	m.Overlays.Close()
	m.useTheme(name)
	path := m.Options.Config
	if path == "" {
		return m.Notify("theme %s, until the program ends", name)
	}
	return func() tea.Msg {
		_, err := config.SaveTheme(path, name)
		return screen.EffectFunc(func() tea.Cmd {
			if err != nil {
				return m.Notify("theme %s, until the program ends; it could not be saved: %v", name, err)
			}
			return m.Notify("theme %s, saved in config.toml", name)
		})
	}
}

// themeList is the list of themes, which shows each while it is selected.
type themeList struct {
	*picker.Model
	app *Model
}

func (l *themeList) Update(msg tea.Msg) views.Answer {
	answer := l.Model.Update(msg)
	l.try()
	return answer
}

func (l *themeList) Scroll(dx, dy int) {
	l.Model.Scroll(dx, dy)
	l.try()
}

func (l *themeList) try() {
	if name := l.Selected(); name != "" && name != l.app.Options.Theme {
		l.app.useTheme(name)
	}
}
