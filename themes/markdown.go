package themes

import (
	"charm.land/glamour/v2/ansi"
	"github.com/alecthomas/chroma/v2"
)

// Markdown returns the theme as a glamour style. It has no margin, no padding
// and no wrapping of its own: whoever draws a block knows its place and width.
func (s *Styles) Markdown() ansi.StyleConfig {
	p := s.Palette
	yes := true
	plain := ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: &p.Text}}
	head := func(hex string, underline bool) ansi.StyleBlock {
		b := ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: &hex, Bold: &yes}}
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
		Strong:        ansi.StylePrimitive{Bold: &yes, Color: &p.Strong},
		Link:          ansi.StylePrimitive{Color: &p.Dim, Underline: &yes},
		LinkText:      ansi.StylePrimitive{Color: &p.Accent},
		Code:          ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Color: &p.Code}},
	}
}

// Syntax returns the theme as a chroma style for code and JSON.
func (s *Styles) Syntax() *chroma.Style {
	p := s.Palette
	return chroma.MustNewStyle("gatehouse-"+p.Name, chroma.StyleEntries{
		chroma.Text:                p.Text,
		chroma.Error:               p.Text,
		chroma.Comment:             "italic " + p.Dim,
		chroma.CommentPreproc:      "noitalic " + p.Keyword,
		chroma.Keyword:             p.Keyword,
		chroma.KeywordType:         p.Type,
		chroma.KeywordConstant:     p.Number,
		chroma.Operator:            p.Dim,
		chroma.OperatorWord:        p.Keyword,
		chroma.Punctuation:         p.Dim,
		chroma.Name:                p.Text,
		chroma.NameBuiltin:         p.Type,
		chroma.NameClass:           p.Type,
		chroma.NameDecorator:       p.Function,
		chroma.NameFunction:        p.Function,
		chroma.NameTag:             p.Function,
		chroma.NameAttribute:       p.Type,
		chroma.NameVariable:        p.Type,
		chroma.Literal:             p.Text,
		chroma.LiteralNumber:       p.Number,
		chroma.LiteralString:       p.String,
		chroma.LiteralStringEscape: p.Number,
		chroma.GenericDeleted:      p.Bad,
		chroma.GenericInserted:     p.Good,
		chroma.GenericEmph:         "italic",
		chroma.GenericStrong:       "bold",
		chroma.GenericSubheading:   p.Accent,
		chroma.GenericHeading:      "bold " + p.Accent,
		chroma.GenericOutput:       p.Text,
		chroma.GenericPrompt:       p.Dim,
	})
}
