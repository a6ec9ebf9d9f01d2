package markdown

import (
	"strings"

	"gatehouse/themes"
	"gatehouse/views/text"
)

// NewCode makes a text that is coloured as code, line by line.
func NewCode(s *themes.Styles, lexers *Lexers, language string) *text.Plain {
	return text.NewPainted(s, &codePainter{language: language, lexers: lexers})
}

type codePainter struct {
	language string
	lexers   *Lexers
	loaded   int // their version
	syntax   *Syntax
	bar      text.Pen
}

func (p *codePainter) Stale() bool { return p.loaded != p.lexers.Version() }

func (p *codePainter) Refresh(s *themes.Styles) {
	p.loaded = p.lexers.Version()
	p.syntax, p.bar = NewSyntax(s, p.lexers), text.PenOf(s.Rule)
}

func (p *codePainter) Paint(line, _ string, _ int, l *text.Layout) string {
	l.First = p.bar.Draw(codeBar)
	l.Rest = l.First
	return strings.Join(p.syntax.Colour(p.language, line), " ")
}
