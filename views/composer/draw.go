package composer

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// cache is the drawn pane and what it was drawn for.
type cache struct {
	version, styles int
	view            string
	ok              bool
}

// View implements views.Pane. Only the rows on the screen are drawn.
func (m *Model) View() string {
	if m.cache.ok && m.cache.version == m.version && m.cache.styles == m.styles.Version {
		return m.cache.view
	}
	m.cache = cache{version: m.version, styles: m.styles.Version, view: m.draw(), ok: true}
	return m.cache.view
}

func (m *Model) draw() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	out := make([]string, 0, m.height)
	if m.note != "" {
		out = append(out, m.styles.Accent.Render(m.fit("   "+m.note)))
	}
	skip := m.top
	for i, l := range m.buf.lines {
		n := len(l.wrap(m.buf.width))
		if skip >= n {
			skip -= n
			continue
		}
		for row := skip; row < n && len(out) < m.height; row++ {
			out = append(out, m.drawRow(l, row, i == 0 && row == 0))
		}
		skip = 0
		if len(out) >= m.height {
			break
		}
	}
	for len(out) < m.height {
		out = append(out, strings.Repeat(" ", m.width))
	}
	return strings.Join(out[:m.height], "\n")
}

// drawRow draws one row as wide as the pane.
func (m *Model) drawRow(l *line, row int, first bool) string {
	prompt := "   "
	if first {
		style := m.styles.Dim
		if m.focus {
			style = m.styles.Accent
		}
		prompt = " " + style.Render("❯") + " "
	}
	if m.width < promptWidth {
		return strings.Repeat(" ", m.width)
	}
	if first && m.Empty() {
		return prompt + m.styles.Faint.Render(pad(ansi.Truncate(m.hint, m.width-promptWidth, "…"), m.width-promptWidth))
	}
	from, to := l.row(row, m.buf.width)
	var b strings.Builder
	b.WriteString(prompt)
	col, plain, run := 0, from, 0
	flush := func(end int) {
		if run > 0 {
			b.WriteString(m.styles.Text.Render(l.text[plain:end]))
		}
		run = 0
	}
	for i := from; i < to; {
		c := cellAt(l.text[i:], col)
		if col+c.width > m.width-promptWidth {
			flush(i)
			break
		}
		if c.text != "" {
			flush(i)
			if c.special {
				b.WriteString(m.styles.Escape.Render(c.text))
			} else {
				b.WriteString(c.text)
			}
			plain = i + c.size
		} else {
			run++
		}
		i += c.size
		col += c.width
		if i >= to {
			flush(to)
		}
	}
	return pad(b.String(), m.width)
}

// Cursor implements views.Typist.
func (m *Model) Cursor() *tea.Cursor {
	if !m.focus || m.width <= promptWidth || m.height <= 0 {
		return nil
	}
	l := m.buf.lines[m.buf.row]
	from, _ := l.row(l.rowOf(m.buf.off, m.buf.width), m.buf.width)
	y := m.cursorRow() - m.top + m.noteRows()
	if y < 0 || y >= m.height {
		return nil
	}
	x := min(promptWidth+l.column(from, m.buf.off), m.width-1)
	return tea.NewCursor(x, y)
}

func (m *Model) fit(s string) string { return pad(ansi.Truncate(s, m.width, "…"), m.width) }

// pad fills a drawn string with spaces up to width cells.
func pad(s string, width int) string {
	return s + strings.Repeat(" ", max(width-ansi.StringWidth(s), 0))
}
