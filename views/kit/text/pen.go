package text

import (
	"strings"

	"charm.land/lipgloss/v2"
)

const reset = "\x1b[m"

// Pen is a style as the bytes that switch it on, so that drawing a word costs
// a copy. An empty pen draws plain.
type Pen string

// PenOf takes the bytes out of a style.
func PenOf(s lipgloss.Style) Pen {
	on, _, _ := strings.Cut(s.Render("x"), "x")
	return Pen(on)
}

// Draw returns text, which has to be safe already, in the pen's style.
func (p Pen) Draw(text string) string {
	if p == "" || text == "" {
		return text
	}
	return string(p) + text + reset
}

// Run puts text together in runs of one pen.
type Run struct {
	out, same strings.Builder
	pen       Pen
}

// Add adds text, which has to be safe already.
func (r *Run) Add(p Pen, text string) {
	if p != r.pen {
		r.end()
		r.pen = p
	}
	r.same.WriteString(text)
}

// String returns what was added, drawn.
func (r *Run) String() string {
	r.end()
	return r.out.String()
}

func (r *Run) end() {
	r.out.WriteString(r.pen.Draw(r.same.String()))
	r.same.Reset()
}
