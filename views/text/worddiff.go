package text

import (
	"fmt"
	"strings"

	"gatehouse/state/rope"
	"gatehouse/state/tree"
	"gatehouse/themes"
)

// WordDiff is what differs between two texts, within one: [-what only the first
// has-] and {+what only the second has+}, as git's word diff writes it. Its
// blocks are the lines of the text.
type WordDiff struct {
	Drawn[int] // by the version of the styles
	styles     *themes.Styles
	a, b       *rope.Rope
	blocks     []wordBlock
}

// wordBlock is one line of the text, some lines that one of the texts has alone or that
// are the same, or a run of lines that are left out.
type wordBlock struct {
	pieces []tree.Piece // of some lines there is one
	left   bool         // lines are left out here
	same   int          // so many of them; 0 for a part of a long line
}

var _ Content = (*WordDiff)(nil)

// NewWordDiff makes a view of the comparison of two texts; with only, lines in which nothing
// differs are left out.
func NewWordDiff(styles *themes.Styles, a, b *rope.Rope, pieces []tree.Piece, only bool) *WordDiff {
	w := &WordDiff{styles: styles, a: a, b: b, Drawn: Drawn[int]{Width: 80}}
	line, size := wordBlock{}, 0
	differs := false
	end := func(lines int) {
		if last := len(w.blocks) - 1; only && !differs {
			if last < 0 || !w.blocks[last].left {
				w.blocks = append(w.blocks, wordBlock{left: true})
				last++
			}
			w.blocks[last].same += lines
		} else if !w.goesOn(line) {
			w.blocks = append(w.blocks, line)
		}
		line, size, differs = wordBlock{}, 0, false
	}
	for _, p := range pieces {
		part := func(from, to int) string { return w.of(p).Cut(int64(p.From+from), int64(p.From+to)) }
		eachLine(part, p.To-p.From, 0, func(text string, start int, ends LineEnd) {
			differs = differs || p.Kind != tree.Same
			from := p.From + start
			line.pieces = append(line.pieces, tree.Piece{Kind: p.Kind, From: from, To: from + len(text)})
			size += len(text)
			switch {
			case ends == Ended:
				end(1)
			case size >= PieceSize:
				end(0)
			}
		})
	}
	if len(line.pieces) > 0 {
		end(1)
	}
	return w
}

// SetStyles sets what it is drawn with.
func (w *WordDiff) SetStyles(styles *themes.Styles) { w.styles = styles }

// goesOn adds a line to the block before it where one piece is both: a long text that
// differs as a whole would have a block for each of its lines.
func (w *WordDiff) goesOn(line wordBlock) bool {
	if len(w.blocks) == 0 || len(line.pieces) != 1 {
		return false
	}
	last, next := &w.blocks[len(w.blocks)-1], line.pieces[0]
	if last.left || len(last.pieces) != 1 {
		return false
	}
	p := &last.pieces[0]
	if p.Kind != next.Kind || p.To+len("\n") != next.From || next.To-p.From > PieceSize {
		return false
	}
	p.To = next.To
	return true
}

// lines returns the pieces of each line of a block.
func (w *WordDiff) lines(b wordBlock) [][]tree.Piece {
	if len(b.pieces) != 1 {
		return [][]tree.Piece{b.pieces}
	}
	p := b.pieces[0]
	var out [][]tree.Piece
	for line := range strings.SplitSeq(w.text(p), "\n") {
		out = append(out, []tree.Piece{{Kind: p.Kind, From: p.From, To: p.From + len(line)}})
		p.From += len(line) + len("\n")
	}
	return out
}

// alone returns how many blocks from block i on, 0 or more, hold nothing but what the
// same one text has, and their size in bytes.
func (w *WordDiff) Alone(i int) (blocks, size int) {
	kind := w.blocks[i].alone()
	for _, b := range w.blocks[i:] {
		if kind == tree.Same || b.alone() != kind {
			break
		}
		blocks++
		for _, p := range b.pieces {
			size += p.To - p.From
		}
	}
	return blocks, size
}

// alone tells which one text has all of a block; Same where both have some of it.
func (b wordBlock) alone() tree.ChangeKind {
	if len(b.pieces) == 0 {
		return tree.Same
	}
	kind := b.pieces[0].Kind
	for _, p := range b.pieces {
		if p.Kind != kind {
			return tree.Same
		}
	}
	return kind
}

// of returns the text of which a piece is a part.
func (w *WordDiff) of(p tree.Piece) *rope.Rope {
	if p.Kind == tree.Added {
		return w.b
	}
	return w.a
}

func (w *WordDiff) text(p tree.Piece) string { return w.of(p).Cut(int64(p.From), int64(p.To)) }

// said is what stands in a piece's brackets: of a line's end that is all that
// differs, a sign for it.
func (w *WordDiff) said(p tree.Piece) string {
	if p.From == p.To && p.Kind != tree.Same {
		return "↵"
	}
	return w.text(p)
}

// Len implements Content.
func (w *WordDiff) Len() int { return len(w.blocks) }

// Source implements Content: the comparison as text.
func (w *WordDiff) Source() string {
	var b strings.Builder
	for _, block := range w.blocks {
		if block.left {
			b.WriteString(block.words() + "\n")
			continue
		}
		for _, line := range w.lines(block) {
			for _, p := range line {
				left, right := brackets(p)
				b.WriteString(left + w.said(p) + right)
			}
			b.WriteByte('\n')
		}
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
func (w *WordDiff) Lines(i int) []string {
	return w.Get(i, w.styles.Version, func() []string {
		l := Layout{Width: w.Width, Escape: PenOf(w.styles.Escape)}
		block := w.blocks[i]
		if block.left {
			return Wrap(PenOf(w.styles.Dim).Draw(block.words()), l)
		}
		var lines []string
		for _, line := range w.lines(block) {
			lines = append(lines, Wrap(w.draw(line), l)...)
		}
		return lines
	})
}

// draw draws the pieces of a line.
func (w *WordDiff) draw(line []tree.Piece) string {
	text, added, removed := PenOf(w.styles.Text), PenOf(w.styles.Good), PenOf(w.styles.Bad)
	var b strings.Builder
	for _, p := range line {
		pen := text
		switch p.Kind {
		case tree.Added:
			pen = added
		case tree.Removed:
			pen = removed
		}
		left, right := brackets(p)
		b.WriteString(pen.Draw(left + Marked(w.said(p)) + right))
	}
	return b.String()
}
