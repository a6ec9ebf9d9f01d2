package waterfall

import (
	"cmp"
	"slices"

	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// Part is what a stretch of time went to.
type Part uint8

// The parts, in order of time.
const (
	Tool   Part = iota // the caller ran what the answer before had called
	Wait               // to the first token, or the first byte of what is no stream
	Reason             // the model reasoned
	Answer             // text, calls, or a body that is no stream
	Silent             // open without a byte after the last
)

// String names a part in a word.
func (p Part) String() string {
	return [...]string{"tools", "wait", "reasoning", "answer", "silence"}[p]
}

// Stretch is a part of a row's bar, in microseconds of Unix time.
type Stretch struct {
	Part     Part
	From, To int64
}

// Bar returns where the time of a row went, without stretches of no length.
func (r *Row) Bar() (bar []Stretch) {
	if r.Relation == Folded {
		for _, e := range r.Each() {
			to := max(e.TotalUS, e.LastedUS)
			if e.Purpose == history.Handshake { // which lasted as long as the connection
				to = e.TTFBUS
			}
			bar = append(bar, Stretch{Wait, e.Key, e.Key + max(to, 1)})
		}
		return bar
	}
	at := r.Key - r.ToolUS
	until := func(p Part, to int64) {
		if to > at {
			bar = append(bar, Stretch{p, at, to})
			at = to
		}
	}
	until(Tool, r.Key)
	first := r.TTFTUS
	if first < 0 {
		first = r.TTFBUS
	}
	total := max(r.TotalUS, 0)
	if first < 0 || first > total { // no output
		first = total
	}
	until(Wait, r.Key+first)
	if r.ThoughtUS > 0 {
		until(Reason, r.Key+min(first+r.ThoughtUS, total))
	} else if r.TTFTUS >= 0 && r.Calls == 0 && r.Tokens.Counts[usage.Output] > 0 && r.Tokens.Counts[usage.Output] == r.Tokens.Counts[usage.Reasoning] {
		until(Reason, r.Key+total) // only reasoning
	}
	until(Answer, r.Key+total)
	until(Silent, End(r.Entry))
	return bar
}

// Axis maps the time of a run to cells. Long idle spans are shortened.
type Axis struct {
	cells  int
	spans  []span  // in which something ran, apart from one another
	scale  float64 // cells of a microsecond
	breaks []int   // cells at which time was cut out
}

// span is a stretch of time, and the cell at which it begins.
type span struct {
	from, to int64
	at       float64
}

// maxIdle limits an idle span, as a share of the time in which something ran. A longer one is cut short.
const maxIdle = 0.1

// NewAxis maps a run to a number of cells.
func NewAxis(rows []Row, cells int) Axis {
	a := Axis{cells: max(cells, 1)}
	var all []span
	for i := range rows {
		if rows[i].Relation == Folded {
			for _, s := range rows[i].Bar() {
				all = append(all, span{from: s.From, to: s.To})
			}
			continue
		}
		all = append(all, span{from: rows[i].Key - rows[i].ToolUS, to: max(End(rows[i].Entry), rows[i].Key+1)})
	}
	slices.SortFunc(all, func(x, y span) int { return cmp.Compare(x.from, y.from) })
	busy := int64(0)
	for _, s := range all {
		if n := len(a.spans); n > 0 && s.from <= a.spans[n-1].to {
			a.spans[n-1].to = max(a.spans[n-1].to, s.to)
		} else {
			a.spans = append(a.spans, s)
		}
	}
	for _, s := range a.spans {
		busy += s.to - s.from
	}
	maxIdleUS := int64(float64(busy) * maxIdle)
	idle := int64(0)
	for i := 1; i < len(a.spans); i++ {
		idle += min(a.spans[i].from-a.spans[i-1].to, maxIdleUS)
	}
	a.scale = float64(a.cells) / float64(max(busy+idle, 1))
	at := 0.0
	for i := range a.spans {
		if i > 0 {
			gap := a.spans[i].from - a.spans[i-1].to
			if gap > maxIdleUS {
				a.breaks = append(a.breaks, min(int(at+float64(maxIdleUS)*a.scale/2), a.cells-1))
			}
			at += float64(min(gap, maxIdleUS)) * a.scale
		}
		a.spans[i].at = at
		at += float64(a.spans[i].to-a.spans[i].from) * a.scale
	}
	return a
}

// Breaks returns the cells at which time was cut out.
func (a Axis) Breaks() []int { return a.breaks }

// At returns where a moment is, in cells from the left.
func (a Axis) At(us int64) float64 {
	i := len(a.spans) - 1
	for i > 0 && a.spans[i].from > us {
		i--
	}
	if i < 0 {
		return 0
	}
	s := a.spans[i]
	return s.at + float64(min(max(us, s.from), s.to)-s.from)*a.scale
}

// Line returns the part that each cell of a row shows: the one that has most of it. What the exchange
// itself took has a cell, however short it was.
func (a Axis) Line(r *Row) (parts []Part, from int) {
	bar := r.Bar()
	if len(bar) == 0 {
		return []Part{Wait}, min(int(a.At(r.Key)), a.cells-1)
	}
	from = min(int(a.At(bar[0].From)), a.cells-1)
	to := max(int(a.At(bar[len(bar)-1].To)+0.999), from+1)
	for c := from; c < min(to, a.cells); c++ {
		parts = append(parts, a.longest(bar, float64(c), float64(c+1)))
	}
	if own := bar[1:]; r.ToolUS > 0 && len(own) > 0 && !slices.ContainsFunc(parts, func(p Part) bool { return p != Tool }) {
		parts[len(parts)-1] = a.longest(own, a.At(own[0].From), a.At(own[len(own)-1].To))
	}
	return parts, from
}

// longest returns the part that has most of a stretch of cells.
func (a Axis) longest(bar []Stretch, from, to float64) (p Part) {
	best := -1.0
	for _, s := range bar {
		if has := min(a.At(s.To), to) - max(a.At(s.From), from); has > best {
			best, p = has, s.Part
		}
	}
	return p
}
