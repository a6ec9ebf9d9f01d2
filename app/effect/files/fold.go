package files

import (
	"iter"

	"gatehouse/app/effect/progress"
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

// foldStep is the number of events between two reports of progress: some milliseconds.
const foldStep = 1024

// FoldEach is Fold with progress: it calls each from time to time with the number of folded
// events, and returns its error.
func FoldEach(about history.About, c *wire.Capture, each func(events int) error) (*state.Exchange, error) {
	x := state.FromCapture(about.Kind, c)
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
	return x, nil
}

// watched returns the arrivals of an answer, and reports their number to w. They end early if w is
// stopped: the result is then not used.
func watched(w *progress.Work, all iter.Seq[wire.Arrival]) iter.Seq[wire.Arrival] {
	return func(yield func(wire.Arrival) bool) {
		n := 0
		for a := range all {
			if !yield(a) {
				return
			}
			if n++; n%foldStep == 0 && w.Counted("replaying", n, 0, "events") != nil {
				return
			}
		}
	}
}
