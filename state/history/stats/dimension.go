package stats

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// Dimension is what exchanges are put into groups by.
type Dimension struct {
	Name    string                        // as it is typed
	About   string                        // what it is, in a few words
	Many    bool                          // an exchange may be in several groups: their names are joined by commas
	Columns []history.Column              // that its values are made of
	Of      func(e *history.Entry) string // nil: where the groups are spans of time
	// Filter is the query that holds for the exchanges of a group; none has all that have no value.
	Filter func(group string) string

	place int           // in a list
	span  time.Duration // of a group by time; 0 for others
}

// Dimensions returns all dimensions, in the order in which a list has them: those of a column, those of
// several, and those of time.
func Dimensions() []Dimension {
	all := []Dimension{
		{Name: "route", About: "from what was asked for to what served", place: 4, Columns: history.ColumnsOf("asked", "served", "provider"), Of: route, Filter: byRoute},
		{Name: "error", About: "why it failed", place: 8, Columns: history.ColumnsOf("verdict", "reason", "status", "fault"), Of: errorOf, Filter: byError},
		{Name: "hour", About: "hour of the day it began in", place: 98, span: time.Hour, Filter: byTime(time.Hour)},
		{Name: "day", About: "day it began on", place: 99, span: day, Filter: byTime(day)},
	}
	for _, c := range history.Columns() {
		if c.Group.Name == "" {
			continue
		}
		d := Dimension{Name: c.Group.Name, place: c.Group.Place, Many: c.Filter.Match == history.Name, Columns: []history.Column{c}, Of: c.Text, Filter: by(c.Filter.Name)}
		d.About, _, _ = strings.Cut(strings.NewReplacer(":", ",", ";", ",").Replace(c.Filter.About), ",")
		switch d.Name {
		case "verdict": // each has one
			d.Filter = func(group string) string { return "verdict:" + group }
		case "lint":
			d.Of = func(e *history.Entry) string { return strings.Join(rules(e.Lint), ",") }
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b Dimension) int { return cmp.Compare(a.place, b.place) })
	return all
}

const day = 24 * time.Hour

// DimensionOf returns the dimension with a name.
func DimensionOf(name string) (Dimension, bool) {
	all := Dimensions()
	at := slices.IndexFunc(all, func(d Dimension) bool { return d.Name == name })
	if at < 0 {
		return Dimension{}, false
	}
	return all[at], true
}

// Names returns the names of all dimensions, for a message.
func Names() string {
	var names []string
	for _, d := range Dimensions() {
		names = append(names, d.Name)
	}
	return strings.Join(names, ", ")
}

// ByTime reports whether its groups are spans of time.
func (d Dimension) ByTime() bool { return d.span > 0 }

// Value returns the value of an exchange; empty for none, and where the groups are spans of time.
func (d Dimension) Value(e *history.Entry) string {
	if d.Of == nil {
		return ""
	}
	return d.Of(e)
}

func by(field string) func(string) string {
	return func(group string) string {
		if group == "" {
			return "-" + field + ":*"
		}
		return exactly(field, group)
	}
}

// exactly returns the query for what has that value and no other. A quote, which no query can have, is
// any letter.
func exactly(field, value string) string {
	op := query.Exactly
	if strings.Contains(value, `"`) {
		op, value = query.Is, strings.ReplaceAll(value, `"`, "*")
	}
	if strings.ContainsAny(value, " \t\r\n") {
		value = `"` + value + `"`
	}
	return field + string(op) + value
}

// servedBy separates the requested model, the one that served, and its provider.
const servedBy = " → "

// route returns the way of an exchange: what was asked for, what served, and who ran that.
func route(e *history.Entry) string {
	if e.Served == "" && e.Provider == "" {
		return e.Asked
	}
	return e.Asked + servedBy + e.Served + servedBy + e.Provider
}

// RouteInShort returns the name of a route without what is not known, and without the model that served
// where it is the one that was asked for.
func RouteInShort(group string) string {
	parts := strings.Split(group, servedBy)
	return strings.Join(slices.DeleteFunc(slices.Compact(parts), func(p string) bool { return p == "" }), servedBy)
}

func byRoute(group string) string {
	parts := strings.Split(group, servedBy)
	for len(parts) < 3 {
		parts = append(parts, "")
	}
	return by("model")(parts[0]) + " " + by("served")(parts[1]) + " " + by("provider")(parts[2])
}

// errorOf returns why an exchange failed: the received code, else the status. An interrupted answer
// has no reason.
func errorOf(e *history.Entry) string {
	switch {
	case e.Verdict != state.Failed && e.Verdict != state.Truncated:
		return ""
	case e.Fault != "":
		return onPurposeWords
	case e.Reason != "":
		return e.Reason
	case e.Status > 0 && e.Verdict == state.Failed:
		return status + strconv.Itoa(e.Status)
	}
	return string(e.Verdict)
}

const (
	status         = "HTTP "
	onPurposeWords = "on purpose"
)

// unfailed leaves out what may have the same reason and did not fail.
const unfailed = "-fault:* -verdict:completed -verdict:incomplete -verdict:cancelled -verdict:unknown "

func byError(group string) string {
	switch n, is := strings.CutPrefix(group, status); {
	case group == "":
		return "-verdict:failed -verdict:truncated"
	case group == onPurposeWords:
		return "fault:* -verdict:completed -verdict:incomplete -verdict:cancelled -verdict:unknown"
	case is:
		return "-fault:* verdict:failed status:" + n + " -reason:*"
	case group == string(state.Failed):
		return "-fault:* verdict:failed status<1 -reason:*"
	case group == string(state.Truncated):
		return "-fault:* verdict:truncated -reason:*"
	}
	return unfailed + exactly("reason", group)
}

// rules returns the rules that lint found, without their levels.
func rules(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == "error" || n == "warning" || n == "note" })
}

// layoutOf returns the layout of the name of a span of time.
func layoutOf(span time.Duration) string {
	if span >= day {
		return time.DateOnly
	}
	return "2006-01-02 15:04"
}

// zone follows the name of the second of two equal hours, when the clock is put back.
const zone = " -07:00"

// nameOf returns the name of a span of time that begins at a moment.
func nameOf(begin time.Time, span time.Duration) string {
	name := begin.Format(layoutOf(span))
	if first, err := beginOf(name, span, begin.Location()); span < day && (err != nil || !first.Equal(begin)) {
		return name + begin.Format(zone)
	}
	return name
}

// beginOf returns when the span of time of a name begins.
func beginOf(name string, span time.Duration, in *time.Location) (time.Time, error) {
	layout := layoutOf(span)
	if t, err := time.ParseInLocation(layout+zone, name, in); err == nil {
		return t.In(in), nil
	}
	t, err := time.ParseInLocation(layout, name, in)
	switch before := t.Add(-time.Hour); {
	case err != nil:
		return t, err
	case span >= day:
		return Begin(t.Add(12*time.Hour), day), nil
	case before.Format(layout) == name:
		return before, nil
	}
	return t, nil
}

func byTime(span time.Duration) func(string) string {
	return func(group string) string {
		from, err := beginOf(group, span, time.Local)
		if err != nil {
			return ""
		}
		return Span{from, next(from, span)}.Filter()
	}
}

// Span is a span of time, from its first moment to before its last.
type Span struct{ From, To time.Time }

// Filter returns the query that holds for what began in it.
func (s Span) Filter() string {
	return "since:" + query.Written(s.From) + " until:" + query.Written(s.To)
}

// Before returns the span of the same length before it.
func (s Span) Before() Span { return Span{s.From.Add(-s.To.Sub(s.From)), s.From} }
