package text

import (
	"sort"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/themes"
)

// Plain is growing text that is wrapped and otherwise drawn as it is. Its
// blocks are its lines; a long line is cut into pieces.
type Plain struct {
	styles  *themes.Styles
	style   lipgloss.Style
	painter Painter // nil where all of it is drawn in style

	Growing
	spans []span
	width int

	cache   map[int][]string
	known   []uint16
	version int
	pen     Pen
	escape  Pen
}

// span is a piece of the source, in bytes.
type span struct{ start, end int }

var _ Content = (*Plain)(nil)

// NewPlain makes an empty text that is drawn in style.
func NewPlain(styles *themes.Styles, style lipgloss.Style) *Plain {
	t := &Plain{styles: styles, style: style, width: 80, cache: map[int][]string{}}
	t.Growing = NewGrowing(t)
	return t
}

func (t *Plain) Reset() {
	t.spans, t.known = nil, nil
	clear(t.cache)
}

func (t *Plain) AddLine(line string, start int, _ LineEnd) {
	t.spans = append(t.spans, span{start, start + len(line)})
}

func (t *Plain) Checkpoint() (restore func()) {
	n := len(t.spans)
	return func() {
		t.spans = t.spans[:n]
		delete(t.cache, n)
	}
}

func (t *Plain) ForgetDrawn() {
	t.known = t.known[:min(len(t.known), len(t.spans))]
	clear(t.cache)
}

// SetWidth implements Content.
func (t *Plain) SetWidth(width int) {
	if width = max(width, 1); width != t.width {
		t.width = width
		clear(t.cache)
		clear(t.known)
	}
}

// Len implements Content.
func (t *Plain) Len() int { return len(t.spans) }

// Block implements Content.
func (t *Plain) Block(offset int) int {
	i := sort.Search(len(t.spans), func(i int) bool { return t.spans[i].start > offset })
	return max(i-1, 0)
}

// Height implements Content.
func (t *Plain) Height(i int) int {
	if i < len(t.known) && t.known[i] > 0 && !(t.reopen != nil && i == len(t.spans)-1) {
		return int(t.known[i])
	}
	return (t.spans[i].end-t.spans[i].start)/t.width + 1
}

// Lines implements Content.
func (t *Plain) Lines(i int) []string {
	if t.version != t.styles.Version || t.painter != nil && t.painter.Stale() {
		t.version = t.styles.Version
		t.pen, t.escape = PenOf(t.style), PenOf(t.styles.Escape)
		if t.painter != nil {
			t.painter.Refresh(t.styles)
		}
		clear(t.cache)
	}
	if lines, ok := t.cache[i]; ok {
		return lines
	}
	lines := t.draw(i)
	if len(t.cache) >= KeepDrawn {
		clear(t.cache)
	}
	t.cache[i] = lines
	for len(t.known) <= i {
		t.known = append(t.known, 0)
	}
	t.known[i] = uint16(min(len(lines), 1<<16-1))
	return lines
}

// draw draws block i.
func (t *Plain) draw(i int) []string {
	line := strings.TrimSuffix(t.Part(t.spans[i].start, t.spans[i].end), "\r")
	l := Layout{Width: t.width, Escape: t.escape}
	if t.painter == nil {
		return Wrap(t.pen.Draw(Marked(line)), l)
	}
	return Wrap(t.painter.Paint(line, t.head(i), t.spans[i].start, &l), l)
}
