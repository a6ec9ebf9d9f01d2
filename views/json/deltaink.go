package json

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/views/text"
)

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

// beside draws a value that stands on a line with another one.
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
