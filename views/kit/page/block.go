package page

import (
	"gatehouse/state/answer/tooluse"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
	"gatehouse/views/kit/json"
	"gatehouse/views/kit/markdown"
	"gatehouse/views/kit/text"
)

// Block is content whose source is read piece by piece.
type Block interface {
	text.Long
	Part(from, to int) string // bytes [from, to) of Source
}

// NewBlock makes the content of a block of what a tool was asked or did.
func NewBlock(s *themes.Styles, l *markdown.Lexers, block *tooluse.Block) Block {
	var b interface {
		Block
		Follow(text *rope.Rope)
	}
	switch block.Kind {
	case tooluse.JSON:
		return json.NewPretty(s, l, block.Text)
	case tooluse.Label:
		b = text.NewPlain(s, s.Dim)
	case tooluse.Command:
		b = text.NewCommand(s)
	case tooluse.Stderr:
		b = text.NewBarred(s, s.Warn)
	case tooluse.Diff:
		b = text.NewDiff(s)
	case tooluse.Code:
		b = markdown.NewCode(s, l, block.Language)
	case tooluse.Markdown:
		b = markdown.New(s, l)
	case tooluse.Links, tooluse.Tools:
		b = text.NewLinks(s)
	case tooluse.Success:
		b = text.NewPlain(s, s.Good)
	case tooluse.Failure, tooluse.Error:
		b = text.NewPlain(s, s.Bad)
	default:
		b = text.NewPlain(s, s.Text)
	}
	b.Follow(block.Text)
	return b
}
