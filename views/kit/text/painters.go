package text

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/themes"
)

// Painter returns what draws the lines of a Plain that are more than words in one style.
// It is called again when the styles have changed.
type Painter func(s *themes.Styles) Paint

// Paint draws a line, safe and without line feeds; at is where the line begins in the text,
// and head its first bytes where the line is the rest of a long one.
type Paint func(line, head string, at int, l *Layout) string

// lineHead is how much of the beginning of a long line its further pieces are drawn by,
// in bytes.
const lineHead = 8

// NewPainted makes an empty text that a painter draws. version counts what the painter
// depends on besides the styles; nil for nothing.
func NewPainted(s *themes.Styles, version func() int, painter Painter) *Plain {
	t := NewPlain(s, s.Text)
	t.painter, t.painterVersion = painter, version
	return t
}

// head returns the first bytes of the line that block i is a piece of.
func (t *Plain) head(i int) string {
	for i > 0 && t.spans[i-1].end == t.spans[i].start {
		i--
	}
	return t.Part(t.spans[i].start, min(t.spans[i].start+lineHead, t.spans[i].end))
}

// NewDiff makes a text whose lines are coloured by the sign that they begin with.
func NewDiff(s *themes.Styles) *Plain {
	return NewPainted(s, nil, func(s *themes.Styles) Paint {
		text, added, removed, place := PenOf(s.Text), PenOf(s.Good), PenOf(s.Bad), PenOf(s.Accent)
		return func(line, head string, _ int, _ *Layout) string {
			switch {
			case strings.HasPrefix(head, "@@"), strings.HasPrefix(head, "*** "):
				return place.Draw(Marked(line))
			case strings.HasPrefix(head, "+"):
				return added.Draw(Marked(line))
			case strings.HasPrefix(head, "-"):
				return removed.Draw(Marked(line))
			}
			return text.Draw(Marked(line))
		}
	})
}

// NewCommand makes a text that is drawn as what was typed into a shell.
func NewCommand(s *themes.Styles) *Plain {
	const prompt = "$ "
	return NewPainted(s, nil, func(s *themes.Styles) Paint {
		text, first := PenOf(s.Strong), PenOf(s.Accent).Draw(prompt)
		return func(line, _ string, at int, l *Layout) string {
			l.Rest = strings.Repeat(" ", len(prompt))
			if l.First = l.Rest; at == 0 {
				l.First = first
			}
			return text.Draw(Marked(line))
		}
	})
}

// QuoteBar is drawn before each line of a quote.
const QuoteBar = "▎ "

// NewBarred makes a text in one style with a bar before it, so that it differs from other
// text without colours too.
func NewBarred(s *themes.Styles, style lipgloss.Style) *Plain {
	return NewPainted(s, nil, func(*themes.Styles) Paint {
		text := PenOf(style)
		bar := text.Draw(QuoteBar)
		return func(line, _ string, _ int, l *Layout) string {
			l.First, l.Rest = bar, bar
			return text.Draw(Marked(line))
		}
	})
}

// NewLinks makes a text whose lines are each a title and, after two spaces, an address, or one of
// both. Only addresses of the web can be clicked.
func NewLinks(s *themes.Styles) *Plain {
	return NewPainted(s, nil, func(s *themes.Styles) Paint {
		text, dim := PenOf(s.Text), PenOf(s.Dim)
		return func(line, _ string, _ int, l *Layout) string {
			l.Rest = "  "
			title, about := line, ""
			if n := strings.LastIndex(line, "  "); n >= 0 {
				title, about = line[:n], line[n+2:]
			} else if _, ok := LinkTarget(line); ok {
				title, about = "", line
			}
			if about == "" {
				return text.Draw(Marked(title))
			}
			address := dim.Draw(Marked(about))
			if url, ok := LinkTarget(about); ok {
				address = LinkOn(url) + address + LinkOff
			}
			if title == "" {
				return address
			}
			return text.Draw(Marked(title)) + "  " + address
		}
	})
}
