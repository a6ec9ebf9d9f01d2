package body

// Page is a window on content that is read by scrolling. Its place is a block
// and a line of it, so that nothing jumps when an estimated height becomes a
// fact, and a step costs the same anywhere.
type Page struct {
	content     Content
	block, line int // the first line on the screen
}

// NewPage makes a window on the first line of content.
func NewPage(content Content) *Page { return &Page{content: content} }

// Content returns what the page shows.
func (p *Page) Content() Content { return p.content }

// Lines returns the lines on the screen, at most height.
func (p *Page) Lines(height int) []string {
	p.settle()
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
	if by <= 0 {
		return
	}
	block, line := p.block, p.line
	p.End(height)
	if block < p.block || block == p.block && line < p.line {
		p.block, p.line = block, line
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
	return p.block > end.block || p.block == end.block && p.line >= end.line
}

// Show puts the line of a byte of the source at a third of the screen: of its
// block the first line for which is reports true, else the first.
func (p *Page) Show(offset, height int, is func(line string) bool) {
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

// Take takes the place of another page, whose content this one's replaces.
func (p *Page) Take(other *Page) { p.block, p.line = other.block, other.line }
