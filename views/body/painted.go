package body

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/themes"
)

// painter draws the lines of a Text that are more than words in one style.
type painter interface {
	refresh(s *themes.Styles) // takes up the styles in force
	stale() bool              // what was drawn looks different now, with the same styles
	// paint draws a line, safe and without line feeds; at is where the line begins in
	// the text, and head its first bytes where the line is the rest of a long one.
	paint(line, head string, at int, l *layout) string
}

// settled is what of a painter depends on the styles alone.
type settled struct{}

func (settled) stale() bool { return false }

// lineHead is how much of the beginning of a long line its further pieces are drawn by,
// in bytes.
const lineHead = 8

func newPainted(s *themes.Styles, p painter) *Text {
	t := NewText(s, s.Text)
	t.painter = p
	return t
}

// head returns the first bytes of the line that block i is a piece of.
func (t *Text) head(i int) string {
	for i > 0 && t.spans[i-1].end == t.spans[i].start {
		i--
	}
	return t.Part(t.spans[i].start, min(t.spans[i].start+lineHead, t.spans[i].end))
}

// NewDiff makes a text whose lines are coloured by the sign that they begin with.
func NewDiff(s *themes.Styles) *Text { return newPainted(s, &diffPainter{}) }

type diffPainter struct {
	settled
	text, added, removed, place pen
}

func (p *diffPainter) refresh(s *themes.Styles) {
	p.text, p.added, p.removed, p.place = penOf(s.Text), penOf(s.Good), penOf(s.Bad), penOf(s.Accent)
}

func (p *diffPainter) paint(line, head string, _ int, _ *layout) string {
	switch {
	case strings.HasPrefix(head, "@@"), strings.HasPrefix(head, "*** "):
		return p.place.draw(marked(line))
	case strings.HasPrefix(head, "+"):
		return p.added.draw(marked(line))
	case strings.HasPrefix(head, "-"):
		return p.removed.draw(marked(line))
	}
	return p.text.draw(marked(line))
}

// prompt stands before a command.
const prompt = "$ "

// NewCommand makes a text that is drawn as what was typed into a shell.
func NewCommand(s *themes.Styles) *Text { return newPainted(s, &commandPainter{}) }

type commandPainter struct {
	settled
	text, prompt pen
}

func (p *commandPainter) refresh(s *themes.Styles) {
	p.text, p.prompt = penOf(s.Strong), penOf(s.Accent)
}

func (p *commandPainter) paint(line, _ string, at int, l *layout) string {
	l.rest = strings.Repeat(" ", len(prompt))
	if l.first = l.rest; at == 0 {
		l.first = p.prompt.draw(prompt)
	}
	return p.text.draw(marked(line))
}

// quoteBar stands before each line of a quote.
const quoteBar = "▎ "

// NewBarred makes a text in one style with a bar before it, so that it is told apart
// from other text without colours too.
func NewBarred(s *themes.Styles, style lipgloss.Style) *Text {
	return newPainted(s, &barPainter{style: style})
}

type barPainter struct {
	settled
	style lipgloss.Style
	text  pen
}

func (p *barPainter) refresh(*themes.Styles) { p.text = penOf(p.style) }

func (p *barPainter) paint(line, _ string, _ int, l *layout) string {
	l.first = p.text.draw(quoteBar)
	l.rest = l.first
	return p.text.draw(marked(line))
}

// NewLinks makes a text of which each line is a title and behind two spaces an address,
// or one of both. Only addresses of the web can be clicked.
func NewLinks(s *themes.Styles) *Text { return newPainted(s, &linkPainter{}) }

type linkPainter struct {
	settled
	text, dim pen
}

func (p *linkPainter) refresh(s *themes.Styles) { p.text, p.dim = penOf(s.Text), penOf(s.Dim) }

func (p *linkPainter) paint(line, _ string, _ int, l *layout) string {
	l.rest = "  "
	title, about := line, ""
	if n := strings.LastIndex(line, "  "); n >= 0 {
		title, about = line[:n], line[n+2:]
	} else if _, ok := target(line); ok {
		title, about = "", line
	}
	if about == "" {
		return p.text.draw(marked(title))
	}
	if url, ok := target(about); ok {
		about = "\x1b]8;;" + url + "\a" + p.dim.draw(marked(about)) + linkOff
	} else {
		about = p.dim.draw(marked(about))
	}
	if title == "" {
		return about
	}
	return p.text.draw(marked(title)) + "  " + about
}
