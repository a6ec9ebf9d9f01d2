package themes

import (
	"charm.land/glamour/v2/ansi"
)

// Markdown returns the theme as a glamour style, without margin, padding and wrapping.
func (s *Styles) Markdown() ansi.StyleConfig {
	p := s.Palette
	yes := true
	plain := ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: ink(p.Text)}}
	head := func(colour string, underline bool) ansi.StyleBlock {
		b := ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: ink(colour), Bold: &yes}}
		if underline {
			b.Underline = &yes
		}
		return b
	}
	return ansi.StyleConfig{
		Document:      plain,
		Heading:       head(p.Strong, false),
		H1:            head(p.Accent, true),
		H2:            head(p.Accent, false),
		H3:            head(p.Strong, false),
		H4:            head(p.Strong, false),
		H5:            head(p.Dim, false),
		H6:            head(p.Dim, false),
		Strikethrough: ansi.StylePrimitive{CrossedOut: &yes},
		Emph:          ansi.StylePrimitive{Italic: &yes},
		Strong:        ansi.StylePrimitive{Bold: &yes, Color: ink(p.Strong)},
		Link:          ansi.StylePrimitive{Color: ink(p.Dim), Underline: &yes},
		LinkText:      ansi.StylePrimitive{Color: ink(p.Accent)},
		Code:          ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: ink(p.Code)}},
	}
}

// ink returns a colour for glamour; nil for the terminal's default.
func ink(colour string) *string {
	if colour == "" {
		return nil
	}
	return &colour
}
