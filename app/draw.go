package app

import (
	"maps"
	"slices"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/views"
	"gatehouse/views/kit/bars"
	"gatehouse/views/kit/text"
)

// drawn caches what was drawn. Panes cache their text, so an unchanged part is
// the same string and costs no more than comparing an address.
type drawn struct {
	parts parts
	text  string
	ok    bool
	stale bool // the text is drawn once more, though what it shows has changed

	facts    bars.Facts
	topFor   int // width and style version that top was drawn for
	topStyle int
	hints    []string
	helps    []key.Help // that the hints were drawn for
	footFor  footerKey

	rules       rules
	finished    views.Lines
	finishedFor finish
	ground      ground
	signs       text.Signs // that the terminal can draw
	unlinked    bool       // it takes no hyperlinks
}

// parts are the pieces of a screen, each as it draws itself.
type parts struct {
	top, name, tabs, notice, footer, overlays string
	pageContinuation, overlayContinuation     string   // where the shown page continues, and the overlay on top
	panes                                     []string // in the order of the pages
}

func (p *parts) same(as parts) bool {
	return p.top == as.top && p.name == as.name && p.tabs == as.tabs && p.notice == as.notice && p.footer == as.footer && p.overlays == as.overlays &&
		p.pageContinuation == as.pageContinuation && p.overlayContinuation == as.overlayContinuation && slices.Equal(p.panes, as.panes)
}

// Parts returns what the parts of the screen drew last, before the guard checked the lines.
func (m *Model) Parts() []string {
	p := &m.drawn.parts
	return append(slices.Clone(p.panes), p.top, p.notice, p.footer, p.overlays)
}

// finish is what the finished lines were made for.
type finish struct {
	width, style int
	ground       bool
}

// resize arranges the screen for a terminal of another size, and repaints it once no other size
// has followed. The repaint of the renderer is not enough: a frame that was on its way scrolled within margins of the
// former size, and ends by setting these, so that the next frame is garbled.
func (m *Model) resize(width, height int) tea.Cmd {
	first := m.Width == 0
	m.Width, m.Height = width, height
	m.Arrange()
	if first {
		return nil
	}
	return tea.Tick(resizeDelay, func(time.Time) tea.Msg {
		return screen.EffectFunc(func() tea.Cmd {
			if m.Width != width || m.Height != height {
				return nil // a later one repaints
			}
			return tea.Sequence(tea.Raw(resetMargins), tea.ClearScreen)
		})
	})
}

// resizeDelay is longer than tmux delays the news of a resize, which is up to 250 ms: after it, the terminal
// and the program have the same size.
const resizeDelay = 300 * time.Millisecond

// resetMargins lets all of the screen scroll (DECSTBM without parameters).
const resetMargins = "\x1b[r"

// Arrange implements screen.Root: after a resize, when the focus moves, and when a
// pane or the notice wants another height.
func (m *Model) Arrange() {
	if len(m.screens.rows) == 0 {
		return // what is warned of before there are screens is shown later
	}
	m.lines = m.Notice.Lines()
	if n, ok := m.screens.current().Screen.(screen.Noter); ok {
		m.lines = append(n.Notes(), m.lines...)
	}
	rows, inRule := 0, false
	if lines := m.notices(); len(lines) > 0 {
		without := m.screens.current().Arrange(screen.Size{Width: m.Width, Height: m.Height})
		rows = bars.NoticeRows(without.Notice.W, lines)
		if inRule = without.FootRule.H > 0 && bars.NoticeRows(m.Width, lines) == 1; inRule {
			rows = 0
		}
	}
	m.arrangeFor(rows)
	if inRule { // it takes no line of a page
		m.layout.Notice = m.layout.FootRule
	}
	for _, o := range m.Overlays.Open {
		w, h := 60, 16
		if s, ok := o.Pane.(preferredSizer); ok {
			w, h = s.PreferredSize()
		}
		o.Frame, o.Rect = m.layout.Overlay(w, h)
		if c, ok := o.Pane.(interface{ Covers() bool }); ok && c.Covers() {
			o.Rect = views.Rect{W: m.layout.Width, H: m.layout.Height}
			o.Frame = o.Rect
		}
		o.Pane.SetSize(o.Rect.W, o.Rect.H)
	}
	m.Redraw()
}

// notices returns the lines of the notice: how far work is, then the others. What esc does to
// the work depends on what is open.
func (m *Model) notices() []string {
	return append(m.Works.Lines(m.Keys.Name(views.ActStop), m.Overlays.Top()), m.lines...)
}

// arrangeFor lays the shown screen out for a notice of some rows, and gives the
// panes their sizes. A pane may want other rows in another width: then it is done
// once more.
func (m *Model) arrangeFor(notice int) {
	size := screen.Size{Width: m.Width, Height: m.Height, Notice: notice}
	row := m.screens.current()
	m.layout = row.Arrange(size)
	m.sizePages()
	if again := row.Arrange(size); again.Layout != m.layout.Layout || !maps.Equal(again.Pages, m.layout.Pages) {
		m.layout = again
		m.sizePages()
	}
	if a, ok := row.Screen.(screen.Arranged); ok {
		a.Arranged(m.layout)
	}
	pages := row.Pages()
	at := slices.IndexFunc(pages, func(p screen.Page) bool { return p.ID == row.focus })
	if pages[at].Absent { // it has no room any more: the one before it gets the keys
		m.SetFocus(pages[at-1].ID)
	}
}

func (m *Model) sizePages() {
	for _, p := range m.drawnPages() {
		r := m.Rect(p.ID)
		p.Pane.SetSize(r.W, r.H)
	}
}

// draw returns the complete screen. Nothing is drawn again that did not change.
func (m *Model) draw() string {
	l := m.layout
	switch {
	case l.Width <= 0 || l.Height <= 0:
		return ""
	case m.drawn.stale && m.drawn.ok:
		return m.drawn.text
	}
	if l.TooSmall {
		return tooSmall(l.Width, l.Height)
	}
	facts := m.screens.current().Facts()
	p := parts{
		top:      m.top(facts),
		notice:   bars.Notice(m.Styles, l.Notice.W, l.Notice.H, m.notices()),
		name:     facts.Name,
		tabs:     m.tabLine(facts.Heading),
		overlays: m.overlaysView(),
	}
	for _, page := range m.drawnPages() {
		p.panes = append(p.panes, page.Pane.View())
	}
	p.pageContinuation, p.overlayContinuation = m.pageContinuation(), m.overlayContinuation()
	p.footer = m.footer(facts) // last: which keys work follows from what the panes show now
	if m.drawn.ok && m.drawn.parts.same(p) {
		return m.drawn.text
	}
	m.drawn.parts, m.drawn.ok = p, true
	m.drawn.text = m.compose(p)
	return m.drawn.text
}

func (m *Model) compose(p parts) string {
	l := m.layout
	c := newCanvas(l.Width, l.Height)
	rules := m.ruled(p.name, p.pageContinuation)
	c.put(l.TopRule, rules.top)
	c.put(l.Rule, rules.middle)
	c.put(l.Top, p.top)
	c.put(l.Tabs, p.tabs)
	if l.Notice == l.FootRule {
		notice, foot := strings.TrimRight(p.notice, " "), rules.foot
		used := text.Width(notice) + 1
		if used+text.Width(p.pageContinuation)+2 > l.FootRule.W { // it would be cut
			foot = m.footRule("")
		}
		c.put(l.FootRule, notice+" "+text.TruncateLeft(foot, used, ""))
	} else {
		c.put(l.FootRule, rules.foot)
		c.put(l.Notice, p.notice)
	}
	c.put(l.Footer, p.footer)
	put := [len(l.Bars)]bool{} // several pages may be next to one bar
	for i, page := range m.drawnPages() {
		at := m.Rect(page.ID)
		for i, b := range l.Bars {
			if b.H > 0 && b.X+1 == at.X && !put[i] {
				c.put(b, rules.bars[i])
				put[i] = true
			}
		}
		c.put(at, p.panes[i])
	}
	lines := c.lines()
	m.markFocus(lines)
	for _, o := range m.Overlays.Open {
		m.drawOverlay(lines, o)
	}
	m.finish(lines)
	return strings.Join(lines, "\n")
}

// canvas is a screen that is being put together, row by row, each from left to
// right.
type canvas struct {
	rows []strings.Builder
	at   []int // the cells of each row that are written
}

// newCanvas makes a canvas for three bytes a cell, as a rule has; few lines have
// more.
func newCanvas(width, height int) *canvas {
	c := &canvas{rows: make([]strings.Builder, height), at: make([]int, height)}
	for y := range c.rows {
		c.rows[y].Grow(3 * width)
	}
	return c
}

// put writes what was drawn for a rectangle into it.
func (c *canvas) put(r views.Rect, drawn string) {
	for y := r.Y; y < r.Y+r.H; y++ {
		var line string
		line, drawn, _ = strings.Cut(drawn, "\n")
		for ; c.at[y] < r.X; c.at[y]++ {
			c.rows[y].WriteByte(' ')
		}
		c.rows[y].WriteString(line)
		c.at[y] = r.X + r.W
	}
}

func (c *canvas) lines() []string {
	lines := make([]string, len(c.rows))
	for y := range c.rows {
		lines[y] = strings.TrimRight(c.rows[y].String(), " ") // what is not written is blank
	}
	return lines
}

// finish is the last step before the lines of the screen are cells: the guard
// checks them, whatever pane they came from, and they get the theme's background
// if it has one. A line that was on the screen before is not checked again.
func (m *Model) finish(lines []string) {
	s, ground := &m.drawn, m.drawsGround()
	if now := (finish{m.layout.Width, m.Styles.Version, ground}); s.finishedFor != now {
		s.finishedFor = now
		s.finished.Forget()
	}
	s.finished.Frame()
	for i, line := range lines {
		lines[i] = s.finished.Line(line, func(line string) string {
			if line = text.Guard(line); m.drawn.unlinked {
				line = text.Unlinked(line)
			}
			if line = m.drawn.signs.Draw(line); ground {
				line = m.Styles.OnGround(line, m.layout.Width)
			}
			return line
		})
	}
}

// overlaysView returns what the overlays show, to notice that they changed.
func (m *Model) overlaysView() string {
	switch len(m.Overlays.Open) {
	case 0:
		return ""
	case 1:
		return m.Overlays.Open[0].Pane.View()
	}
	var b strings.Builder
	for _, o := range m.Overlays.Open {
		b.WriteString(o.Pane.View())
	}
	return b.String()
}

// minSideCells is how wide the lines next to an overlay must be to be shown: shorter ones
// are useless.
const minSideCells = 20

// drawOverlay puts an overlay with its frame over the lines.
func (m *Model) drawOverlay(lines []string, o *screen.Overlay) {
	drawn := strings.Split(o.Pane.View(), "\n")
	if o.Frame != o.Rect {
		drawn = m.framed(o, drawn)
	}
	for i, d := range drawn {
		y := o.Frame.Y + i
		if y >= len(lines) {
			return
		}
		under := lines[y]
		if o.Frame.X < minSideCells {
			under = ""
		}
		left := text.Truncate(under, o.Frame.X, "")
		left += strings.Repeat(" ", max(o.Frame.X-text.Width(left), 0))
		right := text.TruncateLeft(under, o.Frame.X+o.Frame.W, "")
		lines[y] = left + "\x1b[m" + d + "\x1b[m" + right
	}
}

// framed draws the frame of an overlay with its title, and below where its page continues.
func (m *Model) framed(o *screen.Overlay, content []string) []string {
	style := m.Styles.Overlay
	inner := o.Frame.W - 2
	title := text.Truncate(" "+o.Title+" ", max(inner-2, 0), "")
	rest := max(inner-1-text.Width(title), 0)
	out := []string{style.Render("╭─") + m.Styles.Strong.Render(title) + style.Render(strings.Repeat("─", rest)+"╮")}
	side := style.Render("│")
	for _, c := range content {
		out = append(out, side+" "+c+" "+side)
	}
	return append(out, m.bottomEdge(inner, continuation(o.Pane)))
}

func (m *Model) bottomEdge(inner int, words string) string {
	style, line := m.Styles.Overlay, inner-text.Width(words)-1
	if words == "" || line < 0 {
		return style.Render("╰" + strings.Repeat("─", inner) + "╯")
	}
	return style.Render("╰"+strings.Repeat("─", line)) + m.Styles.Dim.Render(words) + style.Render("─╯")
}

// cursor returns the terminal's cursor, in the pane that types.
func (m *Model) cursor() *tea.Cursor {
	if m.layout.TooSmall {
		return nil
	}
	id := m.target()
	t, ok := m.Pane(id).(views.Typist)
	if !ok {
		return nil
	}
	c, r := t.Cursor(), m.Rect(id)
	if c == nil || c.X >= r.W || c.Y >= r.H {
		return nil
	}
	at := *c
	at.X, at.Y = c.X+r.X, c.Y+r.Y
	return &at
}

func (m *Model) Redraw() { m.drawn.ok = false }

func (m *Model) Hold() { m.drawn.stale = true }
