package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"gatehouse/state/answer/figures"
	"gatehouse/state/request/field"
	"gatehouse/views/kit/text"
)

// prompt is drawn before the text that is typed.
func (t *typing) prompt(width int) string {
	words := ""
	switch t.mode {
	case writeJSON:
		words = "JSON "
	case writeKey:
		words = "name "
	case writeName:
		words = "new name "
	case writePair:
		return cut(t.name, width/3) + ": "
	}
	if text.Width(words) > width/3 {
		words = ""
	}
	return words + "❯ "
}

// drawTyping draws the text that is being typed, why it could not be taken,
// and what is offered instead.
func (m *Model) drawTyping(width int) ([]string, *tea.Cursor) {
	t := m.typed
	prompt := t.prompt(width)
	lead := text.Width(prompt)
	textWidth := max(width-lead, 1)
	t.ed.SetWidth(textWidth - 1) // a cell stays free for the cursor after a full row
	rows := m.typingRows(t)
	row, col := t.ed.Cursor()
	t.top = max(min(t.top, row), row-rows+1, 0)
	text := t.ed.Draw(m.styles, t.top, rows, textWidth)
	out := make([]string, 0, len(text)+1)
	for i, line := range text {
		before := strings.Repeat(" ", lead)
		if i == 0 {
			before = m.styles.Accent.Render(prompt)
		}
		out = append(out, before+line)
	}
	if t.what.Kind == field.Choice && t.mode != writeJSON && t.ed.Empty() {
		words := "any text, or one of these"
		if t.what.Closed {
			words = "one of these"
		}
		out[0] = m.styles.Accent.Render(prompt) + m.styles.Faint.Render(cut(words, textWidth))
	}
	cursor := tea.NewCursor(lead+col, row-t.top)
	if more := t.ed.Rows() - t.top - len(text); more > 0 || t.top > 0 {
		out = append(out, m.styles.Dim.Render(cut("line "+figures.Thousands(row+1)+" of "+figures.Thousands(t.ed.Rows()), width)))
	}
	if t.wrong != "" {
		out = append(out, messageLines(m.styles.Bad, "✗ ", t.wrong, width, "")...)
	}
	return append(out, m.drawOffers(width)...), cursor
}

// typingRows returns how many rows the text gets.
func (m *Model) typingRows(t *typing) int {
	height := m.bodyHeight() - 1
	if len(t.offers) > 0 {
		height -= min(len(t.offers), 3)
	}
	maxRows := max(min(height, 6), 1)
	if t.mode == writeJSON || t.what.Long {
		maxRows = max(height-2, 1)
	}
	return min(t.ed.Rows(), maxRows)
}

// drawOffers draws what is offered around what is selected of it.
func (m *Model) drawOffers(width int) []string {
	t := m.typed
	if len(t.offers) == 0 {
		return nil
	}
	switch {
	case len(t.shown) > 0:
	case t.wrong != "": // that says it
		return nil
	default:
		words := "not in the list; used as typed"
		if t.what.Closed {
			words = "not one of the values"
		}
		return []string{m.styles.Dim.Render(cut("  "+words, width))}
	}
	var out []string
	rows := max(min(offersRows, len(t.shown), m.bodyHeight()-2), 1)
	if t.asItIs() {
		out = append(out, m.drawAsItIs(width))
		rows = max(min(rows, m.bodyHeight()-3), 1)
	}
	top := max(min(t.at-rows/2, len(t.shown)-rows), 0)
	labels := 0
	for _, s := range t.shown[top : top+rows] {
		labels = max(labels, text.Width(text.SanitizeLine(t.offers[s.Index].Value)))
	}
	labels = min(labels, width/2)
	for i, s := range t.shown[top : top+rows] {
		out = append(out, m.drawOffer(s, top+i == t.at, labels, width))
	}
	if len(t.shown) > rows {
		words := figures.Thousands(len(t.shown)) + " in all"
		if rest := len(t.shown) - top - rows; rest > 0 {
			words = "↓ " + figures.Thousands(rest) + " more of " + words
		}
		out = append(out, m.styles.Dim.Render(cut("  "+words, width)))
	}
	return out
}

// drawAsItIs draws the row that stands for the text itself.
func (m *Model) drawAsItIs(width int) string {
	style, mark := m.styles.Dim, "  "
	if m.typed.at < 0 {
		style, mark = m.styles.Selection, "▸ "
	}
	const before, after = "use “", "”"
	first, _, _ := strings.Cut(strings.TrimSpace(m.typed.ed.Text()), "\n")
	first = cut(first, width-text.Width(mark+before+after))
	return text.Truncate(style.Render(mark+before+first+after), width, "…")
}

func (m *Model) drawOffer(s fuzzy.Match, chosen bool, labels, width int) string {
	o := m.typed.offers[s.Index]
	style, words, mark := m.styles.Text, m.styles.Dim, "  "
	if chosen {
		style, words, mark = m.styles.Selection, m.styles.Selection, "▸ "
	}
	label := cut(o.Value, width-2)
	line := style.Render(mark+label) + strings.Repeat(" ", max(labels-text.Width(label), 0))
	if o.Words != "" {
		line += words.Render("  " + text.SanitizeLine(o.Words))
	}
	line = text.Truncate(line, width, "…")
	if o.Right == "" {
		return line
	}
	line, _ = text.Ends(line, m.styles.Dim.Render(text.SanitizeLine(o.Right)), width, 2)
	return line
}
