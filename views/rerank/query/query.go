// Package query is the line of the rerank screen in which a query is written,
// with what it is asked of at the right.
package query

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/edit"
	"gatehouse/views/kit/text"
)

// maxRows of a long query are shown.
const maxRows = 3

// Model is the query.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	edit   *edit.Editor

	index, count int    // of the query in its set, from 0
	facts        string // what the query is asked of
	fault        string // why nothing was asked
	note         string // what else to know of the query

	views.Box
}

var _ views.Typist = (*Model)(nil)

// New makes an empty query.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	return &Model{styles: styles, keys: keys.In(views.Composer), edit: edit.New(), count: 1}
}

// SetText shows a query, with the cursor at its end; the same text changes nothing.
func (m *Model) SetText(text string) {
	if text != m.edit.Text() {
		m.edit.Set(text)
	}
}

// SetPlace sets the number of the query, counted from 0, and how many there are.
func (m *Model) SetPlace(index, count int) {
	m.index, m.count = index, count
	m.SetSize(m.Width, m.Height)
}

// SetFacts sets what the query is asked of, shown at the right.
func (m *Model) SetFacts(facts string) {
	m.facts = text.SanitizeLine(facts)
	m.SetSize(m.Width, m.Height)
}

// SetFault sets why nothing was asked; empty for no fault.
func (m *Model) SetFault(fault string) { m.fault = text.SanitizeLine(fault) }

// SetNote sets a remark about the query; empty for none.
func (m *Model) SetNote(note string) { m.note = text.SanitizeLine(note) }

// Rows returns how many rows the pane would like, its rule included.
func (m *Model) Rows() int {
	return min(m.edit.Rows(), maxRows) + 1 + len(m.messages())
}

// messages returns the lines of the fault and of the note.
func (m *Model) messages() (lines []string) {
	add := func(style lipgloss.Style, sign, words string) {
		if words != "" {
			rows := text.Paragraph(m.styles, style, 0, max(m.Width, 1), sign+words)
			lines = append(lines, rows[:min(len(rows), maxRows)]...)
		}
	}
	add(m.styles.Bad, "✗ ", m.fault)
	add(m.styles.Warn, "⚠ ", m.note)
	return lines
}

func (m *Model) SetSize(width, height int) {
	m.Box.SetSize(width, height)
	m.edit.SetWidth(max(m.textWidth()-1, 1))
}

// label returns the text before the query.
func (m *Model) label() string {
	if m.count > 1 {
		return fmt.Sprintf("query %d of %d ❯ ", m.index+1, m.count)
	}
	return "query ❯ "
}

// right returns the text after the query, where it fits.
func (m *Model) right() string {
	if m.facts == "" || m.Width < 2*text.Width(m.facts) {
		return ""
	}
	return "  " + m.facts
}

// textWidth returns how many cells the text has.
func (m *Model) textWidth() int {
	return max(m.Width-text.Width(m.label())-text.Width(m.right()), 1)
}

func (m *Model) Typing() bool { return m.Focused }

// top returns the first row of the text that shows.
func (m *Model) top() int {
	row, _ := m.edit.Cursor()
	return max(row-max(m.textRows(), 1)+1, 0)
}

func (m *Model) textRows() int { return max(min(m.edit.Rows(), maxRows, m.Height), 0) }

func (m *Model) Cursor() *tea.Cursor {
	row, col := m.edit.Cursor()
	row -= m.top()
	x := text.Width(m.label()) + col
	if !m.Focused || row >= m.Height || x >= m.Width {
		return nil
	}
	return tea.NewCursor(x, row)
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	was := m.edit.State()
	var intent views.Intent
	switch msg := msg.(type) {
	case tea.PasteMsg:
		intent = m.insert(strings.Join(strings.Fields(msg.Content), " "))
	case tea.MouseClickMsg:
		if msg.Y < m.textRows() {
			m.edit.Click(m.top()+msg.Y, max(msg.X-text.Width(m.label()), 0))
		}
	case tea.KeyPressMsg:
		intent = m.press(msg)
	}
	return views.AnswerOf(intent, nil, m.edit.State() != was)
}

func (m *Model) press(msg tea.KeyPressMsg) views.Intent {
	switch action := m.keys.Asked(msg, views.Composer); {
	case m.keys.Match(msg, views.ActStop):
		return views.Cancel{}
	case action == views.ActSend:
		return views.RunRerank{}
	case action == views.ActUp && !m.edit.Do(action):
		return views.StepQuery{Step: -1}
	case action == views.ActDown && !m.edit.Do(action):
		return views.StepQuery{Step: 1}
	case action == views.ActUp, action == views.ActDown, action == views.ActNewLine: // a query is one line
	case action != "":
		if m.edit.Do(action) {
			return views.SetQuery{Text: m.edit.Text()}
		}
	case views.Typed(msg) != "":
		return m.insert(msg.Text)
	}
	return nil
}

func (m *Model) insert(text string) views.Intent {
	m.edit.Insert(text)
	return views.SetQuery{Text: m.edit.Text()}
}

func (m *Model) View() string {
	if m.Width == 0 || m.Height == 0 {
		return ""
	}
	s := m.styles
	label, right := m.label(), m.right()
	sign := s.Dim
	if m.Focused {
		sign = s.Accent
	}
	out := make([]string, 0, m.Height)
	for i, line := range m.edit.Draw(s, m.top(), m.textRows(), m.textWidth()) {
		before, after := sign.Render(label), s.Dim.Render(right)
		if i > 0 {
			before, after = strings.Repeat(" ", text.Width(label)), ""
		} else if m.edit.Empty() {
			line += s.Faint.Render(m.hint())
		}
		out = append(out, before+text.Fit(line, m.textWidth(), "")+after)
	}
	out = append(out, m.messages()...)
	if lack := m.Height - len(out); lack > 0 {
		out = append(append(out, make([]string, lack-1)...), s.Rule.Render(strings.Repeat("─", m.Width)))
	}
	return text.Rect(out, m.Width, m.Height)
}

func (m *Model) hint() string {
	if m.Focused {
		return "type a query; " + m.keys.Name(views.ActSend) + " runs all models"
	}
	hint := "no query yet; " + m.keys.Name(views.ActRerank) + " to write one"
	if text.Width(hint) > m.textWidth() {
		return "no query yet"
	}
	return hint
}

func (m *Model) ShortHelp() []key.Binding {
	all := []key.Binding{m.keys.As(views.ActSend, "run all"), m.keys.As(views.ActNextPane, "documents")}
	if m.count > 1 {
		all = append(all, m.keys.As(views.ActDown, "next query"))
	}
	return all
}
