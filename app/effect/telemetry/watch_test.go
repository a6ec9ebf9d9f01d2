package telemetry

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/archive"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/stats"
)

func none(context.Context) *archive.Archive { return nil }

// watching runs a test of alerts in a run that saves nothing, with time under control.
func watching(t *testing.T, test func(w *watchTest), alerts ...stats.Alert) {
	synctest.Test(t, func(t *testing.T) {
		w := &watchTest{T: t, watch: New(alerts, time.Now(), none)}
		w.looks("at the start", "", "")
		test(w)
	})
}

type watchTest struct {
	*testing.T
	watch *Watch
}

// ends is an exchange that begins and ends now.
func (w *watchTest) ends(change func(e *history.Entry)) {
	e := history.Entry{Start: time.Now(), Verdict: state.Completed, Cost: -1, TTFTUS: -1, TotalUS: -1, LastedUS: -1, Rate: -1, Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: -1, usage.CacheRead: -1, usage.Output: -1}}}
	change(&e)
	w.watch.Unsaved(e)
	time.Sleep(time.Second)
}

func (w *watchTest) costs(dollars float64) {
	w.ends(func(e *history.Entry) { e.Cost = dollars })
}

// looks checks the passed and tripped bounds of a check.
func (w *watchTest) looks(when, past, tripped string) {
	w.Helper()
	ctx, stop := context.WithTimeout(w.Context(), 2*againEvery)
	defer stop()
	n, ok := w.watch.Next(ctx)
	if !ok {
		w.Fatalf("%s: nothing was looked at", when)
	}
	texts := func(all []ExceededBound) string {
		var lines []string
		for _, p := range all {
			lines = append(lines, p.Text())
		}
		return strings.Join(lines, "\n")
	}
	if texts(n.Past) != past || texts(n.Tripped) != tripped || len(n.Faults) > 0 {
		w.Errorf("%s: past %q, tripped %q, %v", when, texts(n.Past), texts(n.Tripped), n.Faults)
	}
}

func TestAnAlertOnCost(t *testing.T) {
	watching(t, func(w *watchTest) {
		w.costs(0.6)
		w.looks("below", "", "")
		w.costs(-1)
		w.looks("one without a cost", "", "")
		w.costs(0.6)
		const over = "alert money: cost $1.20 in the last hour > $1 (1 of 3 exchanges reported no cost)"
		w.looks("above", over, over)
		w.costs(0.3)
		w.looks("further above", "alert money: cost $1.50 in the last hour > $1 (1 of 4 exchanges reported no cost)", "")
		time.Sleep(time.Hour)
		w.looks("an hour later", "", "")
		w.costs(1.1)
		const again = "alert money: cost $1.10 in the last hour > $1"
		w.looks("above again", again, again)
		w.ends(func(e *history.Entry) { e.Cost, e.Origin = 50, history.Playground })
		w.looks("what the filter leaves out", again, "")
	}, stats.Alert{Name: "money", Filter: "-origin:playground", Bounds: []stats.Bound{{Of: stats.CostHour, Most: stats.Trillion}}})
}

func TestTheCostOfADayIsOverAtMidnight(t *testing.T) {
	watching(t, func(w *watchTest) {
		now := time.Now()
		time.Sleep(time.Date(now.Year(), now.Month(), now.Day()+1, 0, 0, -10, 0, now.Location()).Sub(now))
		w.costs(5.02)
		w.looks("above", "alert day: cost $5.02 today > $5", "alert day: cost $5.02 today > $5")
		w.looks("after midnight", "", "")
	}, stats.Alert{Name: "day", Bounds: []stats.Bound{{Of: stats.CostDay, Most: 5 * stats.Trillion}}})
}

func TestAnAlertOnFailuresInARow(t *testing.T) {
	watching(t, func(w *watchTest) {
		end := func(v state.Verdict) { w.ends(func(e *history.Entry) { e.Verdict = v }) }
		end(state.Failed)
		end(state.Completed)
		end(state.Failed)
		end(state.Cancelled)
		end(state.Truncated)
		w.looks("two in a row", "", "")
		end(state.Failed)
		w.looks("three", "alert row: 3 failures in a row", "alert row: 3 failures in a row")
		end(state.Failed)
		w.looks("four", "alert row: 4 failures in a row", "")
		end(state.Completed)
		w.looks("one that went well", "", "")
		end(state.Failed)
		end(state.Failed)
		w.looks("two again", "", "")
		end(state.Failed)
		w.looks("three again", "alert row: 3 failures in a row", "alert row: 3 failures in a row")
	}, stats.Alert{Name: "row", Bounds: []stats.Bound{{Of: stats.Failures, Most: 3}}})
}

func TestAnAlertOnAPercentile(t *testing.T) {
	watching(t, func(w *watchTest) {
		slow := func(n int, ttft time.Duration) {
			for range n {
				w.ends(func(e *history.Entry) { e.TTFTUS, e.TotalUS = ttft.Microseconds(), 2*ttft.Microseconds() })
			}
		}
		slow(19, 3*time.Second)
		w.looks("too few", "", "")
		slow(1, 3*time.Second)
		const over = "alert slow: TTFT p95 3.0 s in 30m > 2.0 s (of 20 exchanges)"
		w.looks("enough", over, over)
		slow(380, time.Second)
		w.looks("most of them fast", "", "")
		slow(2, 3*time.Second)
		const again = "alert slow: TTFT p95 3.0 s in 30m > 2.0 s (of 402 exchanges)"
		w.looks("more than one in twenty slow", again, again)
	}, stats.Alert{Name: "slow", Bounds: []stats.Bound{
		{Of: stats.TTFTP95, Most: 2_000_000, Window: 30 * time.Minute, Least: 20}, {Of: stats.TotalP95, Most: 6_000_000, Window: 30 * time.Minute, Least: 20},
	}})
}

// TestAFilterForWordsNeedsTheHistory: that is reported once, and other alerts are watched.
func TestAFilterForWordsNeedsTheHistory(t *testing.T) {
	w := New([]stats.Alert{
		{Name: "words", Filter: "secret plan", Bounds: []stats.Bound{{Of: stats.Failures, Most: 1}}},
		{Name: "all", Bounds: []stats.Bound{{Of: stats.Failures, Most: 1}}},
	}, time.Now(), none)
	n := w.look(t.Context())
	if len(n.Faults) != 1 || !strings.Contains(n.Faults[0].Error(), "alert words: not watched: its filter looks for words") {
		t.Errorf("%v", n.Faults)
	}
	w.Unsaved(history.Entry{Start: time.Now(), Verdict: state.Failed})
	if n := w.look(t.Context()); len(n.Faults) != 0 || len(n.Tripped) != 1 || n.Tripped[0].Alert != "all" {
		t.Errorf("%+v", n)
	}
}

// TestWhatNoBoundLooksAtIsLetGo: a run that saves nothing may be long.
func TestWhatNoBoundLooksAtIsLetGo(t *testing.T) {
	w := New([]stats.Alert{{Name: "slow", Bounds: []stats.Bound{{Of: stats.TTFTP95, Most: 1, Window: time.Hour, Least: 1}}}}, time.Now(), none)
	start := time.Now()
	for i := range 20_000 {
		w.Unsaved(history.Entry{Start: start.Add(time.Duration(i) * time.Minute), Verdict: state.Completed, TTFTUS: 5})
	}
	if n := w.alerts[0].unsaved.Len(); n > 2048 {
		t.Errorf("%d exchanges of the last hour are held", n)
	}
}
