package page

import (
	"gatehouse/state/rope"
	"gatehouse/state/tooluse"
	"gatehouse/themes"
	"gatehouse/views/json"
	"gatehouse/views/markdown"
	"gatehouse/views/text"
)

// Block is content whose source is read piece by piece.
type Block interface {
	text.Long
	Part(from, to int) string // bytes [from, to) of Source
}

// NewBlock makes the content of a block of what a tool was asked or did. All but that of
// JSON can follow the block's text as it grows.
func NewBlock(s *themes.Styles, l *markdown.Lexers, block *tooluse.Block) Block {
	if block.Kind == tooluse.JSON {
		return json.NewPretty(s, l, block.Text)
	}
	b := emptyBlock(s, l, block)
	b.Follow(block.Text)
	return b
}

// followed is a block that may grow.
type followed interface {
	Block
	Follow(text *rope.Rope)
}

func emptyBlock(s *themes.Styles, l *markdown.Lexers, block *tooluse.Block) followed {
	switch block.Kind {
	case tooluse.Label:
		return text.NewPlain(s, s.Dim)
	case tooluse.Command:
		return text.NewCommand(s)
	case tooluse.Stderr:
		return text.NewBarred(s, s.Warn)
	case tooluse.Diff:
		return text.NewDiff(s)
	case tooluse.Code:
		return markdown.NewCode(s, l, block.Language)
	case tooluse.Markdown:
		return markdown.New(s, l)
	case tooluse.Links, tooluse.Tools:
		return text.NewLinks(s)
	case tooluse.Success:
		return text.NewPlain(s, s.Good)
	case tooluse.Failure, tooluse.Error:
		return text.NewPlain(s, s.Bad)
	}
	return text.NewPlain(s, s.Text)
}
