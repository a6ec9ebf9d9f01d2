package archive

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
	"gatehouse/state/history/stats"
)

// worked is the nth exchange of a caller: what it asks for holds what it asked before.
func worked(caller string, n int, session string) *wire.Capture {
	input := fmt.Sprintf(`{"role":"user","content":"do it, %s"}`, caller[:1]) // both ask the same
	call := func(i int) string {
		return fmt.Sprintf(`{"type":"function_call","id":"fc_%d","call_id":"%s_%d","name":"read","arguments":"{}"}`, i, caller, i)
	}
	for i := range n {
		input += "," + call(i) + fmt.Sprintf(`,{"type":"function_call_output","call_id":"%s_%d","output":"ok"}`, caller, i)
	}
	c := answered(0, 2)
	c.ID = fmt.Sprintf("%s%d", caller, n)
	c.Start = c.Start.Add(time.Duration(n)*time.Second + time.Duration(len(caller))*100*time.Millisecond)
	c.Sent.Body = []byte(`{"model":"m","input":[` + input + `]}`)
	if session != "" {
		c.Sent.Header = map[string][]string{"X-Session-Id": {session}}
	}
	c.Caller = &wire.Caller{Address: "127.0.0.1:1", UserAgent: "agent/1"}
	c.Body = wire.Body{}
	c.Body.Append([]byte(`{"id":"r","status":"completed","output":[`+call(n)+`]}`), 50)
	return c
}

// runsOf are the exchanges of each run, in order, by their ids.
func runsOf(t *testing.T, a *Archive, text string) (found []string) {
	t.Helper()
	q, err := query.Parse(text, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	list, err := a.List(context.Background(), Page{Query: q, Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	runs, last := map[int64]int{}, 0
	for i := len(list) - 1; i >= 0; i-- {
		e := list[i]
		at, known := runs[e.Run]
		if !known || e.Run == 0 {
			found = append(found, "")
			at, last = last, last+1
			runs[e.Run] = at
		}
		found[at] += " " + e.ID
		if _, byHolds := runs[e.Run]; byHolds && text != "" && query.Holds(q, &e) != query.Yes {
			t.Errorf("%s: %s is found and does not hold", text, e.ID)
		}
	}
	return found
}

// TestExchangesAreWrittenInTheirRuns, also where one is written before those that it continues,
// and after an update of an archive that knew of no runs.
func TestExchangesAreWrittenInTheirRuns(t *testing.T) {
	var captures []*wire.Capture
	for n := range 4 {
		captures = append(captures, worked("a", n, ""), worked("ab", n, ""), worked("abc", n, "s"))
	}
	captures = append(captures, answered(900, 300))
	const want = " a0 a1 a2 a3; ab0 ab1 ab2 ab3; abc0 abc1 abc2 abc3; id000900"
	for _, order := range []string{"forward", "backward"} {
		t.Run(order, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a")
			a, err := Open(t.Context(), dir, Options{Fold: folded})
			if err != nil {
				t.Fatal(err)
			}
			for i := range captures {
				c := captures[i]
				if order == "backward" {
					c = captures[len(captures)-1-i]
				}
				about := history.About{Origin: history.Proxy}
				a.SaveNow(t.Context(), about, folded(about, c), c)
			}
			defer a.Close()
			if got := strings.Join(runsOf(t, a, ""), ";"); got != want {
				t.Errorf("the runs are %s, want %s", got, want)
			}
			last, err := a.Find(t.Context(), "abc3")
			if err != nil {
				t.Fatal(err)
			}
			before, err := a.Find(t.Context(), "abc2")
			if err != nil || last.Parent != before.Key || last.Calls != 1 || last.Session != "s" || last.Joined == "" {
				t.Errorf("%v: %+v goes on from %+v", err, last, before)
			}
			for text, want := range map[string]string{
				"run:" + last.RunName(): " abc0 abc1 abc2 abc3",
				"-run:*":                " id000900",
				"run:* session:s":       " abc0 abc1 abc2 abc3",
				"run:999":               "",
				"run:x":                 "",
			} {
				if got := strings.Join(runsOf(t, a, text), ";"); got != want {
					t.Errorf("%s finds %s, want %s", text, got, want)
				}
			}
			d, _ := stats.DimensionOf("run")
			if n := len(groups(figuresOf(t, a, "", d), d)); n != 4 {
				t.Errorf("%d groups by run, want 3 and those without", n)
			}
		})
	}
}

// TestRemovedExchangesLeaveNoNames of a run.
func TestRemovedExchangesLeaveNoNames(t *testing.T) {
	a, err := Open(t.Context(), filepath.Join(t.TempDir(), "a"), Options{Fold: folded})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for n := range 3 {
		c, about := worked("a", n, ""), history.About{Origin: history.Proxy}
		a.SaveNow(t.Context(), about, folded(about, c), c)
	}
	if _, err := a.Prune(t.Context(), Limits{All: true}); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := a.db().read.QueryRow("SELECT count(*) FROM clue").Scan(&n); err != nil || n != 0 {
		t.Errorf("%d names are left: %v", n, err)
	}
}

// TestALongRunSaysWhatIsLeftOut: its last exchanges are in no sum, but they say when it ended, and
// what is exported has them.
func TestALongRunSaysWhatIsLeftOut(t *testing.T) {
	if testing.Short() {
		t.Skip("many exchanges, one thing after the other: minutes under the race detector, for nothing")
	}
	a, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	const left = 3
	r, start := rand.New(rand.NewPCG(1, 2)), time.Now().Add(-24*time.Hour)
	tx, err := a.db().write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var last history.Entry
	for i := range MaxInRun + left {
		last = synthetic(r, i, start.Add(time.Duration(i)*time.Second))
		last.Run = 7
		if err := a.insertEntry(tx, last.Start.UnixMicro(), &last); err != nil {
			t.Fatal(err)
		}
		if i == MaxInRun-1 {
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
			if got, err := Waterfall(t.Context(), a, 7); err != nil || got.Sum.Exchanges != MaxInRun || got.Sum.Left != 0 {
				t.Errorf("all of it: %d and %d, %v", got.Sum.Exchanges, got.Sum.Left, err)
			}
			if tx, err = a.db().write.Begin(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	page, err := ListRuns(t.Context(), a, Page{Limit: 10}, nil)
	if err != nil || len(page.Runs) != 1 {
		t.Fatal(len(page.Runs), err)
	}
	got := page.Runs[0].Sum
	if ended := last.Start.UnixMicro() + last.TotalUS; got.Exchanges != MaxInRun || got.Left != left || got.End != ended {
		t.Errorf("%d and %d, ended %d, not %d", got.Exchanges, got.Left, got.End, ended)
	}
	if all, err := FullRun(t.Context(), a, 7); err != nil || len(all) != MaxInRun+left {
		t.Errorf("%d exchanges, %v", len(all), err)
	}
}
