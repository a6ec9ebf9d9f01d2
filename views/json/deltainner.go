package json

import (
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/figures"
	"gatehouse/state/tree"
	"gatehouse/views/text"
)

// The bounds of what is shown at first of an object or array that only one of the
// documents has.
const (
	maxUnfolded  = 16 << 10 // bytes
	unfoldedRows = 10
)

// added draws a value that only one of the documents has, and below it what lies
// in it.
func (d *Delta) added(c tree.Change, x *tree.Index, i int, ink ink) []string {
	words, complete := d.value(x, i)
	head := d.valued(c, ink.line, ink.sign, d.place(c), words)
	if complete {
		return head
	}
	return append(head, d.unfolded(c.Depth-1, x.Value(i), ink)...)
}

// unfolded draws the content of an object or array, below its row at a depth.
func (d *Delta) unfolded(depth int, v []byte, ink ink) []string {
	most := d.maxBytes(maxUnfolded)
	doc := text.Start(string(v[:min(len(v), most+utf8.UTFMax)]), most)
	lines := jsonLines(doc)
	lines = lines[min(1, len(lines)):] // the row represents the bracket
	if len(doc) == len(v) {
		lines = lines[:max(len(lines)-1, 0)]
	}
	style := ink.line
	pen, before := text.PenOf(style), style.Render(ink.sign)+" "
	rows := d.most(unfoldedRows)
	var out []string
	for _, l := range lines {
		indent := strings.Repeat("  ", min(max(depth, 0)+int(l.depth), maxIndent))
		if len(indent) > d.Width/2 {
			indent = ""
		}
		drawn := pen.Draw(text.Marked(squeeze(doc[l.start:l.end], l.in)))
		for _, line := range text.Wrap(drawn, text.Layout{Width: max(d.Width-2, 1), First: indent, Rest: indent + "  ", Escape: text.PenOf(d.styles.Escape)}) {
			if len(out) == rows {
				d.cut = true
				return append(out, d.fit(before+indent+style.Render(further(len(v)-l.start))))
			}
			out = append(out, d.fit(before+line))
		}
	}
	if len(doc) < len(v) {
		d.cut = true
		out = append(out, d.fit(before+strings.Repeat("  ", max(depth, 0)+1)+style.Render(further(len(v)-len(doc)))))
	}
	return out
}

func further(left int) string { return "… " + figures.Size(left) + " more" }

// ink is what a line is drawn with that only one of the documents has.
type ink struct {
	sign       string
	line, mark lipgloss.Style // the line with its tint, and the sign on it
}

func (d *Delta) onlyA() ink {
	return ink{text.OnlyA, d.styles.Removed, d.styles.Removed.Foreground(d.styles.Bad.GetForeground())}
}

func (d *Delta) onlyB() ink {
	return ink{text.OnlyB, d.styles.Added, d.styles.Added.Foreground(d.styles.Good.GetForeground())}
}

// beside draws a value that is on a line with another one.
func (i ink) beside(value string) string {
	return i.mark.Render(i.sign+" ") + i.line.Render(value)
}

// tinted draws lines again, with the tint from edge to edge.
func (d *Delta) tinted(i ink, lines []string) []string {
	for n, line := range lines {
		line = strings.TrimPrefix(ansi.Strip(line), i.sign)
		lines[n] = i.mark.Render(i.sign) + i.line.Render(line+strings.Repeat(" ", max(d.Width-1-text.Width(line), 0)))
	}
	return lines
}
