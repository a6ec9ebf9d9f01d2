package app

import (
	"strings"
	"testing"
)

// TestRunsTakeThePlaceOfTheList: the exchanges of a conversation are a run, which unfolds, and along
// which the inspector goes.
func TestRunsTakeThePlaceOfTheList(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("u")
		d.until("the run", func() bool { return strings.Contains(d.screen(), "exchanges") })
		d.shows("first question")
		d.hides("third question")
		d.keys("enter")
		d.until("its exchanges", func() bool { return strings.Contains(d.screen(), "third question") })
		d.shows("█ answer")
		d.keys("j", "enter")
		d.until("the first", func() bool { return strings.Contains(d.screen(), "run 1: 1 of 3") })
		d.keys("[")
		d.shows("run 1 has no more exchanges in that direction")
		d.keys("]")
		d.until("the next", func() bool { return strings.Contains(d.screen(), "run 1: 2 of 3") })
		d.keys("esc")
		d.until("the runs again", func() bool { return strings.Contains(d.screen(), "█ answer") })
		d.keys("e")
		d.shows("Copy and export")
		d.keys("esc", "k", "e")
		d.until("the whole run", func() bool { return strings.Contains(d.screen(), "Export the whole run 1") })
		d.keys("esc", "u")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "fault/403") })
	})
}

// TestTheFilterStaysForRuns: it shows all exchanges of the runs in which it matches one.
func TestTheFilterStaysForRuns(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("/")
		d.typeText("verdict:failed")
		d.keys("enter", "u")
		d.until("the run", func() bool { return strings.Contains(d.screen(), "exchanges") })
		d.shows("verdict:failed")
		d.shows("first question")
		d.shows("✗ failed")
		d.keys("f")
		d.until("figures", func() bool { return strings.Contains(d.screen(), "1 exchange,") })
		d.keys("u", "/")
		d.typeText(" -model:*")
		d.keys("enter")
		d.until("no run", func() bool { return strings.Contains(d.screen(), "Nothing matches the filter.") })
	})
}
