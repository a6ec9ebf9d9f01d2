package files

import (
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// Fold derives an exchange from its capture.
func Fold(about history.About, c *wire.Capture) *state.Exchange {
	x := state.NewExchange(c.ID, c.Sent.Body)
	if about.Rerank {
		x = state.NewRerank(c.ID, c.Sent.Body)
	}
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	if c.Sent.Method == "" { // imported without it
		x.Known.Request = false
	}
	return x
}
