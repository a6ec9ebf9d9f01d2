package figures

import (
	"math"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state"
)

// Tokens are the figures of a turn's footer. A figure that usage lacks is -1;
// while Out is missing it is that of EstimateTokens, and Estimated.
type Tokens struct {
	In, Cached, Out, Reasoning int
	Estimated                  bool     // Out alone: the others are as received
	Shared                     bool     // the estimate is the share of the bytes in the figure that came later
	Odd                        wire.Odd // what came in the place of a count: that figure is -1, and not estimated
}

// OverCached reports whether more tokens are said to have come from a cache than there
// are in the input.
func (t Tokens) OverCached() bool { return t.In >= 0 && t.Cached > t.In }

// share is how many of the tokens fall to so many bytes, rounded: never more than all of
// them, and at least one where there are any.
func share(m state.TokenRatio, bytes int64) int {
	if bytes >= m.Bytes {
		return int(m.Tokens)
	}
	share := math.Round(float64(m.Tokens) * (float64(bytes) / float64(m.Bytes)))
	return max(int(share), int(min(bytes, m.Tokens, 1)))
}

// EstimateTokens is about how many tokens so many bytes are, while nothing tells:
// bytes ÷ 4, rounded, and never none of some.
func EstimateTokens(bytes int64) int { return int(max((bytes+2)/4, min(bytes, 1))) }

// measureOf reads what the deltas came to in tokens; ok is false while no usage says.
func measureOf(x *state.Exchange) (m state.TokenRatio, ok bool) {
	if x.TokenRatio.Bytes > 0 {
		return x.TokenRatio, true
	}
	if x.Running() { // what usage there is goes on growing
		return state.TokenRatio{}, false
	}
	u := read.Usage(x.Usage)
	if u == nil || u.Output < 0 || x.DeltaBytes <= 0 {
		return state.TokenRatio{}, false
	}
	return state.TokenRatio{Tokens: int64(u.Output), Bytes: x.DeltaBytes}, true
}

// MeasureBy makes what is estimated of an exchange at an earlier moment agree
// with what its usage tells at the end: what had come is then a share of that,
// which grows to the whole and is never more.
func MeasureBy(x, whole *state.Exchange) {
	if x.TokenRatio.Bytes > 0 || whole == nil {
		return
	}
	if m, ok := measureOf(whole); ok {
		x.TokenRatio = m
		x.Version++
	}
}

// EstimateOf is about how many tokens so many bytes of an item are.
func EstimateOf(x *state.Exchange, bytes int) int {
	if m, ok := measureOf(x); ok {
		return share(m, int64(bytes))
	}
	return EstimateTokens(int64(bytes))
}

// TokensOf reads the usage, and estimates the output while there is none. The
// neighbours' names of the figures are read too.
func TokensOf(x *state.Exchange) Tokens {
	t := Tokens{In: -1, Cached: -1, Out: -1, Reasoning: -1}
	if u := read.Usage(x.Usage); u != nil {
		t = Tokens{In: u.Input, Cached: u.Cached, Out: u.Output, Reasoning: u.Reasoning, Odd: u.Odd}
	}
	switch {
	case t.Out >= 0, t.Odd.Output != "":
	case x.TokenRatio.Bytes > 0:
		t.Out, t.Estimated, t.Shared = share(x.TokenRatio, outputBytes(x)), true, true
	default:
		t.Out, t.Estimated = EstimateTokens(outputBytes(x)), true
	}
	return t
}

// Output returns how many tokens were put out; ok is false where that is not
// known, as it is while an estimate has nothing to count.
func (t Tokens) Output() (n int, ok bool) { return t.Out, t.Out > 0 || t.Out == 0 && !t.Estimated }

// outputBytes is what the estimate is made of: the deltas, or the text of an answer
// that came whole.
func outputBytes(x *state.Exchange) int64 {
	if x.Stream || x.DeltaBytes > 0 {
		return x.DeltaBytes
	}
	return x.TextBytes
}
