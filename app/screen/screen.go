package screen

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// Page is one pane on a screen: a row of the table from which key scopes, tabs,
// help and focus follow.
type Page struct {
	ID     ID            // unique in the program: screen/pane
	Title  string        // on a tab; empty for a pane that has none
	Action views.Action  // that leads to it; empty for none
	Scopes []views.Scope // of the key table, its own first
	Pane   views.Pane
}

// Escape is something that esc does: its word in the footer, and the deed.
type Escape struct {
	Word string
	Do   func() tea.Cmd
}

// Layout is a screen laid out: the areas that all screens have, and where its
// panes are.
type Layout struct {
	views.Layout
	Panes map[ID]views.Rect // of the pages; those that are not shown have none
}

// Screen is one screen of the program. The root holds the screens in one ordered
// table; what differs between them is here.
type Screen interface {
	// Pages are its panes, in the order in which tab goes through them.
	Pages() []Page
	// Arrange lays it out on width×height cells for a notice that wants so many
	// rows. It changes nothing.
	Arrange(width, height, notice int) Layout
	// Do does what a pane asks for; ok is false for what is not this screen's.
	Do(views.Intent) (cmd tea.Cmd, ok bool)
	// Perform does a row of the key table; ok is false for what is not this screen's.
	Perform(views.Action) (cmd tea.Cmd, ok bool)
	// Escapes are what esc does here and now; the first one wins.
	Escapes() []Escape
	// Refresh gives the panes what has changed, after every message.
	Refresh() tea.Cmd
}
