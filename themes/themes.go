package themes

import (
	"slices"

	"github.com/charmbracelet/colorprofile"
)

// The names of the built-in themes, as in --theme and config.toml. Those of ANSI use the
// terminal's 16 colours.
const (
	NameDark          = "dark"
	NameLight         = "light"
	NameDarkContrast  = "dark-contrast"
	NameLightContrast = "light-contrast"
	NameDarkANSI      = "dark-ansi"
	NameLightANSI     = "light-ansi"
	NameNone          = "none" // no colours
)

// Auto leaves the choice to the terminal: its background and its colours.
const Auto = "auto"

// Names returns the names of the built-in themes.
func Names() []string {
	return []string{NameDark, NameLight, NameDarkContrast, NameLightContrast, NameDarkANSI, NameLightANSI, NameNone}
}

// Dark returns the theme for dark backgrounds.
func Dark() Styles { return Of(load(NameDark)) }

// Light returns the theme for light backgrounds.
func Light() Styles { return Of(load(NameLight)) }

// ByName returns the built-in theme of that name; ok is false if there is none.
func ByName(name string) (s Styles, ok bool) {
	switch {
	case name == NameNone:
		return Of(Palette{Name: NameNone, Dark: true}), true
	case slices.Contains(Names(), name):
		return Of(load(name)), true
	}
	return Styles{}, false
}

// Set overwrites s with another theme and increments the version, so that caches are
// refreshed. Limit still applies.
func (s *Styles) Set(to Styles) { s.set(to.chosen, s.limit) }

// Limit sets the colours that the terminal shows, also for every theme that is set later: 16
// colours select an ANSI theme, no colours one without any.
func (s *Styles) Limit(to colorprofile.Profile) {
	if to != s.limit {
		s.set(s.chosen, to)
	}
}

// HasManyColours reports whether an image can be drawn in colours: the terminal shows more
// than 16, and the theme has colours.
func (s *Styles) HasManyColours() bool {
	return s.chosen.Name != NameNone && (s.limit == colorprofile.Unknown || s.limit > colorprofile.ANSI)
}

func (s *Styles) set(chosen Palette, limit colorprofile.Profile) {
	version := s.Version + 1
	*s = Of(chosen.within(limit))
	s.Name, s.Version, s.chosen, s.limit = chosen.Name, version, chosen, limit
}

// within returns the palette if the terminal can show it, else a simpler one.
func (p Palette) within(limit colorprofile.Profile) Palette {
	switch {
	case limit == colorprofile.Unknown || limit > colorprofile.ANSI:
		return p
	case limit < colorprofile.ANSI:
		return Palette{Dark: p.Dark}
	case p.basic():
		return p
	case p.Dark:
		return load(NameDarkANSI)
	}
	return load(NameLightANSI)
}
