package stats

import (
	"cmp"
	"math"
	"slices"

	"gatehouse/state/answer/figures"
)

// Unit is the unit of the values of a figure.
type Unit int

// The units.
const (
	Count    Unit = iota // exchanges
	Tokens               // tokens
	Share                // from 0 to 1
	Duration             // microseconds
	Rate                 // output tokens a second, in thousandths
	Money                // trillionths of a dollar
)

// Words returns a value in few digits, for people.
func (u Unit) Words(v float64) string {
	switch u {
	case Tokens:
		return cmp.Or(figures.ShortCount(int(v)), "0")
	case Share:
		return figures.Share(v)
	case Duration:
		return figures.Duration(int64(v))
	case Rate:
		return figures.Thousands(int(math.Round(v / 1000)))
	case Money:
		return figures.Dollars(Dollars(v))
	}
	return figures.Thousands(int(v))
}

// Figure is a figure of groups.
type Figure struct {
	Name   string
	Title  string
	Unit   Unit
	Value  func(*Group) (v float64, known int) // known: exchanges that report it; 0: v is unknown
	Change func(*Compared) Change              // nil: groups are not compared by it
}

// Figures returns all figures.
func Figures() []Figure {
	type value = func(*Group) (float64, int)
	counted := func(of func(*Group) float64) value { // known of a group without exchanges too
		return func(g *Group) (float64, int) { return of(g), max(g.Count, 1) }
	}
	p50 := func(of func(*Group) Spread) value {
		return func(g *Group) (float64, int) { return float64(of(g).P50), of(g).Known }
	}
	p95 := func(of func(*Group) Spread) value {
		return func(g *Group) (float64, int) { return float64(of(g).P95), of(g).Known }
	}
	sum := func(of func(*Group) Sum) value {
		return func(g *Group) (float64, int) { return float64(of(g).Sum), of(g).Known }
	}
	ttft := func(g *Group) Spread { return g.TTFT }
	total := func(g *Group) Spread { return g.Total }
	rate := func(g *Group) Spread { return g.Rate }
	return []Figure{
		{"exchanges", "exchanges", Count, counted(func(g *Group) float64 { return float64(g.Count) }), nil},
		{"failures", "failures", Count, counted(func(g *Group) float64 { return float64(g.Failed) }), nil},
		{"failed", "failed", Share, counted((*Group).FailedShare), func(c *Compared) Change { return c.Failed }},
		{"ttft_p50", "TTFT p50", Duration, p50(ttft), func(c *Compared) Change { return c.TTFT }},
		{"ttft_p95", "TTFT p95", Duration, p95(ttft), nil},
		{"total_p50", "total p50", Duration, p50(total), func(c *Compared) Change { return c.Total }},
		{"total_p95", "total p95", Duration, p95(total), nil},
		{"tok_s_p50", "tok/s", Rate, p50(rate), nil},
		{"tok_s_p95", "tok/s p95", Rate, p95(rate), nil},
		{"input", "in", Tokens, sum(func(g *Group) Sum { return g.In }), nil},
		{"cached", "cached tokens", Tokens, sum(func(g *Group) Sum { return g.Cached }), nil},
		{"cached_share", "cached", Share, (*Group).cachedShare, nil},
		{"output", "out", Tokens, sum(func(g *Group) Sum { return g.Out }), nil},
		{"estimated", "estimated", Count, counted(func(g *Group) float64 { return float64(g.Guessed) }), nil},
		{"tokens", "tokens", Tokens, func(g *Group) (float64, int) { return float64(g.In.Sum + g.Out.Sum), max(g.In.Known, g.Out.Known) }, nil},
		{"cost", "cost", Money, sum(func(g *Group) Sum { return g.Cost }), nil},
		{"cache_lost", "lost", Money, sum(func(g *Group) Sum { return g.Lost }), nil},
		{"cost_each", "each", Money, func(g *Group) (float64, int) { return g.Cost.Mean(), g.Cost.Known }, func(c *Compared) Change { return c.Cost }},
	}
}

// FigureOf returns the figure of a name.
func FigureOf(name string) (Figure, bool) {
	all := Figures()
	if at := slices.IndexFunc(all, func(f Figure) bool { return f.Name == name }); at >= 0 {
		return all[at], true
	}
	return Figure{}, false
}
