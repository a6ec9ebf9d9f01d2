package stats

import (
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
