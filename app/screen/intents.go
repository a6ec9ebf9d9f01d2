package screen

import (
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/files"
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
	// ShowFile shows a file that was read in the screen that it belongs to.
	ShowFile struct {
		views.Internal
		File files.File
	}
	// EditRequest goes to a place of the shown conversation's next request, a JSON Pointer, in Build.
	EditRequest struct {
		views.Internal
		Pointer string
	}
	// WatchAnswer shows an answer as it arrives, unless the shown screen does.
	WatchAnswer struct{ views.Internal }
	// AnswerArrived reports that arrivals of a turn's exchange were folded, and are drawn next.
	AnswerArrived struct {
		views.Internal
		Of    *Exchange
		Ended bool
	}
	// ListAgain reads the list of the history again, where it is shown.
	ListAgain struct{ views.Internal }
)
