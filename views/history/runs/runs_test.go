package runs

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/waterfall"
	"gatehouse/themes"
	"gatehouse/views"
)

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.Local)

// of makes the exchanges of a run, 4 seconds apart; each calls a tool.
func of(number int64, n int) (list []history.Entry) {
	for i := range n {
		at := start.Add(time.Duration(number)*time.Minute + time.Duration(i)*4*time.Second)
		e := history.Entry{
			Key: at.UnixMicro(), ID: "id" + string(rune('a'+number)) + string(rune('a'+i)), Start: at, Run: number, Verdict: state.Completed, Words: "fix the test", Spoken: true, Request: history.Request{Caller: "127.0.0.1 codex/1.2 (Linux)"},
			TTFBUS: 100_000, TTFTUS: 500_000, TotalUS: 2_000_000, LastedUS: 2_000_000, ThoughtUS: 500_000, Cost: 0.01, Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: 1000, usage.CacheRead: 900, usage.Output: 50}},
		}
		if i > 0 {
			e.Parent, e.Joined = list[i-1].Key, run.ByItems
		}
		if i < n-1 {
			e.Calls, e.Tools = 1, []string{"shell"}
		}
		list = append(list, e)
	}
	return list
}

func sum(list []history.Entry) waterfall.Run {
	r := waterfall.Of(list)
	r.Rows = nil
	return r
}

func shown(width, height int) *Model {
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(width, height)
	m.SetFocus(true)
	alone := of(0, 1)
	m.SetRuns([]waterfall.Run{sum(of(2, 5)), sum(of(1, 3)), sum(alone)}, true, start.Add(time.Hour))
	return m
}

func press(m *Model, key rune) views.Intent {
	msg := tea.KeyPressMsg{Code: key, Text: string(key)}
	if key == tea.KeyEnter || key == tea.KeyDown {
		msg.Text = ""
	}
	return m.Update(msg).Intent
}

func screen(m *Model) string { return ansi.Strip(m.View()) }

// TestTheTitlesAreThoseOfTheRowsBelow: of the exchanges of a run, if its titles are above the screen.
func TestTheTitlesAreThoseOfTheRowsBelow(t *testing.T) {
	m := shown(120, 5)
	press(m, tea.KeyEnter)
	m.SetRun(waterfall.Of(of(2, 5)))
	m.Update(views.Perform{Action: views.ActGoEnd})
	for range 3 {
		press(m, tea.KeyUp)
	}
	if head, _, _ := strings.Cut(screen(m), "\n"); !strings.Contains(head, "█ answer") || strings.Contains(head, "took") {
		t.Errorf("the titles are %q", head)
	}
}

func TestARunUnfoldsToItsExchanges(t *testing.T) {
	m := shown(120, 20)
	if got := screen(m); !strings.Contains(got, "codex/1.2") || !strings.Contains(got, "90 %") || !strings.Contains(got, "fix the test") || strings.Contains(got, "█ answer") {
		t.Errorf("folded:\n%s", got)
	}
	intent, ok := press(m, tea.KeyEnter).(views.UnfoldRun)
	if !ok || intent.Number != 2 {
		t.Fatalf("enter asks for %+v", intent)
	}
	m.SetRun(waterfall.Of(of(2, 5)))
	got := screen(m)
	if !strings.Contains(got, "─ tools") || !strings.Contains(got, "cached     cost  what") || strings.Contains(got, "time cut out") || strings.Count(got, "shell") != 4 || !strings.Contains(got, "──") || !strings.Contains(got, "▒▓██") || strings.Count(got, "codex/1.2") != 1 {
		t.Errorf("unfolded:\n%s", got)
	}
	press(m, tea.KeyDown) // past the legend
	if e, ok := m.Selected(); !ok || e.ID != "idca" {
		t.Errorf("%+v is selected", e)
	}
	press(m, tea.KeyDown)
	if do, ok := press(m, tea.KeyEnter).(views.HistoryDo); !ok || do.Action != views.ActOpenRow || do.Key != of(2, 5)[1].Key {
		t.Errorf("enter on an exchange: %+v", do)
	}
	m.SetRuns([]waterfall.Run{sum(of(3, 2)), sum(of(2, 5)), sum(of(1, 3))}, true, start) // another was added
	if e, ok := m.Selected(); !ok || e.ID != "idcb" || !strings.Contains(screen(m), "─ tools") {
		t.Errorf("%+v is selected after a reading\n%s", e, screen(m))
	}
	for range 3 {
		press(m, 'k')
	}
	if back, ok := press(m, tea.KeyEnter).(views.UnfoldRun); !ok || back.Number != 0 {
		t.Errorf("enter on the run of the page asks for %+v", back)
	}
	m.Close()
	if strings.Contains(screen(m), "─ tools") {
		t.Errorf("it is not folded:\n%s", screen(m))
	}
}

func TestWhatIsInNoRunIsOpened(t *testing.T) {
	m := shown(80, 10)
	press(m, 'G')
	if do, ok := press(m, tea.KeyEnter).(views.HistoryDo); !ok || do.Key != of(0, 1)[0].Key {
		t.Errorf("%+v", do)
	}
}

func TestCompleteRunIsExported(t *testing.T) {
	m := shown(80, 10)
	if share, ok := press(m, 'w').(views.ShareRun); !ok || share.Number != 2 {
		t.Errorf("%+v", share)
	}
}

// A cost that only some reported says of how many it is.
func TestTheCostOfSomeSaysOfHowMany(t *testing.T) {
	some := of(0, 5)
	some[2].Cost = -1
	for _, width := range []int{80, 160} {
		m := shown(width, 10)
		m.SetRuns([]waterfall.Run{sum(some), sum(of(1, 4))}, true, start)
		if lines := strings.Split(screen(m), "\n"); !strings.Contains(lines[1], "$0.0400 (of 4)") || strings.Contains(lines[2], "(of") {
			t.Errorf("%q\n%q", lines[1], lines[2])
		}
	}
}

// TestEverySizeIsFilled exactly.
func TestEverySizeIsFilled(t *testing.T) {
	for _, size := range [][2]int{{0, 0}, {1, 1}, {20, 3}, {80, 24}, {200, 60}} {
		m := shown(size[0], size[1])
		m.SetRun(waterfall.Of(of(2, 5)))
		view := m.View()
		if size[0] == 0 {
			continue
		}
		lines := strings.Split(view, "\n")
		if len(lines) != size[1] {
			t.Errorf("%v: %d lines", size, len(lines))
		}
		for _, l := range lines {
			if w := ansi.StringWidth(l); w != size[0] {
				t.Errorf("%v: %d cells: %q", size, w, l)
			}
		}
	}
}

// What no exchange reported is not zero, and an estimate is marked.
func TestTokensThatWereNotReported(t *testing.T) {
	list := of(0, 1)
	list[0].Tokens = figures.Tokens{Counts: usage.Counts{usage.Input: -1, usage.CacheRead: -1, usage.Output: -1}}
	guessed := of(1, 1)
	guessed[0].Tokens = figures.Tokens{Counts: usage.Counts{usage.Input: -1, usage.CacheRead: -1, usage.Output: 11}, Estimated: true}
	m := shown(160, 10)
	m.SetRuns([]waterfall.Run{sum(guessed), sum(list)}, true, start)
	lines := strings.Split(screen(m), "\n")
	if !strings.Contains(lines[1], " – + ~11 ") || strings.Contains(lines[2], "+") {
		t.Errorf("%q\n%q", lines[1], lines[2])
	}
}

// A run too long to be summed says of how many exchanges its figures are.
func TestALongRunSaysHowManyAreSummed(t *testing.T) {
	long := sum(of(0, 5))
	long.Sum.Left = 2307
	for _, width := range []int{80, 160} {
		m := shown(width, 10)
		m.SetRuns([]waterfall.Run{long, sum(of(1, 4))}, true, start)
		if lines := strings.Split(screen(m), "\n"); !strings.Contains(lines[1], " 5 of 2,312 ") || strings.Contains(lines[2], " of ") {
			t.Errorf("%q\n%q", lines[1], lines[2])
		}
	}
}

// The cost of a run and of each of its exchanges is shown at every width; no cost takes no space.
func TestCostsAreShownAtEveryWidth(t *testing.T) {
	for _, width := range []int{80, 92, 120, 160} {
		m := shown(width, 20)
		m.SetRun(waterfall.Of(of(2, 5)))
		if got := screen(m); strings.Count(got, "$0.0100") != 5 || !strings.Contains(got, "$0.0500") {
			t.Errorf("%d:\n%s", width, got)
		}
		free := of(2, 5)
		for i := range free {
			free[i].Cost = -1
		}
		m.SetRun(waterfall.Of(free))
		if got := strings.Split(screen(m), "\n")[2]; strings.Contains(got, "cost") {
			t.Errorf("%d: %q", width, got)
		}
	}
}

// The column of callers takes no room where none is known.
func TestCallersHaveAColumnOnlyIfAny(t *testing.T) {
	m := shown(120, 10)
	if head := strings.Split(screen(m), "\n")[0]; !strings.Contains(head, "caller") {
		t.Errorf("%q", head)
	}
	list := of(0, 1)
	list[0].Caller = ""
	m.SetRuns([]waterfall.Run{sum(list)}, true, start)
	if head := strings.Split(screen(m), "\n")[0]; strings.Contains(head, "caller") {
		t.Errorf("%q", head)
	}
}

// The footer describes enter, and names no key that does nothing.
func TestTheFooterSaysWhatEnterDoes(t *testing.T) {
	words := func(m *Model) (all []string) {
		for _, b := range m.ShortHelp() {
			all = append(all, b.Help().Desc)
		}
		return all
	}
	m := shown(120, 20)
	if got := words(m); got[0] != "open run" {
		t.Errorf("on a run: %q", got)
	}
	press(m, tea.KeyEnter)
	m.SetRun(waterfall.Of(of(2, 5)))
	if got := words(m); got[0] != "all runs" {
		t.Errorf("on an unfolded run: %q", got)
	}
	if press(m, tea.KeyDown); words(m)[0] != "open" {
		t.Errorf("on an exchange: %q", words(m))
	}
	if m.SetStatus("nothing"); strings.Join(words(m), ", ") != "figures, list" {
		t.Errorf("without runs: %q", words(m))
	}
}

// TestARunSaysWhatItsCachesLost, and for what: in its row, when it is unfolded, and in each exchange.
func TestARunSaysWhatItsCachesLost(t *testing.T) {
	list := of(2, 5)
	for i, lost := range []float64{-1, 0, 0.004, 0.003, 0.001} {
		list[i].Cache, list[i].Lost = "edited", lost
	}
	list[4].Cache = "expired"
	for _, c := range []struct {
		width int
		want  []string
	}{
		{80, []string{"~$0.0080", "     $0.05  ~$0.0080 of it because the cache was not read: mostly prompt changed", "$0.0100    ~$0.0040  ← prompt changed: →", "$0.0100    ~$0.0010  ← expired: fix the "}},
		{120, []string{"cost  cache lost", "~$0.0080", "because the cache was not read: mostly prompt changed", "10:02:08", "~$0.0040  ← prompt changed: → sh"}},
	} {
		m := shown(c.width, 20)
		m.SetRuns([]waterfall.Run{sum(list)}, true, start)
		press(m, tea.KeyEnter)
		m.SetRun(waterfall.Of(list))
		for _, want := range c.want {
			if got := screen(m); !strings.Contains(got, want) {
				t.Errorf("%d wide: no %q in\n%s", c.width, want, got)
			}
		}
		press(m, tea.KeyDown) // past what it lost, and the legend
		if e, ok := m.Selected(); !ok || e.ID != list[0].ID || m.lines[m.Row].row != 0 {
			t.Errorf("%d wide: %+v is selected", c.width, e)
		}
		if press(m, 'k'); m.lines[m.Row].row != ofRun {
			t.Errorf("%d wide: line %d is selected", c.width, m.Row)
		}
	}
	if got := screen(shown(120, 20)); strings.Contains(got, "cache lost") {
		t.Errorf("of what lost nothing:\n%s", got)
	}
}
