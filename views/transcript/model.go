// Package transcript is the pane that shows a conversation: what was said,
// what came back, and how each exchange ended.
package transcript

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/themes"
	"gatehouse/views"
)

// Model is the transcript pane.
type Model struct {
	styles *themes.Styles
	keys   *views.Keys
	conv   *state.Conversation

	width, height int
	focused       bool
	follow        bool
	prompts       []string
}

var (
	_ views.Pane     = (*Model)(nil)
	_ views.Scroller = (*Model)(nil)
	_ views.Typist   = (*Model)(nil)
)

// New makes a transcript that shows nothing yet and follows what will come.
func New(styles *themes.Styles, keys *views.Keys) *Model {
	return &Model{styles: styles, keys: keys, follow: true}
}

// SetConversation shows another conversation, at its end. Its turns and their
// exchanges are read when the pane is drawn; changes are noticed by their
// Version counters, so no message tells of them.
func (m *Model) SetConversation(c *state.Conversation) { m.conv, m.follow = c, true }

// SetPrompts gives the prompts that an empty conversation offers; three have
// keys.
func (m *Model) SetPrompts(prompts []string) { m.prompts = prompts }

// Prompts returns the prompts offered.
func (m *Model) Prompts() []string { return m.prompts }

// Follow goes to the end and stays there while the answer grows.
func (m *Model) Follow() { m.follow = true }

// Following reports whether the pane stays at the end.
func (m *Model) Following() bool { return m.follow }

// SetSize implements views.Pane.
func (m *Model) SetSize(width, height int) { m.width, m.height = max(width, 0), max(height, 0) }

// SetFocus implements views.Pane.
func (m *Model) SetFocus(on bool) tea.Cmd { m.focused = on; return nil }

// Update implements views.Pane.
func (m *Model) Update(tea.Msg) (views.Intent, tea.Cmd) { return nil, nil }

// View implements views.Pane.
func (m *Model) View() string {
	line := strings.Repeat(" ", m.width)
	lines := make([]string, m.height)
	for i := range lines {
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// Scroll implements views.Scroller.
func (m *Model) Scroll(_, _ int) {}

// Typing implements views.Typist: the find line owns the letters while it is
// open.
func (m *Model) Typing() bool { return false }

// Cursor implements views.Typist.
func (m *Model) Cursor() *tea.Cursor { return nil }

// ShortHelp implements help.KeyMap.
func (m *Model) ShortHelp() []key.Binding { return nil }

// FullHelp implements help.KeyMap.
func (m *Model) FullHelp() [][]key.Binding { return nil }
