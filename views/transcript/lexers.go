package transcript

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// lexersLoaded is the message that code may be drawn in other colours now.
type lexersLoaded struct{ next tea.Cmd }

// LoadLexers loads the lexers of the languages that drawing meets, beside it,
// until ctx is done. Without it they are loaded where they are needed.
func (m *Model) LoadLexers(ctx context.Context) tea.Cmd {
	return func() tea.Msg {
		if !m.lexers.Load(ctx) {
			return nil
		}
		return lexersLoaded{next: m.LoadLexers(ctx)}
	}
}
