package app

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/bars"
	"gatehouse/views/body"
)

// screen keeps what was drawn. Panes keep their own text, so an unchanged part
// is the same string and costs no more than a look at its address.
type screen struct {
	parts [6]string // top, transcript, notice, composer, footer, overlays
	text  string
	ok    bool

	facts    bars.Facts
	topFor   int // width and style version that top was drawn for
	topStyle int
	hints    []string
	hintsFor string // the bindings that the hints were drawn for
	footFor  string // what the footer was drawn for beside the hints

	finished    views.Lines
	finishedFor finish
	ground      ground
}

// finish is what the finished lines were made for.
type finish struct {
	width, style int
	ownGround    bool
}

// resize takes a new size of the terminal.
func (m *Model) resize(width, height int) {
	m.layout.Width, m.layout.Height = width, height
	// The composer's wish depends on its width, which the layout decides.
	m.composer.SetSize(min(width, views.MaxColumn), max(m.layout.Composer.H, 1))
	m.arrange()
}

// arrange lays the screen out anew: after a resize, and when the composer or
// the notice asks for another height.
func (m *Model) arrange() {
	l := m.layout
	rows := 0
	if len(m.notice.lines) > 0 {
		rows = bars.NoticeRows(min(l.Width, views.MaxColumn), m.notice.lines)
	}
	m.layout = views.Arrange(l.Width, l.Height, m.composer.Rows(), rows)
	m.transcript.SetSize(m.layout.Transcript.W, m.layout.Transcript.H)
	m.composer.SetSize(m.layout.Composer.W, m.layout.Composer.H)
	for _, o := range m.overlays.open {
		w, h := 60, 16
		if s, ok := o.pane.(sized); ok {
			w, h = s.Wanted()
		}
		o.frame, o.rect = m.layout.Overlay(w, h)
		o.pane.SetSize(o.rect.W, o.rect.H)
	}
	m.screen.ok = false
}

// draw returns the whole screen. Nothing is drawn again that did not change.
func (m *Model) draw() string {
	l := m.layout
	if l.Width <= 0 || l.Height <= 0 {
		return ""
	}
	if l.TooSmall {
		return tooSmall(l.Width, l.Height)
	}
	parts := [6]string{
		m.top(),
		m.transcript.View(),
		bars.Notice(m.styles, l.Notice.W, l.Notice.H, m.notice.lines),
		m.composer.View(),
		m.footer(),
		m.overlaysView(),
	}
	if m.screen.ok && m.screen.parts == parts {
		return m.screen.text
	}
	m.screen.parts, m.screen.ok = parts, true
	m.screen.text = m.compose(parts)
	return m.screen.text
}

// compose puts the drawn parts in their places.
func (m *Model) compose(parts [6]string) string {
	l := m.layout
	lines := make([]string, l.Height)
	rule := m.styles.Rule.Render(strings.Repeat("─", l.Width))
	for _, r := range []views.Rect{l.TopRule, l.Rule, l.FootRule} {
		if r.H > 0 {
			lines[r.Y] = rule
		}
	}
	places := [5]views.Rect{l.Top, l.Transcript, l.Notice, l.Composer, l.Footer}
	for i, r := range places {
		if r.H <= 0 {
			continue
		}
		margin := strings.Repeat(" ", r.X)
		rest := parts[i]
		for y := range r.H {
			var line string
			line, rest, _ = strings.Cut(rest, "\n")
			lines[r.Y+y] = margin + strings.TrimRight(line, " ") // what is not written is blank
		}
	}
	for _, o := range m.overlays.open {
		m.lay(lines, o)
	}
	m.finish(lines)
	return strings.Join(lines, "\n")
}

// finish is the last that happens to the lines of the screen before they are
// cells: the guard looks at them, whatever pane they came from, and where the
// theme brings its own background they are laid on it. A line that was on the
// screen before is not looked at again.
func (m *Model) finish(lines []string) {
	s, own := &m.screen, m.onOwnGround()
	if now := (finish{m.layout.Width, m.styles.Version, own}); s.finishedFor != now {
		s.finishedFor = now
		s.finished.Forget()
	}
	s.finished.Frame()
	for i, line := range lines {
		lines[i] = s.finished.Line(line, func(line string) string {
			if line = body.Guard(line); own {
				line = m.styles.OnGround(line, m.layout.Width)
			}
			return line
		})
	}
}

// overlaysView is what the overlays show, to notice that they changed.
func (m *Model) overlaysView() string {
	switch len(m.overlays.open) {
	case 0:
		return ""
	case 1:
		return m.overlays.open[0].pane.View()
	}
	var b strings.Builder
	for _, o := range m.overlays.open {
		b.WriteString(o.pane.View())
	}
	return b.String()
}

// lay puts an overlay with its frame over the lines.
func (m *Model) lay(lines []string, o *overlay) {
	drawn := strings.Split(o.pane.View(), "\n")
	if o.frame != o.rect {
		drawn = m.framed(o, drawn)
	}
	for i, d := range drawn {
		y := o.frame.Y + i
		if y >= len(lines) {
			return
		}
		under := lines[y]
		left := ansi.Truncate(under, o.frame.X, "")
		left += strings.Repeat(" ", max(o.frame.X-ansi.StringWidth(left), 0))
		right := ansi.TruncateLeft(under, o.frame.X+o.frame.W, "")
		lines[y] = left + "\x1b[m" + d + "\x1b[m" + right
	}
}

// framed draws the frame of an overlay with its title.
func (m *Model) framed(o *overlay, content []string) []string {
	style := m.styles.Overlay
	inner := o.frame.W - 2
	title := ansi.Truncate(" "+o.title+" ", max(inner-2, 0), "")
	rest := max(inner-1-ansi.StringWidth(title), 0)
	out := []string{style.Render("╭─") + m.styles.Strong.Render(title) + style.Render(strings.Repeat("─", rest)+"╮")}
	side := style.Render("│")
	for _, c := range content {
		out = append(out, side+" "+c+" "+side)
	}
	return append(out, style.Render("╰"+strings.Repeat("─", inner)+"╯"))
}

// top draws the top line, again only when what it says has changed.
func (m *Model) top() string {
	f := m.facts()
	if m.screen.ok && m.screen.facts == f && m.screen.topFor == m.layout.Width && m.screen.topStyle == m.styles.Version {
		return m.screen.parts[0]
	}
	m.screen.facts, m.screen.topFor, m.screen.topStyle = f, m.layout.Width, m.styles.Version
	return bars.Top(m.styles, m.layout.Width, f)
}

func (m *Model) facts() bars.Facts {
	c := m.desk.chat()
	f := bars.Facts{
		Connection: m.link.name, Simulated: m.link.simulated,
		Model:    body.SanitizeLine(c.conv.Draft.Model()),
		Metadata: c.metadata,
		Running:  c.run != nil,
	}
	_, f.Others = m.desk.running()
	if len(m.desk.chats) > 1 {
		f.Title = fmt.Sprintf("%d of %d", m.desk.shown+1, len(m.desk.chats))
	}
	if t := c.conv.Current; t != nil && t.Exchange != nil {
		f.Verdict = t.Exchange.Verdict
	}
	return f
}

// bindings are the keys that work now, the most useful first.
func (m *Model) bindings() []key.Binding {
	if o := m.overlay(); o != nil {
		return o.pane.ShortHelp()
	}
	var all []key.Binding
	if word := m.stops(); word != "" {
		stop := m.keys.Binding(views.ActStop)
		stop.SetHelp(stop.Help().Key, word)
		all = append(all, stop)
	}
	send := m.keys.Binding(views.ActSend).Help()
	for _, b := range m.pane(m.focus).ShortHelp() {
		if m.desk.chat().run == nil || b.Help() != send { // it would be refused
			all = append(all, b)
		}
	}
	for _, a := range []views.Action{
		views.ActHelp, views.ActPalette, views.ActModel, views.ActNextPane, views.ActNew, views.ActCopyMenu, views.ActRaw, views.ActQuit,
	} {
		all = append(all, m.keys.Binding(a))
	}
	return all
}

// footer draws the keys that work now, again only when they have changed.
func (m *Model) footer() string {
	bindings, tokens := m.bindings(), m.tokens()
	var b strings.Builder
	fmt.Fprintf(&b, "%d", m.styles.Version)
	for _, one := range bindings {
		if h := one.Help(); one.Enabled() {
			b.WriteString("\x00" + h.Key + "\x00" + h.Desc)
		}
	}
	s := &m.screen
	same := s.hintsFor == b.String()
	if !same {
		s.hintsFor, s.hints = b.String(), bars.Hints(m.styles, bindings)
	}
	now := fmt.Sprintf("%d %s", m.layout.Width, tokens)
	if s.ok && same && s.footFor == now {
		return s.parts[4]
	}
	s.footFor = now
	return bars.Footer(m.styles, m.layout.Width, s.hints, tokens)
}

// tokens are the shown exchange's figures, at the right of the footer.
func (m *Model) tokens() string {
	t := m.desk.chat().conv.Current
	if t == nil || t.Exchange == nil {
		return ""
	}
	n := t.Exchange.Tokens()
	switch {
	case n.Estimated && n.Out <= 0:
		return ""
	case n.Estimated:
		return fmt.Sprintf("tokens: ~%d", n.Out)
	case n.Out < 0:
		return ""
	}
	return fmt.Sprintf("tokens: %d + %d", max(n.In, 0), n.Out)
}

// cursor is the terminal's own cursor, in the pane that types.
func (m *Model) cursor() *tea.Cursor {
	if m.layout.TooSmall {
		return nil
	}
	r := m.layout.Transcript
	if m.focus == composerPane {
		r = m.layout.Composer
	}
	if o := m.overlay(); o != nil {
		r = o.rect
	}
	t, ok := m.pane(m.target()).(views.Typist)
	if !ok {
		return nil
	}
	c := t.Cursor()
	if c == nil || c.X >= r.W || c.Y >= r.H {
		return nil
	}
	at := *c
	at.X, at.Y = c.X+r.X, c.Y+r.Y
	return &at
}

// tooSmall says politely that the terminal is too small. All keys work.
func tooSmall(width, height int) string {
	text := fmt.Sprintf("gatehouse needs %d×%d cells, please", views.MinWidth, views.MinHeight)
	lines := strings.Split(ansi.Wrap(text, width, " "), "\n")
	if len(lines) > height {
		lines = lines[:height]
	}
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], width, "")
	}
	return strings.Join(lines, "\n")
}
