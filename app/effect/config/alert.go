package config

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// Alert sets bounds for figures of exchanges; nil: not written.
type Alert struct {
	Filter   string   `toml:"filter"`    // a filter of the history; empty: all exchanges
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

// alerts returns the alerts of the file, sorted by name.
func (f *File) alerts() []stats.Alert {
	var all []stats.Alert
	for _, name := range slices.Sorted(maps.Keys(f.Alerts)) {
		all = append(all, stats.Alert{Name: name, Filter: f.Alerts[name].Filter, Bounds: f.Alerts[name].bounds()})
	}
	return all
}

// bounds returns the bounds of an alert without faults.
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

// wrongFilter returns an error for a filter that cannot be used. It has no since or until:
// each bound has its time.
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
