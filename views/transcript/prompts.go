package transcript

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/views"
	"gatehouse/views/text"
)

// prompts are what an empty conversation offers.
type prompts struct {
	list []string
	at   int
	rows []int // the prompt on each line of the screen, -1 for none
}

// promptActions send one of the prompts offered; there are no more of these.
var promptActions = []views.Action{views.ActFirstPrompt, views.ActNextPrompt, views.ActThirdPrompt}

// empty draws a conversation in which nothing has been said.
func (m *Model) empty() []string {
	m.prompts.rows = nil
	page, width := m.page(), m.columns()
	var lines []string
	var rows []int
	add := func(line string, prompt int) {
		lines = append(lines, noGutter+ansi.Truncate(line, width, "…"))
		rows = append(rows, prompt)
	}
	offered := m.prompts.list[:min(len(m.prompts.list), len(promptActions))]
	if len(offered) > 0 && page >= 3 {
		add(m.styles.Strong.Render("Ask something"), -1)
		add("", -1)
	}
	for i, p := range offered {
		// Digits are text while one is being written: the numbers stand only
		// where they are keys.
		style, mark := m.styles.Text, m.styles.Dim.Render("·")
		if m.focused {
			mark = m.styles.Key.Render(m.keys.Name(promptActions[i]))
		}
		if m.focused && i == m.prompts.at {
			style = m.styles.Selection
		}
		add(mark+"  "+style.Render(text.SanitizeLine(p)), i)
	}
	if len(offered) > 0 && page >= len(lines)+2 {
		name := m.keys.Name
		hint := name(views.ActDown) + " puts one below, " + name(views.ActSend) + " sends it; or write your own"
		if m.focused {
			hint = name(views.ActOpenRow) + " or its own key sends it; " + name(views.ActNextPane) + " goes back to writing"
		}
		add("", -1)
		add(m.styles.Dim.Render(hint), -1)
	}
	for above := max(page-len(lines), 0) / 3; above > 0; above-- {
		lines, rows = append([]string{""}, lines...), append([]int{-1}, rows...)
	}
	for len(lines) < page {
		lines, rows = append(lines, ""), append(rows, -1)
	}
	m.prompts.rows = rows[:page]
	return lines[:page]
}

// promptKey handles a key while the conversation is empty.
func (m *Model) promptKey(a views.Action) (views.Intent, bool) {
	n := min(len(m.prompts.list), len(promptActions))
	if n == 0 {
		return nil, false
	}
	m.changed()
	switch a {
	case views.ActGoUp, views.ActItemBefore:
		m.prompts.at = (m.prompts.at + n - 1) % n
	case views.ActGoDown, views.ActItemAfter:
		m.prompts.at = (m.prompts.at + 1) % n
	case views.ActOpenRow:
		return m.sendPrompt(m.prompts.at), true
	case views.ActFirstPrompt:
		return m.sendPrompt(0), true
	case views.ActNextPrompt:
		return m.sendPrompt(1), true
	case views.ActThirdPrompt:
		return m.sendPrompt(2), true
	default:
		return nil, false
	}
	return nil, true
}

func (m *Model) sendPrompt(i int) views.Intent {
	if i >= len(m.prompts.list) {
		return nil
	}
	return views.Send{Text: strings.TrimSpace(m.prompts.list[i])}
}
