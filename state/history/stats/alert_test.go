package stats

import (
	"math/rand/v2"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// noon is a moment with a morning before it.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// at is an exchange that began so long before noon. What is below 0 is not known.
func at(before time.Duration, v state.Verdict, cost float64, ttft time.Duration) history.Entry {
	us := ttft.Microseconds()
	if ttft < 0 {
		us = -1
	}
	return history.Entry{Start: noon.Add(-before), Verdict: v, Cost: cost, TTFTUS: us, TotalUS: 2 * us, Rate: -1, Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: -1, usage.CacheRead: -1, usage.Output: -1}}}
}

func columns(list ...history.Entry) *Exchanges {
	var x Exchanges
	for i := range list {
		x.Add(&list[i], "")
	}
	return &x
}

// A cost is the sum of what was reported within its time, and passes its bound above it.
func TestTheBoundOfACost(t *testing.T) {
	undated := at(time.Minute, state.Completed, 100, -1)
	undated.Undated = true
	x := columns(undated,
		at(13*time.Hour, state.Completed, 50, -1), // yesterday
		at(11*time.Hour, state.Completed, 2, -1), at(59*time.Minute, state.Failed, 1.25, -1),
		at(time.Minute, state.Completed, -1, -1), at(time.Second, state.Completed, 1.75, -1))
	for _, c := range []struct {
		of     Bounded
		most   float64
		value  float64
		count  int
		passed bool
	}{
		{CostDay, 4.99, 5, 4, true}, {CostDay, 5, 5, 4, false}, {CostHour, 2.99, 3, 3, true}, {CostHour, 3, 3, 3, false},
	} {
		l := Bound{Of: c.of, Most: Trillionths(c.most)}.Level(x, noon)
		if l.Value != Trillionths(c.value) || l.Count != c.count || l.Known != c.count-1 || l.Passed != c.passed {
			t.Errorf("%s over %v: %+v", c.of, c.most, l)
		}
	}
}

// Failures in a row end where an exchange went well. One that was stopped is neither.
func TestTheBoundOfFailures(t *testing.T) {
	b := Bound{Of: Failures, Most: 3}
	two := []history.Entry{
		at(9*time.Minute, state.Failed, -1, -1), at(8*time.Minute, state.Completed, -1, -1),
		at(7*time.Minute, state.Failed, -1, -1), at(6*time.Minute, state.Cancelled, -1, -1), at(5*time.Minute, state.Truncated, -1, -1),
	}
	for name, c := range map[string]struct {
		more   []history.Entry
		value  int64
		passed bool
	}{
		"two":                  {nil, 2, false},
		"a third":              {[]history.Entry{at(time.Minute, state.Failed, -1, -1)}, 3, true},
		"ended well":           {[]history.Entry{at(time.Minute, state.Incomplete, -1, -1)}, 0, false},
		"began before the row": {[]history.Entry{at(450*time.Second, state.Completed, -1, -1), at(time.Minute, state.Failed, -1, -1)}, 3, true},
		"began within the row": {[]history.Entry{at(6*time.Minute, state.Completed, -1, -1), at(time.Minute, state.Failed, -1, -1)}, 2, false},
	} {
		l := b.Level(columns(append(two[:len(two):len(two)], c.more...)...), noon)
		if l.Value != c.value || l.Passed != c.passed {
			t.Errorf("%s: %+v", name, l)
		}
		if c.passed && !l.From.Equal(noon.Add(-7*time.Minute)) {
			t.Errorf("%s: the row is said to begin at %v", name, l.From)
		}
	}
	if l := b.Level(columns(at(25*time.Hour, state.Failed, -1, -1), at(26*time.Hour, state.Failed, -1, -1), at(27*time.Hour, state.Failed, -1, -1)), noon); l.Passed {
		t.Errorf("failures of another day: %+v", l)
	}
}

// A percentile passes its bound only where there are enough values within its window.
func TestTheBoundOfAPercentile(t *testing.T) {
	ttft, total := Bound{Of: TTFTP95, Most: 900_000, Window: time.Hour, Least: 20}, Bound{Of: TotalP95, Most: 1_800_000, Window: time.Hour, Least: 20}
	var list []history.Entry
	add := func(n int, before, ttft time.Duration) {
		for range n {
			list = append(list, at(before, state.Completed, -1, ttft))
		}
	}
	wants := func(what string, passed bool, value time.Duration) {
		t.Helper()
		x := columns(list...)
		if l := ttft.Level(x, noon); l.Passed != passed || l.Value != value.Microseconds() {
			t.Errorf("%s: TTFT %+v", what, l)
		}
		if l := total.Level(x, noon); l.Passed != passed || l.Value != 2*value.Microseconds() {
			t.Errorf("%s: total %+v", what, l)
		}
	}
	add(100, 2*time.Hour, 5*time.Second) // before the window
	add(30, time.Minute, -1)             // with no first token
	add(19, time.Minute, time.Second)
	wants("19 slow ones", false, time.Second)
	add(1, time.Minute, time.Second)
	wants("20 slow ones", true, time.Second)
	add(379, time.Minute, 100*time.Millisecond)
	wants("20 slow ones of 399", true, time.Second)
	add(1, time.Minute, 100*time.Millisecond)
	wants("20 slow ones of 400", false, 100*time.Millisecond)
}

// The order in which exchanges are given, and others that do not count, change nothing.
func TestABoundDoesNotDependOnTheOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	verdicts := []state.Verdict{state.Completed, state.Failed, state.Truncated, state.Cancelled, state.Unknown}
	for range 200 {
		var list []history.Entry
		for i := range r.IntN(60) {
			list = append(list, at(time.Duration(i*20)*time.Minute, verdicts[r.IntN(len(verdicts))], float64(r.IntN(3))-1, time.Duration(r.IntN(1000)-100)*time.Millisecond))
		}
		bounds := []Bound{{Of: CostHour, Most: Trillion}, {Of: CostDay, Most: 9 * Trillion}, {Of: Failures, Most: 2}, {Of: TTFTP95, Most: 500_000, Window: 3 * time.Hour, Least: 5}}
		for _, b := range bounds {
			want := b.Level(columns(list...), noon)
			mixed := append([]history.Entry{at(100*time.Hour, state.Failed, 7, time.Hour)}, list...)
			r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
			if got := b.Level(columns(mixed...), noon); got != want {
				t.Fatalf("%s: %+v, not %+v", b.Of, got, want)
			}
		}
	}
}
