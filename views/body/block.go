package body

import (
	"gatehouse/state/rope"
	"gatehouse/state/tooluse"
	"gatehouse/themes"
)

// Block is content whose source is read piece by piece.
type Block interface {
	Content
	Part(from, to int) string // bytes [from, to) of Source
}

// NewBlock makes the content of a block of what a tool was asked or did. All but that of
// JSON can follow the block's text as it grows.
func NewBlock(s *themes.Styles, l *Lexers, block *tooluse.Block) Block {
	if block.Kind == tooluse.JSON {
		return NewJSON(s, l, block.Text)
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

func emptyBlock(s *themes.Styles, l *Lexers, block *tooluse.Block) followed {
	switch block.Kind {
	case tooluse.Label:
		return NewText(s, s.Dim)
	case tooluse.Command:
		return NewCommand(s)
	case tooluse.Stderr:
		return NewBarred(s, s.Warn)
	case tooluse.Diff:
		return NewDiff(s)
	case tooluse.Code:
		return NewCode(s, l, block.Language)
	case tooluse.Markdown:
		return NewMarkdown(s, l)
	case tooluse.Links, tooluse.Tools:
		return NewLinks(s)
	case tooluse.Success:
		return NewText(s, s.Good)
	case tooluse.Failure, tooluse.Error:
		return NewText(s, s.Bad)
	}
	return NewText(s, s.Text)
}
