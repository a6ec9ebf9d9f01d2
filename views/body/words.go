package body

import (
	"fmt"
	"strings"

	"gatehouse/state/tree"
	"gatehouse/themes"
)

// Words is what differs between two texts, within one: [-what only the first
// has-] and {+what only the second has+}, as git's word diff writes it. Its
// blocks are the lines of the text.
type Words struct {
	styles *themes.Styles
	blocks []wordBlock
	width  int
	cache  map[int][]string
	used   int // version of the styles
}

// wordBlock is one line of the text, or a run of lines that are left out.
type wordBlock struct {
	pieces []tree.Piece
	left   bool // lines are left out here
	same   int  // so many of them; 0 for a part of a long line
}

var _ Content = (*Words)(nil)

// NewWords makes a view of a comparison; with only, lines in which nothing
// differs are left out.
func NewWords(styles *themes.Styles, pieces []tree.Piece, only bool) *Words {
	w := &Words{styles: styles, width: 80, cache: map[int][]string{}}
	line, size := wordBlock{}, 0
	differs := false
	end := func(lines int) {
		if last := len(w.blocks) - 1; only && !differs {
			if last < 0 || !w.blocks[last].left {
				w.blocks = append(w.blocks, wordBlock{left: true})
				last++
			}
			w.blocks[last].same += lines
		} else {
			w.blocks = append(w.blocks, line)
		}
		line, size, differs = wordBlock{}, 0, false
	}
	for _, p := range pieces {
		for text := p.Text; text != ""; {
			part := text
			if len(text) > pieceSize {
				part = text[:pieceEnd(text)]
			}
			nl := strings.IndexByte(part, '\n')
			if nl >= 0 {
				part = part[:nl]
			}
			text = text[len(part):]
			differs = differs || p.Kind != tree.Same
			line.pieces = append(line.pieces, tree.Piece{Kind: p.Kind, Text: part})
			size += len(part)
			switch {
			case nl >= 0:
				text = text[1:]
				end(1)
			case size >= pieceSize:
				end(0)
			}
		}
	}
	if len(line.pieces) > 0 {
		end(1)
	}
	return w
}

// Len implements Content.
func (w *Words) Len() int { return len(w.blocks) }

// SetWidth implements Content.
func (w *Words) SetWidth(width int) {
	if width = max(width, 1); width != w.width {
		w.width = width
		clear(w.cache)
	}
}

// Height implements Content.
func (w *Words) Height(i int) int { return len(w.Lines(i)) }

// Size implements Content.
func (w *Words) Size() int { return len(w.Source()) }

// Block implements Content. A comparison is not searched by bytes.
func (w *Words) Block(int) int { return 0 }

// Source implements Content: the comparison as text.
func (w *Words) Source() string {
	var b strings.Builder
	for _, block := range w.blocks {
		if block.left {
			b.WriteString(block.words() + "\n")
			continue
		}
		for _, p := range block.pieces {
			left, right := brackets(p)
			b.WriteString(left + p.Text + right)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// words says what is left out.
func (b wordBlock) words() string {
	switch b.same {
	case 0:
		return "… the same"
	case 1:
		return "… 1 line the same"
	}
	return fmt.Sprintf("… %d lines the same", b.same)
}

func brackets(p tree.Piece) (left, right string) {
	switch p.Kind {
	case tree.Added:
		return "{+", "+}"
	case tree.Removed:
		return "[-", "-]"
	}
	return "", ""
}

// Lines implements Content.
func (w *Words) Lines(i int) []string {
	if w.used != w.styles.Version || len(w.cache) > keepDrawn {
		w.used = w.styles.Version
		clear(w.cache)
	}
	if lines, ok := w.cache[i]; ok {
		return lines
	}
	block := w.blocks[i]
	text, added, removed := penOf(w.styles.Text), penOf(w.styles.Good), penOf(w.styles.Bad)
	var b strings.Builder
	if block.left {
		b.WriteString(penOf(w.styles.Dim).draw(block.words()))
	}
	for _, p := range block.pieces {
		pen := text
		switch p.Kind {
		case tree.Added:
			pen = added
		case tree.Removed:
			pen = removed
		}
		left, right := brackets(p)
		b.WriteString(pen.draw(left + marked(p.Text) + right))
	}
	lines := wrap(b.String(), layout{width: w.width, escape: penOf(w.styles.Escape)})
	w.cache[i] = lines
	return lines
}
