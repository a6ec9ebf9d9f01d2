package history_test

import (
	"strings"
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/inspect"
	"gatehouse/views"
)

// TestTheExchangesOfThisLaunchAreListedWhereNothingIsSaved: those of all conversations and branches and
// those of rerank, and the running one with its present figures.
func TestTheExchangesOfThisLaunchAreListedWhereNothingIsSaved(t *testing.T) {
	apptest.RunOnRerank(t, 140, 40, func(d *apptest.Driver) {
		d.Press("f6")
		d.Shows("Nothing is saved in this run")
		d.Press("f2")
		d.Ask("sim/writer", "first question")
		d.Press("alt+r")
		d.WaitFor("the other branch", d.Idle)
		d.Press("alt+n")
		d.Ask("sim/coder", "in another conversation")
		d.Press("f5")
		d.RerankSet("sim/bm25")
		d.Rank()
		d.Press("f6")
		rows := d.ExchangeRows()
		if len(rows) != 4 {
			t.Fatalf("%d exchanges are listed, want 4:\n%s", len(rows), d.Screen())
		}
		for i, want := range []string{"sim/bm25", "sim/coder", "sim/writer", "sim/writer"} {
			if !strings.Contains(rows[i], want) {
				t.Errorf("row %d is %q, want one of %s", i, rows[i], want)
			}
		}
		d.Shows("4 not saved")
		d.Do(views.Send{Text: "write 100 KB"})
		d.Press("f6")
		d.WaitFor("the answer", func() bool { return strings.Contains(d.ExchangeRows()[0], "● streaming") })
		before := d.ExchangeRows()[0]
		d.WaitFor("more of it", func() bool { return d.ExchangeRows()[0] != before })
		d.Shows("1 running")
	})
}

// TestAnUnsavedExchangeIsInspectedAndCompared: its conversation is shown with it, and f6 leads back.
func TestAnUnsavedExchangeIsInspectedAndCompared(t *testing.T) {
	apptest.Run(t, 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		first := d.Desk.Shown()
		d.Press("alt+n")
		d.Ask("sim/coder", "second question")
		d.Press("f6", "j", "enter")
		if x := d.Inspector().Look.Exchange(); d.Focus() != inspect.OverviewPane || x == nil || x.State.Model != "sim/writer" || d.Desk.Shown() != first {
			t.Errorf("another exchange is shown:\n%s", d.Screen())
		}
		d.Press("f6", "m", "k", "m", "D")
		d.Shows("sim/coder  second question")
		d.Shows("sim/writer  first question")
	})
}

// TestAnExchangeOfOursIsListedWhileItRunsAndOnceItIsSaved, never twice, and at no time not at all.
func TestAnExchangeOfOursIsListedWhileItRunsAndOnceItIsSaved(t *testing.T) {
	dir := t.TempDir()
	apptest.Run(t, 140, 40, func(o *app.Options) { o.History = apptest.ArchiveIn(dir) }, func(d *apptest.Driver) {
		d.Do(views.Send{Text: "hello"})
		d.Press("f6")
		d.WaitFor("the row", func() bool { return len(d.ExchangeRows()) == 1 })
		d.WaitFor("the end", func() bool {
			if n := len(d.ExchangeRows()); n != 1 {
				t.Fatalf("%d rows:\n%s", n, d.Screen())
			}
			return strings.Contains(d.ExchangeRows()[0], "✓ completed") && strings.Contains(d.Screen(), "1 exchange ")
		})
		d.Sleep(3 * time.Second)
		if n := len(d.ExchangeRows()); n != 1 {
			t.Errorf("%d rows:\n%s", n, d.Screen())
		}
		d.Quit(nil)
		d.Flush()
		d.History.Close()
	})
}
