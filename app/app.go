package app

import (
	"context"

	tea "charm.land/bubbletea/v2"
)

// Model is the root model.
type Model struct {
	opts Options
}

// New makes the root model. It opens nothing and starts nothing; Init does.
func New(opts Options) *Model { return &Model{opts: opts} }

// Run shows the playground until the person quits, ctx is done, or a signal
// ends the program. It restores the terminal on every way out.
func Run(ctx context.Context, opts Options) error {
	_, err := tea.NewProgram(New(opts), tea.WithContext(ctx)).Run()
	return err
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return nil }

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "ctrl+c" {
		return m, tea.Quit
	}
	return m, nil
}

// View implements tea.Model.
func (m *Model) View() tea.View { return tea.NewView("") }
