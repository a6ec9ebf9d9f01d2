package figures

import (
	"slices"

	"gatehouse/state"
	"gatehouse/state/dialect/usage"
)

// Speed is how fast the output arrived, in tokens per second. The tokens of an interval
// are its share of the bytes.
type Speed struct {
	Series    []float64 // for intervals of equal length from the first delta to the last; see SpeedOf
	SpanUS    int64     // from the first delta to the last
	Mean      float64   // output tokens ÷ (last delta − first delta), as in CONTRACT
	Now       float64   // over the last second before the last delta, or before now where that is later
	Peak      float64   // the highest of peakStretches intervals, whatever Series has
	Estimated bool      // the tokens are
}

// peakStretches is the number of intervals in which the peak is searched: the same for
// every graph, so that one answer has one peak.
const peakStretches = 32

const second = 1_000_000 // microseconds

// minLiveStretch is the shortest interval of a running exchange's speed, in microseconds:
// a power of two times the shortest of state.Pace.
const minLiveStretch = 64_000

// SpeedOf returns the speed in at most n intervals; fewer where they would hold less than
// two deltas each. A running exchange has intervals of a fixed length, doubled when they
// become too many, so that past ones stay and the last grows until it is full. ok is false
// for an answer that was not streamed or arrived at one moment. nowUS is as in TimesOf.
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
	perByte := float64(TokensOf(x).Counts[usage.Output]) / float64(x.DeltaBytes)
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
		width := int64(minLiveStretch)
		for width*int64(min(n, most)) < s.SpanUS {
			width *= 2
		}
		s.Series = series(int((s.SpanUS+width-1)/width), float64(width))
	}
	s.Peak = slices.Max(equal(min(peakStretches, most)))
	s.Now = rate(max(since-second, 0), since)
	return s, true
}

// bytesBetween returns how many bytes arrived between two times after the first delta,
// assuming an even rate inside a stretch. The last stretch ends with the last delta.
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

// From when on the speed of an answer is known (CONTRACT.md, "Verdicts").
const (
	minRateDeltas = 10
	minRateUS     = 100_000
)

// RateOf returns the speed of the output in tokens per second, from the first delta to the
// last; estimated means that the tokens are. There is none for an answer that was not
// streamed, or with too few deltas or too short a time.
func RateOf(x *state.Exchange) (perSecond float64, estimated, ok bool) {
	span := x.LastDeltaUS - x.FirstDeltaUS
	if !x.Stream || x.FirstDeltaUS < 0 || span < minRateUS || x.Pace.Deltas < minRateDeltas {
		return 0, false, false
	}
	tokens := TokensOf(x)
	if tokens.Counts[usage.Output] < 0 {
		return 0, false, false
	}
	return float64(tokens.Counts[usage.Output]) / (float64(span) / 1e6), tokens.Estimated, true
}
