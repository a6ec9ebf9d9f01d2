package figures

import (
	"math"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/dialect/usage"
)

// Tokens are the figures of a turn's footer. The output is estimated until usage has it.
type Tokens struct {
	usage.Counts
	Estimated bool                  // only the output is; the others are as received
	Shared    bool                  // the estimate is a share of the figure that arrived later
	Odd       map[usage.Kind]string // values that are not counts: their figures are not known and not estimated
}

// CachedExceedsInput reports whether usage has more cached tokens than input tokens.
func (t Tokens) CachedExceedsInput() bool {
	return t.Counts[usage.Input] >= 0 && t.Counts[usage.CacheRead] > t.Counts[usage.Input]
}

// share returns the share of the tokens for a number of bytes, rounded, from 1 to all of them; 0 for 0 bytes.
func share(m state.TokenRatio, bytes int64) int {
	if bytes >= m.Bytes {
		return int(m.Tokens)
	}
	share := math.Round(float64(m.Tokens) * (float64(bytes) / float64(m.Bytes)))
	return max(int(share), int(min(bytes, m.Tokens, 1)))
}

// EstimateTokens estimates tokens from bytes without any usage: bytes ÷ 4, rounded, at least 1 unless 0.
func EstimateTokens(bytes int64) int { return int(max((bytes+2)/4, min(bytes, 1))) }

// tokenRatioOf returns how many tokens the deltas were, from usage; ok is false without
// it.
func tokenRatioOf(x *state.Exchange) (m state.TokenRatio, ok bool) {
	if x.TokenRatio.Bytes > 0 {
		return x.TokenRatio, true
	}
	if x.Running() { // the usage may still grow
		return state.TokenRatio{}, false
	}
	used, _ := usage.Of(x.Usage)
	out := used.Counts[usage.Output]
	if out < 0 || x.DeltaBytes <= 0 || x.UsageBegun {
		return state.TokenRatio{}, false
	}
	return state.TokenRatio{Tokens: int64(out), Bytes: x.DeltaBytes}, true
}

// SetTokenRatio makes estimates of x, an earlier state of final, consistent with the usage of final: each
// is a share of the final figure, which it never exceeds.
func SetTokenRatio(x, final *state.Exchange) {
	if x.TokenRatio.Bytes > 0 || final == nil {
		return
	}
	if m, ok := tokenRatioOf(final); ok {
		x.TokenRatio = m
		x.Version++
	}
}

// EstimateOf estimates the tokens of a number of bytes of an item.
func EstimateOf(x *state.Exchange, bytes int) int {
	if m, ok := tokenRatioOf(x); ok {
		return share(m, int64(bytes))
	}
	return EstimateTokens(int64(bytes))
}

// TokensOf reads usage, under the names of similar services too. It estimates the output without usage, and
// if the usage describes only the beginning of the answer: Anthropic's message_start counts a token or
// two, and a response.created may have zeros.
func TokensOf(x *state.Exchange) Tokens {
	used, _ := usage.Of(x.Usage)
	t := Tokens{Counts: used.Counts, Odd: used.Odd}
	if x.UsageBegun {
		unknownYet := t.Counts[usage.Input] == 0 // a service that does not know yet
		for _, k := range usage.Figures() {
			if sum := k.Root(); sum == usage.Output || sum == usage.Input && unknownYet {
				t.Counts[k] = wire.None
			}
		}
	}
	switch {
	case t.Counts[usage.Output] >= 0, t.Odd[usage.Output] != "", x.Kind().CallsTool():
	case x.TokenRatio.Bytes > 0:
		t.Counts[usage.Output], t.Estimated, t.Shared = share(x.TokenRatio, outputBytes(x)), true, true
	default:
		t.Counts[usage.Output], t.Estimated = EstimateTokens(outputBytes(x)), true
	}
	return t
}

// Output returns the number of output tokens; ok is false where it is unknown, as for an
// estimate from no bytes.
func (t Tokens) Output() (n int, ok bool) {
	n = t.Counts[usage.Output]
	return n, n > 0 || n == 0 && !t.Estimated
}

// outputBytes returns the basis of the estimate: the deltas, or the text of an answer without a stream.
func outputBytes(x *state.Exchange) int64 {
	if x.Stream || x.DeltaBytes > 0 {
		return x.DeltaBytes
	}
	return x.TextBytes
}

// Figure is a number with its label.
type Figure struct{ Label, Value string }

// EstimatedBy returns the basis of an estimate of tokens, which changes when the usage arrives: bytes
// before, then their share of the final count. It is empty if nothing is estimated.
func EstimatedBy(t Tokens) string {
	switch {
	case !t.Estimated || t.Counts[usage.Output] <= 0:
		return ""
	case t.Shared:
		return "~ by the final count"
	}
	return "~ by bytes"
}

// TokenFigures writes the known counts of tokens: estimates with a ~, malformed counts as received with a
// ⚠, as are more cached tokens than input tokens.
func TokenFigures(t Tokens) []Figure {
	var out []Figure
	for _, k := range usage.Figures() {
		if value := t.Figure(k); value != "" {
			out = append(out, Figure{k.Label(), value})
		}
	}
	return out
}

// Figure writes one of the counts; empty if it is not known.
func (t Tokens) Figure(k usage.Kind) string {
	n := t.Counts[k]
	estimated := k == usage.Output && t.Estimated
	switch {
	case t.Odd[k] != "":
		return OddCount(t.Odd[k])
	case n < 0 || n == 0 && estimated:
		return ""
	case estimated:
		return "~" + Thousands(n)
	case k == usage.CacheRead && t.CachedExceedsInput():
		return oddMark + Thousands(n)
	}
	return Thousands(n)
}

// oddMark precedes an implausible figure of the usage.
const oddMark = "⚠ "

// OddCount writes a malformed count, safe to draw.
func OddCount(spelled string) string {
	safe := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, spelled)
	return oddMark + safe
}

// FirstOf returns, in brackets after a space, the kind of the first token unless it was text of the
// answer: any delta counts as one.
func FirstOf(x *state.Exchange) string {
	if what := x.FirstTokenKind(); what != "" {
		return " (" + what + ")"
	}
	return ""
}
