package config

import (
	"reflect"
	"testing"
	"time"

	"gatehouse/state/history/stats"
)

// Alerts are read with their bounds, by name.
func TestAlertsAreRead(t *testing.T) {
	f, err := Parse("c", []byte("[alert.slow]\nttft_p95 = \"1500ms\"\ntotal_p95 = \"1m\"\n"+
		"[alert.money]\nfilter = \"origin:proxy or cost>1\"\ncost_hour = 0.25\ncost_day = 5\nfailures = 3\n"+
		"[alert.plain]\nttft_p95 = \"2s\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Merge(f, Environment{}, Flags{})
	if err != nil {
		t.Fatal(err)
	}
	want := []stats.Alert{
		{Name: "money", Filter: "origin:proxy or cost>1", Bounds: []stats.Bound{
			{Of: stats.CostHour, Most: stats.Trillion / 4}, {Of: stats.CostDay, Most: 5 * stats.Trillion}, {Of: stats.Failures, Most: 3},
		}},
		{Name: "plain", Bounds: []stats.Bound{{Of: stats.TTFTP95, Most: 2_000_000, Window: time.Hour, Least: 20}}},
		{Name: "slow", Bounds: []stats.Bound{
			{Of: stats.TTFTP95, Most: 1_500_000, Window: time.Hour, Least: 20}, {Of: stats.TotalP95, Most: 60_000_000, Window: time.Hour, Least: 20},
		}},
	}
	if !reflect.DeepEqual(s.Alerts, want) {
		t.Errorf("%+v", s.Alerts)
	}
}
