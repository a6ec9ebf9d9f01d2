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
		alert := stats.Alert{Name: name, Filter: f.Alerts[name].Filter}
		for _, b := range f.Alerts[name].bounds() {
			alert.Bounds = append(alert.Bounds, b.Bound)
		}
		all = append(all, alert)
	}
	return all
}

// checkedBound is a bound of the file, with the words for a wrong value.
type checkedBound struct {
	stats.Bound
	fault string // empty: the value is right
}

// bounds returns the bounds that are written. Those of an alert without faults are right.
func (a Alert) bounds() (all []checkedBound) {
	add := func(b stats.Bound, ok bool, wrong string) {
		if ok {
			wrong = ""
		}
		all = append(all, checkedBound{b, wrong})
	}
	dollars := func(of stats.Bounded, usd *float64) {
		if usd != nil {
			add(stats.Bound{Of: of, Most: stats.Trillionths(*usd)}, *usd > 0 && *usd <= maxCost, "not above 0 and up to 1000000")
		}
	}
	percentile := func(of stats.Bounded, span *string) {
		if span != nil {
			d, err := time.ParseDuration(*span)
			add(stats.Bound{Of: of, Most: d.Microseconds(), Window: percentileWindow, Least: minPercentileOf},
				err == nil && d >= time.Microsecond, fmt.Sprintf("%q is no time span", *span))
		}
	}
	dollars(stats.CostHour, a.CostHour)
	dollars(stats.CostDay, a.CostDay)
	if a.Failures != nil {
		add(stats.Bound{Of: stats.Failures, Most: int64(*a.Failures)}, *a.Failures >= 1, "less than 1")
	}
	percentile(stats.TTFTP95, a.TTFT)
	percentile(stats.TotalP95, a.Total)
	return all
}

func (a Alert) faults() (all []memberFault) {
	if err := a.wrongFilter(); err != nil {
		all = append(all, memberFault{"filter", err})
	}
	bounds := a.bounds()
	for _, b := range bounds {
		if name := string(b.Of); b.fault != "" {
			all = append(all, memberFault{name, fmt.Errorf("%s; write %s", b.fault, expectedValue([]string{"alert", "*", name}))})
		}
	}
	if len(bounds) == 0 {
		all = append(all, memberFault{"", errors.New("no bound; write cost_hour, cost_day, failures, ttft_p95 or total_p95")})
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
