package tree

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
	"gatehouse/views/text"
)

// prompt is the line at the foot in which a jq filter is written.
type prompt struct {
	typing bool
	words  string // empty is the filter for all
	wrong  string // what is wrong with it
}

// everything is the filter that lets all through: it runs where none was written.
const everything = "."

// openFilter begins a filter of the document; where what one gave is shown, that one
// is changed.
func (m *Model) openFilter() {
	m.closeFind()
	if m.prompt = (prompt{typing: true}); m.top().filter != everything {
		m.prompt.words = m.top().filter
	}
}

// write takes a key or a paste while something is being written.
func (m *Model) write(msg tea.Msg) tea.Cmd {
	if m.prompt.typing {
		return m.writeFilter(msg)
	}
	return m.writeFind(msg)
}

// writeFilter takes a key or a paste while a filter is being written.
func (m *Model) writeFilter(msg tea.Msg) tea.Cmd {
	p := &m.prompt
	words, did := p.words, views.LineKept
	switch msg := msg.(type) {
	case tea.PasteMsg:
		words, did = words+views.FirstLine(msg.Content), views.LineEdited
	case tea.KeyPressMsg:
		switch m.keys.Asked(msg, views.Overlay) {
		case views.ActListChoose:
			return m.run()
		case views.ActGoDown, views.ActGoUp:
			return nil
		}
		words, did = m.keys.EditLine(msg, words)
	}
	switch did {
	case views.LineEdited:
		if m.filters() { // nobody waits for the one that is being changed
			m.halt()
		}
		p.words, p.wrong = words, ""
	case views.LineLeft:
		*p = prompt{}
	}
	return nil
}

// filterLine draws the filter that is being written.
func (m *Model) filterLine() string {
	words := text.SanitizeLine(m.prompt.words)
	line := m.styles.Accent.Render(" |") + m.styles.Text.Render(words)
	if words == "" {
		line += m.styles.Faint.Render(everything)
	}
	switch {
	case m.filters():
		line += m.styles.Running.Render("   running, " + m.keys.Name(views.ActStop) + " stops it")
	case m.prompt.wrong != "":
		room := max(m.width-text.Width(line)-4, 16)
		line += "   " + m.styles.Bad.Render("✗ "+text.Truncate(text.SanitizeLine(m.prompt.wrong), room, "…"))
	default:
		line += m.styles.Dim.Render("   a jq filter, " + m.keys.Name(views.ActListChoose) + " runs it, " + m.keys.Name(views.ActStop) + " leaves")
	}
	if over := text.Width(line) - m.width; over > 0 && m.prompt.wrong != "" {
		line = text.TruncateLeft(line, over, "…")
	}
	return line
}
