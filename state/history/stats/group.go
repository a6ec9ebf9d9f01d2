package stats

import (
	"math"
	"slices"
	"strings"
	"sync"
	"time"
)

// Group is the figures of the exchanges that have something in common.
type Group struct {
	Name     string
	Count    int
	Failed   int                // failed or truncated
	Verdicts [len(Verdicts)]int // how often each
	TTFT     Spread             // microseconds
	Total    Spread             // microseconds
	Rate     Spread             // output tokens a second, in thousandths
	In       Sum                // tokens
	Cached   Sum                // tokens
	Out      Sum                // tokens
	Cost     Sum                // trillionths of a dollar
	Lost     Sum                // paid for what was not read from a cache
	CachedOf Sum                // tokens in, of those that report what was read from a cache
	Guessed  int                // exchanges whose output tokens are an estimate
	Line     []int              // exchanges in equal spans of time
}

// Spread is the distribution of the known values.
type Spread struct {
	Known    int // how many are; the others are 0 where none is
	P50, P95 int64
}

// Sum is that of the values that are known.
type Sum struct {
	Known int
	Sum   int64
}

// Mean returns the sum by how many are known; 0 where none is.
func (s Sum) Mean() float64 {
	if s.Known == 0 {
		return 0
	}
	return float64(s.Sum) / float64(s.Known)
}

// cachedShare returns how much of the input was read from a cache, from 0 to 1, and how many exchanges
// report that; 0 if there was no input.
func (g *Group) cachedShare() (share float64, known int) {
	if g.CachedOf.Sum == 0 {
		return 0, 0
	}
	return float64(g.Cached.Sum) / float64(g.CachedOf.Sum), g.CachedOf.Known
}

// FailedShare returns how many of the exchanges failed, from 0 to 1.
func (g *Group) FailedShare() float64 { return float64(g.Failed) / float64(max(g.Count, 1)) }

// Percentile returns the smallest of some values that at least the share p of them do not exceed
// (the nearest-rank method). It changes their order; there must be one.
func Percentile(values []int64, p float64) int64 {
	at := int(math.Ceil(p*float64(len(values)))) - 1
	return nth(values, min(max(at, 0), len(values)-1))
}

// nth returns the value that would be at place n if they were sorted. It changes their order.
func nth(v []int64, n int) int64 {
	for lo, hi := 0, len(v)-1; lo < hi; {
		mid := lo + (hi-lo)/2
		pivot := max(min(v[lo], v[mid]), min(max(v[lo], v[mid]), v[hi])) // the median of the three
		i, j := lo, hi
		for i <= j {
			for v[i] < pivot {
				i++
			}
			for v[j] > pivot {
				j--
			}
			if i <= j {
				v[i], v[j] = v[j], v[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			hi = j
		case n >= i:
			lo = i
		default:
			return v[n]
		}
	}
	return v[n]
}

// division says into which groups exchanges are put.
type division struct {
	names []string
	kind  []uint32  // of each exchange
	of    [][]int32 // of each kind, the places of the names: none, one or several
}

// divided puts exchanges into groups of names, each into the one of its kind; into none where that
// is the number of the names.
func divided(names []string, kind []uint32) division {
	places := make([]int32, len(names))
	of := make([][]int32, len(names)+1)
	for i := range places {
		places[i] = int32(i)
		of[i] = places[i : i+1]
	}
	return division{names, kind, of}
}

// groups returns the places of the names of an exchange's groups.
func (d *division) groups(row int) []int32 { return d.of[d.kind[row]] }

// by divides exchanges by a dimension. Where groups are spans of time, it
// leaves out those whose time is not known.
func (x *Exchanges) by(d Dimension, in *time.Location) division {
	if d.ByTime() {
		return x.byTime(d.span, in)
	}
	var names []string
	places := map[string]int32{}
	groups := make([][]int32, len(x.Names)) // of each value
	for i, value := range x.Names {
		parts := []string{value}
		if d.Many {
			parts = strings.Split(value, ",")
		}
		for _, name := range parts {
			at, ok := places[name]
			if !ok {
				at = int32(len(names))
				names, places[name] = append(names, name), at
			}
			groups[i] = append(groups[i], at)
		}
	}
	return division{names, x.Name, groups}
}

// byTime divides exchanges into spans of the clock, which begin with an hour or a day of a
// place. A day is as long as the clock says.
func (x *Exchanges) byTime(span time.Duration, in *time.Location) division {
	var names []string
	of := make([]uint32, x.Len())
	places := map[int64]uint32{}
	var from, to int64 // of the span before, in microseconds: exchanges are mostly in order
	var at uint32
	for row, us := range x.Start {
		if us < from || us >= to {
			begin := Begin(time.UnixMicro(us).In(in), span)
			from, to = begin.UnixMicro(), next(begin, span).UnixMicro()
			known := false
			if at, known = places[from]; !known {
				at = uint32(len(names))
				names, places[from] = append(names, nameOf(begin, span)), at
			}
		}
		of[row] = at
	}
	for row, mark := range x.Kind {
		if mark.Undated() {
			of[row] = uint32(len(names))
		}
	}
	return divided(names, of)
}

// Begin returns when the span of the clock began that a moment is in: a part of an hour, an hour, hours
// of one day, or days.
func Begin(t time.Time, span time.Duration) time.Time {
	if span >= day {
		number := int(time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC).Unix() / int64(day/time.Second))
		return midnight(t, -(number % int(span/day)))
	}
	begin := midnight(t, 0)
	return begin.Add(t.Sub(begin).Truncate(span))
}

// next returns when the span of the clock ends that began at a moment.
func next(begin time.Time, span time.Duration) time.Time {
	if span >= day {
		return midnight(begin, int(span/day))
	}
	end := begin.Add(span)
	if tomorrow := midnight(begin, 1); end.After(tomorrow) { // the day is not of 24 hours
		return tomorrow
	}
	return end
}

// midnight returns when the day begins that is days after that of a moment, even if the clock
// changes then.
func midnight(t time.Time, days int) time.Time {
	noon := time.Date(t.Year(), t.Month(), t.Day()+days, 12, 0, 0, 0, t.Location())
	begin := time.Date(noon.Year(), noon.Month(), noon.Day(), 0, 0, 0, 0, t.Location())
	if begin.Day() != noon.Day() { // there is no such hour
		return time.Date(noon.Year(), noon.Month(), noon.Day(), 1, 0, 0, 0, t.Location())
	}
	if before := begin.Add(-time.Hour); before.Day() == noon.Day() { // there are two
		return before
	}
	return begin
}

// Groups returns the figures of each group of a dimension, the largest first; spans of time in
// order. Each has a line of that many spans of time; hours and days begin in the time zone in.
func (x *Exchanges) Groups(d Dimension, line int, in *time.Location) []Group {
	groups := x.figures(x.by(d, in), line)
	groups = slices.DeleteFunc(groups, func(g Group) bool { return g.Count == 0 })
	slices.SortStableFunc(groups, func(a, b Group) int {
		if d.ByTime() || a.Count == b.Count {
			return strings.Compare(a.Name, b.Name)
		}
		return b.Count - a.Count
	})
	return groups
}

// All returns the figures of all exchanges.
func (x *Exchanges) All(line int) Group {
	return x.figures(divided([]string{""}, make([]uint32, x.Len())), line)[0]
}

// bounds returns the first and the last moment that an exchange began, of those whose time is known.
func (x *Exchanges) bounds() (from, to int64) {
	from, to = math.MaxInt64, math.MinInt64
	for i, us := range x.Start {
		if !x.Kind[i].Undated() {
			from, to = min(from, us), max(to, us)
		}
	}
	return from, to
}

// figures returns the figures of each group of a division.
func (x *Exchanges) figures(d division, line int) []Group {
	groups := make([]Group, len(d.names))
	lines := make([]int, line*len(groups))
	for i := range groups {
		groups[i].Name, groups[i].Line = d.names[i], lines[i*line:(i+1)*line]
	}
	spread := func(column []int64, to func(*Group) *Spread) {
		for i, v := range x.values(d, column) {
			*to(&groups[i]) = spreadOf(v)
		}
	}
	var beside sync.WaitGroup // half of the work
	beside.Go(func() {
		spread(x.TTFT, func(g *Group) *Spread { return &g.TTFT })
		spread(x.Total, func(g *Group) *Spread { return &g.Total })
	})
	spread(x.Rate, func(g *Group) *Spread { return &g.Rate })
	x.sums(groups, d, line)
	beside.Wait()
	return groups
}

// sums counts the exchanges of each group and totals their figures.
func (x *Exchanges) sums(groups []Group, d division, line int) {
	from, to := x.bounds()
	for row, mark := range x.Kind {
		for _, i := range d.groups(row) {
			g := &groups[i]
			g.Count++
			g.Verdicts[mark.Verdict()]++
			if mark.failed() {
				g.Failed++
			}
			if mark.Estimated() {
				g.Guessed++
			}
			g.In.add(x.In[row])
			g.Cached.add(x.Cached[row])
			g.Out.add(x.Out[row])
			g.Cost.add(x.Cost[row])
			g.Lost.add(x.Lost[row])
			if x.Cached[row] >= 0 {
				g.CachedOf.add(x.In[row])
			}
			if line > 0 && !mark.Undated() {
				// As floats, since a damaged segment may span more than an integer holds; these may round up to line.
				part := (float64(x.Start[row]) - float64(from)) / (float64(to) - float64(from) + 1)
				g.Line[min(int(part*float64(line)), line-1)]++
			}
		}
	}
}

// values returns the figures of a column that are known, by group.
func (x *Exchanges) values(d division, column []int64) [][]int64 {
	ends := make([]int, len(d.names)+1)
	for row, v := range column {
		if v >= 0 {
			for _, i := range d.groups(row) {
				ends[i+1]++
			}
		}
	}
	for i := range d.names {
		ends[i+1] += ends[i]
	}
	all := make([]int64, ends[len(d.names)])
	next := slices.Clone(ends)
	for row, v := range column {
		if v >= 0 {
			for _, i := range d.groups(row) {
				all[next[i]] = v
				next[i]++
			}
		}
	}
	groups := make([][]int64, len(d.names))
	for i := range groups {
		groups[i] = all[ends[i]:ends[i+1]]
	}
	return groups
}

func (s *Sum) add(n int64) {
	if n >= 0 {
		s.Known++
		s.Sum += min(n, math.MaxInt64-s.Sum)
	}
}

func spreadOf(values []int64) Spread {
	if len(values) == 0 {
		return Spread{}
	}
	return Spread{len(values), Percentile(values, 0.5), Percentile(values, 0.95)}
}
