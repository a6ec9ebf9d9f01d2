package transcript

import (
	"slices"
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state"
	"gatehouse/views/body"
)

// parts is content of several texts below each other, an empty line between
// them. Each grows by itself.
type parts struct{ texts []*body.Text }

var _ body.Content = (*parts)(nil)

// between is what stands between two texts in Source.
const between = "\n\n"

// parts gives a section texts that may have grown. What came before is neither
// joined nor compared again with each delta.
func (b *builder) parts(s *section, texts []*state.Text, style lipgloss.Style) {
	p, ok := s.body.(*parts)
	if !ok {
		p = &parts{}
		s.body = p
	}
	p.texts = p.texts[:min(len(p.texts), len(texts))]
	for i, text := range texts {
		if i == len(p.texts) {
			p.texts = append(p.texts, body.NewText(b.styles, style))
		}
		p.texts[i].Follow(text.Rope())
	}
	p.SetWidth(max(b.width-s.inset, 1))
}

// at finds the text that holds block i, and which of its blocks that is.
func (p *parts) at(i int) (text, block int) {
	for text < len(p.texts)-1 && i >= p.texts[text].Len() {
		i -= p.texts[text].Len()
		text++
	}
	return text, i
}

// SetWidth implements body.Content.
func (p *parts) SetWidth(width int) {
	for _, t := range p.texts {
		t.SetWidth(width)
	}
}

// Len implements body.Content.
func (p *parts) Len() int {
	n := 0
	for _, t := range p.texts {
		n += t.Len()
	}
	return n
}

// Height implements body.Content.
func (p *parts) Height(i int) int {
	text, block := p.at(i)
	height := p.texts[text].Height(block)
	if text > 0 && block == 0 {
		height++
	}
	return height
}

// Lines implements body.Content.
func (p *parts) Lines(i int) []string {
	text, block := p.at(i)
	lines := p.texts[text].Lines(block)
	if text > 0 && block == 0 {
		lines = append([]string{""}, lines...)
	}
	return lines
}

// Source implements body.Content. A single text is not copied.
func (p *parts) Source() string {
	if len(p.texts) == 1 {
		return p.texts[0].Source()
	}
	all := make([]string, len(p.texts))
	for i, t := range p.texts {
		all[i] = t.Source()
	}
	return strings.Join(all, between)
}

// Released reports whether a text was let go.
func (p *parts) Released() bool { return slices.ContainsFunc(p.texts, (*body.Text).Released) }

// Part returns the bytes [from, to) of Source.
func (p *parts) Part(from, to int) string {
	var b strings.Builder
	at := 0
	piece := func(size int, part func(from, to int) string) {
		if lo, hi := max(from-at, 0), min(to-at, size); lo < hi {
			b.WriteString(part(lo, hi))
		}
		at += size
	}
	for i, t := range p.texts {
		if i > 0 {
			piece(len(between), func(from, to int) string { return between[from:to] })
		}
		piece(t.Size(), t.Part)
	}
	return b.String()
}

// Size implements body.Content.
func (p *parts) Size() int {
	n := len(between) * max(len(p.texts)-1, 0)
	for _, t := range p.texts {
		n += t.Size()
	}
	return n
}

// Block implements body.Content.
func (p *parts) Block(offset int) int {
	before := 0
	for i, t := range p.texts {
		if offset < t.Size()+len(between) || i == len(p.texts)-1 {
			return before + t.Block(offset)
		}
		offset -= t.Size() + len(between)
		before += t.Len()
	}
	return 0
}
