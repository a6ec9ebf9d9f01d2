package themes

import (
	"cmp"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// OnGround draws a line on the theme's background, width cells wide, for a theme that the
// terminal's background does not suit. Every reset in the line becomes one to the theme's
// colours. The last cell of the margin, or of a selected row as wide as the line, is a
// no-break space: plain blanks at the end are erased instead of written, and multiplexers
// forget the colour of cells that were not written.
func (s *Styles) OnGround(line string, width int) string {
	line = trimBlanks(line)
	if row, ok := strings.CutSuffix(line, " "+ansi.ResetStyle); ok && ansi.StringWidth(line) >= width {
		line = row + "\u00a0" + ansi.ResetStyle
	}
	ground := s.groundSGR()
	var b strings.Builder
	b.WriteString(ground)
	for rest := line; ; {
		before, after, found := cutReset(rest)
		b.WriteString(before)
		if !found {
			break
		}
		b.WriteString(ground)
		rest = after
	}
	if margin := width - ansi.StringWidth(line); margin > 0 {
		b.WriteString(ground + strings.Repeat(" ", margin-1) + "\u00a0")
	}
	b.WriteString(ansi.ResetStyle)
	return b.String()
}

// trimBlanks removes the blanks at a line's end, also those within its last style unless
// that is visible on them, as in a selected row.
func trimBlanks(line string) string {
	for {
		short := strings.TrimRight(line, " ")
		styled, closed := strings.CutSuffix(short, ansi.ResetStyle)
		if !closed || shownOnBlanks(styled) {
			return short
		}
		line = styled
	}
}

// shownOnBlanks reports whether the last style of a line has a background or an underline.
func shownOnBlanks(line string) bool {
	at := strings.LastIndex(line, "\x1b[")
	if at < 0 {
		return false
	}
	attributes, _, _ := strings.Cut(line[at+len("\x1b["):], "m")
	for a := range strings.SplitSeq(attributes, ";") {
		n, _ := strconv.Atoi(a)
		switch {
		case n == 38:
			return strings.Contains(attributes, ";48;") // its numbers are no attributes
		case n == 4, n == 7, n == 48, n >= 40 && n <= 47, n >= 100 && n <= 107:
			return true
		}
	}
	return false
}

// cutReset cuts a line around its first reset, in either spelling.
func cutReset(line string) (before, after string, found bool) {
	for i := 0; ; {
		at := strings.Index(line[i:], "\x1b[")
		if at < 0 {
			return line, "", false
		}
		i += at
		switch rest := line[i:]; {
		case strings.HasPrefix(rest, "\x1b[m"):
			return line[:i], rest[len("\x1b[m"):], true
		case strings.HasPrefix(rest, "\x1b[0m"):
			return line[:i], rest[len("\x1b[0m"):], true
		}
		i += len("\x1b[")
	}
}

// HasGround reports whether the theme has a background; one without colours has none.
func (s *Styles) HasGround() bool { return s.Palette.Ground != "" }

// groundSGR returns the sequence for plain text in the theme's colours; black on light and
// white on dark by default.
func (s *Styles) groundSGR() string {
	ink, ground := "0", "15"
	if s.Dark {
		ink, ground = "15", "0"
	}
	return ansi.ResetStyle + ansi.Style{}.
		ForegroundColor(lipgloss.Color(cmp.Or(s.Palette.Text, ink))).
		BackgroundColor(lipgloss.Color(cmp.Or(s.Palette.Ground, ground))).String()
}
