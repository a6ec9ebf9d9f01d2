package report

import (
	"testing"
	"time"

	"gatehouse/state/history/stats"
)

func TestPassedShowsFigureAndBoundApart(t *testing.T) {
	midnight := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	dollars := func(d float64) int64 { return stats.Trillionths(d) }
	for _, c := range []struct {
		bound       stats.Bound
		level       stats.Level
		want, short string
		of          string
	}{
		{stats.Bound{Of: stats.CostDay, Most: dollars(5)}, stats.Level{Value: dollars(5.021), Count: 3, Known: 3}, "cost $5.02 today > $5", "$5.02 > $5", ""},
		{stats.Bound{Of: stats.CostDay, Most: dollars(5)}, stats.Level{Value: dollars(5.0004), Count: 1200, Known: 1198}, "cost $5.0004 today > $5", "$5.0004 > $5", "2 of 1,200 exchanges reported no cost"},
		{stats.Bound{Of: stats.CostHour, Most: dollars(0.0001)}, stats.Level{Value: dollars(0.00012), Count: 1, Known: 1}, "cost $0.00012 in the last hour > $0.0001", "$0.00012 > $0.0001", ""},
		{stats.Bound{Of: stats.Failures, Most: 5}, stats.Level{Value: 6, Count: 6}, "6 failures in a row", "6 failed", ""},
		{stats.Bound{Of: stats.TTFTP95, Most: 2e6, Window: time.Hour}, stats.Level{Value: 2_310_000, Known: 40}, "TTFT p95 2.3 s in 1h > 2.0 s", "p95 2.3 s", "of 40 exchanges"},
		{stats.Bound{Of: stats.TotalP95, Most: 2e6, Window: 90 * time.Minute}, stats.Level{Value: 2_010_000, Known: 1}, "total p95 2.010 s in 1h30m > 2.000 s", "p95 2.010 s", "of 1 exchange"},
	} {
		if got := AlertText(c.bound, c.level); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
		if got := AlertShortText(c.bound, c.level); got != c.short {
			t.Errorf("%q, not %q", got, c.short)
		}
		if got := AlertSample(c.bound, c.level); got != c.of {
			t.Errorf("%q, not %q", got, c.of)
		}
	}
	for from, want := range map[time.Time]string{
		midnight:                       "model:a since:2026-11-20 or b since:2026-11-20",
		midnight.Add(61 * time.Second): "model:a since:2026-11-20T00:01:01 or b since:2026-11-20T00:01:01",
	} {
		if got := AlertFilter("model:a or b", stats.Level{From: from}); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	for d, want := range map[time.Duration]string{10 * time.Second: "10s", 30 * time.Minute: "30m", time.Hour: "1h", 36*time.Hour + time.Minute: "36h1m", 90 * time.Second: "1m30s"} {
		if got := Window(d); got != want {
			t.Errorf("%v: %q, not %q", d, got, want)
		}
	}
}
