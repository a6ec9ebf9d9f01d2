// Package faults is the overlay that stands between a request with faults and
// the wire: what is wrong, where, and the ways on.
package faults

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	reports "gatehouse/views/report"
	"gatehouse/views/text"
)

const headRows = 2 // the sentence and the gap below it

// Model is the list of a request's faults.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	found  reports.Findings

	width, height int
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
)

// New makes the list; found is not empty.
func New(styles *themes.Styles, keys *views.Keys, found []report.Finding) *Model {
	return &Model{styles: styles, keys: keys.In(views.Overlay), found: reports.Findings{List: found}}
}

// Wanted returns the size that shows all findings that are not too many.
func (m *Model) Wanted() (width, height int) {
	width = 60
	for _, f := range m.found.List[:min(len(m.found.List), 50)] {
		width = max(width, 2+text.Width(f.Words()))
	}
	const narrow = 76 // cells that a screen of 80 leaves
	return min(width, 100), headRows + min(m.found.Rows(min(width, narrow)), 16)
}

func (m *Model) SetSize(width, height int) {
	m.width, m.height = max(width, 0), max(height, 0)
	m.Scroll(0, 0)
}

func (m *Model) SetFocus(bool) tea.Cmd { return nil }

// Scroll implements views.Scroller: it moves the selection.
func (m *Model) Scroll(_, dy int) { m.move(dy) }

func (m *Model) move(by int) views.Answer {
	selected := m.found.Selected
	m.found.Selected = max(min(selected+by, len(m.found.List)-1), 0)
	m.found.Reveal(m.width, m.height-headRows)
	return views.Answer{Used: m.found.Selected != selected}
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	if click, ok := msg.(tea.MouseClickMsg); ok {
		if i := m.found.At(m.width, click.Y-headRows); i >= 0 {
			return m.move(i - m.found.Selected)
		}
		return views.Answer{}
	}
	if m.keys.Asked(msg, views.Global) == views.ActSendNow {
		return views.Ask(views.SendNow{Force: true})
	}
	action := m.keys.Asked(msg, views.Overlay)
	if action == "" { // the transcript's letters scroll here too: it cannot have the focus
		action = m.keys.Asked(msg, views.Transcript)
	}
	switch action {
	case views.ActListClose:
		return views.Ask(views.Close{})
	case views.ActListChoose:
		return views.Ask(views.ShowPlace{Pointer: m.found.List[m.found.Selected].Pointer})
	}
	by, _ := views.Steps(action, m.height-headRows)
	return m.move(by)
}

func (m *Model) View() string {
	if m.width == 0 || m.height == 0 {
		return ""
	}
	head := "Not sent: " + report.Counted(m.found.List).Text + ". " + m.keys.Name(views.ActSendNow) + " sends anyway."
	lines, _ := m.found.Draw(m.styles, m.width, m.height-headRows)
	return text.Rect(append([]string{m.styles.Text.Render(head), ""}, lines...), m.width, m.height)
}

func (m *Model) ShortHelp() []key.Binding {
	return []key.Binding{m.keys.As(views.ActListChoose, "go there"), m.keys.As(views.ActSendNow, "send it anyway"), m.keys.Binding(views.ActListClose)}
}
