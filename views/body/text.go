package body

import (
	"sort"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/themes"
)

// Text is growing text that is wrapped and otherwise drawn as it is. Its
// blocks are its lines; a long line is cut into pieces.
type Text struct {
	styles  *themes.Styles
	style   lipgloss.Style
	painter painter // nil where all of it is drawn in style

	growing
	spans []span
	width int

	cache   map[int][]string
	known   []uint16
	version int
	pen     pen
	escape  pen
}

// span is a piece of the source, in bytes.
type span struct{ start, end int }

var _ Content = (*Text)(nil)

// NewText makes an empty text that is drawn in style.
func NewText(styles *themes.Styles, style lipgloss.Style) *Text {
	t := &Text{styles: styles, style: style, width: 80, cache: map[int][]string{}}
	t.growing = newGrowing(t)
	return t
}

func (t *Text) forget() {
	t.spans, t.known = nil, nil
	clear(t.cache)
}

func (t *Text) line(line string, start int, _ lineEnd) {
	t.spans = append(t.spans, span{start, start + len(line)})
}

func (t *Text) checkpoint() (restore func()) {
	n := len(t.spans)
	return func() {
		t.spans = t.spans[:n]
		delete(t.cache, n)
	}
}

func (t *Text) forgetDrawn() {
	t.known = t.known[:min(len(t.known), len(t.spans))]
	clear(t.cache)
}

// SetWidth implements Content.
func (t *Text) SetWidth(width int) {
	if width = max(width, 1); width != t.width {
		t.width = width
		clear(t.cache)
		clear(t.known)
	}
}

// Len implements Content.
func (t *Text) Len() int { return len(t.spans) }

// Block implements Content.
func (t *Text) Block(offset int) int {
	i := sort.Search(len(t.spans), func(i int) bool { return t.spans[i].start > offset })
	return max(i-1, 0)
}

// Height implements Content.
func (t *Text) Height(i int) int {
	if i < len(t.known) && t.known[i] > 0 && !(t.reopen != nil && i == len(t.spans)-1) {
		return int(t.known[i])
	}
	return (t.spans[i].end-t.spans[i].start)/t.width + 1
}

// Lines implements Content.
func (t *Text) Lines(i int) []string {
	if t.version != t.styles.Version || t.painter != nil && t.painter.stale() {
		t.version = t.styles.Version
		t.pen, t.escape = penOf(t.style), penOf(t.styles.Escape)
		if t.painter != nil {
			t.painter.refresh(t.styles)
		}
		clear(t.cache)
	}
	if lines, ok := t.cache[i]; ok {
		return lines
	}
	lines := t.draw(i)
	if len(t.cache) >= keepDrawn {
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
func (t *Text) draw(i int) []string {
	line := strings.TrimSuffix(t.Part(t.spans[i].start, t.spans[i].end), "\r")
	l := layout{width: t.width, escape: t.escape}
	if t.painter == nil {
		return wrap(t.pen.draw(marked(line)), l)
	}
	return wrap(t.painter.paint(line, t.head(i), t.spans[i].start, &l), l)
}
