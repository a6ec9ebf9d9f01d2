package stats

import (
	"math"
	"time"
)

// Bin is the figures of the exchanges of a span of time.
type Bin struct {
	Span
	Group
}

// steps are the spans of time that bins may have.
var steps = []time.Duration{
	time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute,
	time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, day, 7 * day, 28 * day, 364 * day,
}

// Step returns the shortest span of time for at most limit bins from one moment to another.
func Step(from, to time.Time, limit int) time.Duration {
	for _, step := range steps {
		if to.Sub(from)/step < time.Duration(max(limit-1, 1)) { // it may begin amid a bin
			return step
		}
	}
	return steps[len(steps)-1]
}

// Bins returns the figures over time in at most limit bins, empty ones too: from the first to the
// last exchange, or in a given span. Exchanges of unknown time are in none.
func (x *Exchanges) Bins(span Span, limit int, in *time.Location) []Bin {
	if span.From.IsZero() || span.To.IsZero() {
		from, to := x.bounds()
		if from == math.MaxInt64 {
			return nil
		}
		if span.From.IsZero() {
			span.From = time.UnixMicro(from)
		}
		if span.To.IsZero() {
			span.To = time.UnixMicro(to + 1)
		}
	}
	step := Step(span.From, span.To, limit)
	var bins []Bin
	var names []string
	for t := Begin(span.From.In(in), step); t.Before(span.To); t = next(t, step) {
		bins = append(bins, Bin{Span: Span{t, next(t, step)}})
		names = append(names, "")
	}
	of := make([]uint32, x.Len())
	at := 0
	for row, us := range x.Start {
		if at = binOf(bins, at, us); at >= 0 && !x.Kind[row].Undated() {
			of[row] = uint32(at)
		} else {
			of[row] = uint32(len(bins))
		}
	}
	groups := x.figures(divided(names, of), 0)
	for i := range bins {
		bins[i].Group = groups[i]
	}
	return bins
}

// binOf returns the bin that a moment is in, looked for from another on; -1 for none.
func binOf(bins []Bin, near int, us int64) int {
	near = max(near, 0)
	for near < len(bins) && us >= bins[near].To.UnixMicro() {
		near++
	}
	if near == len(bins) {
		near--
	}
	for near >= 0 && us < bins[near].From.UnixMicro() {
		near--
	}
	if near < 0 || us >= bins[near].To.UnixMicro() {
		return -1
	}
	return near
}
