package team

import (
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// Shared is an exchange that is to be in the history of a team, masked already.
type Shared struct {
	Entry   history.Entry // its key and its run are those of the archive
	Text    history.Text
	Capture *wire.Capture
	Renew   bool // the team had it: it is brought up to date, and not written again where it was removed
}

// Of is an exchange as it is shared: as its masked capture says, and of how the archive lists it what
// that worked out of it and others.
func Of(listed *history.Entry, about history.About, x *state.Exchange, c *wire.Capture) Shared {
	e := history.Of(about, x, c)
	e.Key, e.Start, e.Undated = listed.Key, listed.Start, listed.Undated
	e.Run, e.Parent, e.Joined = listed.Run, listed.Parent, listed.Joined
	e.Cache, e.Lost, e.Receipt = listed.Cache, listed.Lost, listed.Receipt
	return Shared{Entry: e, Text: history.TextOf(x, c), Capture: c}
}
