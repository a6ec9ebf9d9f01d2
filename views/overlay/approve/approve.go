// Package approve is the overlay that asks before something that cannot be undone: all that
// it is about, above the choices.
package approve

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/page"
	"gatehouse/views/kit/text"
)

// Choice is one answer.
type Choice struct {
	Words  string
	Intent views.Intent
	Key    string // the letter that takes it: y for yes, n for no; empty for any other answer
}

// Model is the question.
type Model struct {
	*page.Page // what it is about, above the choices
	styles     *themes.Styles
	keys       *views.Keys
	choices    []Choice
	selected   int // of the choices
	height     int // of the pane
}

// New makes a question about a text. The first choice is selected.
func New(styles *themes.Styles, keys *views.Keys, about string, choices ...Choice) *Model {
	m := &Model{styles: styles, keys: keys.In(views.Overlay), choices: choices}
	shown := text.NewPlain(styles, styles.Text)
	shown.Update(about)
	m.Page = page.New(shown)
	return m
}

// PreferredSize returns the size that shows everything.
func (m *Model) PreferredSize() (width, height int) {
	const wide = 90
	lines := text.Paragraph(m.styles, m.styles.Text, 0, wide, m.Content().Source())
	return wide, min(len(lines), 24) + 1 + len(m.choices)
}

func (m *Model) SetSize(width, height int) {
	m.height = max(height, 0)
	m.Page.SetSize(width, m.height-1-len(m.choices))
	m.Fill()
}

func (m *Model) Update(msg tea.Msg) views.Answer {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		i := msg.Y - (m.height - len(m.choices))
		switch {
		case i < 0 || i >= len(m.choices):
		case m.selected == i:
			return views.Ask(m.choices[m.selected].Intent)
		default: // a first click only selects: nothing runs by a slip
			return m.choice(i)
		}
	case tea.KeyPressMsg, views.Perform:
		return m.press(msg)
	}
	return views.Answer{}
}

func (m *Model) press(msg tea.Msg) views.Answer {
	switch action := m.keys.Asked(msg, views.Overlay); action {
	case views.ActListClose:
		return views.Ask(views.Close{})
	case views.ActListChoose:
		return views.Ask(m.choices[m.selected].Intent)
	case views.ActGoUp:
		return m.choice(m.selected - 1)
	case views.ActGoDown:
		return m.choice(m.selected + 1)
	case views.ActGoPageUp, views.ActGoPageDown:
		answer, _ := m.Do(action)
		return answer
	}
	for _, c := range m.choices {
		if c.Key != "" && c.Key == views.Typed(msg) {
			return views.Ask(c.Intent)
		}
	}
	return views.Answer{}
}

// choice selects another choice.
func (m *Model) choice(i int) views.Answer {
	selected := m.selected
	m.selected = max(min(i, len(m.choices)-1), 0)
	return views.Answer{Used: m.selected != selected}
}

func (m *Model) View() string {
	out := append(m.Drawn(), make([]string, m.Height+1)...)[:m.Height+1]
	if _, below := m.Page.Overflow(); below {
		out[m.Height] = m.styles.Warn.Render("↓ more: " + m.keys.Name(views.ActGoPageDown))
	}
	for i, c := range m.choices {
		words := text.SanitizeLine(c.Words)
		if c.Key != "" {
			words += " (" + c.Key + ")"
		}
		if i == m.selected {
			out = append(out, m.styles.Selection.Render(text.Fit("▸ "+words, m.Width, "…")))
		} else {
			out = append(out, "  "+m.styles.Text.Render(words))
		}
	}
	return text.Rect(out[max(len(out)-m.height, 0):], m.Width, m.height)
}

// Overflow implements views.Overflower: nothing is below the choices, and the text above them marks
// its continuation.
func (m *Model) Overflow() (above, below bool) { return false, false }

func (m *Model) ShortHelp() []key.Binding {
	return m.keys.Bindings(views.ActListChoose, views.ActListClose)
}
