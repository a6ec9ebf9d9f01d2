package outline

import (
	"fmt"
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state/answer/figures"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

func (m *Model) View() string { return m.view.Get(m.styles.Version, m.draw) }

func (m *Model) draw() string {
	if m.Width == 0 || m.Height == 0 {
		return ""
	}
	m.titles = titles{before: m.titles.now, now: make(map[views.Place]made, len(m.titles.now))} // others are dropped
	out := make([]string, 0, m.Height)
	for i := m.top; i < len(m.index.rows) && len(out) < min(m.rows(), m.Height); i++ {
		out = append(out, m.drawRow(i))
	}
	return text.Rect(out, m.Width, m.Height)
}

// line is a row before it is drawn: what is left out first when it is narrow
// comes last.
type line struct {
	selected    bool
	left, words string
	style       lipgloss.Style
	right       []string // drawn pieces at the right end
}

func (m *Model) drawRow(i int) string {
	r := m.index.rows[i]
	here := r.kind != heading && i == m.index.row(m.at)
	l := line{selected: here, style: m.styles.Text}
	switch r.kind {
	case heading:
		return m.drawHeading(i, r.section)
	case group:
		l.left = m.index.names[r.index]
		set := m.index.set[r.index]
		if l.left == views.HeadersGroup {
			set = m.headers
		}
		if set > 0 {
			words := strconv.Itoa(set) + " set"
			if 2+text.Width(l.left)+2+len(words) > m.Width { // the name comes first
				words = strconv.Itoa(set)
			}
			l.right = append(l.right, m.styles.Dim.Render(words))
		}
		if l.left == views.PromptGroup && m.fill != "" {
			fill := m.fill
			if figure, _, ok := strings.Cut(fill, " token"); ok && text.Width(fill) > m.Width-text.Width(l.left)-3 {
				fill = figure
			}
			l.right = append(l.right, m.styles.Dim.Render(fill))
		}
		l.right = append(m.found(m.marks.at[views.Place{Group: l.left}]), l.right...)
	case adder:
		l.left, l.style = "+ add", m.styles.Dim
	case wrong:
		l.left, l.style = "not a list: "+text.SanitizeLine(firstWords(m.index.bad[r.section])), m.styles.Bad
		l.right = m.found(m.marks.list[r.section])
	case element:
		m.element(&l, r)
	}
	l.right = append(l.right, m.hiddenRowCount(i)...)
	return m.drawLine(l)
}

// hiddenRowCount returns in the first row and in the last one how many rows are above the window, and
// below it.
func (m *Model) hiddenRowCount(i int) []string {
	switch below := len(m.index.rows) - m.top - m.rows(); {
	case i == m.top && m.top > 0:
		return []string{m.styles.Dim.Render("↑" + strconv.Itoa(m.top))}
	case i == m.top+m.rows()-1 && below > 0:
		return []string{m.styles.Dim.Render("↓" + strconv.Itoa(below))}
	}
	return nil
}

// element fills the line of a plugin, a tool or an item.
func (m *Model) element(l *line, r row) {
	p := views.Place{Section: r.section, Index: r.index}
	t := m.titles.of(p, m.index.value(p))
	l.left, l.words = t.lead, t.words
	l.right = m.found(m.marks.at[p])
	add := func(s string) {
		if s != "" {
			l.right = append(l.right, m.styles.Dim.Render(text.Truncate(s, max(m.Width/2, 1), "…")))
		}
	}
	add(t.right)
	switch r.section {
	case views.PluginsSection:
		if t.on {
			l.right = append(l.right, m.styles.Accent.Render("●"))
		} else {
			l.style = m.styles.Dim
			l.right = append(l.right, m.styles.Dim.Render("○"))
		}
	case views.ItemsSection:
		if t.returned {
			l.style = m.styles.Dim
		}
		if t.cached {
			add("cache")
		}
		if m.writing && r.index == len(m.index.values[r.section])-1 {
			words := "being typed"
			if m.Width < 36 {
				words = "✎"
			}
			l.right = append(l.right, m.styles.Accent.Render(words))
		}
		digits := len(strconv.Itoa(len(m.index.values[r.section]) - 1))
		l.left = fmt.Sprintf("%*d ", digits, r.index) + l.left
	}
}

// found draws how much the checks found: a sign and, where it is more than one
// thing, how many.
func (m *Model) found(k mark) []string {
	var out []string
	add := func(style lipgloss.Style, sign string, n int) {
		if n > 1 {
			sign += strconv.Itoa(n)
		}
		if n > 0 {
			out = append(out, style.Render(sign))
		}
	}
	add(m.styles.Bad, "✗", k.faults)
	add(m.styles.Warn, "⚠", k.warnings)
	return out
}

func (m *Model) drawHeading(i int, s views.Section) string {
	words := ""
	name := [...]string{
		views.RequestSection: "REQUEST", views.PluginsSection: "PLUGINS", views.ToolsSection: "TOOLS", views.ItemsSection: "ITEMS",
	}[s]
	if s == views.ItemsSection && m.index.bad[s] == nil {
		words = figures.Counted(len(m.index.values[s]), "item")
	}
	right := append(m.found(m.marks.list[s]), m.styles.Dim.Render(words))
	right = append(right, m.hiddenRowCount(i)...)
	return m.alignEnds(m.styles.Strong.Render(text.Truncate(name, m.Width, "")), strings.Join(right, " "), lipgloss.NewStyle())
}

// drawLine fits a line into the width of the pane: the words of the left are truncated first;
// the right end is dropped if the name has no space next to it.
func (m *Model) drawLine(l line) string {
	mark, fill := "  ", lipgloss.NewStyle()
	left, words := l.style, m.styles.Dim
	switch {
	case l.selected && m.Focused:
		left, words, fill = m.styles.Selection, m.styles.Selection, m.styles.Selection
		mark = left.Render("▸ ")
		for i, s := range l.right {
			l.right[i] = m.styles.Selection.Render(ansi.Strip(s))
		}
	case l.selected:
		mark = m.styles.Accent.Render("▸") + " "
	}
	right := strings.Join(l.right, fill.Render(" "))
	width := max(m.Width-2-text.Width(right)-1, 0)
	if minName := min(text.Width(l.left), 8); width < minName { // in a narrow pane the name is first
		right, width = "", max(m.Width-2, 0)
	}
	name := text.Truncate(l.left, width, "…")
	drawn := mark + left.Render(name)
	if rest := width - text.Width(name) - 1; l.words != "" && rest >= 3 {
		drawn += words.Render(" " + text.Truncate(l.words, rest, "…"))
	}
	return m.alignEnds(drawn, right, fill)
}

// alignEnds puts the two ends of a row where they belong.
func (m *Model) alignEnds(left, right string, fill lipgloss.Style) string {
	gap := m.Width - text.Width(left) - text.Width(right)
	if gap < 0 {
		return text.Fit(left, m.Width, "")
	}
	return left + fill.Render(strings.Repeat(" ", gap)) + right
}
