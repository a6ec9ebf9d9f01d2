package source

import (
	"charm.land/lipgloss/v2"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// look is how a byte is drawn in addition to its kind.
type look uint8

const (
	plain look = iota
	atHint
	atWarning
	atFault
	atHit
	atHitHere
	atBroken
	atCursor // the row of the cursor while the text is looked at
	looks
)

// pens are the styles as the bytes that switch them on.
type pens struct {
	version int
	look    [kinds][looks]text.Pen
}

func (p *pens) make(s *themes.Styles) {
	if p.version == s.Version {
		return
	}
	p.version = s.Version
	colour := func(hex string) lipgloss.Style { return s.Text.Foreground(lipgloss.Color(hex)) }
	base := [kinds]lipgloss.Style{
		punctuation: s.Dim, name: colour(s.Palette.Function), str: colour(s.Palette.String), escape: colour(s.Palette.Number),
		number: colour(s.Palette.Number), word: colour(s.Palette.Keyword), other: s.Text, folded: s.Faint, odd: s.Escape,
	}
	for k, style := range base {
		p.look[k] = [looks]text.Pen{
			plain: text.PenOf(style), atHint: text.PenOf(style), atWarning: text.PenOf(s.Warn.Underline(true)), atFault: text.PenOf(s.Bad.Underline(true)),
			atHit: text.PenOf(s.Match), atHitHere: text.PenOf(s.MatchHere), atBroken: text.PenOf(s.Bad.Underline(true).Reverse(true)), atCursor: text.PenOf(s.Selection),
		}
	}
}
