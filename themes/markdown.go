package themes

import (
	"charm.land/glamour/v2/ansi"
)

// Markdown returns the theme as a glamour style. It has no margin, no padding
// and no wrapping of its own: whoever draws a block knows its place and width.
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

// ink is a colour as glamour takes it; nil leaves the terminal's own.
func ink(colour string) *string {
	if colour == "" {
		return nil
	}
	return &colour
}
