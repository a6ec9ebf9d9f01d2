package themes

import (
	"image/color"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// The names of the themes for either background, as --theme and config.toml write them.
const (
	NameDark  = "dark"
	NameLight = "light"
)

// Names returns the names of all themes, those of the files in palettes.
func Names() []string {
	files, err := palettes.ReadDir("palettes")
	if err != nil {
		panic("themes: " + err.Error()) // it is part of the program
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = strings.TrimSuffix(f.Name(), ".json")
	}
	return names
}

// Dark returns the theme for dark backgrounds.
func Dark() Styles { return build(load(NameDark)) }

// Light returns the theme for light backgrounds.
func Light() Styles { return build(load(NameLight)) }

// ByName returns the theme of that name; ok is false for a name there is not.
func ByName(name string) (s Styles, ok bool) {
	if !slices.Contains(Names(), name) {
		return Styles{}, false
	}
	return build(load(name)), true
}

// Set overwrites s with another theme and raises the version, so that
// everything drawn with the old one falls out of the caches.
func (s *Styles) Set(to Styles) {
	version, plain := s.Version+1, s.plain
	*s = to
	s.Version = version
	if plain {
		s.withoutColours()
	}
}

// WithoutColours is for a terminal that shows none: what is told by a background
// alone is from now on told by reverse video; a bar and where you are, by a line
// under the words. It holds for every theme that is set later.
func (s *Styles) WithoutColours() {
	if !s.plain {
		s.withoutColours()
		s.Version++
	}
}

func (s *Styles) withoutColours() {
	s.plain = true
	s.Here = s.Here.Underline(true)
	s.Selection = s.Selection.Reverse(true)
	s.Match, s.MatchHere = s.Match.Reverse(true), s.MatchHere.Reverse(true).Bold(true)
}

// Filled draws words of a style on the filled part of a bar, whose background is
// that of fill; without colours it lies under them as a line.
func (s *Styles) Filled(words string, style, fill lipgloss.Style) string {
	drawn := style.Background(fill.GetBackground()).Render(words)
	if !s.plain || words == "" {
		return drawn
	}
	return "\x1b[4m" + drawn + "\x1b[24m" // Underline draws blanks by themselves, and not reversed
}

func build(p Palette) Styles {
	fg := func(hex string) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.Color(hex)) }
	var bg color.Color = lipgloss.Color(p.Selection)
	return Styles{
		Name:    p.Name,
		Dark:    p.Dark,
		Version: 1,
		Palette: p,

		Text:      fg(p.Text),
		Strong:    fg(p.Strong).Bold(true),
		Dim:       fg(p.Dim),
		Faint:     fg(p.Faint),
		Accent:    fg(p.Accent),
		Here:      fg(p.Accent),
		Key:       fg(p.Accent).Bold(true),
		Rule:      fg(p.Rule),
		Selection: fg(p.Strong).Background(bg),
		Fill:      fg(p.Text).Background(lipgloss.Color(p.Fill)),
		FillHere:  fg(p.Strong).Background(lipgloss.Color(p.FillHere)),
		Match:     fg(p.OnMatch).Background(lipgloss.Color(p.Match)),
		MatchHere: fg(p.OnMatchHere).Background(lipgloss.Color(p.MatchHere)).Bold(true),
		User:      fg(p.User),
		Model:     fg(p.Model).Bold(true),
		Reasoning: fg(p.Reasoning).Italic(true),
		Tool:      fg(p.Tool),
		Good:      fg(p.Good),
		Warn:      fg(p.Warn),
		Bad:       fg(p.Bad),
		Running:   fg(p.Running),
		Escape:    fg(p.Escape),
		Code:      fg(p.Code),
		Bar:       fg(p.Text),
		Overlay:   fg(p.Accent),
	}
}
