package transcript

import (
	"bytes"
	"unicode/utf8"

	"gatehouse/client/wire"
	"gatehouse/themes"
	"gatehouse/views/body"
)

// onWire is content that lies in a response's body and is read piece by piece:
// a body may be a hundred times as large as what is ever looked at.
type onWire interface {
	body.Content
	bytes() *wire.Body
}

// window is a response body that is no event stream. A block begins behind the
// last line feed before a multiple of windowSize, so that each is found by
// itself: nothing but what is in view is read.
type window struct {
	styles  *themes.Styles
	text    *wire.Body
	width   int
	cache   map[int][]string
	drawn   int64 // bytes that had arrived when the cache was filled
	version int
}

// windowSize is the usual length of a window's block, in bytes.
const windowSize = 2 << 10

var _ onWire = (*window)(nil)

func newWindow(styles *themes.Styles, text *wire.Body) *window {
	return &window{styles: styles, text: text, width: 80, cache: map[int][]string{}}
}

// bytes implements onWire.
func (w *window) bytes() *wire.Body { return w.text }

// start returns where block i begins.
func (w *window) start(i int) int64 {
	at := int64(i) * windowSize
	if i == 0 || at >= w.text.Len() {
		return min(at, w.text.Len())
	}
	before := w.text.Bytes(at-windowSize+1, at)
	if n := bytes.LastIndexByte(before, '\n'); n >= 0 {
		return at - int64(len(before)-n-1)
	}
	next := w.text.Bytes(at, at+utf8.UTFMax)
	for n := range min(len(next), utf8.UTFMax-1) {
		if utf8.RuneStart(next[n]) {
			return at + int64(n)
		}
	}
	return at
}

// SetWidth implements body.Content.
func (w *window) SetWidth(width int) {
	if width != w.width {
		w.width = width
		clear(w.cache)
	}
}

// Len implements body.Content.
func (w *window) Len() int { return max((w.Size()+windowSize-1)/windowSize, 1) }

// Size implements body.Content.
func (w *window) Size() int { return int(w.text.Len()) }

// Source implements body.Content.
func (w *window) Source() string { return string(w.text.All()) }

// Block implements body.Content.
func (w *window) Block(offset int) int {
	i := min(max(offset, 0)/windowSize, w.Len()-1)
	switch {
	case i+1 < w.Len() && w.start(i+1) <= int64(offset):
		return i + 1
	case i > 0 && w.start(i) > int64(offset):
		return i - 1
	}
	return i
}

// Height implements body.Content.
func (w *window) Height(i int) int {
	if lines, ok := w.cache[i]; ok {
		return len(lines)
	}
	return min(windowSize, w.Size()-i*windowSize)/max(w.width, 1) + 1
}

// Lines implements body.Content. While the body grows its last two blocks do:
// a line feed that arrives moves the border between them.
func (w *window) Lines(i int) []string {
	if w.version != w.styles.Version || len(w.cache) > 256 {
		w.version = w.styles.Version
		clear(w.cache)
	}
	if now := w.text.Len(); now != w.drawn {
		last := int(w.drawn / windowSize)
		for k := range w.cache {
			if k >= last-1 {
				delete(w.cache, k)
			}
		}
		w.drawn = now
	}
	if lines, ok := w.cache[i]; ok {
		return lines
	}
	t := body.NewText(w.styles, w.styles.Text)
	t.SetWidth(w.width)
	t.Update(string(bytes.TrimSuffix(w.text.Bytes(w.start(i), w.start(i+1)), []byte("\n"))))
	lines := []string{}
	for n := range t.Len() {
		lines = append(lines, t.Lines(n)...)
	}
	w.cache[i] = lines
	return lines
}
