package transcript

import (
	"strings"

	"charm.land/lipgloss/v2"

	"gatehouse/state"
	"gatehouse/state/text/rope"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// joinedTexts is content of several texts below each other. Each grows by itself.
type joinedTexts struct{ texts []piece }

// piece is a text of parts.
type piece struct {
	content
	above string // what is between it and the text above, in Source: line feeds
	made  any    // what it was made as; one of another kind replaces it
}

type content = page.Block

var _ content = (*joinedTexts)(nil)

// textGap is what is between two texts in Source that are an empty line apart.
const textGap = "\n\n"

// joinedTexts gives a section texts that may have grown, an empty line between them. Old
// text is neither joined nor compared again with each delta.
func (b *builder) joinedTexts(s *section, texts []*state.TextBuffer, style lipgloss.Style) {
	if b.search {
		s.text = joined(texts)
		return
	}
	p := b.pieces(s, len(texts))
	for i, words := range texts {
		t := &p.texts[i]
		if _, ok := t.content.(*text.Plain); !ok || t.made != nil {
			*t = piece{content: text.NewPlain(b.styles, style)}
		}
		t.above = textGap
		t.content.(*text.Plain).Follow(words.Rope())
	}
	p.SetWidth(max(b.width-s.inset, 1))
}

// pieces gives a section n texts. Those that it had may continue; the others are to be made.
func (b *builder) pieces(s *section, n int) *joinedTexts {
	p, ok := s.body.(*joinedTexts)
	if !ok {
		p = &joinedTexts{}
		s.body = p
	}
	p.texts = p.texts[:min(len(p.texts), n)]
	for len(p.texts) < n {
		p.texts = append(p.texts, piece{})
	}
	return p
}

// at finds the text that holds block i, and which of its blocks that is.
func (p *joinedTexts) at(i int) (text, block int) {
	for text < len(p.texts)-1 && i >= p.texts[text].Len() {
		i -= p.texts[text].Len()
		text++
	}
	return text, i
}

func (p *joinedTexts) SetWidth(width int) {
	for _, t := range p.texts {
		t.SetWidth(width)
	}
}

func (p *joinedTexts) Len() int {
	n := 0
	for _, t := range p.texts {
		n += t.Len()
	}
	return n
}

func (p *joinedTexts) Height(i int) int {
	text, block := p.at(i)
	height := p.texts[text].Height(block)
	if block == 0 {
		height += p.apart(text)
	}
	return height
}

func (p *joinedTexts) Lines(i int) []string {
	text, block := p.at(i)
	lines := p.texts[text].Lines(block)
	if n := p.apart(text); n > 0 && block == 0 {
		lines = append(make([]string, n, n+len(lines)), lines...)
	}
	return lines
}

// apart returns how many empty lines are above a text.
func (p *joinedTexts) apart(text int) int {
	if text == 0 {
		return 0
	}
	return len(p.texts[text].above) - 1
}

// Source implements text.Content. A single text is not copied.
func (p *joinedTexts) Source() string {
	if len(p.texts) == 1 {
		return p.texts[0].Source()
	}
	var all strings.Builder
	for i, t := range p.texts {
		if i > 0 {
			all.WriteString(t.above)
		}
		all.WriteString(t.Source())
	}
	return all.String()
}

// Part returns the bytes [from, to) of Source.
func (p *joinedTexts) Part(from, to int) string {
	var b strings.Builder
	at := 0
	add := func(size int, part func(from, to int) string) {
		if lo, hi := max(from-at, 0), min(to-at, size); lo < hi {
			b.WriteString(part(lo, hi))
		}
		at += size
	}
	for i, t := range p.texts {
		if i > 0 {
			add(len(t.above), func(from, to int) string { return t.above[from:to] })
		}
		add(t.Size(), t.Part)
	}
	return b.String()
}

func (p *joinedTexts) Size() int {
	n := 0
	for i, t := range p.texts {
		if i > 0 {
			n += len(t.above)
		}
		n += t.Size()
	}
	return n
}

func (p *joinedTexts) Block(offset int) int {
	before := 0
	for i, t := range p.texts {
		if i == len(p.texts)-1 {
			return before + t.Block(offset)
		}
		next := t.Size() + len(p.texts[i+1].above)
		if offset < next {
			return before + t.Block(offset)
		}
		offset -= next
		before += t.Len()
	}
	return 0
}

// joined is several texts as joinedTexts shows them, without a copy.
func joined(texts []*state.TextBuffer) *rope.Rope {
	var all []*rope.Rope
	for i, text := range texts {
		if i > 0 {
			all = append(all, rope.Plain(textGap))
		}
		all = append(all, text.Rope())
	}
	return rope.Join(all...)
}
