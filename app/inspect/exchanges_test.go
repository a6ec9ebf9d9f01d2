package inspect_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/inspect"
	"gatehouse/state"
	"gatehouse/views"
)

// TestTheExchangesOfThisRunAreListed: those of all conversations and branches and those of
// rerank, even if nothing is saved, and the running one with its present figures.
func TestTheExchangesOfThisRunAreListed(t *testing.T) {
	apptest.RunOnRerank(t, 140, 40, func(d *apptest.Driver) {
		d.Press("f4", "X")
		d.Shows("Nothing sent yet in this run.")
		d.Press("f2")
		d.Ask("sim/writer", "first question")
		d.Press("alt+r")
		d.WaitFor("the other branch", d.Idle)
		d.Press("alt+n")
		d.Ask("sim/coder", "in another conversation")
		d.Press("f5")
		d.RerankSet("sim/bm25")
		d.Rank()
		d.Press("f4", "X")
		rows := d.ExchangeRows()
		if len(rows) != 4 {
			t.Fatalf("%d exchanges are listed, want 4:\n%s", len(rows), d.Screen())
		}
		for i, want := range []string{"sim/bm25", "sim/coder", "sim/writer", "sim/writer"} {
			if !strings.Contains(rows[i], want) {
				t.Errorf("row %d is %q, want one of %s", i, rows[i], want)
			}
		}
		d.Shows("4 exchanges")
		d.Do(views.Send{Text: "write 100 KB"})
		d.Press("f4", "X")
		d.WaitFor("the answer", func() bool { return strings.Contains(d.ExchangeRows()[0], "● streaming") })
		before := d.ExchangeRows()[0]
		d.WaitFor("more of it", func() bool { return d.ExchangeRows()[0] != before })
		d.Shows("5 exchanges, 1 running")
	})
}

// TestAnExchangeOfTheListIsInspected: in the tab that is asked for, and esc leads back.
func TestAnExchangeOfTheListIsInspected(t *testing.T) {
	apptest.Run(t, 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("fault/403", "refused words")
		first := d.Desk.Shown()
		d.Press("alt+n")
		d.Ask("sim/coder", "in another conversation")
		d.Press("f4", "E", "X", "j", "enter")
		if got := d.Focus(); got != inspect.OverviewPane {
			t.Errorf("it is shown in %s, want the tab that describes the failure", got)
		}
		if x := d.Inspector().Look.Exchange(); x == nil || x.State.Verdict != state.Failed || d.Desk.Shown() != first {
			t.Errorf("another exchange is shown:\n%s", d.Screen())
		}
		d.Press("esc", "k", "Q")
		d.Shows("in another conversation")
		d.Press("esc")
		d.Shows("first words")
		d.Press("esc")
		if got := d.Focus(); got != inspect.EventsPane {
			t.Errorf("esc leads to %s, want the tab that was left for the list", got)
		}
		d.Press("esc")
		if got := d.Focus(); got == inspect.EventsPane || got == inspect.SentPane {
			t.Errorf("esc stays in the inspector, in %s", got)
		}
	})
}

// TestTwoExchangesOfTheListAreCompared: also of two conversations; each is named by its
// time and its id where no number tells them apart.
func TestTwoExchangesOfTheListAreCompared(t *testing.T) {
	apptest.Run(t, 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		d.Press("alt+n")
		d.Ask("sim/coder", "second question")
		d.Press("f4", "X", "m", "j", "D")
		a, b := d.Inspector().Compared()
		if a == nil || b == nil || a.State.Model == b.State.Model {
			t.Fatalf("compared are %v and %v", a, b)
		}
		const later = "− A 00:00:01  sim/coder  second question"
		d.Shows(later)
		d.Shows("+ B 00:00:00  sim/writer  first question")
		d.Press("esc", "esc", "f4", "D")
		d.Hides(later) // what was chosen in the list is over
	})
}

// TestTheListOfExchangesSendsTheSelectedAgain, not the one that was shown.
func TestTheListOfExchangesSendsTheSelectedAgain(t *testing.T) {
	apptest.Run(t, 140, 40, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		d.Ask("sim/coder", "second question")
		d.Press("f4", "X", "j", "r")
		d.WaitFor("the answer", d.Idle)
		d.Press("f4", "X", "g")
		if rows := d.ExchangeRows(); len(rows) != 3 || !strings.Contains(rows[0], "sim/writer") {
			t.Errorf("the newest is not the one sent again:\n%s", d.Screen())
		}
	})
}
