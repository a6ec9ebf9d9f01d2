package waterfall

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/answer/run"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
)

// at returns an exchange that began second seconds after the first and took some.
func at(second, took int64, more func(e *history.Entry)) history.Entry {
	key := 1_790_000_000_000_000 + second*1_000_000
	e := history.Entry{
		Key: key, ID: fmt.Sprint("e", second), Start: time.UnixMicro(key), Run: 3, Verdict: state.Completed, Words: fmt.Sprint("at ", second), Spoken: true,
		TTFBUS: -1, TTFTUS: took * 250_000, TotalUS: took * 1_000_000, LastedUS: took * 1_000_000, ThoughtUS: -1, Cost: -1,
		Tokens: figures.Tokens{Counts: usage.Counts{usage.Input: 100, usage.CacheRead: -1, usage.Output: 10}},
	}
	if more != nil {
		more(&e)
	}
	return e
}

func after(second int64, calls int) func(e *history.Entry) {
	return func(e *history.Entry) {
		e.Parent, e.Joined, e.Calls = 1_790_000_000_000_000+second*1_000_000, run.ByItems, calls
	}
}

// TestASubAgentThatNoCallBegan: as a command of opencode does, while a title is being asked for.
func TestASubAgentThatNoCallBegan(t *testing.T) {
	list := []history.Entry{at(0, 5, nil), at(3, 1, nil), at(5, 2, after(3, 0)), at(8, 1, nil)}
	for i, session := range []string{"main", "agent", "agent", "main"} {
		list[i].Session = session
	}
	var got []string
	for _, row := range Of(list).Rows {
		got = append(got, fmt.Sprintf("%d:%d<%d depth %d", row.Number, row.Relation, row.From, row.Depth))
	}
	const want = "1:1<0 depth 0, 4:4<0 depth 0, 2:1<0 depth 1, 3:0<0 depth 1"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
}

// TestTheHandshakeOfAWebSocketBeginsNothing: the first response of the connection does.
func TestTheHandshakeOfAWebSocketBeginsNothing(t *testing.T) {
	r := Of([]history.Entry{
		at(0, 9, func(e *history.Entry) { e.Purpose, e.Words = history.Handshake, "" }),
		at(1, 2, func(e *history.Entry) { e.Status, e.Asked = 101, "sim/coder" }),
		at(4, 2, func(e *history.Entry) { after(1, 0)(e); e.Status, e.Asked = 101, "sim/coder" }),
		at(7, 1, func(e *history.Entry) { e.Status, e.Asked = 101, "sim/coder" }),
	})
	var relations []Relation
	for _, row := range r.Rows {
		relations = append(relations, row.Relation)
	}
	if fmt.Sprint(relations) != fmt.Sprint([]Relation{Folded, First, Next, Restart}) || r.Sum.Asked != "at 1" {
		t.Errorf("%v, asked %q", relations, r.Sum.Asked)
	}
	alone := Of([]history.Entry{at(0, 9, func(e *history.Entry) { e.Purpose, e.Words = history.Handshake, "" }), at(1, 2, nil)})
	if alone.Sum.Asked != "at 1" {
		t.Errorf("asked %q", alone.Sum.Asked)
	}
}

// worked is a run with a sub-agent, a retry, a branch and a compaction.
func worked() []history.Entry {
	list := []history.Entry{
		at(0, 2, func(e *history.Entry) { e.Calls = 1 }),
		at(10, 2, func(e *history.Entry) { // a sub-agent
			e.Session, e.Joined, e.Calls = "agent", run.ByParent, 1
		}),
		at(20, 1, func(e *history.Entry) { after(10, 0)(e); e.Session = "agent" }),
		at(30, 2, func(e *history.Entry) { after(0, 1)(e); e.Verdict = state.Failed }),
		at(33, 4, after(0, 1)),  // sent again
		at(40, 2, after(33, 0)), // after a tool
		at(50, 2, after(33, 0)), // another question instead
		at(900, 2, nil),         // begins again
		at(905, 1, after(900, 0)),
	}
	for i := range list {
		if list[i].Session == "" {
			list[i].Session = "main"
		}
	}
	return list
}

func TestHowExchangesGoOn(t *testing.T) {
	list := worked()
	list[0], list[6] = list[6], list[0] // in any order
	r := Of(list)
	var got []string
	for _, row := range r.Rows {
		got = append(got, fmt.Sprintf("%d:%d<%d depth %d tools %.0f", row.Number, row.Relation, row.From, row.Depth, float64(row.ToolUS)/1e6))
	}
	want := []string{
		"1:1<0 depth 0 tools 0",
		"2:1<1 depth 1 tools 0",
		"3:0<0 depth 1 tools 8",
		"4:0<0 depth 0 tools 28",
		"5:2<4 depth 0 tools 0",
		"6:0<0 depth 0 tools 3",
		"7:3<5 depth 0 tools 0", // row 6 had the outputs
		"8:4<0 depth 0 tools 0",
		"9:0<0 depth 0 tools 0",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("number:way<from\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A sub-agent that begins while another one's tools run may be of either's caller: that is not
// guessed. One that has ended is none.
func TestTheCallerOfASubAgentIsNotGuessed(t *testing.T) {
	in := func(session string, calls int) func(e *history.Entry) {
		return func(e *history.Entry) { e.Session, e.Calls = session, calls }
	}
	for calls, want := range map[int]int{1: 0, 0: 1} {
		r := Of([]history.Entry{at(0, 2, in("main", 2)), at(3, 1, in("one", calls)), at(10, 1, in("other", 0))})
		for _, row := range r.Rows {
			if row.Session == "other" && (row.From != want || row.Depth != 1) {
				t.Errorf("beside one with %d calls: of %d, depth %d; want of %d", calls, row.From, row.Depth, want)
			}
		}
	}
}

func TestWhatARunComesTo(t *testing.T) {
	list := worked()
	list[4].Tokens.Counts[usage.CacheRead], list[4].Cost = 50, 0.25
	s := Of(list).Sum
	if s.Exchanges != 9 || s.Calls != 4 || s.In != 900 || s.Out != 90 || s.Worst != state.Failed || s.Cost != 0.25 || s.Costs != 1 || s.LengthUS() != 906_000_000 || s.Asked != "at 0" {
		t.Errorf("%+v", s)
	}
	if share, ok := s.CachedShare(); !ok || share != 0.5 {
		t.Errorf("cached %v %v: it is of those that say it", share, ok)
	}
}

func TestBars(t *testing.T) {
	e := at(10, 4, nil)
	e.ThoughtUS, e.LastedUS = 1_000_000, 6_000_000
	r := Row{Entry: &e, ToolUS: 2_000_000}
	var got []string
	for _, s := range r.Bar() {
		got = append(got, fmt.Sprintf("%s %d-%d", s.Part, (s.From-e.Key)/1_000_000, (s.To-e.Key)/1_000_000))
	}
	if want := "tools -2-0, wait 0-1, reasoning 1-2, answer 2-4, silence 4-6"; strings.Join(got, ", ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	e.TTFTUS, e.TotalUS, e.LastedUS, e.ThoughtUS = -1, -1, 3_000_000, -1
	if bar := (&Row{Entry: &e}).Bar(); len(bar) != 1 || bar[0].Part != Silent {
		t.Errorf("nothing came: %v", bar)
	}
}

// TestAxisIsSharedByRows: rows are where they were, idle time is shortened and marked, and each row
// has a cell.
func TestAxisIsSharedByRows(t *testing.T) {
	r := Of(worked())
	for _, cells := range []int{1, 7, 12, 40, 200} {
		a := NewAxis(r.Rows, cells)
		if n := len(a.Breaks()); n != 2 {
			t.Errorf("%d breaks on %d cells, want two, before the branch and before what begins anew", n, cells)
		}
		last := -1
		for i := range r.Rows {
			parts, from := a.Line(&r.Rows[i])
			if len(parts) == 0 || from < 0 || from+len(parts) > cells {
				t.Fatalf("row %d takes %d cells from %d, of %d", i, len(parts), from, cells)
			}
			model := false
			for _, p := range parts {
				model = model || p != Tool
			}
			if !model {
				t.Errorf("row %d shows only the tools before it: %v", i, parts)
			}
			if r.Rows[i].ToolUS == 0 && r.Rows[i].Depth == 0 {
				if from < last {
					t.Errorf("row %d begins before an earlier one", i)
				}
				last = from
			}
		}
	}
}

// TestASubAgentIsBelowTheOneThatItNames, where time alone does not tell who began it.
func TestASubAgentIsBelowTheOneThatItNames(t *testing.T) {
	named := func(session string, parent int64) func(*history.Entry) {
		return func(e *history.Entry) { after(parent, 1)(e); e.Session, e.Joined = session, run.ByParent }
	}
	in := func(session string, calls int) func(*history.Entry) {
		return func(e *history.Entry) { e.Session, e.Calls = session, calls }
	}
	for name, c := range map[string]struct {
		list []history.Entry
		want string
	}{
		"of two that run tools": {[]history.Entry{at(0, 1, in("main", 1)), at(10, 1, named("b", 0)), at(20, 1, named("a", 10))}, "[1:1<0 0 2:1<1 1 3:1<2 2]"},
		"the last with calls":   {[]history.Entry{at(0, 1, in("main", 1)), at(5, 1, in("main", 0)), at(10, 1, named("a", 5))}, "[1:1<0 0 3:1<1 1 2:4<0 0]"},
		"in the same session": {[]history.Entry{at(0, 1, in("", 1)), at(10, 1, named("", 0)), at(12, 1, after(10, 0)), at(20, 1, after(0, 0))},
			"[1:1<0 0 2:1<1 1 3:0<0 1 4:0<0 0]"},
		"sent again in its session": {[]history.Entry{at(0, 1, in("main", 1)), at(10, 1, func(e *history.Entry) { named("a", 0)(e); e.Verdict, e.Words = state.Failed, "find" }),
			at(12, 1, func(e *history.Entry) { in("a", 0)(e); e.Words = "find" })}, "[1:1<0 0 2:1<1 1 3:2<2 1]"},
		"two at once":  {[]history.Entry{at(0, 1, in("", 2)), at(10, 1, func(e *history.Entry) { named("", 0)(e); e.Verdict = state.Failed }), at(11, 1, named("", 0))}, "[1:1<0 0 2:1<1 1 3:1<1 1]"},
		"not recorded": {[]history.Entry{at(5, 1, in("main", 0)), at(10, 1, named("a", 0))}, "[1:1<0 0 2:1<0 1]"},
	} {
		var got []string
		for _, row := range Of(c.list).Rows {
			got = append(got, fmt.Sprintf("%d:%d<%d %d", row.Number, row.Relation, row.From, row.Depth))
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// TestAgentsSideRequests: what opens a connection or counts tokens is folded, and a title is no beginning.
func TestAgentsSideRequests(t *testing.T) {
	as := func(p history.Purpose) func(*history.Entry) {
		return func(e *history.Entry) {
			if e.Purpose = p; p == history.Handshake || p == history.CountTokens {
				e.Spoken, e.Words = false, "→ 91 tokens"
			}
		}
	}
	list := []history.Entry{
		at(0, 30, as(history.Handshake)), at(1, 1, as(history.WarmUp)), at(2, 1, as(history.Title)), at(3, 1, as(history.CountTokens)),
		at(4, 2, func(e *history.Entry) { after(1, 1)(e); e.Words = "fix it" }), // it names the warm-up as the response before it
		at(7, 1, as(history.CountTokens)), at(8, 1, nil),                        // a side request that no marker names
		at(10, 2, after(4, 0)),
	}
	r := Of(list)
	var got []string
	for _, row := range r.Rows {
		got = append(got, fmt.Sprintf("%d:%d×%d", row.Number, row.Relation, len(row.Each())))
	}
	if want := "1:6×2, 2:5×1, 3:6×2, 4:1×1, 5:5×1, 6:0×1"; strings.Join(got, ", ") != want || r.Sum.Asked != "fix it" {
		t.Errorf("%s, want %s; asked %q", strings.Join(got, ", "), want, r.Sum.Asked)
	}
	if tools := r.Rows[5].ToolUS; tools != 4_000_000 {
		t.Errorf("tools before %d", tools)
	}
}

// TestToolsRanBeforeTheFirstOfABranch: another had their outputs before.
func TestToolsRanBeforeTheFirstOfABranch(t *testing.T) {
	rows := Of([]history.Entry{at(0, 1, func(e *history.Entry) { e.Calls = 1 }), at(3, 1, after(0, 0)), at(20, 1, after(0, 0))}).Rows
	if rows[1].ToolUS != 2_000_000 || rows[2].Relation != Branch || rows[2].ToolUS != 0 {
		t.Errorf("%d, %d, %d", rows[1].ToolUS, rows[2].Relation, rows[2].ToolUS)
	}
}

// TestNobodyAskedForAnError: a run whose requests have no words of the user has none.
func TestNobodyAskedForAnError(t *testing.T) {
	failed := at(0, 1, func(e *history.Entry) { e.Verdict, e.Spoken, e.Words = state.Failed, false, "the body is empty" })
	if r := Of([]history.Entry{failed}); r.Sum.Asked != "" {
		t.Errorf("asked %q", r.Sum.Asked)
	}
}
