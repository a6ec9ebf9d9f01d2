package history_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
)

func TestFiguresTakeThePlaceOfTheList(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("F")
		d.WaitFor("figures", func() bool { return strings.Contains(d.Screen(), "3 exchanges") })
		d.Shows("33 % failed")
		d.Hides("first question")
		d.Press("enter") // the one that nothing served
		d.WaitFor("the failure alone", func() bool { return strings.Contains(d.Screen(), "1 exchange,") })
		d.Shows("-served:*")
		d.Press("F")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "fault/403") })
		d.Hides("sim/coder")
	})
}

func TestGroupsAreMadeByWhatIsChosen(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("F", "b")
		d.Type("verdict")
		d.Press("enter")
		d.WaitFor("groups by verdict", func() bool { return strings.Contains(d.Screen(), "failed     ") })
		d.Shows("completed")
		d.Hides("sim/coder")
		d.Press("A")
		d.Shows("the filter names no time; with since:1d")
		d.Press("m", "down", "m")
		d.WaitFor("both groups", func() bool { return strings.Contains(d.Screen(), "too few to compare") })
		d.Press("esc", "esc")
		d.WaitFor("the list", func() bool { return strings.Contains(d.Screen(), "sim/coder") })
	})
}

func TestFiguresAreComparedWithTheTimeBefore(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("/")
		d.Type("since:1h")
		d.Press("enter", "F", "A")
		d.WaitFor("both spans", func() bool { return strings.Contains(d.Screen(), "against 0") })
		d.Shows("too few")
		d.Press("A")
		d.WaitFor("one span", func() bool { return !strings.Contains(d.Screen(), "against 0") })
	})
}
