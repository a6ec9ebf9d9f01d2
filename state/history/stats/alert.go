package stats

import (
	"math"
	"time"

	"gatehouse/state"
)

// Alert is bounds that the figures of some exchanges must not pass.
type Alert struct {
	Name   string
	Filter string // a query that selects exchanges; empty: all
	Bounds []Bound
}

// Bound is what one figure must not pass.
type Bound struct {
	Of     Bounded
	Most   int64         // trillionths of a dollar, microseconds, or how many failures in a row are too many
	Window time.Duration // of a percentile: it is that of what began within this time
	Least  int           // of a percentile: the minimum number of values
}

// Bounded is a figure that can have a bound, as settings call it.
type Bounded string

// The figures that can have a bound.
const (
	CostHour Bounded = "cost_hour" // of the last 60 minutes
	CostDay  Bounded = "cost_day"  // since midnight
	Failures Bounded = "failures"  // in a row
	TTFTP95  Bounded = "ttft_p95"
	TotalP95 Bounded = "total_p95"
)

// Level is a figure that has a bound, as it is.
type Level struct {
	Value  int64     // in the unit of the bound
	Count  int       // exchanges in it
	Known  int       // those of them with the values of the figure
	From   time.Time // it covers what began from here on
	Passed bool
}

// From returns when the time of the figure begins.
func (b Bound) From(now time.Time) time.Time {
	switch b.Of {
	case CostHour:
		return now.Add(-time.Hour)
	case CostDay:
		return Begin(now, day)
	case Failures:
		return now.Add(-day)
	}
	return now.Add(-b.Window)
}

// Level returns the figure of exchanges at a moment. Exchanges that began before its time or at an
// unknown time do not count. Values that were not reported are not estimated.
func (b Bound) Level(x *Exchanges, now time.Time) Level {
	l := Level{From: b.From(now)}
	from := l.From.UnixMicro()
	counts := func(row int) bool { return x.Start[row] >= from && !x.Kind[row].Undated() }
	switch b.Of {
	case CostHour, CostDay:
		var sum Sum
		for row := range x.Start {
			if counts(row) {
				l.Count++
				sum.add(x.Cost[row])
			}
		}
		l.Value, l.Known = sum.Sum, sum.Known
		l.Passed = l.Value > b.Most
	case Failures:
		b.row(x, counts, &l)
	case TTFTP95:
		b.percentile(x.TTFT, counts, &l)
	case TotalP95:
		b.percentile(x.Total, counts, &l)
	}
	return l
}

// row counts the consecutive failures since the last success, by when they began. An exchange that
// was stopped or whose end is unknown is neither.
func (b Bound) row(x *Exchanges, counts func(row int) bool, l *Level) {
	well := int64(math.MinInt64)
	for row, mark := range x.Kind {
		if counts(row) && mark.well() {
			well = max(well, x.Start[row])
		}
	}
	first := int64(math.MaxInt64)
	for row, mark := range x.Kind {
		if counts(row) && mark.failed() && x.Start[row] > well {
			l.Value++
			first = min(first, x.Start[row])
		}
	}
	l.Count, l.Known = int(l.Value), int(l.Value)
	if l.Value > 0 {
		l.From = time.UnixMicro(first).In(l.From.Location())
	}
	l.Passed = l.Value >= b.Most
}

// well reports whether the exchange ended as its server intended.
func (m Mark) well() bool {
	v := Verdicts[m.Verdict()]
	return v == state.Completed || v == state.Incomplete
}

func (b Bound) percentile(column []int64, counts func(row int) bool, l *Level) {
	var values []int64
	for row, v := range column {
		if !counts(row) {
			continue
		}
		if l.Count++; v >= 0 {
			values = append(values, v)
		}
	}
	if l.Known = len(values); l.Known > 0 {
		l.Value = Percentile(values, 0.95)
	}
	l.Passed = l.Known >= b.Least && l.Value > b.Most
}
