package files

import (
	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
)

// Fold derives an exchange from its capture.
func Fold(about history.About, c *wire.Capture) *state.Exchange {
	x, _ := FoldEach(about, c, func(int) error { return nil })
	return x
}

// foldStep is after how many events a fold can be watched and stopped: some milliseconds.
const foldStep = 1024

// FoldEach is Fold that can be watched, and stopped: each is called now and then with how
// many events are folded; its error ends the fold, and is returned.
func FoldEach(about history.About, c *wire.Capture, each func(events int) error) (*state.Exchange, error) {
	x := state.NewExchange(c.ID, c.Sent.Body)
	if about.Rerank {
		x = state.NewRerank(c.ID, c.Sent.Body)
	}
	n := 0
	for a := range client.Replay(c) {
		x.Apply(a)
		if n++; n%foldStep > 0 {
			continue
		}
		if err := each(n); err != nil {
			return nil, err
		}
	}
	if c.Sent.Method == "" { // imported without it
		x.Known.Request = false
	}
	return x, nil
}
