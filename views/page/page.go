package page

import (
	"gatehouse/views"
	"gatehouse/views/text"
)

// Page is a window on content that is read by scrolling. Its place is a block
// and a line of it, so that nothing jumps when an estimated height becomes a
// fact, and a step costs the same anywhere.
type Page struct {
	content     text.Content
	block, line int // the first line on the screen
	height      int // of the screen, as it was asked for last
}

// New makes a window on the first line of content.
func New(content text.Content) *Page { return &Page{content: content} }

// Content returns what the page shows.
func (p *Page) Content() text.Content { return p.content }

// Lines returns the lines on the screen, at most height.
func (p *Page) Lines(height int) []string {
	p.settle()
	p.height = height
	out := make([]string, 0, max(height, 0))
	line := p.line
	for i := p.block; i < p.content.Len() && len(out) < height; i++ {
		lines := p.content.Lines(i)
		for ; line < len(lines) && len(out) < height; line++ {
			out = append(out, lines[line])
		}
		line = 0
	}
	return out
}

// settle keeps the place in the content, which may have changed.
func (p *Page) settle() {
	p.block = max(min(p.block, p.content.Len()-1), 0)
	if p.block < p.content.Len() {
		p.line = max(min(p.line, len(p.content.Lines(p.block))-1), 0)
	}
}

// Scroll moves the window by lines; the last line of the content does not
// leave the bottom of a screen of height lines.
func (p *Page) Scroll(by, height int) {
	p.settle()
	p.step(by)
	if by > 0 {
		p.fill(height)
	}
}

// fill moves the window up where the last line would leave the bottom of a screen
// of height lines.
func (p *Page) fill(height int) {
	was := p.Here()
	p.End(height)
	if was.before(p.Here()) {
		p.block, p.line = was.block, was.line
	}
}

// step moves the window by lines, as far as there are any.
func (p *Page) step(by int) {
	for ; by < 0 && (p.line > 0 || p.block > 0); by++ {
		if p.line--; p.line < 0 {
			p.block--
			p.line = max(len(p.content.Lines(p.block))-1, 0)
		}
	}
	for ; by > 0 && p.block < p.content.Len(); by-- {
		if p.line++; p.line >= len(p.content.Lines(p.block)) {
			if p.block+1 >= p.content.Len() {
				p.line--
				return
			}
			p.block, p.line = p.block+1, 0
		}
	}
}

// Line names a line of a page: a block, and which of its lines.
type Line struct{ block, line int }

// Block returns the block that the line is of.
func (l Line) Block() int { return l.block }

func (l Line) before(m Line) bool {
	return l.block < m.block || l.block == m.block && l.line < m.line
}

var _ Searchable[Line] = (*Page)(nil)

// Here implements Searchable: the first line on the screen.
func (p *Page) Here() Line { return Line{p.block, p.line} }

// Edge implements Searchable.
func (p *Page) Edge(by int) Line {
	edge := *p
	if edge.Top(); by < 0 {
		edge.End(1)
	}
	return edge.Here()
}

// Step implements Searchable.
func (p *Page) Step(at Line, by int) (Line, bool) {
	walker := Page{content: p.content, block: at.block, line: at.line}
	walker.settle()
	was := walker.Here()
	walker.step(by)
	return walker.Here(), walker.Here() != was
}

// Line implements Searchable.
func (p *Page) Line(at Line) string {
	if at.block >= p.content.Len() {
		return ""
	}
	lines := p.content.Lines(at.block)
	if at.line >= len(lines) {
		return ""
	}
	return lines[at.line]
}

// Show implements Searchable: the line comes to a third of the screen of the lines that
// were asked for last.
func (p *Page) Show(at Line) {
	p.block, p.line = at.block, at.line
	p.step(-p.height / 3)
	p.fill(p.height)
}

// Do moves the window on a screen of height lines as a movement of the key table says;
// it reports whether a is one.
func (p *Page) Do(a views.Action, height int) bool {
	switch a {
	case views.ActGoTop:
		p.Top()
	case views.ActGoEnd:
		p.End(height)
	default:
		by, ok := views.Steps(a, height-1)
		if ok {
			p.Scroll(by, height)
		}
		return ok
	}
	return true
}

// Follow moves the window as little as brings a line onto a screen of height lines.
func (p *Page) Follow(at Line, height int) {
	p.settle()
	lowest := Page{content: p.content, block: at.block, line: at.line}
	lowest.step(1 - max(height, 1))
	switch {
	case at.before(p.Here()):
		p.block, p.line = at.block, at.line
	case p.Here().before(lowest.Here()):
		p.Take(&lowest)
	}
}

// Top goes to the first line.
func (p *Page) Top() { p.block, p.line = 0, 0 }

// End puts the last line at the bottom of a screen of height lines.
func (p *Page) End(height int) {
	p.block = max(p.content.Len()-1, 0)
	if p.content.Len() > 0 {
		p.line = max(len(p.content.Lines(p.block))-1, 0)
	}
	p.step(1 - max(height, 1))
}

// AtEnd reports whether the last line stands on a screen of height lines.
func (p *Page) AtEnd(height int) bool {
	end := *p
	end.End(height)
	return !p.Here().before(end.Here())
}

// ShowByte puts the line of a byte of the source at a third of the screen: of its
// block the first line for which is reports true, else the first.
func (p *Page) ShowByte(offset, height int, is func(line string) bool) {
	p.block, p.line = p.content.Block(offset), 0
	for i, line := range p.content.Lines(p.block) {
		if is(line) {
			p.line = i
			break
		}
	}
	p.step(-height / 3)
}

// ShowBlock puts a block at the top of the screen.
func (p *Page) ShowBlock(i int) { p.block, p.line = i, 0 }

// Block returns the block of the first line on the screen.
func (p *Page) Block() int { return p.block }

// Put shows other content in place, from the same place on.
func (p *Page) Put(content text.Content) { p.content = content }

// Take takes the place of another page, whose content this one's replaces.
func (p *Page) Take(other *Page) { p.block, p.line = other.block, other.line }
