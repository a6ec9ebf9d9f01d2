package text

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/themes"
)

// Painter draws the lines of a Plain that are more than words in one style.
type Painter interface {
	Refresh(s *themes.Styles) // takes up the styles in force
	Stale() bool              // what was drawn looks different now, with the same styles
	// paint draws a line, safe and without line feeds; at is where the line begins in
	// the text, and head its first bytes where the line is the rest of a long one.
	Paint(line, head string, at int, l *Layout) string
}

// settled is what of a painter depends on the styles alone.
type settled struct{}

func (settled) Stale() bool { return false }

// lineHead is how much of the beginning of a long line its further pieces are drawn by,
// in bytes.
const lineHead = 8

func NewPainted(s *themes.Styles, p Painter) *Plain {
	t := NewPlain(s, s.Text)
	t.painter = p
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
func NewDiff(s *themes.Styles) *Plain { return NewPainted(s, &diffPainter{}) }

type diffPainter struct {
	settled
	text, added, removed, place Pen
}

func (p *diffPainter) Refresh(s *themes.Styles) {
	p.text, p.added, p.removed, p.place = PenOf(s.Text), PenOf(s.Good), PenOf(s.Bad), PenOf(s.Accent)
}

func (p *diffPainter) Paint(line, head string, _ int, _ *Layout) string {
	switch {
	case strings.HasPrefix(head, "@@"), strings.HasPrefix(head, "*** "):
		return p.place.Draw(Marked(line))
	case strings.HasPrefix(head, "+"):
		return p.added.Draw(Marked(line))
	case strings.HasPrefix(head, "-"):
		return p.removed.Draw(Marked(line))
	}
	return p.text.Draw(Marked(line))
}

// prompt stands before a command.
const prompt = "$ "

// NewCommand makes a text that is drawn as what was typed into a shell.
func NewCommand(s *themes.Styles) *Plain { return NewPainted(s, &commandPainter{}) }

type commandPainter struct {
	settled
	text, prompt Pen
}

func (p *commandPainter) Refresh(s *themes.Styles) {
	p.text, p.prompt = PenOf(s.Strong), PenOf(s.Accent)
}

func (p *commandPainter) Paint(line, _ string, at int, l *Layout) string {
	l.Rest = strings.Repeat(" ", len(prompt))
	if l.First = l.Rest; at == 0 {
		l.First = p.prompt.Draw(prompt)
	}
	return p.text.Draw(Marked(line))
}

// quoteBar stands before each line of a quote.
const QuoteBar = "▎ "

// NewBarred makes a text in one style with a bar before it, so that it is told apart
// from other text without colours too.
func NewBarred(s *themes.Styles, style lipgloss.Style) *Plain {
	return NewPainted(s, &barPainter{style: style})
}

type barPainter struct {
	settled
	style lipgloss.Style
	text  Pen
}

func (p *barPainter) Refresh(*themes.Styles) { p.text = PenOf(p.style) }

func (p *barPainter) Paint(line, _ string, _ int, l *Layout) string {
	l.First = p.text.Draw(QuoteBar)
	l.Rest = l.First
	return p.text.Draw(Marked(line))
}

// NewLinks makes a text of which each line is a title and behind two spaces an address,
// or one of both. Only addresses of the web can be clicked.
func NewLinks(s *themes.Styles) *Plain { return NewPainted(s, &linkPainter{}) }

type linkPainter struct {
	settled
	text, dim Pen
}

func (p *linkPainter) Refresh(s *themes.Styles) { p.text, p.dim = PenOf(s.Text), PenOf(s.Dim) }

func (p *linkPainter) Paint(line, _ string, _ int, l *Layout) string {
	l.Rest = "  "
	title, about := line, ""
	if n := strings.LastIndex(line, "  "); n >= 0 {
		title, about = line[:n], line[n+2:]
	} else if _, ok := LinkTarget(line); ok {
		title, about = "", line
	}
	if about == "" {
		return p.text.Draw(Marked(title))
	}
	if url, ok := LinkTarget(about); ok {
		about = "\x1b]8;;" + url + "\a" + p.dim.Draw(Marked(about)) + linkOff
	} else {
		about = p.dim.Draw(Marked(about))
	}
	if title == "" {
		return about
	}
	return p.text.Draw(Marked(title)) + "  " + about
}
