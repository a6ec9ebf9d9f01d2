package text

import (
	"bytes"
	"unicode/utf8"

	"gatehouse/themes"
)

// Window is text of any size, as it is. A block begins after the last line feed before a multiple of
// windowSize, so that each is found by itself: only what is in view is read. A line longer than that is
// cut after a word, and continues after a mark.
type Window struct {
	Drawn[drawnWindow]
	styles *themes.Styles
	text   Source
}

// drawnWindow is what a drawn block depends on: its bytes, which never change, and the
// version of the styles.
type drawnWindow struct {
	from, to int64
	version  int
}

// windowSize is the usual length of a window's block, in bytes.
const windowSize = 2 << 10

// continuationMark precedes a line of the screen that continues a line of the text which is too long for one
// block.
const continuationMark = "↳ "

var _ Long = (*Window)(nil)

// NewWindow makes a view of a text.
func NewWindow(styles *themes.Styles, text Source) *Window {
	return &Window{styles: styles, text: text, Drawn: Drawn[drawnWindow]{Width: 80}}
}

// start returns where block i begins.
func (w *Window) start(i int) int64 {
	at := int64(i) * windowSize
	if i == 0 || at >= w.text.Len() {
		return min(at, w.text.Len())
	}
	before := w.text.Bytes(at-windowSize+1, at)
	if n := bytes.LastIndexByte(before, '\n'); n >= 0 {
		return at - int64(len(before)-n-1)
	}
	near := before[max(len(before)-windowSize/4, 0):]
	if n := bytes.LastIndexAny(near, " ,"); n >= 0 {
		return at - int64(len(near)-n-1)
	}
	// A character across the border belongs to the next block, which so has all of it, also if the text
	// ends there.
	around := w.text.Bytes(at-utf8.UTFMax+1, at+1)
	for n := range len(around) {
		if utf8.RuneStart(around[len(around)-1-n]) {
			return at - int64(n)
		}
	}
	return at
}

func (w *Window) Len() int { return max((w.Size()+windowSize-1)/windowSize, 1) }

func (w *Window) Size() int { return int(w.text.Len()) }

func (w *Window) Source() string { return string(w.text.Bytes(0, w.text.Len())) }

func (w *Window) Block(offset int) int {
	i := min(max(offset, 0)/windowSize, w.Len()-1)
	switch {
	case i+1 < w.Len() && w.start(i+1) <= int64(offset):
		return i + 1
	case i > 0 && w.start(i) > int64(offset):
		return i - 1
	}
	return i
}

func (w *Window) Height(i int) int {
	if n, ok := w.Known(i); ok {
		return n
	}
	return min(windowSize, w.Size()-i*windowSize)/w.Width + 1
}

// Lines implements Content. While the body grows its last two blocks do: a line feed
// that arrives moves the border between them.
func (w *Window) Lines(i int) []string {
	from, to := w.start(i), w.start(i+1)
	return w.Get(i, drawnWindow{from, to, w.styles.Version}, func() []string { return w.draw(from, to) })
}

// draw wraps the lines of one block.
func (w *Window) draw(from, to int64) (drawn []string) {
	if from == to {
		return nil
	}
	text, escape := PenOf(w.styles.Text), PenOf(w.styles.Escape)
	block := bytes.TrimSuffix(w.text.Bytes(from, to), []byte("\n"))
	inside := from > 0 && w.text.Bytes(from-1, from)[0] != '\n'
	for line := range bytes.SplitSeq(block, []byte("\n")) {
		l := Layout{Width: w.Width, Escape: escape}
		if inside {
			l.First, inside = PenOf(w.styles.Dim).Draw(continuationMark), false
		}
		drawn = append(drawn, Wrap(text.Draw(Marked(string(bytes.TrimSuffix(line, []byte("\r"))))), l)...)
	}
	return drawn
}
