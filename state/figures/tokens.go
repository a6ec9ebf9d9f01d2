package figures

import (
	"math"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/usage"
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

// share returns how many of the tokens so many bytes are, rounded, within 1 and all of
// them; 0 of none.
func share(m state.TokenRatio, bytes int64) int {
	if bytes >= m.Bytes {
		return int(m.Tokens)
	}
	share := math.Round(float64(m.Tokens) * (float64(bytes) / float64(m.Bytes)))
	return max(int(share), int(min(bytes, m.Tokens, 1)))
}

// EstimateTokens estimates how many tokens so many bytes are, without any usage: bytes ÷
// 4, rounded, and at least 1 of any.
func EstimateTokens(bytes int64) int { return int(max((bytes+2)/4, min(bytes, 1))) }

// tokenRatioOf returns how many tokens the deltas were, from usage; ok is false without
// it.
func tokenRatioOf(x *state.Exchange) (m state.TokenRatio, ok bool) {
	if x.TokenRatio.Bytes > 0 {
		return x.TokenRatio, true
	}
	if x.Running() { // what usage there is goes on growing
		return state.TokenRatio{}, false
	}
	used, _ := usage.Of(x.Usage)
	out := used.Counts[usage.Output]
	if out < 0 || x.DeltaBytes <= 0 || x.UsageBegun {
		return state.TokenRatio{}, false
	}
	return state.TokenRatio{Tokens: int64(out), Bytes: x.DeltaBytes}, true
}

// SetTokenRatio makes estimates of x, an earlier state of whole, consistent with whole's
// usage: each is a share of the final figure, which it never exceeds.
func SetTokenRatio(x, whole *state.Exchange) {
	if x.TokenRatio.Bytes > 0 || whole == nil {
		return
	}
	if m, ok := tokenRatioOf(whole); ok {
		x.TokenRatio = m
		x.Version++
	}
}

// EstimateOf estimates how many tokens so many bytes of an item are.
func EstimateOf(x *state.Exchange, bytes int) int {
	if m, ok := tokenRatioOf(x); ok {
		return share(m, int64(bytes))
	}
	return EstimateTokens(int64(bytes))
}

// TokensOf reads usage, under the names of similar services too, and estimates the output
// without it, and where it tells no more than how the answer began: Anthropic's message_start
// counts a token or two of what is still to come, and a response.created may have zeros.
func TokensOf(x *state.Exchange) Tokens {
	used, _ := usage.Of(x.Usage)
	t := Tokens{Counts: used.Counts, Odd: used.Odd}
	if x.UsageBegun {
		unknownYet := t.Counts[usage.Input] == 0 // a service that does not know yet
		for _, k := range usage.Figures() {
			if sum := k.Sum(); sum == usage.Output || sum == usage.Input && unknownYet {
				t.Counts[k] = wire.None
			}
		}
	}
	switch {
	case t.Counts[usage.Output] >= 0, t.Odd[usage.Output] != "":
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

// outputBytes returns the basis of the estimate: the deltas, or the text of an answer that
// arrived whole.
func outputBytes(x *state.Exchange) int64 {
	if x.Stream || x.DeltaBytes > 0 {
		return x.DeltaBytes
	}
	return x.TextBytes
}

// Figure is a number with the word that stands before it.
type Figure struct{ Label, Value string }

// EstimatedBy says what an estimate of tokens follows from, since it changes when the
// usage has told: bytes before that, else their share in the final count. It is empty
// where nothing is estimated.
func EstimatedBy(t Tokens) string {
	switch {
	case !t.Estimated || t.Counts[usage.Output] <= 0:
		return ""
	case t.Shared:
		return "~ by the final count"
	}
	return "~ bytes ÷ 4"
}

// TokenFigures writes the counts of tokens that are known: what is estimated with a ~,
// what is no count as it came with a ⚠, as are more tokens from a cache than there were.
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

// oddMark stands before a figure of the usage that cannot be.
const oddMark = "⚠ "

// OddCount writes what came in the place of a count, safe to draw.
func OddCount(spelled string) string {
	safe := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, spelled)
	return oddMark + safe
}

// FirstOf names in brackets, a space before them, what the first token was of,
// where that is not the answer's own text: any delta counts as one.
func FirstOf(x *state.Exchange) string {
	if what := x.FirstTokenKind(); what != "" {
		return " (" + what + ")"
	}
	return ""
}
