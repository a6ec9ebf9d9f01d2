package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"gatehouse/state/query"
	"gatehouse/state/stats"
)

// Alert is bounds for figures of exchanges. What is nil is not written.
type Alert struct {
	Filter   string   `toml:"filter"`    // of which exchanges, as the history filters; empty: of all
	CostHour *float64 `toml:"cost_hour"` // dollars
	CostDay  *float64 `toml:"cost_day"`
	Failures *int     `toml:"failures"` // in a row
	TTFT     *string  `toml:"ttft_p95"` // as time.ParseDuration reads it
	Total    *string  `toml:"total_p95"`
}

// A percentile is that of the exchanges of the last hour, and of at least 20.
const (
	percentileWindow = time.Hour
	minPercentileOf  = 20
)

const maxCost = 1e6 // dollars that may be written

// alerts are those of the file, by name.
func (f *File) alerts() []stats.Alert {
	var all []stats.Alert
	for _, name := range slices.Sorted(maps.Keys(f.Alerts)) {
		all = append(all, stats.Alert{Name: name, Filter: f.Alerts[name].Filter, Bounds: f.Alerts[name].bounds()})
	}
	return all
}

// bounds are those of an alert without faults.
func (a Alert) bounds() (all []stats.Bound) {
	for _, c := range a.costs() {
		if c.dollars != nil {
			all = append(all, stats.Bound{Of: c.of, Most: stats.Trillionths(*c.dollars)})
		}
	}
	if a.Failures != nil {
		all = append(all, stats.Bound{Of: stats.Failures, Most: int64(*a.Failures)})
	}
	for _, p := range a.percentiles() {
		if p.time != nil {
			d, _ := time.ParseDuration(*p.time)
			all = append(all, stats.Bound{Of: p.of, Most: d.Microseconds(), Window: percentileWindow, Least: minPercentileOf})
		}
	}
	return all
}

type costBound struct {
	of      stats.Bounded
	dollars *float64
}

func (a Alert) costs() []costBound {
	return []costBound{{stats.CostHour, a.CostHour}, {stats.CostDay, a.CostDay}}
}

type timeBound struct {
	of   stats.Bounded
	time *string
}

func (a Alert) percentiles() []timeBound {
	return []timeBound{{stats.TTFTP95, a.TTFT}, {stats.TotalP95, a.Total}}
}

// checkAlerts looks at what types alone do not tell.
func (f *File) checkAlerts() (all []checked) {
	for _, name := range slices.Sorted(maps.Keys(f.Alerts)) {
		if !Word(name) {
			all = append(all, checked{Fault: f.FaultOf("alert."+name, `the name must be one word of letters, digits, "-" and "_"`)})
		}
		for _, one := range f.Alerts[name].faults() {
			key := strings.TrimSuffix("alert."+name+"."+one.name, ".")
			all = append(all, checked{f.FaultOf(key, one.err.Error()), one.name == ""})
		}
	}
	return all
}

// faults are those of the members' values.
func (a Alert) faults() (all []memberFault) {
	add := func(name, format string, args ...any) {
		all = append(all, memberFault{name, fmt.Errorf(format, args...)})
	}
	if err := a.wrongFilter(); err != nil {
		add("filter", "%w", err)
	}
	bounds := 0
	for _, c := range a.costs() {
		if c.dollars == nil {
			continue
		}
		if bounds++; !(*c.dollars > 0 && *c.dollars <= maxCost) { // not a number is neither
			add(string(c.of), "not above 0 and up to 1000000; write %s", wanted([]string{"alert", "*", string(c.of)}))
		}
	}
	if a.Failures != nil {
		if bounds++; *a.Failures < 1 {
			add("failures", "less than 1; write %s", wanted([]string{"alert", "*", "failures"}))
		}
	}
	for _, p := range a.percentiles() {
		if p.time == nil {
			continue
		}
		bounds++
		if d, err := time.ParseDuration(*p.time); err != nil || d < time.Microsecond {
			add(string(p.of), "%q is no time span; write %s", *p.time, wanted([]string{"alert", "*", string(p.of)}))
		}
	}
	if bounds == 0 {
		add("", "no bound; write cost_hour, cost_day, failures, ttft_p95 or total_p95")
	}
	return all
}

// wrongFilter is what is wrong with the filter. Each bound has a time of its own.
func (a Alert) wrongFilter() error {
	q, err := query.Parse(a.Filter, time.Time{})
	switch {
	case err != nil:
		return err
	case q.Asks("since") || q.Asks("until"):
		return errors.New("since and until do not belong here: each bound has its time; remove them")
	}
	return nil
}
