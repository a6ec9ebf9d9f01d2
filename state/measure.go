package state

import (
	"math"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/rope"
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

// gauge is what bytes came to in tokens, once the usage has told.
type gauge struct{ tokens, bytes int64 }

// of is the share of so many bytes in the tokens, rounded: never more than all of
// them, and never none of some.
func (g gauge) of(bytes int64) int {
	if bytes >= g.bytes {
		return int(g.tokens)
	}
	share := math.Round(float64(g.tokens) * (float64(bytes) / float64(g.bytes)))
	return max(int(share), int(min(bytes, g.tokens, 1)))
}

// EstimateTokens is about how many tokens so many bytes are, while nothing tells:
// bytes ÷ 4, rounded, and never none of some.
func EstimateTokens(bytes int64) int { return int(max((bytes+2)/4, min(bytes, 1))) }

// gauged reads what the deltas came to; ok is false while no usage tells it.
func (x *Exchange) gauged() (g gauge, ok bool) {
	if x.gauge.bytes > 0 {
		return x.gauge, true
	}
	if x.Running() { // what usage there is goes on growing
		return gauge{}, false
	}
	u := read.Usage(x.Usage)
	if u == nil || u.Output < 0 || x.DeltaBytes <= 0 {
		return gauge{}, false
	}
	return gauge{int64(u.Output), x.DeltaBytes}, true
}

// MeasureBy makes what is estimated of an exchange at an earlier moment agree
// with what its usage tells at the end: what had come is then a share of that,
// which grows to the whole and is never more.
func (x *Exchange) MeasureBy(whole *Exchange) {
	if x.gauge.bytes > 0 || whole == nil {
		return
	}
	if g, ok := whole.gauged(); ok {
		x.gauge = g
		x.Version++
	}
}

// Estimate is about how many tokens so many bytes of an item are.
func (x *Exchange) Estimate(bytes int) int {
	if g, ok := x.gauged(); ok {
		return g.of(int64(bytes))
	}
	return EstimateTokens(int64(bytes))
}

// Tokens reads the usage, and estimates the output while there is none. The
// neighbours' names of the figures are read too.
func (x *Exchange) Tokens() Tokens {
	t := Tokens{In: -1, Cached: -1, Out: -1, Reasoning: -1}
	if u := read.Usage(x.Usage); u != nil {
		t = Tokens{In: u.Input, Cached: u.Cached, Out: u.Output, Reasoning: u.Reasoning, Odd: u.Odd}
	}
	switch {
	case t.Out >= 0, t.Odd.Output != "":
	case x.gauge.bytes > 0:
		t.Out, t.Estimated, t.Shared = x.gauge.of(x.bytes()), true, true
	default:
		t.Out, t.Estimated = EstimateTokens(x.bytes()), true
	}
	return t
}

// Output returns how many tokens were put out; ok is false where that is not
// known, as it is while an estimate has nothing to count.
func (t Tokens) Output() (n int, ok bool) { return t.Out, t.Out > 0 || t.Out == 0 && !t.Estimated }

// bytes is what the estimate is made of: the deltas, or the text of an answer
// that came whole.
func (x *Exchange) bytes() int64 {
	if x.Stream || x.DeltaBytes > 0 {
		return x.DeltaBytes
	}
	return x.whole
}

// weigh counts the text of an answer that came whole.
func (x *Exchange) weigh() {
	for _, it := range x.Items {
		for _, text := range it.Words() {
			x.whole += int64(text.Len())
		}
	}
}

// From when on the speed of an answer is known (CONTRACT.md, "Verdicts").
const (
	leastRateDeltas = 10
	leastRateUS     = 100_000
)

// Rate is the speed of the output in tokens per second, from the first delta
// to the last; estimated while the tokens are. There is none for an answer
// that was not streamed, or that came in too few deltas or too short a time.
func (x *Exchange) Rate() (perSecond float64, estimated, ok bool) {
	span := x.LastDeltaUS - x.FirstDeltaUS
	if !x.Stream || x.FirstDeltaUS < 0 || span < leastRateUS || x.Pace.Deltas < leastRateDeltas {
		return 0, false, false
	}
	tokens := x.Tokens()
	if tokens.Out < 0 {
		return 0, false, false
	}
	return float64(tokens.Out) / (float64(span) / 1e6), tokens.Estimated, true
}

// TTFB is the time to the first byte of the head, in microseconds after the
// start of the request.
func (x *Exchange) TTFB() (us int64, ok bool) {
	if x.Timing.FirstByte > 0 {
		return x.Timing.FirstByte, true
	}
	if x.Head != nil && !x.IsSaved() {
		return x.Head.AtUS, true
	}
	return 0, false
}

// TTFT is the time to the first non-empty delta of any kind, in microseconds
// after the start of the request.
func (x *Exchange) TTFT() (us int64, ok bool) { return x.FirstDeltaUS, x.FirstDeltaUS >= 0 }

// FirstOf names what the first token was of: reasoning, the panel of a fusion, a
// tool's call; empty for the answer's own text, and for what is not known.
func (x *Exchange) FirstOf() string {
	family, _, _ := split(x.firstDelta)
	c, known := channelOf(family)
	switch {
	case strings.HasPrefix(family, "fusion_call.panel"):
		return "panel"
	case known && c.item == "reasoning":
		return "reasoning"
	case known && c.part == "":
		return "call"
	}
	return ""
}

// FirstWord is the time to the first of the answer's own text, in microseconds
// after the start of the request; ok is false where none has come, and where it
// came with the first token or soon after.
func (x *Exchange) FirstWord() (us int64, ok bool) {
	return x.firstWordUS, x.firstWordUS >= 0 && x.firstWordUS-x.FirstDeltaUS >= longSilence
}

// Total is the time to the last byte, or to the end where no byte came, in
// microseconds after the start of the request; not known while the exchange
// runs.
func (x *Exchange) Total() (us int64, ok bool) {
	if x.End == nil || x.IsSaved() && x.End.AtUS < 0 {
		return 0, false
	}
	if x.Timing.End >= 0 {
		return x.Timing.End, true
	}
	return x.End.AtUS, true
}

// Hung is how long nothing came before the end, from the last byte on, in
// microseconds; 0 where that is no long silence.
func (x *Exchange) Hung() int64 {
	total, ok := x.Total()
	if !ok || x.End.AtUS-total <= x.FrameList.Silence() {
		return 0
	}
	return x.End.AtUS - total
}

// Text returns all output_text of the message items, joined without a
// separator; see Part.Text.
func (x *Exchange) Text() string { return x.Words().String() }

// Words is Text as it stands, for who reads it piece by piece, on any goroutine.
func (x *Exchange) Words() *rope.Rope {
	var texts []*rope.Rope
	for _, it := range x.Items {
		if it.Type != "message" {
			continue
		}
		for _, p := range it.Parts() {
			if p.Kind == PartText && p.text.Len() > 0 {
				texts = append(texts, p.text.Rope())
			}
		}
	}
	return rope.Join(texts...)
}

// Cost returns the price that the usage names, spelled as it came.
func (x *Exchange) Cost() (string, bool) {
	v := scan.Get(x.Usage, "cost")
	if scan.IsNull(v) {
		return "", false
	}
	return plain(v), true
}

// CostPart is a number of the usage's cost_details.
type CostPart struct {
	Name    string
	Dollars float64
	Counted bool // it is not a part of another one, nor what others come to
}

// CostParts returns the numbers of cost_details in their order, in dollars, and what
// they come to. upstream_inference_cost and its parts tell of the same money
// (wire-notes §3): of them that is counted which is more.
func (x *Exchange) CostParts() (parts []CostPart, sum float64) {
	const upstream, all = "upstream_inference_", "upstream_inference_cost"
	whole, split := 0.0, 0.0
	for m := range scan.Members(scan.Get(x.Usage, "cost_details")) {
		v, err := strconv.ParseFloat(string(m.Value), 64)
		if scan.KindOf(m.Value) != scan.Number || err != nil {
			continue
		}
		parts = append(parts, CostPart{Name: m.Key, Dollars: v})
		switch {
		case m.Key == all:
			whole += v
		case strings.HasPrefix(m.Key, upstream):
			split += v
		}
	}
	for i := range parts {
		p := &parts[i]
		switch {
		case p.Name == all:
			p.Counted = whole > split
		case strings.HasPrefix(p.Name, upstream):
			p.Counted = whole <= split
		default:
			p.Counted = true
		}
		if p.Counted {
			sum += p.Dollars
		}
	}
	return parts, sum
}
