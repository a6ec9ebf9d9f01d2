package team

import (
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// Shared is an exchange for the history of a team, masked already.
type Shared struct {
	Entry   history.Entry // with key and run of the archive
	Text    history.Text
	Capture *wire.Capture
	Renew   bool // the team had it: it is updated, and not written again if it was removed
}

// Of returns an exchange to share: the figures of its masked capture, with those that the archive
// computed from several exchanges.
func Of(listed *history.Entry, about history.About, x *state.Exchange, c *wire.Capture) Shared {
	e := history.Of(about, x, c)
	e.Key, e.Start, e.Undated = listed.Key, listed.Start, listed.Undated
	e.Run, e.Parent, e.Joined = listed.Run, listed.Parent, listed.Joined
	e.Cache, e.Lost, e.Receipt = listed.Cache, listed.Lost, listed.Receipt
	return Shared{Entry: e, Text: history.TextOf(x, c), Capture: c}
}
