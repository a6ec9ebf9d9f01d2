package desk_test

import (
	"strings"
	"testing"
	"time"

	"gatehouse/app/apptest"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/views"
)

func TestEveryBranchCanBeReached(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		for _, text := range []string{"first words", "second words"} {
			d.Type(text)
			d.Press("enter")
			d.WaitFor("the end", d.Idle)
		}
		old := d.Desk.Shown().Conv.Current
		d.Press("tab", "g", "[", "[", "r")
		d.WaitFor("the end", d.Idle)
		again := d.Desk.Shown().Conv.Current
		if again.Parent != nil {
			t.Fatalf("r on the first turn made turn %d behind turn %d", again.ID, again.Parent.ID)
		}
		d.Press("g")
		d.Shows("You   2 of 2  < >")
		d.Press("<")
		if got := d.Desk.Shown().Conv.Current; got != old {
			t.Errorf("< leads to turn %d, want turn %d at the end of the older branch", got.ID, old.ID)
		}
		d.Shows("You   1 of 2  < >")
		d.Press("<")
		d.Shows("this is the first of 2 branches")
		d.Press("G", "]", ">") // from the turn below, which has no branches
		if got := d.Desk.Shown().Conv.Current; got != again {
			t.Errorf("> leads to turn %d, want turn %d", got.ID, again.ID)
		}
		d.Press(">")
		d.Shows("this is the last of 2 branches")
	})
}

func TestAStreamGoesOnInTheBranchThatIsLeft(t *testing.T) {
	apptest.Run(t, 100, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("alt+r")
		d.Sleep(500 * time.Millisecond)
		turn := d.Desk.Shown().Conv.Current
		d.Press("tab", "<")
		d.Shows("1 of 2")
		d.WaitFor("the end", d.Idle)
		d.Shows("completed in another branch; < and > in the transcript switch branches")
		if v := turn.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q", v)
		}
		d.Press(">")
		d.Shows("2 of 2")
		d.Shows("✓ completed")
	})
}

func TestEscStopsTheStreamOfAnotherBranch(t *testing.T) {
	apptest.Run(t, 100, 30, apptest.Slow, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("alt+r")
		d.Sleep(500 * time.Millisecond)
		d.Press("tab", "<")
		d.Shows("esc stop")
		d.Press("esc")
		if !d.Idle() {
			t.Error("the footer says that esc stops, and it does not")
		}
	})
}

func TestWithoutASecondBranchTheKeysSaySo(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("tab", "<")
		d.Shows("no other branch here")
	})
}

func TestResendSendsTheSameBytesAsASibling(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("again and again")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		first := d.Desk.Shown().Conv.Current
		d.Press("alt+m")
		d.Type("sim/coder")
		d.Press("enter", "alt+shift+r")
		d.WaitFor("the end", d.Idle)
		second := d.Desk.Shown().Conv.Current
		if second == first || second.Parent != first.Parent {
			t.Fatalf("no sibling was made")
		}
		if string(second.Exchange.Request) != string(first.Exchange.Request) {
			t.Errorf("the bytes differ:\n%s\n%s", first.Exchange.Request, second.Exchange.Request)
		}
	})
}

func TestEditAndResendMakesABranch(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("first")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Type("draft")
		d.Do(views.EditResend{Turn: 1})
		d.Shows("editing a message")
		d.Shows("❯ first")
		d.Type(" but better")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Hides("editing a message")
		turn := d.Desk.Shown().Conv.Current
		if turn.ID != 2 || turn.Parent != nil || strings.Contains(string(turn.Exchange.Request), "assistant") {
			t.Errorf("no branch: turn %d, request %s", turn.ID, turn.Exchange.Request)
		}
		d.Press("up", "up")
		if got := d.Composer().Text(); got != "draft" {
			t.Errorf("what was being written is lost: %q", got)
		}
	})
}

func TestEscLeavesTheEditing(t *testing.T) {
	apptest.Run(t, 100, 30, nil, func(d *apptest.Driver) {
		d.Type("first")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Type("draft")
		d.Do(views.EditResend{Turn: 1})
		d.Type(" but better")
		d.Do(views.EditResend{Turn: 1}) // once more, which is not what was being written before
		d.Press("esc")
		d.Hides("editing a message")
		d.Shows("❯ draft")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if turn := d.Desk.Shown().Conv.Current; turn.Parent == nil {
			t.Error("it was sent as a branch all the same")
		}
		if got := screen.UserText(d.Desk.Shown().Conv.Current); got != "draft" {
			t.Errorf("sent was %q, want what was being written before the editing", got)
		}
	})
}
