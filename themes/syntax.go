package themes

import (
	"charm.land/lipgloss/v2"
	"github.com/alecthomas/chroma/v2"
)

// Token returns the style of a piece of code or JSON. A kind without a style inherits that of
// its category, as in chroma.
func (s *Styles) Token(kind chroma.TokenType) lipgloss.Style {
	for _, k := range []chroma.TokenType{kind, kind.SubCategory(), kind.Category()} {
		switch k {
		case chroma.Comment:
			return s.Dim.Italic(true)
		case chroma.GenericHeading:
			return s.Accent.Bold(true)
		case chroma.GenericEmph:
			return s.Text.Italic(true)
		case chroma.GenericStrong:
			return s.Text.Bold(true)
		case chroma.Operator, chroma.Punctuation, chroma.GenericPrompt:
			return s.Dim
		}
		if colour, ok := s.syntax(k); ok {
			return s.Text.Foreground(lipgloss.Color(colour))
		}
	}
	return s.Text
}

// syntax returns the colour of a kind of token; ok is false if it has no role.
func (s *Styles) syntax(kind chroma.TokenType) (colour string, ok bool) {
	p := &s.Palette
	switch kind {
	case chroma.Keyword, chroma.CommentPreproc, chroma.OperatorWord:
		return p.Keyword, true
	case chroma.KeywordType, chroma.NameBuiltin, chroma.NameClass, chroma.NameAttribute, chroma.NameVariable:
		return p.Type, true
	case chroma.NameDecorator, chroma.NameFunction, chroma.NameTag:
		return p.Function, true
	case chroma.KeywordConstant, chroma.LiteralNumber, chroma.LiteralStringEscape:
		return p.Number, true
	case chroma.LiteralString:
		return p.String, true
	case chroma.GenericDeleted:
		return p.Bad, true
	case chroma.GenericInserted:
		return p.Good, true
	case chroma.GenericSubheading:
		return p.Accent, true
	}
	return "", false
}
