package stats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state/figures"
	"gatehouse/state/history"
	"gatehouse/state/query"
)

// Limit is a value that a figure of exchanges must not be above.
type Limit struct {
	Text   string // as it was written: FIGURE>VALUE
	figure limitedFigure
	max    float64 // in the unit of the figure
}

// limitedFigure is a figure that can have a limit.
type limitedFigure struct {
	name  string
	form  string                                // of its value
	parse func(text string) (float64, error)    // to the unit of value
	value func(g *Group) (v float64, known int) // known: exchanges that report it
	words func(v float64) string                // the value, for people
}

// limitedFigures are all of them, in the order of help.
func limitedFigures() []limitedFigure {
	number := func(text string) (float64, error) { return query.Number(text, history.Count) }
	count := func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
	duration := func(text string) (float64, error) {
		d, err := time.ParseDuration(text)
		return float64(d.Microseconds()), err
	}
	span := func(v float64) string { return figures.Duration(int64(v)) }
	return []limitedFigure{
		{"cost", "dollars, as 5 or 0.25", number, func(g *Group) (float64, int) { return Dollars(float64(g.Cost.Sum)), g.Cost.Known },
			func(v float64) string { return "$" + count(v) }},
		{"failures", "a number of exchanges", number, func(g *Group) (float64, int) { return float64(g.Failed), g.Count }, count},
		{"failed", "a share, as 5% or 0.05", share, func(g *Group) (float64, int) { return float64(g.Failed) / float64(max(g.Count, 1)), g.Count },
			func(v float64) string { return strconv.FormatFloat(100*v, 'f', 1, 64) + " %" }},
		{"ttft_p95", "a time, as 2s or 800ms", duration, func(g *Group) (float64, int) { return float64(g.TTFT.P95), g.TTFT.Known }, span},
		{"total_p95", "a time, as 30s", duration, func(g *Group) (float64, int) { return float64(g.Total.P95), g.Total.Known }, span},
		{"tokens", "a number, as 50k or 2M", number, func(g *Group) (float64, int) { return float64(g.In.Sum + g.Out.Sum), max(g.In.Known, g.Out.Known) }, count},
	}
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

// LimitNames are the figures that ParseLimit knows.
func LimitNames() (names []string) {
	for _, f := range limitedFigures() {
		names = append(names, f.name)
	}
	return names
}

// ParseLimit reads FIGURE>VALUE. The error names the figures that there are, or the form of the value.
func ParseLimit(text string) (Limit, error) {
	name, value, ok := strings.Cut(text, ">")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	all := limitedFigures()
	at := slices.IndexFunc(all, func(f limitedFigure) bool { return f.name == name })
	if !ok || at < 0 {
		return Limit{}, fmt.Errorf("write FIGURE>VALUE, where FIGURE is one of %s", strings.Join(LimitNames(), ", "))
	}
	limit, err := all[at].parse(value)
	if err != nil || !(limit >= 0) { // nor NaN
		return Limit{}, fmt.Errorf("%q is no value for %s, which is %s", value, name, all[at].form)
	}
	return Limit{Text: name + ">" + value, figure: all[at], max: limit}, nil
}

// Exceeded returns how the figure is above the limit, or that no exchange reports it; "" for one
// within the limit.
func (l Limit) Exceeded(g *Group) string {
	v, known := l.figure.value(g)
	switch {
	case g.Count == 0:
		return "no exchange matches"
	case known == 0:
		return "not known: none of " + strconv.Itoa(g.Count) + " exchanges reports it"
	case v <= l.max:
		return ""
	case known < g.Count:
		return "it is " + l.figure.words(v) + ", of " + strconv.Itoa(known) + " of " + strconv.Itoa(g.Count) + " exchanges"
	}
	return "it is " + l.figure.words(v)
}
