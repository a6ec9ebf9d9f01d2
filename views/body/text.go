package body

import (
	"sort"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state/raw"
	"gatehouse/themes"
)

// Text is growing text that is wrapped and otherwise drawn as it is. Its
// blocks are its lines; a long line is cut into pieces.
type Text struct {
	styles *themes.Styles
	style  lipgloss.Style

	kept
	done  int
	spans []span
	tail  bool // the last span is an unfinished line
	width int

	cache   map[int][]string
	known   []uint16
	version int
	pen     pen
	escape  pen
}

// span is a piece of the source, in bytes.
type span struct{ start, end int }

// NewText makes an empty text that is drawn in style.
func NewText(styles *themes.Styles, style lipgloss.Style) *Text {
	return &Text{styles: styles, style: style, width: 80, cache: map[int][]string{}}
}

// Update takes the text as it stands now; see Markdown.Update.
func (t *Text) Update(text string) { t.take(kept{text: text, size: len(text)}) }

// Follow is Update with a text that is not held, but read piece by piece.
func (t *Text) Follow(text *raw.Rope) { t.take(kept{source: text, size: int(text.Len())}) }

func (t *Text) take(now kept) {
	goesOn, had := t.goesOn(&now), t.size
	t.kept = now
	switch {
	case !goesOn:
		t.spans, t.done, t.tail, t.known = nil, 0, false, nil
		clear(t.cache)
	case now.size == had:
		return
	}
	if t.tail {
		t.spans = t.spans[:len(t.spans)-1]
		delete(t.cache, len(t.spans))
	}
	t.tail = false
	t.done = t.eachLine(t.done, func(line string, start int, end lineEnd) {
		t.spans = append(t.spans, span{start, start + len(line)})
		t.tail = end == open
	})
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
	if i < len(t.known) && t.known[i] > 0 && !(t.tail && i == len(t.spans)-1) {
		return int(t.known[i])
	}
	return (t.spans[i].end-t.spans[i].start)/t.width + 1
}

// Lines implements Content.
func (t *Text) Lines(i int) []string {
	if t.version != t.styles.Version {
		t.version = t.styles.Version
		t.pen, t.escape = penOf(t.style), penOf(t.styles.Escape)
		clear(t.cache)
	}
	if lines, ok := t.cache[i]; ok {
		return lines
	}
	s := strings.TrimSuffix(t.Part(t.spans[i].start, t.spans[i].end), "\r")
	lines := wrap(t.pen.draw(marked(s)), layout{width: t.width, escape: t.escape})
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
