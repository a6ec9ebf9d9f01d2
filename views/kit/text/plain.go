package text

import (
	"sort"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"gatehouse/themes"
)

// Plain is growing text that is wrapped and otherwise drawn as it is. Its
// blocks are its lines; a long line is cut into pieces.
type Plain struct {
	styles         *themes.Styles
	style          lipgloss.Style
	painter        Painter    // nil where all of it is drawn in style
	painterVersion func() int // nil: none

	Growing
	Drawn[drawnPlain]
	spans []span

	styled  [2]int // versions of the styles and the painter
	version int    // of how it is drawn
	paint   Paint
	pen     Pen
	escape  Pen
}

// drawnPlain is what a drawn block depends on.
type drawnPlain struct {
	span
	version int
}

// span is a piece of the source, in bytes.
type span struct{ start, end int }

var _ Long = (*Plain)(nil)

// NewPlain makes an empty text that is drawn in style.
func NewPlain(styles *themes.Styles, style lipgloss.Style) *Plain {
	t := &Plain{styles: styles, style: style, Drawn: Drawn[drawnPlain]{Width: 80}}
	t.Growing = NewGrowing(t)
	return t
}

func (t *Plain) Reset() {
	t.spans = nil
	t.Forget(0)
}

func (t *Plain) AddLine(line string, start int, _ LineEnd) {
	t.spans = append(t.spans, span{start, start + len(line)})
}

func (t *Plain) Checkpoint() (restore func()) {
	n := len(t.spans)
	return func() { t.spans = t.spans[:n] }
}

func (t *Plain) ForgetDrawn() { t.Forget(len(t.spans)) }

func (t *Plain) Len() int { return len(t.spans) }

func (t *Plain) Block(offset int) int {
	i := sort.Search(len(t.spans), func(i int) bool { return t.spans[i].start > offset })
	return max(i-1, 0)
}

func (t *Plain) Height(i int) int {
	if n, ok := t.Known(i); ok && !(t.reopen != nil && i == len(t.spans)-1) {
		return n
	}
	return (t.spans[i].end-t.spans[i].start)/t.Width + 1
}

func (t *Plain) Lines(i int) []string {
	now := [2]int{t.styles.Version}
	if t.painterVersion != nil {
		now[1] = t.painterVersion()
	}
	if t.styled != now || t.version == 0 {
		t.styled, t.version = now, t.version+1
		t.pen, t.escape = PenOf(t.style), PenOf(t.styles.Escape)
		if t.painter != nil {
			t.paint = t.painter(t.styles)
		}
	}
	return t.Get(i, drawnPlain{t.spans[i], t.version}, func() []string { return t.draw(i) })
}

// draw draws block i.
func (t *Plain) draw(i int) []string {
	line := strings.TrimSuffix(t.Part(t.spans[i].start, t.spans[i].end), "\r")
	l := Layout{Width: t.Width, Escape: t.escape}
	if t.paint == nil {
		return Wrap(t.pen.Draw(Marked(line)), l)
	}
	return Wrap(t.paint(line, t.head(i), t.spans[i].start, &l), l)
}

// Paragraph draws a short text in one style on as many lines as it needs, each indented by indent.
func Paragraph(styles *themes.Styles, style lipgloss.Style, indent, width int, words string) []string {
	t := NewPlain(styles, style)
	t.SetWidth(width - indent)
	t.Update(words)
	var lines []string
	for i := range t.Len() {
		for _, line := range t.Lines(i) {
			lines = append(lines, strings.Repeat(" ", indent)+line)
		}
	}
	return lines
}

// PieceSize bounds a block, in bytes, so that no block costs more than the 4 ms that drawing may take. A
// longer line or paragraph is cut into pieces.
const PieceSize = 2 << 10

// PieceEnd returns where the first piece of a line ends that is longer than a piece: after the last
// space, else between two characters.
func PieceEnd(line string) int {
	const limit = PieceSize
	if i := strings.LastIndexByte(line[limit-PieceSize/4:limit], ' '); i >= 0 {
		return limit - PieceSize/4 + i + 1
	}
	for end := limit; end > limit-utf8.UTFMax; end-- {
		if utf8.RuneStart(line[end]) {
			return end
		}
	}
	return limit
}
