package share

import (
	"slices"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/state/history"
)

// Afresh derives exchanges from their captures again, so that they can be read while
// those that they are made of are on a screen. One without what was sent stays as it is.
func Afresh(list []export.Exchange) []export.Exchange {
	out := slices.Clone(list)
	for i, was := range list {
		if c := was.Capture; c != nil && c.End != nil && c.Sent.URL != "" {
			out[i] = Of(was.About, c)
			out[i].Prompt, out[i].Title, out[i].Local = was.Prompt, was.Title, was.Local
		}
	}
	return out
}

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
