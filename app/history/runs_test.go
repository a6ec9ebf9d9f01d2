package history_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
)

// TestRunsTakeThePlaceOfTheList: the exchanges of a conversation are a run, which unfolds, and along
// which the inspector goes.
func TestRunsTakeThePlaceOfTheList(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("U")
		d.WaitFor("the run", func() bool { return strings.Contains(d.Screen(), "exchanges") })
		d.Shows("first question")
		d.Hides("third question")
		d.Hides("hidden")
		d.Press("enter")
		d.WaitFor("its exchanges", func() bool { return strings.Contains(d.Screen(), "third question") })
		d.Shows("█ answer")
		d.Shows("esc all runs")
		d.Press("j", "enter")
		d.WaitFor("the first", func() bool { return strings.Contains(d.Screen(), "run 1: 1 of 3") })
		d.Press("[")
		d.Shows("run 1 has no more exchanges in that direction")
		d.Press("]")
		d.WaitFor("the next", func() bool { return strings.Contains(d.Screen(), "run 1: 2 of 3") })
		d.Press("esc")
		d.WaitFor("the runs again", func() bool { return strings.Contains(d.Screen(), "█ answer") })
		d.Press("w")
		d.Shows("Copy and export")
		d.Press("esc", "k", "w")
		d.WaitFor("the whole run", func() bool { return strings.Contains(d.Screen(), "Export the whole run 1") })
		d.Press("esc", "esc")
		d.Hides("█ answer")
		d.Press("U")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "fault/403") })
	})
}

// TestTheFilterStaysForRuns: it shows all exchanges of the runs in which it matches one.
func TestTheFilterStaysForRuns(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("/")
		d.Type("verdict:failed")
		d.Press("enter", "U")
		d.WaitFor("the run", func() bool { return strings.Contains(d.Screen(), "exchanges") })
		d.Shows("verdict:failed")
		d.Shows("first question")
		d.Shows("✗ failed")
		d.Press("F")
		d.WaitFor("figures", func() bool { return strings.Contains(d.Screen(), "1 exchange,") })
		d.Press("U", "/")
		d.Type(" -model:*")
		d.Press("enter")
		d.WaitFor("no run", func() bool { return strings.Contains(d.Screen(), "Nothing matches the filter.") })
	})
}

// TestSingleExchangesAreNoRuns: a line counts them, and a key lists them.
func TestSingleExchangesAreNoRuns(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("f2", "alt+n")
		d.Ask("sim/writer", "a question alone")
		d.Press("f6", "U")
		d.WaitFor("the run alone", func() bool { return strings.Contains(d.Screen(), "1 single exchange hidden; A lists them") })
		d.Shows("first question")
		d.Hides("a question alone")
		d.Press("A")
		d.WaitFor("all of them", func() bool { return strings.Contains(d.Screen(), "a question alone") })
		d.Hides("hidden")
		d.Press("A", "/")
		d.Type("alone")
		d.Press("enter")
		d.WaitFor("no run", func() bool {
			return strings.Contains(d.Screen(), "No exchange continues another. 1 single exchange hidden; A lists them.")
		})
	})
}
