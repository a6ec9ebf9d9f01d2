// Package page is what panes share that are searched or read by scrolling: one search
// (Finder), and one Window that has it, over content that is drawn by blocks (Page) or over
// rows with a cursor that unfold (Sheet). What the lines say is drawn by text, markdown and
// json.
//
// A Window is not the viewport of Bubbles, which takes all lines of a text and measures
// each of them before it shows one.
package page

import (
	"strings"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// Page is a window on content that is cut into blocks.
type Page struct {
	Window[Line]
	content text.Content
}

// New makes a window on the first line of content.
func New(content text.Content) *Page {
	p := &Page{content: content}
	p.lines = p
	return p
}

// OfLines makes a window on lines that are drawn all at once, for they are few: as wide as the window, and
// cached, since they are asked for often. The window stays filled if lines are added or removed.
func OfLines(all func() []string) *Page {
	p := New(lines(all))
	p.prepare = p.Fill
	return p
}

// lines is content of one block.
type lines func() []string

func (l lines) SetWidth(int)       {}
func (l lines) Len() int           { return 1 }
func (l lines) Lines(int) []string { return l() }
func (l lines) Source() string     { return strings.Join(l(), "\n") }

// Searched adds a search.
func (p *Page) Searched(styles *themes.Styles, keys *views.Keys) *Page {
	p.searched(styles, keys)
	return p
}

func (p *Page) SetSize(width, height int) {
	p.Window.SetSize(width, height)
	p.content.SetWidth(max(width, 1))
}

// Content returns what the page shows.
func (p *Page) Content() text.Content { return p.content }

// Put shows other content in place, from the same place on.
func (p *Page) Put(content text.Content) {
	p.content = content
	p.content.SetWidth(max(p.Width, 1))
}

// CopyScroll scrolls to where another page is, whose content this one's replaces.
func (p *Page) CopyScroll(other *Page) { p.top = other.top }

// ShowIn puts a line of a block at a third of the screen: the first for which is reports
// true, else the first.
func (p *Page) ShowIn(block int, is func(line string) bool) {
	at := Line{block: block}
	for i, line := range p.drawn(at.block) {
		if is(line) {
			at.line = i
			break
		}
	}
	p.Show(at)
}

// ShowBlock puts a block at the top of the screen.
func (p *Page) ShowBlock(i int) { p.top = Line{block: i} }

// Line names a line of a page: a block, and which of its lines. The block of a tree is
// a value, which has a depth.
type Line struct{ block, line, depth int }

// Block returns the block that has the line.
func (l Line) Block() int { return l.block }

// Index returns which line of the block it is.
func (l Line) Index() int { return l.line }

func (l Line) before(m Line) bool {
	return l.block < m.block || l.block == m.block && l.line < m.line
}

var _ Searchable[Line] = (*Page)(nil)

// drawn returns the lines of a block; none for one that there is not.
func (p *Page) drawn(block int) []string {
	if block < 0 || block >= p.content.Len() {
		return nil
	}
	return p.content.Lines(block)
}

func (p *Page) Edge(by int) Line {
	at := Line{}
	if by < 0 {
		at.block = p.content.Len()
	}
	at, _ = p.Near(at)
	return at
}

func (p *Page) Near(at Line) (Line, bool) {
	if n := len(p.drawn(at.block)); n > 0 {
		return Line{block: at.block, line: min(at.line, n-1)}, true
	}
	if next, ok := p.Step(Line{block: at.block}, 1); ok {
		return next, true
	}
	return p.Step(Line{block: min(at.block, p.content.Len())}, -1)
}

func (p *Page) Step(at Line, by int) (Line, bool) {
	switch n := len(p.drawn(at.block)); {
	case by < 0 && min(at.line, n) > 0:
		return Line{block: at.block, line: min(at.line, n) - 1}, true
	case by > 0 && at.line+1 < n:
		return Line{block: at.block, line: at.line + 1}, true
	}
	for i := at.block + by; i >= 0 && i < p.content.Len(); i += by {
		if n := len(p.content.Lines(i)); n > 0 && by < 0 {
			return Line{block: i, line: n - 1}, true
		} else if n > 0 {
			return Line{block: i}, true
		}
	}
	return at, false
}

func (p *Page) Line(at Line) string {
	if lines := p.drawn(at.block); at.line < len(lines) {
		return lines[at.line]
	}
	return ""
}
