// Package stats computes figures of many exchanges: by group, over time, and compared with another
// span of time.
package stats

import (
	"math"
	"slices"

	"gatehouse/state"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// Exchanges are what figures are made of, column by column: a row is an exchange. Figures that
// are not known are -1.
type Exchanges struct {
	Start       []int64  // microseconds of Unix time
	Kind        []Mark   // its verdict, and what must be known of its other figures
	TTFT, Total []int64  // microseconds after the start
	Rate        []int64  // output tokens a second, in thousandths
	In          []int64  // tokens
	Cached, Out []int64  // tokens
	Cost        []int64  // of the answer as reported, in trillionths of a dollar
	Lost        []int64  // paid for what was not read from a cache
	Name        []uint32 // its value of the dimension, by its place in Names
	Names       []string

	places map[string]uint32 // of Names
}

// Mark is the verdict of an exchange, and what must be known of its other figures.
type Mark uint8

const (
	verdictBits      = 0x0f
	onPurpose   Mark = 0x20 // a rule of the proxy broke the answer
	undated     Mark = 0x40 // Start is not when it began
	estimated   Mark = 0x80 // Out is an estimate
)

// Verdicts are those of exchanges, in the order of their numbers in a Mark, which are in
// archives: add new ones at the end.
var Verdicts = [...]state.Verdict{state.Completed, state.Incomplete, state.Failed, state.Truncated, state.Cancelled, state.Unknown}

// MarkOf returns the mark of an exchange.
func MarkOf(e *history.Entry) Mark {
	m := Mark(len(Verdicts) - 1)
	if i := slices.Index(Verdicts[:], e.Verdict); i >= 0 {
		m = Mark(i)
	}
	if e.Fault != "" {
		m |= onPurpose
	}
	if e.Undated {
		m |= undated
	}
	if e.Tokens.Estimated && e.Tokens.Counts[usage.Output] > 0 {
		m |= estimated
	}
	return m
}

// Verdict returns the number of the verdict in Verdicts.
func (m Mark) Verdict() int { return min(int(m&verdictBits), len(Verdicts)-1) }

// Undated reports whether it is not known when the exchange was.
func (m Mark) Undated() bool { return m&undated != 0 }

// Estimated reports whether its output tokens are an estimate.
func (m Mark) Estimated() bool { return m&estimated != 0 }

// failed reports whether the exchange is one of those that the share of failures counts: not on purpose.
func (m Mark) failed() bool {
	v := Verdicts[m.Verdict()]
	return m&onPurpose == 0 && (v == state.Failed || v == state.Truncated)
}

// Len returns how many exchanges there are.
func (x *Exchanges) Len() int { return len(x.Start) }

// Add adds an exchange, with its value of the dimension.
func (x *Exchanges) Add(e *history.Entry, name string) {
	x.Start = append(x.Start, e.Start.UnixMicro())
	x.Kind = append(x.Kind, MarkOf(e))
	x.TTFT, x.Total = append(x.TTFT, e.TTFTUS), append(x.Total, e.TotalUS)
	x.Rate = append(x.Rate, e.Rate)
	t := &e.Tokens
	x.In, x.Cached, x.Out = append(x.In, int64(t.Counts[usage.Input])), append(x.Cached, int64(t.Counts[usage.CacheRead])), append(x.Out, int64(t.Counts[usage.Output]))
	x.Cost, x.Lost = append(x.Cost, Trillionths(e.Cost)), append(x.Lost, Trillionths(e.Lost))
	x.Name = append(x.Name, x.Place(name))
}

// Append adds the exchanges of others, except those that x has too, by when they began and their
// figures.
func (x *Exchanges) Append(others *Exchanges) {
	type print [5]int64
	of := func(x *Exchanges, row int) print {
		return print{x.Start[row], x.Total[row], x.In[row], x.Out[row], x.Cost[row]}
	}
	has := map[print]bool{}
	for row := range x.Len() {
		if others.Len() > 0 {
			has[of(x, row)] = true
		}
	}
	for row, name := range others.Name {
		if !has[of(others, row)] {
			x.appendRow(others, row)
			x.Name[x.Len()-1] = x.Place(others.Names[name])
		}
	}
}

// Place is that of a value of the dimension in Names, where it is put if it is new.
func (x *Exchanges) Place(name string) uint32 {
	at, ok := x.places[name]
	if !ok {
		if x.places == nil {
			x.places = map[string]uint32{}
		}
		at = uint32(len(x.Names))
		x.Names, x.places[name] = append(x.Names, name), at
	}
	return at
}

// PlaceOf is Place for a value in bytes, which are not retained.
func (x *Exchanges) PlaceOf(name []byte) uint32 {
	if at, ok := x.places[string(name)]; ok {
		return at
	}
	return x.Place(string(name))
}

// Trillion is a dollar in the unit of Cost.
const Trillion = 1e12

// Trillionths writes dollars as a whole number of trillionths; -1 for what was not reported.
func Trillionths(dollars float64) int64 {
	if !(dollars >= 0 && dollars < math.MaxInt64/Trillion) { // NaN neither
		return -1
	}
	return int64(dollars*Trillion + 0.5)
}

// Grow reserves memory for n more exchanges.
func (x *Exchanges) Grow(n int) {
	x.Start, x.Kind, x.Name = slices.Grow(x.Start, n), slices.Grow(x.Kind, n), slices.Grow(x.Name, n)
	for _, column := range x.Figures() {
		*column = slices.Grow(*column, n)
	}
}

// Filter drops the exchanges from an index on for which f is false.
func (x *Exchanges) Filter(from int, f func(row int) bool) {
	to := from
	for i := from; i < x.Len(); i++ {
		if !f(i) {
			continue
		}
		x.Start[to], x.Kind[to], x.Name[to] = x.Start[i], x.Kind[i], x.Name[i]
		for _, column := range x.Figures() {
			(*column)[to] = (*column)[i]
		}
		to++
	}
	x.Start, x.Kind, x.Name = x.Start[:to], x.Kind[:to], x.Name[:to]
	for _, column := range x.Figures() {
		*column = (*column)[:to]
	}
}

// FigureColumns returns the columns of an entry that Add takes its figures from.
func FigureColumns() []history.Column {
	return history.ColumnsOf("id", "verdict", "undated", "estimated", "ttft", "total", "rate", "input", "cached", "output", "cost", "lost", "fault")
}

// Figures returns the columns of figures, in the order in which archives have them.
func (x *Exchanges) Figures() []*[]int64 {
	return []*[]int64{&x.TTFT, &x.Total, &x.Rate, &x.In, &x.Cached, &x.Out, &x.Cost, &x.Lost}
}
