package stats

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/stats"
	"gatehouse/state/report"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/text"
	"gatehouse/views/viewstest"
)

var now = time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)

// exchanges are some of two models over 18 hours; every tenth of the second failed.
func exchanges(by stats.Dimension) *stats.Exchanges {
	x := &stats.Exchanges{}
	for i := range 900 {
		e := history.Entry{
			Start: now.Add(time.Duration(i-900) * 72 * time.Second), Served: "acme/large", Verdict: state.Completed,
			TTFTUS: 300_000 + int64(i%100)*4000, TotalUS: 2_000_000, Rate: 80_000,
			Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: 100, usage.CacheRead: 20, usage.Output: 50}}, Cost: 0.002,
		}
		if i%3 == 0 {
			e.Served, e.Cost, e.Tokens.Counts[usage.CacheRead] = "borealis/small", -1, -1
			if i%10 == 0 {
				e.Verdict = state.Failed
			}
		}
		x.Add(&e, by.Value(&e))
	}
	return x
}

func shown(width, height int) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(width, height)
	m.SetFocus(true)
	by, _ := stats.DimensionOf("served")
	m.Show(stats.TableOf(exchanges(by), nil, by, stats.Span{}, width-14, time.UTC), now)
	return m
}

// The cost of a group is marked, and the mark explained, if some of its exchanges reported none, not if
// all or none did.
func TestACostOfSomeIsMarked(t *testing.T) {
	by, _ := stats.DimensionOf("served")
	x := exchanges(by)
	draw := func() string {
		m := shown(160, 41)
		m.Show(stats.TableOf(x, nil, by, stats.Span{}, 100, time.UTC), now)
		return ansi.Strip(m.View())
	}
	if got := draw(); !strings.Contains(got, " $1.20 ") || strings.Contains(got, "reported no cost") {
		t.Errorf("all or none:\n%s", got)
	}
	x.Cost[1] = -1
	if got := draw(); !strings.Contains(got, " $1.20+ ") || !strings.Contains(got, "+ 301 exchanges reported no cost") {
		t.Errorf("all but one:\n%s", got)
	}
}

func TestFiguresAreDrawnAtEverySize(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {20, 5}, {40, 12}, {80, 20}, {120, 31}, {160, 41}, {200, 56}} {
		m := shown(size[0], size[1])
		lines := strings.Split(ansi.Strip(m.View()), "\n")
		if size[0] > 0 && len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, l := range lines {
			if text.Width(l) > size[0] {
				t.Errorf("%v: too wide: %q", size, l)
			}
		}
		if size[0] < 80 {
			continue
		}
		for _, want := range []string{"900 exchanges", "3.3 % failed", "$1.20 (of 600)", "acme/large", "borealis/small", "600", "300", "10 %", "496 ms", "676 ms"} {
			if !strings.Contains(strings.Join(lines, "\n"), want) {
				t.Errorf("%v: no %q in\n%s", size, want, strings.Join(lines, "\n"))
			}
		}
	}
}

// What the figures are grouped or in order by is not left out where there is little room.
func TestWhatIsAskedForKeepsItsColumn(t *testing.T) {
	x := &stats.Exchanges{}
	for i := range 20 {
		e := history.Entry{
			Start: now.Add(time.Duration(i-20) * time.Minute), Served: "acme/large", Verdict: state.Completed, Cache: "edited", Lost: 0.03,
			TTFTUS: 300_000, TotalUS: 2_000_000, Rate: 80_000, Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: 20_000, usage.CacheRead: 200, usage.Output: 50}}, Cost: 0.04,
		}
		x.Add(&e, "edited")
	}
	for _, c := range []struct{ by, sorted, want, without string }{
		{"cache", "", "cached|cache lost", "TTFT|p95|failed"},
		{"served", "", "TTFT|p95|failed", "cached|cache lost"},
		{"served", "cache_lost", "cached|cache lost ▾", "TTFT|p95|failed"},
		{"served", "tok_s_p50", "TTFT|failed|tok/s ▾", "cached|cache lost"},
	} {
		by, _ := stats.DimensionOf(c.by)
		m := shown(80, 24)
		m.Show(stats.TableOf(x, nil, by, stats.Span{}, 66, time.UTC), now)
		for range report.StatisticsOrders() {
			if c.sorted != "" && m.report.Sorted != c.sorted {
				viewstest.Press(m, "o")
			}
		}
		_, got, _ := strings.Cut(ansi.Strip(m.View()), "\n   "+c.by+" ")
		got, _, _ = strings.Cut(got, "\n")
		for _, title := range strings.Split(c.want, "|") {
			if !strings.Contains(got, " "+title) {
				t.Errorf("by %s, in order by %q: no %q in %q", c.by, c.sorted, title, got)
			}
		}
		for _, title := range strings.Split(c.without, "|") {
			if strings.Contains(got, " "+title) {
				t.Errorf("by %s, in order by %q: %q in %q", c.by, c.sorted, title, got)
			}
		}
	}
}

func TestEnterNarrowsToWhatWasMovedLast(t *testing.T) {
	m := shown(120, 31)
	viewstest.Press(m, "down")
	if got := viewstest.Press(m, "enter"); got != (views.NarrowHistory{Terms: "served:=borealis/small"}) {
		t.Errorf("%+v", got)
	}
	viewstest.Press(m, "left") // the newest
	viewstest.Press(m, "left")
	got := viewstest.Press(m, "enter")
	if got != (views.NarrowHistory{Terms: "since:2026-11-20T17:30:00 until:2026-11-20T17:45:00"}) {
		t.Errorf("%+v", got)
	}
	if view := ansi.Strip(m.View()); !strings.Contains(view, "Nov 20 17:30 to 17:45  13 exchanges") {
		t.Error(view)
	}
	viewstest.Press(m, "up")
	if got := viewstest.Press(m, "enter"); got != (views.NarrowHistory{Terms: "served:=acme/large"}) {
		t.Errorf("%+v", got)
	}
}

func TestGroupsAreInTheOrderThatIsAskedFor(t *testing.T) {
	m := shown(160, 31)
	first := func() string { return m.groups()[0].Now.Name }
	if first() != "acme/large" {
		t.Error(first())
	}
	viewstest.Press(m, "o") // by the share that failed
	if first() != "borealis/small" || !strings.Contains(ansi.Strip(m.View()), "failed ▾") {
		t.Error(first(), ansi.Strip(m.View()))
	}
	viewstest.Press(m, "O")
	if first() != "acme/large" {
		t.Error(first())
	}
}

func TestTheSecondMarkCompares(t *testing.T) {
	m := shown(120, 31)
	if got := viewstest.Press(m, "m"); got != nil {
		t.Errorf("%+v", got)
	}
	viewstest.Press(m, "down")
	if got := viewstest.Press(m, "m"); got != (views.CompareGroups{A: "acme/large", B: "borealis/small"}) {
		t.Errorf("%+v", got)
	}
}

// New figures leave the selection on its group.
func TestTheSelectionStays(t *testing.T) {
	m := shown(120, 31)
	viewstest.Press(m, "down")
	by, _ := stats.DimensionOf("served")
	x := exchanges(by)
	for i := range 1000 { // the second is the largest now
		e := history.Entry{Start: now.Add(time.Duration(i) * time.Second), Served: "borealis/small", Verdict: state.Completed}
		x.Add(&e, by.Value(&e))
	}
	m.Show(stats.TableOf(x, nil, by, stats.Span{}, 100, time.UTC), now)
	if m.name() != "borealis/small" || m.Row != 0 {
		t.Error(m.name(), m.Row)
	}
}

func TestVeryManyGroupsAreCounted(t *testing.T) {
	m := shown(120, 31)
	by, _ := stats.DimensionOf("session")
	x := &stats.Exchanges{}
	for i := range 3000 {
		e := history.Entry{Start: now, Verdict: state.Completed, About: history.About{Session: fmt.Sprint("s", i)}}
		x.Add(&e, by.Value(&e))
	}
	m.Show(stats.TableOf(x, nil, by, stats.Span{}, 100, time.UTC), now)
	if view := ansi.Strip(m.View()); !strings.Contains(view, "… and 2,000 more groups") {
		t.Error(view)
	}
}

// A narrow line leaves out the times of the day, and never cuts a figure.
func TestTheSumFitsANarrowLine(t *testing.T) {
	for width, want := range map[int]string{
		80:  " 900 exchanges, Nov 20   3.3 % failed   $1.20 (of 600)   against 1,800",
		160: " 900 exchanges, Nov 20 00:00 to Nov 20 17:59   3.3 % failed   $1.20 (of 600)   against 1,800 exchanges, Nov 19 18:00 to Nov 20 17:59",
	} {
		m := shown(width, 24)
		was := m.report.All
		was.Count = 1800
		m.report.Before, m.report.Was = &was, stats.Span{From: now.Add(-24 * time.Hour), To: now}
		m.version++
		if got := strings.TrimRight(strings.Split(ansi.Strip(m.View()), "\n")[0], " "); got != want {
			t.Errorf("%d cells: %q, not %q", width, got, want)
		}
	}
}

// The figure that the chart shows comes first, and a figure that does not fit is left out.
func TestSelectedTimeShowsNoCutFigure(t *testing.T) {
	m := shown(80, 24)
	viewstest.Press(m, "left")
	if line := lineWith(m, "▸ Nov"); !strings.Contains(line, "TTFT") || strings.Contains(line, "$") || strings.Contains(line, "…") {
		t.Errorf("%q", line)
	}
	viewstest.Press(m, "z")
	if line := lineWith(m, "▸ Nov"); !strings.Contains(line, "$") || strings.Contains(line, "TTFT") || strings.Contains(line, "…") {
		t.Errorf("%q", line)
	}
}

func lineWith(m *Model, words string) string {
	for _, l := range strings.Split(ansi.Strip(m.View()), "\n") {
		if strings.Contains(l, words) {
			return l
		}
	}
	return ""
}

// A filter may name a time in which nothing has happened yet.
func TestTheFirstMoveSelectsWhereSomethingHappened(t *testing.T) {
	m := shown(120, 31)
	by, _ := stats.DimensionOf("served")
	m.Show(stats.TableOf(exchanges(by), nil, by, stats.Span{From: now.Add(-18 * time.Hour), To: now.Add(6 * time.Hour)}, 100, time.UTC), now)
	viewstest.Press(m, "left")
	if line := lineWith(m, "▸ Nov"); !strings.Contains(line, "17:45 to 18:00") {
		t.Errorf("%q", line)
	}
}

// While exchanges are added, the selected span of time stays selected, and enter narrows to it.
func TestTheSelectedTimeStays(t *testing.T) {
	m := shown(120, 31)
	viewstest.Press(m, "left")
	viewstest.Press(m, "left")
	was := viewstest.Press(m, "enter")
	m.Show(m.report.Table, now)
	if got := viewstest.Press(m, "enter"); got != was || !m.onTime {
		t.Errorf("%+v, not %+v", got, was)
	}
	less := *m.report.Table
	less.Bins = less.Bins[:2]
	if m.Show(&less, now); m.report.Selected >= 0 || m.onTime {
		t.Errorf("bar %d of 2 is selected", m.report.Selected)
	}
}
