package views

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/themes"
)

// VerdictStyle returns the colour of a verdict.
func VerdictStyle(styles *themes.Styles, v state.Verdict) lipgloss.Style {
	switch v {
	case state.Completed:
		return styles.Good
	case state.Failed:
		return styles.Bad
	case state.Running:
		return styles.Running
	case state.Unknown:
		return styles.Dim
	}
	return styles.Warn
}

// minBefore is how much of the word before the last is worth drawing cut, in cells:
// "added" alone does not tell what was.
const minBefore = 8

// TypeEnd is as many of the last words of an event's type as fit in a number of
// cells: types differ at their ends.
func TypeEnd(name string, cells int) string {
	for rest := name; ; {
		i := strings.IndexAny(rest, "._")
		if i < 0 {
			return ansi.TruncateLeft(name, ansi.StringWidth(name)-cells+1, "…")
		}
		before := rest
		if rest = rest[i+1:]; ansi.StringWidth(rest) > cells {
			continue
		}
		if !strings.ContainsAny(rest, "._") && ansi.StringWidth(rest)+minBefore <= cells {
			return ansi.TruncateLeft(before, ansi.StringWidth(before)-cells+1, "…")
		}
		return rest
	}
}

// Lines caches drawn lines from one frame to the next. Of the
// lines of a screen most were on the screen before, at another place when it
// was scrolled.
type Lines struct {
	now, before map[string]string
}

// Frame begins a frame: what neither the last one nor this one draws is
// forgotten.
func (l *Lines) Frame() {
	if l.now == nil {
		l.now, l.before = map[string]string{}, map[string]string{}
	}
	l.now, l.before = l.before, l.now
	clear(l.now)
}

// Forget forgets all: draw gives something else from now on.
func (l *Lines) Forget() { *l = Lines{}; l.Frame() }

// Line returns what draw gives for a line.
func (l *Lines) Line(line string, draw func(string) string) string {
	if drawn, ok := l.now[line]; ok {
		return drawn
	}
	drawn, ok := l.before[line]
	if !ok {
		drawn = draw(line)
	}
	l.now[line] = drawn
	return drawn
}
