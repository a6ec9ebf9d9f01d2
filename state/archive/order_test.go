package archive

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/state"
	"gatehouse/state/dialect/usage"
	"gatehouse/state/history"
	"gatehouse/state/history/query"
)

// ordered makes an archive of n exchanges; every seventh has no figures.
func ordered(t *testing.T, n int) (*Archive, []history.Entry) {
	t.Helper()
	a, err := Open(t.Context(), t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	tx, err := a.db().write.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	r := rand.New(rand.NewPCG(3, 4))
	var all []history.Entry
	for i := range n {
		e := synthetic(r, i, time.Now().Add(time.Duration(i-n)*time.Second))
		e.TotalUS, e.Verdict = 1000*r.Int64N(40), state.Completed
		if i%7 == 0 {
			e.TotalUS, e.TTFTUS, e.Cost, e.Tokens.Counts = -1, -1, -1, usage.None()
		}
		e.Key = e.Start.UnixMicro()
		if err := a.insertEntry(tx, e.Key, &e); err != nil {
			t.Fatal(err)
		}
		text := history.Text{Prompts: fmt.Sprint("common number", i)}
		if err := a.insertText(tx, e.Key, &text); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	return a, all
}

// TestPagesOfAnOrder: page by page a list is that of all exchanges, sorted; those without a value are last.
func TestPagesOfAnOrder(t *testing.T) {
	a, all := ordered(t, 60)
	for _, column := range history.Orders() {
		for _, ascending := range []bool{false, true} {
			for _, filter := range []string{"", "provider:provider1 or total>10ms", "common", "since:20s", "-verdict:failed"} {
				o := history.Order{Column: column, Ascending: ascending}
				q, err := query.Parse(filter, time.Now())
				if err != nil {
					t.Fatal(err)
				}
				var want, got []string
				for _, e := range slices.SortedStableFunc(slices.Values(all), func(x, y history.Entry) int { return o.Compare(&x, &y) }) {
					if filter == "common" || query.Holds(q, &e) == query.Yes {
						want = append(want, e.ID)
					}
				}
				p := Page{Query: q, Limit: 7, Order: o}
				for {
					list, err := a.List(t.Context(), p)
					if err != nil {
						t.Fatal(err)
					}
					for _, e := range list {
						got = append(got, e.ID)
					}
					if len(list) < p.Limit {
						break
					}
					if p.After = &list[len(list)-1]; o == (history.Order{}) {
						p.Before = p.After.Key
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("%q %q:\n got %v\nwant %v", o, filter, got, want)
				}
			}
		}
	}
}

// TestOrderIsThatOfAnIndex: a page of a million exchanges sorts only its rows.
func TestOrderIsThatOfAnIndex(t *testing.T) {
	a, all := ordered(t, 10)
	for _, column := range history.Orders()[1:] {
		for _, filter := range []string{"", "-verdict:failed"} {
			q, _ := query.Parse(filter, time.Now())
			statement, args := a.selection(t.Context(), Page{Query: q, Limit: 5, Order: history.Order{Column: column}, After: &all[1]})
			rows, err := a.db().read.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+statement, args...)
			if err != nil {
				t.Fatal(err)
			}
			var plan []string
			var id, parent, unused int
			var detail string
			if err := eachRow(rows, []any{&id, &parent, &unused, &detail}, func() error { plan = append(plan, detail); return nil }); err != nil {
				t.Fatal(err)
			}
			words := strings.Join(plan, "\n")
			if !strings.Contains(words, "INDEX exchange_"+column) || strings.Count(words, "TEMP B-TREE") != 1 || strings.Contains(words, "SCAN exchange") && !strings.Contains(words, "SCAN exchange USING") {
				t.Errorf("by %s %q:\n%s", column, filter, words)
			}
		}
	}
}
