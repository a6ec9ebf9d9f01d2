package figures

import (
	"slices"

	"gatehouse/state"
)

// Speed is how fast the output came, in tokens per second. The tokens of a
// stretch of time are its share of the bytes.
type Speed struct {
	Series    []float64 // in stretches of equal time, from the first delta to the last; see SpeedOf
	SpanUS    int64     // from the first delta to the last
	Mean      float64   // output tokens ÷ (last delta − first delta), as the contract says
	Now       float64   // over the last second before the last delta; before now where that is later
	Peak      float64   // the highest of peakStretches stretches, whatever Series has
	Estimated bool      // the tokens are
}

// peakStretches is the number of stretches that the peak is looked for in: the
// same for every graph, so that one answer has one peak.
const peakStretches = 32

const second = 1_000_000 // microseconds

// leastLive is the shortest stretch of the speed of a running exchange, in
// microseconds: a power of two of the narrowest that state.Pace has.
const leastLive = 64_000

// SpeedOf works out the speed in at most n stretches; fewer where they would
// hold less than two deltas each. Those of a running exchange have a fixed length,
// which is doubled when they are more: what a finished one says stays, and the last
// grows until it is full. ok is false for an answer that was not
// streamed, or that came in one moment. nowUS is as in TimesOf.
func SpeedOf(x *state.Exchange, n int, nowUS int64) (s Speed, ok bool) {
	mean, estimated, ok := RateOf(x)
	if !ok {
		return Speed{}, false
	}
	s = Speed{SpanUS: x.LastDeltaUS - x.FirstDeltaUS, Mean: mean, Now: mean, Estimated: estimated}
	span := float64(s.SpanUS)
	most := min(len(x.Pace.Bytes), max(x.Pace.Deltas/2, 1))
	since := max(span, float64(nowUS-x.FirstDeltaUS))
	if since >= span+second {
		s.Now = 0
	}
	if x.DeltaBytes <= 0 || min(n, most) < 1 {
		return s, true
	}
	perByte := float64(TokensOf(x).Out) / float64(x.DeltaBytes)
	rate := func(from, to float64) float64 {
		return bytesBetween(&x.Pace, float64(s.SpanUS), from, to) * perByte / ((to - from) / second)
	}
	series := func(n int, width float64) []float64 {
		list := make([]float64, n)
		for i := range list {
			list[i] = rate(width*float64(i), width*float64(i+1))
		}
		return list
	}
	equal := func(n int) []float64 { return series(n, span/float64(n)) }
	if s.Series = equal(min(n, most)); x.Running() {
		width := int64(leastLive)
		for width*int64(min(n, most)) < s.SpanUS {
			width *= 2
		}
		s.Series = series(int((s.SpanUS+width-1)/width), float64(width))
	}
	s.Peak = slices.Max(equal(min(peakStretches, most)))
	s.Now = rate(max(since-second, 0), since)
	return s, true
}

// bytesBetween is how many bytes came between two moments after the first
// delta, those of a stretch evenly spread over it. The last stretch ends with
// the last delta.
func bytesBetween(p *state.Pace, span, from, to float64) float64 {
	width := float64(p.WidthUS)
	sum := 0.0
	for i := max(int(from/width), 0); i < len(p.Bytes) && float64(i)*width < to; i++ {
		begin, end := float64(i)*width, min(float64(i+1)*width, span)
		if common := min(end, to) - max(begin, from); end > begin && common > 0 {
			sum += float64(p.Bytes[i]) * common / (end - begin)
		}
	}
	return sum
}
