package desk_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/views"
)

// messages are those on the shown path.
func messages(d *apptest.Driver) string {
	var all []string
	for _, t := range d.Desk.Shown().Conv.Path() {
		at, _ := t.Message()
		all = append(all, string(t.Input[at]))
	}
	return strings.Join(all, "\n")
}

// TestADeletedTurnIsInNoRequestAndComesBack: what follows it is deleted too, without a
// question, and undo restores both.
func TestADeletedTurnIsInNoRequestAndComesBack(t *testing.T) {
	apptest.Run(t, 100, 35, nil, func(d *apptest.Driver) {
		for _, text := range []string{"first question", "second question", "third question"} {
			d.Ask("sim/writer", text)
		}
		before := messages(d)
		d.Press("tab", "[", "[", "d", "enter")
		d.Shows("turn and 1 following deleted; alt+z restores")
		if got := messages(d); strings.Contains(got, "second") || strings.Contains(got, "third") || !strings.Contains(got, "first") {
			t.Errorf("what is left is\n%s", got)
		}
		d.Hides("second question")
		if body := string(d.Body()); strings.Contains(body, "second question") {
			t.Errorf("the next request has it:\n%s", body)
		}
		d.Press("alt+z")
		if got := messages(d); got != before {
			t.Errorf("what came back is\n%s", got)
		}
		d.Shows("undone: turn and 1 following restored")
		d.Shows("second question")
		d.Press("alt+shift+z")
		d.Hides("second question")
		d.Shows("redone: turn and 1 following deleted")
	})
}

// TestTheLastBranchIsShownWhenOneIsDeleted: not an empty place.
func TestTheLastBranchIsShownWhenOneIsDeleted(t *testing.T) {
	apptest.Run(t, 100, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "a question")
		d.Press("alt+r")
		d.WaitFor("the other branch", d.Idle)
		d.Press("tab", "[")
		d.Shows("2 of 2")
		d.Press("d", "enter")
		d.Shows("a question")
		d.Hides("2 of 2")
		d.Press("d", "enter")
		if n := d.Desk.Shown().Conv.Len(); n != 0 {
			t.Errorf("%d turns are left:\n%s", n, d.Screen())
		}
		d.Press("alt+z", "alt+z")
		d.Shows("2 of 2")
	})
}

func TestATurnThatIsBeingAnsweredIsNotDeleted(t *testing.T) {
	apptest.Run(t, 100, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "a question")
		d.Do(views.Send{Text: "write 100 KB"})
		d.Press("tab", "[", "[", "d")
		d.Shows("not deleted: the turn is streaming")
		if n := d.Desk.Shown().Conv.Len(); n != 2 {
			t.Errorf("%d turns are left, want 2", n)
		}
	})
}

func TestADeletedTurnStaysDeletedInTheNextRun(t *testing.T) {
	apptest.RunTwice(t, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		d.Ask("sim/writer", "second question")
		d.Desk.Autosave() // both are saved already
		d.Press("tab", "d", "enter")
		d.Hides("second question")
	}, func(d *apptest.Driver) {
		if got := messages(d); !strings.Contains(got, "first question") || strings.Contains(got, "second question") {
			t.Errorf("what came back is\n%s", got)
		}
		if n := d.Desk.Shown().Conv.Len(); n != 1 {
			t.Errorf("%d turns came back, want 1", n)
		}
	})
}
