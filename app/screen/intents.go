package screen

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/views"
)

// The intents of one screen to another, which the root hands to the screen whose they are.
type (
	// ShowExchange shows an exchange in the inspector.
	ShowExchange struct {
		views.Internal
		Of *Exchange
	}
	// CompareExchanges shows two exchanges side by side in the inspector, for as long as the
	// shown conversation is.
	CompareExchanges struct {
		views.Internal
		A, B *Exchange
	}
	// AdoptExchange makes an exchange that passes through the proxy one of the history's
	// screen, which knows its neighbours and what can be done with it.
	AdoptExchange struct {
		views.Internal
		Of *Exchange
	}
	// ShowRecorded shows an exchange of the history in the inspector, and then does something.
	ShowRecorded struct {
		views.Internal
		ID   string
		Then func() tea.Cmd
	}
	// ShowHistory lists the exchanges of a filter.
	ShowHistory struct {
		views.Internal
		Filter string
	}
	// ListAgain reads the list of the history again, where it is shown.
	ListAgain struct{ views.Internal }
)
