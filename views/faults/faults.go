// Package faults is the overlay that stands between a request with faults and
// the wire: what is wrong, where, and the ways on.
package faults

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/check"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/text"
)

const headRows = 2 // the sentence and the gap below it

// Model is the list of a request's faults.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	found  []check.Finding

	selected, top int // rows of found
	width, height int
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the list; found is not empty.
func New(styles *themes.Styles, keys *views.Keys, found []check.Finding) *Model {
	return &Model{styles: styles, keys: keys.In(views.Overlay), found: found}
}

// Wanted returns the size that shows all faults whose text is not too long.
func (m *Model) Wanted() (width, height int) {
	width = 60
	for _, f := range m.found[:min(len(m.found), 50)] {
		width = max(width, 2+text.Width(f.Path)+2+text.Width(f.Message))
	}
	return min(width, 100), headRows + min(len(m.found)+1, 16)
}

// SetSize implements views.Pane.
func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.Scroll(0, 0)
}

// SetFocus implements views.Pane.
func (m *Model) SetFocus(bool) tea.Cmd { return nil }

// Scroll implements views.Scroller: it moves the selection.
func (m *Model) Scroll(_, dy int) {
	m.selected = max(min(m.selected+dy, len(m.found)-1), 0)
	rows := max(m.height-headRows-1, 1) // one for the whole text of the selected
	m.top = max(min(m.top, m.selected), m.selected-rows+1)
}

// Update implements views.Pane.
func (m *Model) Update(msg tea.Msg) views.Answer {
	return views.AnswerTo(msg, m.handle, func() int { return m.selected })
}

func (m *Model) handle(msg tea.Msg) (views.Intent, tea.Cmd) {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if i := click.Y - headRows + m.top; click.Y >= headRows && i < len(m.found) {
			m.Scroll(0, i-m.selected)
		}
		return nil, nil
	}
	if m.keys.Asked(msg, views.Global) == views.ActSendNow {
		return views.SendNow{Force: true}, nil
	}
	action := m.keys.Asked(msg, views.Overlay)
	if action == "" { // the transcript's letters scroll here too: it cannot have the focus
		action = m.keys.Asked(msg, views.Transcript)
	}
	switch action {
	case views.ActListClose:
		return views.Close{}, nil
	case views.ActListChoose:
		return views.ShowPlace{Pointer: m.found[m.selected].Pointer}, nil
	}
	if by, ok := views.Steps(action, m.height-headRows-1); ok {
		m.Scroll(0, by)
	}
	return nil, nil
}

// View implements views.Pane.
func (m *Model) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	head := fmt.Sprintf("Not sent: %d faults", len(m.found))
	if len(m.found) == 1 {
		head = "Not sent: 1 fault"
	}
	head += ". " + m.keys.Name(views.ActSendNow) + " sends anyway."
	out := []string{m.styles.Text.Render(head), ""}
	// The selected fault is written out; the others stay one row each.
	full := wrapped(m.found[m.selected], m.width-2)
	for i := m.top; i < len(m.found) && len(out) < m.height; i++ {
		lines := full
		if i != m.selected {
			lines = []string{text.Truncate(sentence(m.found[i]), max(m.width-2, 0), "…")}
		}
		for n, line := range lines {
			sign := "  "
			if n == 0 {
				sign = m.styles.Bad.Render("✗") + " "
			}
			style := m.styles.Text
			if i == m.selected {
				style, line = m.styles.Selection, text.Fit(line, max(m.width-2, 0), "")
			}
			out = append(out, sign+style.Render(line))
		}
	}
	return text.Rect(out, m.width, m.height)
}

func sentence(f check.Finding) string { return text.SanitizeLine(f.String()) }

func wrapped(f check.Finding, width int) []string {
	return text.Rows(sentence(f), max(width, 1))
}

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding {
	return []key.Binding{m.keys.As(views.ActListChoose, "go there"), m.keys.As(views.ActSendNow, "send it anyway"), m.keys.Binding(views.ActListClose)}
}
