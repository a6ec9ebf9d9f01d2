package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// random are exchanges of a span of a few hours, some of whose figures are not known.
func random(r *rand.Rand, n int) (list []history.Entry) {
	start := time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC)
	some := func(most int64) int64 {
		if r.IntN(5) == 0 {
			return -1
		}
		return r.Int64N(most)
	}
	for range n {
		e := history.Entry{
			Start: start.Add(time.Duration(r.Int64N(int64(30 * time.Hour)))), Undated: r.IntN(20) == 0,
			Served: []string{"", "a/large", "b/small", "c/x"}[r.IntN(4)], Tools: [][]string{nil, {"read"}, {"read", "write"}}[r.IntN(3)],
			Verdict: Verdicts[r.IntN(len(Verdicts))], TTFTUS: some(100), TotalUS: some(1_000_000), Rate: some(50_000),
			Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: int(some(5000)), usage.CacheRead: int(some(50)), usage.Output: int(some(900))}, Estimated: r.IntN(9) == 0},
			Cost:   float64(some(1000)) / 1000,
		}
		list = append(list, e)
	}
	return list
}

func exchangesOf(list []history.Entry, d Dimension) *Exchanges {
	x := &Exchanges{}
	for i := range list {
		x.Add(&list[i], d.Value(&list[i]))
	}
	return x
}

// TestFiguresAgreeWithThoseOfSortedValues compares the figures of groups with what the
// definitions give for one exchange after the other.
func TestFiguresAgreeWithThoseOfSortedValues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		list := random(r, 1+r.IntN(300))
		for _, name := range []string{"served", "tool", "hour", "day"} {
			d, _ := DimensionOf(name)
			want := map[string]*Group{}
			values := map[string]map[string][]int64{}
			for i := range list {
				e := &list[i]
				names := []string{e.Served}
				switch {
				case name == "tool":
					names = e.Tools
					if len(names) == 0 {
						names = []string{""}
					}
				case e.Undated && name != "served":
					names = nil
				case name == "hour":
					names = []string{e.Start.Format("2006-01-02 15:00")}
				case name == "day":
					names = []string{e.Start.Format("2006-01-02")}
				}
				for _, n := range names {
					if want[n] == nil {
						want[n], values[n] = &Group{Name: n}, map[string][]int64{}
					}
					want[n].Count++
					if e.Verdict == state.Failed || e.Verdict == state.Truncated {
						want[n].Failed++
					}
					for key, v := range map[string]int64{"ttft": e.TTFTUS, "total": e.TotalUS, "rate": e.Rate, "in": int64(e.Tokens.Counts[usage.Input]), "cost": int64(math.Round(e.Cost * 1e12))} {
						if v >= 0 {
							values[n][key] = append(values[n][key], v)
						}
					}
				}
			}
			got := exchangesOf(list, d).Groups(d, 5, time.UTC)
			if len(got) != len(want) {
				t.Fatalf("%s: %d groups, not %d", name, len(got), len(want))
			}
			for _, g := range got {
				w, v := want[g.Name], values[g.Name]
				if w == nil || g.Count != w.Count || g.Failed != w.Failed || g.In.Known != len(v["in"]) || g.In.Sum != sum(v["in"]) || g.Cost.Sum != sum(v["cost"]) {
					t.Fatalf("%s %q: %+v, not %+v", name, g.Name, g, w)
				}
				for _, s := range []struct {
					key string
					got Spread
				}{{"ttft", g.TTFT}, {"total", g.Total}, {"rate", g.Rate}} {
					if s.got.Known != len(v[s.key]) || s.got.Known > 0 && (s.got.P50 != nearestRank(v[s.key], 50) || s.got.P95 != nearestRank(v[s.key], 95)) {
						t.Fatalf("%s %q: %s is %+v of %v", name, g.Name, s.key, s.got, v[s.key])
					}
				}
			}
		}
	}
}

func sum(values []int64) (s int64) {
	for _, v := range values {
		s += v
	}
	return s
}

// nearestRank is the percentile by its definition, in whole numbers.
func nearestRank(values []int64, percent int) int64 {
	sorted := slices.Sorted(slices.Values(values))
	for i, v := range sorted {
		if 100*(i+1) >= percent*len(sorted) {
			return v
		}
	}
	return sorted[len(sorted)-1]
}

// The table by hand: of 1 to 20, half are no more than 10, and 95 of a hundred no more than 19.
func TestPercentilesByHand(t *testing.T) {
	for _, c := range []struct {
		values   []int64
		p50, p95 int64
	}{
		{[]int64{7}, 7, 7},
		{[]int64{1, 2}, 1, 2},
		{[]int64{20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, 10, 19},
		{[]int64{5, 5, 5, 5, 900}, 5, 900},
	} {
		if got := spreadOf(slices.Clone(c.values)); got.P50 != c.p50 || got.P95 != c.p95 {
			t.Errorf("%v: %+v, not %d and %d", c.values, got, c.p50, c.p95)
		}
	}
}

// Fisher's tea, and the example of the article on his test in Wikipedia.
func TestFisher(t *testing.T) {
	for _, c := range []struct {
		hitsA, a, hitsB, b int
		p                  float64
	}{{3, 4, 1, 4, 0.4857143}, {1, 12, 9, 12, 0.002759456}, {0, 50, 0, 60, 1}, {30, 30, 30, 30, 1}} {
		if p := Fisher(c.hitsA, c.a, c.hitsB, c.b); math.Abs(p-c.p) > 1e-6 {
			t.Errorf("%+v: p = %v", c, p)
		}
	}
}

// TestRankSum: the example of SciPy's mannwhitneyu, and shuffles of random samples with ties: so
// often does chance alone part them as far.
func TestRankSum(t *testing.T) {
	p, difference := RankSum([]int64{19, 22, 16, 29, 24}, []int64{20, 11, 17, 12})
	if math.Abs(p-0.11134688653314041) > 1e-12 || difference <= 0 {
		t.Errorf("p = %v, difference %v", p, difference)
	}
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 12 {
		a, b := sample(r, 25, 40, 0), sample(r, 30, 40, round)
		p, difference := RankSum(slices.Clone(a), slices.Clone(b))
		far, all := 0, append(slices.Clone(a), b...)
		const shuffles = 4000
		for range shuffles {
			r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			if math.Abs(wins(all[:len(a)], all[len(a):])) >= math.Abs(wins(a, b))-1e-9 {
				far++
			}
		}
		if by := float64(far) / shuffles; math.Abs(by-p) > 0.03 {
			t.Errorf("round %d: p = %v, by shuffles %v", round, p, by)
		}
		if w := wins(a, b); math.Abs(w-difference) > 1e-9 {
			t.Errorf("round %d: difference %v, by pairs %v", round, difference, w)
		}
	}
}

func sample(r *rand.Rand, n int, most int64, more int) (v []int64) {
	for range n {
		v = append(v, r.Int64N(most)+int64(more))
	}
	return v
}

// wins returns in how many pairs the value of a is larger, a draw being half a win, above half of
// all pairs.
func wins(a, b []int64) (w float64) {
	for _, x := range a {
		for _, y := range b {
			switch {
			case x > y:
				w++
			case x == y:
				w += 0.5
			}
		}
	}
	return w - float64(len(a)*len(b))/2
}

// A difference is reported only if there is one, and not for few values.
func TestAgainstBefore(t *testing.T) {
	entry := func(i int, served string, ttft int64, v state.Verdict) history.Entry {
		return history.Entry{Start: time.UnixMicro(int64(i) * 1e6), Served: served, Verdict: v, TTFTUS: ttft, TotalUS: 5000, Rate: -1, Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: -1, usage.CacheRead: -1, usage.Output: -1}}, Cost: -1}
	}
	var before, now []history.Entry
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 200 {
		before = append(before, entry(i, "slower", 100+r.Int64N(50), state.Completed), entry(i, "same", 100+r.Int64N(50), state.Completed))
		now = append(now, entry(i, "slower", 130+r.Int64N(50), state.Completed), entry(i, "same", 100+r.Int64N(50), state.Completed))
		verdict := state.Completed
		if i%4 == 0 {
			verdict = state.Failed
		}
		before, now = append(before, entry(i, "failing", 100, state.Completed)), append(now, entry(i, "failing", 100, verdict))
	}
	now = append(now, entry(1, "new", 1, state.Failed))
	d, _ := DimensionOf("served")
	got := map[string]Compared{}
	for _, c := range exchangesOf(now, d).CompareWith(exchangesOf(before, d), d, 0, time.UTC) {
		got[c.Now.Name] = c
	}
	for name, want := range map[string][2]ChangeVerdict{"slower": {More, Chance}, "same": {Chance, Chance}, "failing": {Chance, More}, "new": {TooFew, TooFew}} {
		if c := got[name]; c.TTFT.Verdict != want[0] || c.Failed.Verdict != want[1] || name != "new" && c.Total.Verdict != Chance || c.Cost.Verdict != TooFew {
			t.Errorf("%s: %+v", name, c)
		}
	}
}

// Bins cover the span, empty ones too, and each exchange of known time once.
func TestBins(t *testing.T) {
	zone := time.FixedZone("half", 5*3600+1800)
	r := rand.New(rand.NewPCG(9, 10))
	for range 100 {
		list := random(r, r.IntN(200))
		d, _ := DimensionOf("served")
		x := exchangesOf(list, d)
		most := 2 + r.IntN(100)
		bins := x.Bins(Span{}, most, zone)
		count, dated := 0, 0
		for i, b := range bins {
			count += b.Count
			if i > 0 && !b.From.Equal(bins[i-1].To) {
				t.Fatalf("a gap before %v", b.From)
			}
		}
		for _, e := range list {
			if !e.Undated {
				dated++
			}
		}
		if len(bins) > most || count != dated {
			t.Fatalf("%d bins of %d, with %d of %d exchanges", len(bins), most, count, dated)
		}
	}
}

// No other group by time has the same name, so there is nothing to compare one with.
func TestGroupsByTimeAreNotCompared(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for name, want := range map[string]bool{"served": true, "hour": false, "day": false} {
		d, _ := DimensionOf(name)
		now, before := exchangesOf(random(r, 50), d), exchangesOf(random(r, 50), d)
		table := TableOf(now, before, d, Span{}, 10, time.UTC)
		if table.Comparing() != want || (table.Tests > 0) != want || table.Before == nil {
			t.Errorf("%s: %v, %d tests", name, table.Comparing(), table.Tests)
		}
		if !want && len(table.Groups) != len(now.Groups(d, 0, time.UTC)) {
			t.Errorf("%s: groups of the span before", name)
		}
	}
}

// The status of an answer that broke off is no reason: it would find all that were completed.
func TestErrorOfWhatBrokeOff(t *testing.T) {
	d, _ := DimensionOf("error")
	for want, e := range map[string]history.Entry{
		"truncated": {Verdict: state.Truncated, Status: 200},
		"HTTP 503":  {Verdict: state.Failed, Status: 503},
		"":          {Verdict: state.Completed, Status: 200},
	} {
		if got := d.Value(&e); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

func TestARouteInShort(t *testing.T) {
	for route, want := range map[string]string{
		"a/large → a/large → Umbra": "a/large → Umbra",
		"auto → a/large → Umbra":    "auto → a/large → Umbra",
		"a/large → a/large → ":      "a/large",
		" → a/large → Umbra":        "a/large → Umbra",
		"a/large":                   "a/large",
	} {
		if got := RouteInShort(route); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// A group's filter finds what is in the group: its words are read as they were written.
func TestFiltersOfGroups(t *testing.T) {
	for _, c := range []struct{ dimension, group, want string }{
		{"served", "a/large", "served:=a/large"},
		{"provider", "", "-provider:*"},
		{"caller", "127.0.0.1 codex/1.2", `caller:="127.0.0.1 codex/1.2"`},
		{"route", "service/auto → a/large → Umbra", "model:=service/auto served:=a/large provider:=Umbra"},
		{"error", "HTTP 503", "-fault:* verdict:failed status:503 -reason:*"},
		{"caller", `it's "x"`, `caller:"it's *x*"`},
		{"error", "failed", "-fault:* verdict:failed status<1 -reason:*"},
		{"error", "truncated", "-fault:* verdict:truncated -reason:*"},
		{"error", "on purpose", "fault:* -verdict:completed -verdict:incomplete -verdict:cancelled -verdict:unknown"},
		{"error", "", "-verdict:failed -verdict:truncated"},
		{"error", "rate_limit_exceeded", unfailed + "reason:=rate_limit_exceeded"},
	} {
		if d, _ := DimensionOf(c.dimension); d.Filter(c.group) != c.want {
			t.Errorf("%s %q: %s, not %s", c.dimension, c.group, d.Filter(c.group), c.want)
		}
	}
}

// TestWhereTheClockIsPut: bins, days and hours are those of the clock also where it is put
// forward or back, at midnight too, and the filter of a group finds what is in it.
func TestWhereTheClockIsPut(t *testing.T) {
	local := time.Local
	defer func() { time.Local = local }()
	for zone, from := range map[string]string{
		"Europe/Berlin":    "2026-10-23T22:00:00Z", // back at 3:00
		"America/New_York": "2026-03-07T05:00:00Z", // forward at 2:00
		"America/Santiago": "2026-09-04T04:00:00Z", // forward at midnight
		"Africa/Cairo":     "2026-04-22T22:00:00Z", // also at midnight
		"America/Havana":   "2026-10-31T04:00:00Z", // back at 1:00, to midnight
	} {
		in, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		time.Local = in
		start, _ := time.Parse(time.RFC3339, from)
		x := &Exchanges{}
		for i := range 4 * 24 * 4 {
			x.Add(&history.Entry{Start: start.Add(time.Duration(i) * 15 * time.Minute)}, "")
		}
		for _, most := range []int{5, 10, 20, 40, 100} {
			bins := x.Bins(Span{}, most, in)
			for i, b := range bins {
				ends := i == len(bins)-1 || b.To.Equal(bins[i+1].From)
				if !ends || b.From.YearDay() != Begin(b.To.Add(-1), day).YearDay() {
					t.Errorf("%s: a bin of %d from %v to %v", zone, most, b.From, b.To)
				}
			}
		}
		for _, name := range []string{"hour", "day"} {
			d, _ := DimensionOf(name)
			groups := x.Groups(d, 0, in)
			if name == "day" && len(groups) < 4 {
				t.Errorf("%s: %d days", zone, len(groups))
			}
			for _, g := range groups {
				q, err := query.Parse(d.Filter(g.Name), time.Now())
				since, until, _, ok := q.Times()
				n := 0
				for _, us := range x.Start {
					if at := time.UnixMicro(us); !at.Before(since) && at.Before(until) {
						n++
					}
				}
				if err != nil || !ok || n != g.Count || name == "hour" && n != 4 {
					t.Errorf("%s: %d exchanges in %s, %d of %s: %v", zone, g.Count, g.Name, n, d.Filter(g.Name), err)
				}
			}
		}
	}
}

// TestSlowIsMeasuredByTheModel: the bound of a model with enough exchanges is its 95th percentile.
func TestSlowIsMeasuredByTheModel(t *testing.T) {
	by, _ := DimensionOf("served")
	groups := []Group{{Name: "a/fast", Total: Spread{Known: 100, P95: 1_500_000}}, {Name: "b/slow", Total: Spread{Known: 20, P95: 90_000_000}},
		{Name: "c/rare", Total: Spread{Known: 19, P95: 1}}, {Total: Spread{Known: 50, P95: 1}}}
	text := SlowFilter(by, groups, history.SlowBounds...)
	q, err := query.Parse(text, time.Now())
	if err != nil {
		t.Fatal(text, err)
	}
	for _, c := range []struct {
		model               string
		ttft, total, lasted int64 // milliseconds
		slow                bool
	}{
		{"a/fast", 100, 1600, 1600, true}, {"a/fast", 100, 1400, 1400, false}, {"b/slow", 40_000, 80_000, 80_000, false}, {"b/slow", 10, 91_000, 91_000, true},
		{"c/rare", 2500, 3000, 3000, true}, {"c/rare", 500, 3000, 3000, false}, {"", 500, 3000, 31_000, true},
	} {
		e := history.Entry{Served: c.model, Verdict: state.Completed, TTFTUS: c.ttft * 1000, TotalUS: c.total * 1000, LastedUS: c.lasted * 1000}
		if slow := query.Holds(q, &e) == query.Yes; slow != c.slow {
			t.Errorf("%+v is slow: %v, by %s", c, slow, text)
		}
	}
}
