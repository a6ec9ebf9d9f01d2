package app

import (
	"strings"
	"testing"

	"gatehouse/views"
)

// messages are those on the shown path.
func (d *driver) messages() string {
	var all []string
	for _, t := range d.m.desk.Shown().Conv.Path() {
		at, _ := t.Message()
		all = append(all, string(t.Input[at]))
	}
	return strings.Join(all, "\n")
}

// TestADeletedTurnIsInNoRequestAndComesBack: what follows it is deleted too, without a
// question, and undo restores both.
func TestADeletedTurnIsInNoRequestAndComesBack(t *testing.T) {
	bubble(t, 100, 35, nil, func(d *driver) {
		for _, text := range []string{"first question", "second question", "third question"} {
			d.ask("sim/writer", text)
		}
		before := d.messages()
		d.keys("tab", "[", "[", "d")
		d.shows("turn and 1 following deleted; alt+z restores")
		if got := d.messages(); strings.Contains(got, "second") || strings.Contains(got, "third") || !strings.Contains(got, "first") {
			t.Errorf("what is left is\n%s", got)
		}
		d.hides("second question")
		if body := string(d.body()); strings.Contains(body, "second question") {
			t.Errorf("the next request has it:\n%s", body)
		}
		d.keys("alt+z")
		if got := d.messages(); got != before {
			t.Errorf("what came back is\n%s", got)
		}
		d.shows("undone: turn and 1 following restored")
		d.shows("second question")
		d.keys("alt+shift+z")
		d.hides("second question")
		d.shows("redone: turn and 1 following deleted")
	})
}

// TestTheLastBranchIsShownWhenOneIsDeleted: not an empty place.
func TestTheLastBranchIsShownWhenOneIsDeleted(t *testing.T) {
	bubble(t, 100, 35, nil, func(d *driver) {
		d.ask("sim/writer", "a question")
		d.keys("alt+r")
		d.until("the other branch", d.idle)
		d.keys("tab", "[")
		d.shows("2 of 2")
		d.keys("d")
		d.shows("a question")
		d.hides("2 of 2")
		d.keys("d")
		if n := d.m.desk.Shown().Conv.Len(); n != 0 {
			t.Errorf("%d turns are left:\n%s", n, d.screen())
		}
		d.keys("alt+z", "alt+z")
		d.shows("2 of 2")
	})
}

func TestATurnThatIsBeingAnsweredIsNotDeleted(t *testing.T) {
	bubble(t, 100, 35, nil, func(d *driver) {
		d.ask("sim/writer", "a question")
		d.do(views.Send{Text: "write 100 KB"})
		d.keys("tab", "[", "[", "d")
		d.shows("not deleted: the turn is streaming")
		if n := d.m.desk.Shown().Conv.Len(); n != 2 {
			t.Errorf("%d turns are left, want 2", n)
		}
	})
}

func TestADeletedTurnStaysDeletedInTheNextRun(t *testing.T) {
	twoRuns(t, func(d *driver) {
		d.ask("sim/writer", "first question")
		d.ask("sim/writer", "second question")
		d.m.desk.Autosave() // both are saved already
		d.keys("tab", "d")
		d.hides("second question")
	}, func(d *driver) {
		if got := d.messages(); !strings.Contains(got, "first question") || strings.Contains(got, "second question") {
			t.Errorf("what came back is\n%s", got)
		}
		if n := d.m.desk.Shown().Conv.Len(); n != 1 {
			t.Errorf("%d turns came back, want 1", n)
		}
	})
}
