package figures

import "gatehouse/state"

// From when on the speed of an answer is known (CONTRACT.md, "Verdicts").
const (
	leastRateDeltas = 10
	leastRateUS     = 100_000
)

// RateOf is the speed of the output in tokens per second, from the first delta
// to the last; estimated while the tokens are. There is none for an answer
// that was not streamed, or that came in too few deltas or too short a time.
func RateOf(x *state.Exchange) (perSecond float64, estimated, ok bool) {
	span := x.LastDeltaUS - x.FirstDeltaUS
	if !x.Stream || x.FirstDeltaUS < 0 || span < leastRateUS || x.Pace.Deltas < leastRateDeltas {
		return 0, false, false
	}
	tokens := TokensOf(x)
	if tokens.Out < 0 {
		return 0, false, false
	}
	return float64(tokens.Out) / (float64(span) / 1e6), tokens.Estimated, true
}
