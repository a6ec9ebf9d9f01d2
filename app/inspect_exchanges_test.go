package app

import (
	"strings"
	"testing"

	"gatehouse/app/inspect"
	"gatehouse/state"
	"gatehouse/views"
)

// rows are the rows of the list of exchanges on the screen, without the heads.
func (d *driver) rows() []string {
	_, list, _ := strings.Cut(d.screen(), "first words\n")
	var rows []string
	for line := range strings.Lines(list) {
		if strings.ContainsAny(line, "✓✗✂■●◐") {
			rows = append(rows, line)
		}
	}
	return rows
}

// TestTheExchangesOfThisRunAreListed: those of all conversations and branches and those of
// rerank, even if nothing is saved, and the running one with its present figures.
func TestTheExchangesOfThisRunAreListed(t *testing.T) {
	onRerank(t, 140, 40, func(d *driver) {
		d.keys("f4", "X")
		d.shows("Nothing sent yet in this run.")
		d.keys("f2")
		d.ask("sim/writer", "first question")
		d.keys("alt+r")
		d.until("the other branch", d.idle)
		d.keys("alt+n")
		d.ask("sim/coder", "in another conversation")
		d.keys("f5")
		d.rerankSet("sim/bm25")
		d.rank()
		d.keys("f4", "X")
		rows := d.rows()
		if len(rows) != 4 {
			t.Fatalf("%d exchanges are listed, want 4:\n%s", len(rows), d.screen())
		}
		for i, want := range []string{"sim/bm25", "sim/coder", "sim/writer", "sim/writer"} {
			if !strings.Contains(rows[i], want) {
				t.Errorf("row %d is %q, want one of %s", i, rows[i], want)
			}
		}
		d.shows("4 exchanges")
		d.do(views.Send{Text: "write 100 KB"})
		d.keys("f4", "X")
		d.until("the answer", func() bool { return strings.Contains(d.rows()[0], "● streaming") })
		before := d.rows()[0]
		d.until("more of it", func() bool { return d.rows()[0] != before })
		d.shows("5 exchanges, 1 running")
	})
}

// TestAnExchangeOfTheListIsInspected: in the tab that is asked for, and esc leads back.
func TestAnExchangeOfTheListIsInspected(t *testing.T) {
	bubble(t, 140, 40, nil, func(d *driver) {
		d.ask("fault/403", "refused words")
		first := d.m.desk.Shown()
		d.keys("alt+n")
		d.ask("sim/coder", "in another conversation")
		d.keys("f4", "E", "X", "j", "enter")
		if got := d.m.Focus(); got != inspect.EventsPane {
			t.Errorf("it is shown in %s, want the tab that was shown before", got)
		}
		if x := d.m.inspect().Look.Exchange(); x == nil || x.State.Verdict != state.Failed || d.m.desk.Shown() != first {
			t.Errorf("another exchange is shown:\n%s", d.screen())
		}
		d.keys("esc", "k", "Q")
		d.shows("in another conversation")
		d.keys("esc")
		d.shows("first words")
		d.keys("esc")
		if got := d.m.Focus(); got != inspect.EventsPane {
			t.Errorf("esc leads to %s, want the tab that was left for the list", got)
		}
		d.keys("esc")
		if got := d.m.Focus(); got == inspect.EventsPane || got == inspect.SentPane {
			t.Errorf("esc stays in the inspector, in %s", got)
		}
	})
}

// TestTwoExchangesOfTheListAreCompared: also of two conversations; each is named by its
// time and its id where no number tells them apart.
func TestTwoExchangesOfTheListAreCompared(t *testing.T) {
	bubble(t, 140, 40, nil, func(d *driver) {
		d.ask("sim/writer", "first question")
		d.keys("alt+n")
		d.ask("sim/coder", "second question")
		d.keys("f4", "X", "m", "j", "D")
		a, b := d.m.inspect().Compared()
		if a == nil || b == nil || a.State.Model == b.State.Model {
			t.Fatalf("compared are %v and %v", a, b)
		}
		const later = "− A 00:00:01  sim/coder  second question"
		d.shows(later)
		d.shows("+ B 00:00:00  sim/writer  first question")
		d.keys("esc", "esc", "f4", "D")
		d.hides(later) // what was chosen in the list is over
	})
}

// TestTheListOfExchangesSendsTheSelectedAgain, not the one that was shown.
func TestTheListOfExchangesSendsTheSelectedAgain(t *testing.T) {
	bubble(t, 140, 40, nil, func(d *driver) {
		d.ask("sim/writer", "first question")
		d.ask("sim/coder", "second question")
		d.keys("f4", "X", "j", "alt+r")
		d.until("the answer", d.idle)
		d.keys("f4", "X", "g")
		if rows := d.rows(); len(rows) != 3 || !strings.Contains(rows[0], "sim/writer") {
			t.Errorf("the newest is not the one sent again:\n%s", d.screen())
		}
	})
}
