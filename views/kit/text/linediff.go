package text

import (
	"slices"
	"strings"
	"unicode/utf8"

	"gatehouse/state/answer/figures"
	"gatehouse/state/json/tree"
	"gatehouse/state/text/rope"
	"gatehouse/themes"
)

// LineDiff draws what differs between two texts as review pages do: signs in front of the
// lines that one of them has, a tint under those lines and a mark on the words that
// differ. Its blocks are lines, pieces of long lines, and what stands for those left out.
type LineDiff struct {
	Drawn[int] // by the version of the styles
	styles     *themes.Styles
	a, b       *rope.Rope
	diff       *tree.TextDiff
	shown      Shown
	folds      bool // something is left out that another Shown would show
	blocks     []diffBlock
	words      []string // instead of what is left out
}

// Shown is how much of a comparison is drawn, and how.
type Shown struct {
	Around     int  // lines that are the same around each change; AllLines: all
	MaxLines   int  // lines of one text that follow one another; 0: all
	SideBySide bool // in two columns, the second text at the right
}

// ApartWords say of two texts that they share too little to be compared.
const ApartWords = "Different texts: less than a fifth is in both."

// Around is how many equal lines around a change show where it is.
const Around = 3

// AllLines leaves out no line that is the same.
const AllLines = -1

// diffBlock is a piece of a line, of two side by side, or words instead of what is left out.
type diffBlock struct {
	row   int             // of the comparison; of words their place in LineDiff.words
	piece tree.Span       // of a long line; empty: all of the line
	side  tree.ChangeKind // Removed, Added, or Same for a line that both have; Changed: two side by side
	rest  bool            // the line began before this piece
	words bool
}

var _ Content = (*LineDiff)(nil)

// NewLineDiff makes a view of the comparison of two texts.
func NewLineDiff(styles *themes.Styles, a, b *rope.Rope, diff *tree.TextDiff, shown Shown) *LineDiff {
	w := &LineDiff{styles: styles, a: a, b: b, diff: diff, Drawn: Drawn[int]{Width: 80}}
	w.Show(shown)
	return w
}

// SetStyles sets what it is drawn with.
func (w *LineDiff) SetStyles(styles *themes.Styles) { w.styles = styles }

// Folds reports whether lines are left out.
func (w *LineDiff) Folds() bool { return w.folds }

// Show sets how much is drawn, and how.
func (w *LineDiff) Show(shown Shown) {
	if w.blocks != nil && shown == w.shown {
		return
	}
	w.shown, w.folds, w.blocks, w.words = shown, false, []diffBlock{}, nil
	w.Forget(0)
	if w.diff.Apart {
		w.addNote(ApartWords)
	}
	around := shown.Around
	if around == AllLines {
		around = len(w.diff.Rows)
	}
	for _, s := range w.diff.Stretches(around) {
		switch {
		case s.Folded:
			w.folds = true
			w.addNote("… " + figures.Counted(s.To-s.From, "line") + " the same")
		case s.Same:
			for row := s.From; row < s.To; row++ {
				w.same(row)
			}
		case shown.SideBySide && !w.long(s):
			w.besides(s)
		default:
			w.below(s)
		}
	}
}

func (w *LineDiff) addNote(words string) { w.blocks = append(w.blocks, w.note(words)) }

func (w *LineDiff) note(words string) diffBlock {
	w.words = append(w.words, words)
	return diffBlock{row: len(w.words) - 1, words: true}
}

// same adds a line that both texts have.
func (w *LineDiff) same(row int) {
	pieces := w.pieces(row, tree.Same)
	if len(pieces) > 1 && w.shown.Around != AllLines {
		w.folds = true
		w.blocks = append(w.blocks, pieces[0])
		w.addNote("… " + figures.Size(w.diff.Rows[row].A.To-pieces[1].piece.From) + " the same")
		return
	}
	w.blocks = append(w.blocks, pieces...)
}

// long reports whether a line of a stretch is too long for a column.
func (w *LineDiff) long(s tree.Stretch) bool {
	for _, r := range w.diff.Rows[s.From:s.To] {
		if max(r.A.To-r.A.From, r.B.To-r.B.From) > PieceSize {
			return true
		}
	}
	return false
}

// besides adds lines that differ, side by side.
func (w *LineDiff) besides(s tree.Stretch) {
	to := s.To
	if maxLines := w.shown.MaxLines; maxLines > 0 && to-s.From > maxLines {
		to = s.From + maxLines
	}
	w.blocks = slices.Grow(w.blocks, to-s.From)
	for row := s.From; row < to; row++ {
		w.blocks = append(w.blocks, diffBlock{row: row, side: tree.Changed})
	}
	w.more(s.To-to, "")
}

// below adds lines that differ: those of the first text, and below them those of the second.
func (w *LineDiff) below(s tree.Stretch) {
	lines := map[tree.ChangeKind][]diffBlock{}
	for row, side := range w.diff.Lines(s.From, s.To) {
		lines[side] = append(lines[side], w.differing(row, side)...)
	}
	add := func(lines []diffBlock, of string) {
		shown := len(lines)
		if maxLines := w.shown.MaxLines; maxLines > 0 && shown > maxLines+1 {
			shown = maxLines
		}
		w.blocks = append(w.blocks, lines[:shown]...)
		w.more(len(lines)-shown, of)
	}
	add(lines[tree.Removed], " of A")
	add(lines[tree.Added], " of B")
}

func (w *LineDiff) more(lines int, of string) {
	if lines > 0 {
		w.folds = true
		w.addNote("… " + figures.Counted(lines, "more line") + of)
	}
}

// near is how much of a long line is shown on each side of what differs, in bytes.
const near = 240

// differing returns the pieces of a line that one text has. Of a long one in which something
// differs, what is the same is left out.
func (w *LineDiff) differing(row int, side tree.ChangeKind) []diffBlock {
	line := w.diff.Rows[row].Side(side)
	marks := w.diff.Marks(row, side)
	if line.To-line.From <= PieceSize || len(marks) == 0 || w.shown.Around == AllLines {
		return w.pieces(row, side)
	}
	var out []diffBlock
	at := line.From
	fold := func(to int) {
		if to > at {
			w.folds = true
			out = append(out, w.note("… "+figures.Size(to-at)+" the same"))
		}
	}
	for i := 0; i < len(marks); {
		from, to := w.wordAt(side, max(marks[i].From-near, at), line), marks[i].To+near
		for i++; i < len(marks) && marks[i].From-near <= to; i++ {
			to = marks[i].To + near
		}
		to = w.wordAt(side, min(to, line.To), line)
		fold(from)
		out = append(out, w.cut(row, side, from, to)...)
		at = to
	}
	fold(line.To)
	return out
}

// wordAt returns where a word begins, at a place in a line or soon after it; else a character.
func (w *LineDiff) wordAt(side tree.ChangeKind, at int, line tree.Span) int {
	if at <= line.From || at >= line.To {
		return at
	}
	text := w.text(side).Cut(int64(at), int64(min(at+near/4, line.To)))
	if i := strings.IndexByte(text, ' '); i >= 0 {
		return at + i + 1
	}
	for i := range len(text) {
		if utf8.RuneStart(text[i]) {
			return at + i
		}
	}
	return at
}

// pieces cuts a line into what is drawn at once.
func (w *LineDiff) pieces(row int, side tree.ChangeKind) []diffBlock {
	line := w.diff.Rows[row].Side(side)
	if line.To-line.From <= PieceSize {
		return []diffBlock{{row: row, side: side}}
	}
	return w.cut(row, side, line.From, line.To)
}

// cut cuts a part of a line into what is drawn at once.
func (w *LineDiff) cut(row int, side tree.ChangeKind, at, to int) []diffBlock {
	var out []diffBlock
	for start := at; at < to; {
		end := to
		if end-at > PieceSize {
			end = at + PieceEnd(w.text(side).Cut(int64(at), int64(min(at+2*PieceSize, to))))
		}
		out = append(out, diffBlock{row: row, side: side, piece: tree.Span{From: at, To: end}, rest: at > start})
		at = end
	}
	return out
}

// within returns the marks in a piece, cut to it.
func within(marks []tree.Span, piece tree.Span) []tree.Span {
	var out []tree.Span
	for _, m := range marks {
		if m.To >= piece.From && m.From < piece.To || m.From == m.To && m.To == piece.To {
			out = append(out, tree.Span{From: max(m.From, piece.From), To: min(m.To, piece.To)})
		}
	}
	return out
}

func (w *LineDiff) text(side tree.ChangeKind) *rope.Rope {
	if side == tree.Added {
		return w.b
	}
	return w.a
}

func (w *LineDiff) Len() int { return len(w.blocks) }

// Source implements Content: the comparison as a unified diff.
func (w *LineDiff) Source() string {
	return strings.TrimSuffix(w.diff.Unified(w.a.String(), w.b.String()), "\n")
}
