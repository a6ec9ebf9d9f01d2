package app

import (
	"strings"
	"testing"
	"time"

	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/views"
)

func TestEveryBranchCanBeReached(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		for _, text := range []string{"first words", "second words"} {
			d.typeText(text)
			d.keys("enter")
			d.until("the end", d.idle)
		}
		old := d.m.desk.Shown().Conv.Current
		d.keys("tab", "g", "[", "[", "r")
		d.until("the end", d.idle)
		again := d.m.desk.Shown().Conv.Current
		if again.Parent != nil {
			t.Fatalf("r on the first turn made turn %d behind turn %d", again.ID, again.Parent.ID)
		}
		d.keys("g")
		d.shows("You   2 of 2  < >")
		d.keys("<")
		if got := d.m.desk.Shown().Conv.Current; got != old {
			t.Errorf("< leads to turn %d, want turn %d at the end of the older branch", got.ID, old.ID)
		}
		d.shows("You   1 of 2  < >")
		d.keys("<")
		d.shows("this is the first of 2 branches")
		d.keys("G", "]", ">") // from the turn below, which has no branches
		if got := d.m.desk.Shown().Conv.Current; got != again {
			t.Errorf("> leads to turn %d, want turn %d", got.ID, again.ID)
		}
		d.keys(">")
		d.shows("this is the last of 2 branches")
	})
}

func TestAStreamGoesOnInTheBranchThatIsLeft(t *testing.T) {
	bubble(t, 100, 30, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("alt+r")
		d.pass(500 * time.Millisecond)
		turn := d.m.desk.Shown().Conv.Current
		d.keys("tab", "<")
		d.shows("1 of 2")
		d.until("the end", d.idle)
		d.shows("completed in another branch; < and > in the transcript switch branches")
		if v := turn.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q", v)
		}
		d.keys(">")
		d.shows("2 of 2")
		d.shows("✓ completed")
	})
}

func TestEscStopsTheStreamOfAnotherBranch(t *testing.T) {
	bubble(t, 100, 30, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("alt+r")
		d.pass(500 * time.Millisecond)
		d.keys("tab", "<")
		d.shows("esc stop")
		d.keys("esc")
		if !d.idle() {
			t.Error("the footer says that esc stops, and it does not")
		}
	})
}

func TestWithoutASecondBranchTheKeysSaySo(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("tab", "<")
		d.shows("no other branch here")
	})
}

func TestResendSendsTheSameBytesAsASibling(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("again and again")
		d.keys("enter")
		d.until("the end", d.idle)
		first := d.m.desk.Shown().Conv.Current
		d.keys("alt+m")
		d.typeText("sim/coder")
		d.keys("enter", "alt+r")
		d.until("the end", d.idle)
		second := d.m.desk.Shown().Conv.Current
		if second == first || second.Parent != first.Parent {
			t.Fatalf("no sibling was made")
		}
		if string(second.Exchange.Request) != string(first.Exchange.Request) {
			t.Errorf("the bytes differ:\n%s\n%s", first.Exchange.Request, second.Exchange.Request)
		}
	})
}

func TestEditAndResendMakesABranch(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("first")
		d.keys("enter")
		d.until("the end", d.idle)
		d.typeText("draft")
		d.do(views.EditResend{Turn: 1})
		d.shows("editing a message")
		d.shows("❯ first")
		d.typeText(" but better")
		d.keys("enter")
		d.until("the end", d.idle)
		d.hides("editing a message")
		turn := d.m.desk.Shown().Conv.Current
		if turn.ID != 2 || turn.Parent != nil || strings.Contains(string(turn.Exchange.Request), "assistant") {
			t.Errorf("no branch: turn %d, request %s", turn.ID, turn.Exchange.Request)
		}
		d.keys("up", "up")
		if got := d.m.composer().Text(); got != "draft" {
			t.Errorf("what was being written is lost: %q", got)
		}
	})
}

func TestEscLeavesTheEditing(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.typeText("first")
		d.keys("enter")
		d.until("the end", d.idle)
		d.typeText("draft")
		d.do(views.EditResend{Turn: 1})
		d.typeText(" but better")
		d.do(views.EditResend{Turn: 1}) // once more, which is not what was being written before
		d.keys("esc")
		d.hides("editing a message")
		d.shows("❯ draft")
		d.keys("enter")
		d.until("the end", d.idle)
		if turn := d.m.desk.Shown().Conv.Current; turn.Parent == nil {
			t.Error("it was sent as a branch all the same")
		}
		if got := screen.UserText(d.m.desk.Shown().Conv.Current); got != "draft" {
			t.Errorf("sent was %q, want what was being written before the editing", got)
		}
	})
}
