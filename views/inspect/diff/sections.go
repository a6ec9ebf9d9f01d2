package diff

import (
	"sort"
	"strings"

	"gatehouse/themes"
	"gatehouse/views/kit/text"
)

// section is a heading and what is below it.
type section struct {
	title   string
	about   string       // next to the heading
	content text.Content // nil for a section that the heading says all of
	folded  bool         // all of it is the same, and is not shown
}

// setAbout shows the words next to the heading instead of content.
func (s *section) setAbout(words ...string) {
	about := strings.Join(words, " ")
	if s.about != "" {
		about = strings.TrimSuffix(about, ".") + "; " + s.about
	}
	s.about, s.content = about, nil
}

// rows returns the number of blocks below the heading.
func (s section) rows() int {
	if s.content == nil {
		return 0
	}
	return s.content.Len()
}

// sections are the sections below one another, as one content: of each the
// heading is a block, and an empty line after it where either it or the next
// one is more than its heading.
type sections struct {
	styles *themes.Styles
	all    []section
	width  int
	starts []int // the block of each heading, and after the last the number of blocks
}

func newSections(styles *themes.Styles, all []section) *sections {
	s := &sections{styles: styles, all: all, starts: []int{0}}
	for i, one := range all {
		next := s.starts[i] + 1 + one.rows()
		if one.content != nil || i+1 == len(all) || all[i+1].content != nil {
			next++
		}
		s.starts = append(s.starts, next)
	}
	return s
}

// in returns the section of a block, and the block's number in it; -1 for the
// heading.
func (s *sections) in(block int) (section, int) {
	i := sort.SearchInts(s.starts, block+1) - 1
	return s.all[i], block - s.starts[i] - 1
}

// after returns the heading after a block; after the last the first.
func (s *sections) after(block int) int {
	if i := sort.SearchInts(s.starts, block+1); i < len(s.all) {
		return s.starts[i]
	}
	return 0
}

func (s *sections) Len() int { return s.starts[len(s.all)] }

func (s *sections) SetWidth(width int) {
	s.width = width
	for _, one := range s.all {
		if one.content != nil {
			one.content.SetWidth(width)
		}
	}
}

func (s *sections) Lines(i int) []string {
	one, n := s.in(i)
	switch {
	case n < 0:
		return s.heading(one)
	case n >= one.rows():
		return []string{""}
	}
	return one.content.Lines(n)
}

// heading draws the heading of a section. What is next to it continues below.
func (s *sections) heading(one section) []string {
	out := []string{s.styles.Accent.Render(one.title)}
	if one.about == "" {
		return out
	}
	about := wrapped(one.about, s.width-len(one.title)-2)
	for i, line := range about {
		if line = "  " + s.styles.Dim.Render(line); i == 0 {
			out[0] += line
		} else {
			out = append(out, strings.Repeat(" ", len(one.title))+line)
		}
	}
	return out
}

// Source implements text.Content: all sections as text.
func (s *sections) Source() string {
	var b strings.Builder
	for _, one := range s.all {
		b.WriteString(one.title + "  " + one.about + "\n")
		if one.content != nil {
			b.WriteString(strings.TrimRight(one.content.Source(), "\n") + "\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// newSections makes all sections of the pair: the request, the answer, the figures, and the
// routing and headers last. The rest of the result may be long: it is in front of the figures
// only if the answers have no text.
func (m *Model) newSections() *sections {
	if !m.pair() {
		return newSections(m.styles, nil)
	}
	result, figures := m.result.section(m.styles, m.only, m.complete), m.figures()
	if p := &m.answer; p.a != nil && p.a.Len()+p.b.Len() == 0 {
		result, figures = figures, result
	}
	return newSections(m.styles, []section{
		m.request.section(m.styles, m.only, m.complete), m.answer.section(m.styles, m.shown()), figures, result, m.routing.section(m.styles, m.only, m.complete), m.headers(),
	})
}

// lines is content that is a few lines, made for each width.
type lines struct {
	text  []string // as it is copied
	draw  func(i, width int) []string
	width int
}

func (l *lines) Len() int { return len(l.text) }

func (l *lines) SetWidth(width int) { l.width = width }

func (l *lines) Lines(i int) []string { return l.draw(i, l.width) }

func (l *lines) Source() string { return strings.Join(l.text, "\n") }
