package app

import (
	"strings"
	"testing"
)

func TestFiguresTakeThePlaceOfTheList(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("f")
		d.until("figures", func() bool { return strings.Contains(d.screen(), "3 exchanges") })
		d.shows("33 % failed")
		d.hides("first question")
		d.keys("enter") // the one that nothing served
		d.until("the failure alone", func() bool { return strings.Contains(d.screen(), "1 exchange,") })
		d.shows("-served:*")
		d.keys("f")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "fault/403") })
		d.hides("sim/coder")
	})
}

func TestGroupsAreMadeByWhatIsChosen(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("f", "b")
		d.typeText("verdict")
		d.keys("enter")
		d.until("groups by verdict", func() bool { return strings.Contains(d.screen(), "failed     ") })
		d.shows("completed")
		d.hides("sim/coder")
		d.keys("a")
		d.shows("the filter names no time; with since:1d")
		d.keys("m", "down", "m")
		d.until("both groups", func() bool { return strings.Contains(d.screen(), "too few to compare") })
		d.keys("esc", "esc")
		d.until("the list", func() bool { return strings.Contains(d.screen(), "sim/coder") })
	})
}

func TestFiguresAreComparedWithTheTimeBefore(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("/")
		d.typeText("since:1h")
		d.keys("enter", "f", "a")
		d.until("both spans", func() bool { return strings.Contains(d.screen(), "against 0") })
		d.shows("too few")
		d.keys("a")
		d.until("one span", func() bool { return !strings.Contains(d.screen(), "against 0") })
	})
}
