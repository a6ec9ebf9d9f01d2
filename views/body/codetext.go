package body

import (
	"strings"

	"gatehouse/themes"
)

// NewCode makes a text that is coloured as code, line by line.
func NewCode(s *themes.Styles, lexers *Lexers, language string) *Text {
	return newPainted(s, &codePainter{language: language, lexers: lexers})
}

type codePainter struct {
	language string
	lexers   *Lexers
	loaded   int // their version
	syntax   *syntax
	bar      pen
}

func (p *codePainter) stale() bool { return p.loaded != p.lexers.Version() }

func (p *codePainter) refresh(s *themes.Styles) {
	p.loaded = p.lexers.Version()
	p.syntax, p.bar = newSyntax(s, p.lexers), penOf(s.Rule)
}

func (p *codePainter) paint(line, _ string, _ int, l *layout) string {
	l.first = p.bar.draw(codeBar)
	l.rest = l.first
	return strings.Join(p.syntax.colour(p.language, line), " ")
}
