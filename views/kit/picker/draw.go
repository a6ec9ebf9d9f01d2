package picker

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"gatehouse/views/kit/text"
)

const (
	filterRows = 2  // the filter line and the gap below it
	maxRows    = 20 // of a list that has the choice
	maxColumn  = 40 // cells of the labels' column
	maxWidth   = 104
)

// rowWidth returns the width that a row wants: its parts and the gaps between.
func (m *Model) rowWidth(i Item) int {
	w := 2 + text.Width(i.Label)
	if i.Words != "" {
		w = max(w, 2+m.column) + 2 + text.Width(i.Words)
	}
	if m.columns.heads != nil {
		w = 2 + m.column + m.columns.width()
	}
	if i.Right != "" {
		w += 3 + text.Width(i.Right)
	}
	return w
}

func (m *Model) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	out := make([]string, 0, m.height)
	written := m.styles.Text.Render(m.filterText())
	if m.filter == "" {
		written = m.styles.Faint.Render(text.Words(m.hint, m.width-4))
	}
	out = append(out, m.styles.Accent.Render("❯")+" "+written)
	if m.height > 1 {
		out = append(out, m.outOfSight())
	}
	if m.columns.heads != nil && m.height > filterRows {
		out = append(out, m.drawHeads())
	}
	for i := m.top; i < min(m.top+m.rows(), len(m.shown)); i++ {
		out = append(out, m.drawRow(i))
	}
	if len(m.shown) == 0 {
		for _, line := range wrapped(m.reason(), m.width) {
			out = append(out, "  "+m.styles.Dim.Render(line))
		}
	}
	return text.Rect(append(out, m.drawAbout(len(out))...), m.width, m.height)
}

// drawAbout describes the selected row, at the bottom, below the given number of rows.
func (m *Model) drawAbout(above int) (rows []string) {
	item, ok := m.current()
	if m.foot() == 0 || !ok {
		return nil
	}
	rows = make([]string, max(m.height-m.foot()-above, 0)+1) // one is blank
	lines := text.Rows(item.About, max(m.width-4, 1))
	if maxLines := m.foot() - 1; len(lines) > maxLines {
		lines = append(lines[:maxLines-1], text.Words(lines[maxLines-1]+" "+lines[maxLines], m.width-4))
	}
	for _, line := range lines {
		rows = append(rows, "  "+m.styles.Dim.Render(line))
	}
	return rows
}

// outOfSight returns the line below the filter: the choices, and how many rows there are
// above and below the screen.
func (m *Model) outOfSight() string {
	sign := ""
	if m.top > 0 {
		sign = "↑ " + strconv.Itoa(m.top)
	}
	if rest := len(m.shown) - m.top - m.rows(); rest > 0 {
		sign = strings.TrimSpace(sign + "  ↓ " + strconv.Itoa(rest))
	}
	if sign != "" && m.rows() > 0 {
		sign += " more "
	} else {
		sign = ""
	}
	left := m.drawChoices(m.width - text.Width(sign) - 1)
	return left + text.Right(m.styles.Dim.Render(sign), m.width-text.Width(left))
}

// filterText returns the end of the filter that fits. It is made safe to draw: a
// paste may hold anything.
func (m *Model) filterText() string {
	typed := text.SanitizeLine(m.filter)
	return text.TruncateLeft(typed, max(text.Width(typed)-(m.width-3), 0), "")
}

func wrapped(reason string, width int) []string {
	return text.Rows(reason, max(width-2, 1))
}

// SetUnmatched sets the line that is shown if no row matches what is typed.
func (m *Model) SetUnmatched(words string) { m.unmatched = text.SanitizeLine(words) }

// reason returns why there is no row.
func (m *Model) reason() string {
	switch {
	case m.status != "":
		return m.status
	case m.filter != "" && m.unmatched != "":
		return m.unmatched
	case m.filter != "":
		return "nothing matches"
	}
	return "nothing here"
}

func (m *Model) drawRow(i int) string {
	item, match := m.rowItem(m.shown[i])
	base, words, mark := m.styles.Text, m.styles.Dim, "  "
	if item.Dim {
		base = m.styles.Dim
	}
	if i == m.selected {
		base, words, mark = m.styles.Selection, m.styles.Selection, m.styles.Selection.Render("▸ ")
	}
	right := ""
	if item.Right != "" {
		right = words.Render("  " + item.Right + " ")
	}
	width := max(m.width-2-text.Width(right), 0)
	label := text.Truncate(item.Label, width, "…")
	if len(item.Cells) > 0 {
		width = max(m.width-2-m.columns.right, 0)
		label = text.Truncate(item.Label, min(m.column, width), "…")
	}
	drawn := mark + hitsIn(label, len(label) == len(item.Label), match, base)
	gap := max(m.column-text.Width(label), 0) + 2
	if left := width - text.Width(label) - gap; item.Words != "" && left > 6 {
		drawn += words.Render(strings.Repeat(" ", gap) + text.Words(item.Words, left))
	}
	if len(item.Cells) > 0 {
		drawn += words.Render(m.columns.draw(item.Cells, text.Width(label), m.column, width))
	}
	fill := max(m.width-text.Width(drawn)-text.Width(right), 0)
	return text.Truncate(drawn+base.Render(strings.Repeat(" ", fill))+right, m.width, "")
}

// hitsIn draws a label with the characters that the filter hit marked, clusters only: half a
// character is none. The ellipsis of a label that was cut is no hit.
func hitsIn(label string, complete bool, hits []int, base lipgloss.Style) string {
	end := len(label)
	if !complete {
		end = max(end-len("…"), 0)
	}
	marked := base.Underline(true).Bold(true)
	var b strings.Builder
	plain := 0 // where what is not drawn yet begins
	for at := 0; at < end && len(hits) > 0; {
		cluster, _ := text.FirstCluster(label[at:])
		next := at + len(cluster)
		hit := false
		for len(hits) > 0 && hits[0] < next {
			hit, hits = true, hits[1:]
		}
		if hit {
			b.WriteString(base.Render(label[plain:at]) + marked.Render(cluster))
			plain = next
		}
		at = next
	}
	return b.String() + base.Render(label[plain:])
}

func (m *Model) rowItem(row match) (Item, []int) {
	if row.item < 0 {
		item, _ := m.typed()
		return item, nil
	}
	return m.items[row.item], row.hits
}

func (m *Model) Cursor() *tea.Cursor {
	if m.width < 4 || m.height == 0 {
		return nil
	}
	return tea.NewCursor(2+text.Width(m.filterText()), 0)
}

// head returns the number of rows above the list.
func (m *Model) head() int {
	if m.columns.heads != nil {
		return filterRows + 1
	}
	return filterRows
}
