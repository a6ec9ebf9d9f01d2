package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state/answer/figures"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
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

// Limit is a value that a figure of exchanges must not be above.
type Limit struct {
	Text   string // as it was written: FIGURE>VALUE
	figure Figure
	max    float64 // in the unit of the figure
}

// LimitNames returns the figures that can have a limit, in the order of help.
func LimitNames() []string {
	return []string{"cost", "failures", "failed", "ttft_p95", "total_p95", "tokens"}
}

// parse parses the value of a limit, and returns the forms that it may have.
func (u Unit) parse(text string) (v float64, form string, err error) {
	switch u {
	case Share:
		v, err = share(text)
		return v, "a share, as 5% or 0.05", err
	case Duration:
		d, err := time.ParseDuration(text)
		return float64(d.Microseconds()), "a time, as 2s or 800ms", err
	}
	v, err = query.Number(text, history.Count)
	switch u {
	case Money:
		return math.Round(v * Trillion), "dollars, as 5 or 0.25", err
	case Tokens:
		return v, "a number, as 50k or 2M", err
	}
	return v, "a number of exchanges", err
}

func share(text string) (float64, error) {
	if percent, ok := strings.CutSuffix(text, "%"); ok {
		v, err := strconv.ParseFloat(strings.TrimSpace(percent), 64)
		return v / 100, err
	}
	v, err := strconv.ParseFloat(text, 64)
	if v >= 1 { // no share is above it: a percentage is meant
		return v, strconv.ErrRange
	}
	return v, err
}

// exact returns a value with enough digits to compare it with a limit.
func (u Unit) exact(v float64) string {
	switch u {
	case Share:
		return strconv.FormatFloat(100*v, 'f', 1, 64) + " %"
	case Duration:
		return figures.Duration(int64(v))
	case Money:
		return "$" + strconv.FormatFloat(Dollars(v), 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// ParseLimit parses FIGURE>VALUE. The error lists the figures, or describes the value.
func ParseLimit(text string) (Limit, error) {
	name, value, ok := strings.Cut(text, ">")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || !slices.Contains(LimitNames(), name) {
		return Limit{}, fmt.Errorf("write FIGURE>VALUE, where FIGURE is one of %s", strings.Join(LimitNames(), ", "))
	}
	figure, _ := FigureOf(name)
	limit, form, err := figure.Unit.parse(value)
	if err != nil || !(limit >= 0) { // nor NaN
		return Limit{}, fmt.Errorf("%q is no value for %s, which is %s", value, name, form)
	}
	return Limit{Text: name + ">" + value, figure: figure, max: limit}, nil
}

// Exceeded returns how the figure is above the limit, or that no exchange reports it; "" for one
// within the limit.
func (l Limit) Exceeded(g *Group) string {
	v, known := l.figure.Value(g)
	switch {
	case g.Count == 0:
		return "no exchange matches"
	case known == 0:
		return "not known: none of " + strconv.Itoa(g.Count) + " exchanges reports it"
	case v <= l.max:
		return ""
	case known < g.Count:
		return "it is " + l.figure.Unit.exact(v) + ", of " + strconv.Itoa(known) + " of " + strconv.Itoa(g.Count) + " exchanges"
	}
	return "it is " + l.figure.Unit.exact(v)
}
