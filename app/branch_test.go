package app

import (
	"testing"
	"time"

	"gatehouse/state"
)

func TestEveryBranchCanBeReached(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		for _, text := range []string{"first words", "second words"} {
			d.typeText(text)
			d.keys("enter")
			d.until("the end", d.idle)
		}
		old := d.m.desk.chat().conv.Current
		d.keys("tab", "g", "[", "[", "r")
		d.until("the end", d.idle)
		again := d.m.desk.chat().conv.Current
		if again.Parent != nil {
			t.Fatalf("r on the first turn made turn %d behind turn %d", again.ID, again.Parent.ID)
		}
		d.keys("g")
		d.shows("You   2 of 2  < >")
		d.keys("<")
		if got := d.m.desk.chat().conv.Current; got != old {
			t.Errorf("< leads to turn %d, want turn %d at the end of the older branch", got.ID, old.ID)
		}
		d.shows("You   1 of 2  < >")
		d.keys("<")
		d.shows("this is the first of 2 branches")
		d.keys("G", "]", ">") // from the turn below, which has no branch of its own
		if got := d.m.desk.chat().conv.Current; got != again {
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
		turn := d.m.desk.chat().conv.Current
		d.keys("tab", "<")
		d.shows("1 of 2")
		d.until("the end", d.idle)
		d.shows("completed in another branch; < and > in the transcript lead there")
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
		d.shows("there is one branch here")
	})
}
