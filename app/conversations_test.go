package app

import (
	"testing"
	"time"

	"gatehouse/state"
)

func TestModelIsChosenFromTheListOrTyped(t *testing.T) {
	bubble(t, 100, 30, nil, func(d *driver) {
		d.keys("alt+m")
		d.shows("sim/coder")
		d.typeText("coder")
		d.keys("enter")
		d.shows("sim/coder")
		if got := d.m.desk.Shown().Conv.Draft.Model(); got != "sim/coder" {
			t.Errorf("the draft's model is %q", got)
		}
		d.keys("alt+m")
		d.typeText("vendor/of-my-own")
		d.keys("enter")
		if got := d.m.desk.Shown().Conv.Draft.Model(); got != "vendor/of-my-own" {
			t.Errorf("the draft's model is %q", got)
		}
	})
}

func TestANewConversationLeavesTheStreamRunning(t *testing.T) {
	bubble(t, 120, 30, slow, func(d *driver) {
		d.typeText("the first one")
		d.keys("enter")
		d.pass(500 * time.Millisecond)
		d.typeText("unsent")
		d.keys("alt+n")
		d.shows("1 more running")
		d.hides("the first one")
		if !d.m.composer.Empty() {
			t.Errorf("the new conversation begins with %q", d.m.composer.Text())
		}
		d.keys("alt+l")
		d.shows("1  the first one")
		d.typeText("first")
		d.keys("enter")
		d.shows("● streaming")
		d.shows("❯ unsent")
		d.until("the end", d.idle)
		if v := d.m.desk.Shown().Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q", v)
		}
	})
}

func TestAStreamEndsInItsOwnConversation(t *testing.T) {
	bubble(t, 120, 30, slow, func(d *driver) {
		d.typeText("the first one")
		d.keys("enter", "alt+n")
		first := d.m.desk.All()[0]
		d.until("its end", func() bool { return first.Run == nil })
		if v := first.Conv.Current.Exchange.Verdict; v != state.Completed {
			t.Errorf("verdict %q", v)
		}
		d.shows("completed in another conversation")
		d.hides("more running")
	})
}

// TestTheOnlyConversationIsNotOneMore: while an earlier turn of it is inspected, the
// top line says where the stream runs.
func TestTheOnlyConversationIsNotOneMore(t *testing.T) {
	bubble(t, 160, 30, slow, func(d *driver) {
		d.typeText("the first one")
		d.keys("enter")
		d.until("its end", d.idle)
		d.typeText("the second one")
		d.keys("enter")
		d.pass(500 * time.Millisecond)
		d.keys("f4", "[")
		d.shows("● 1 running in Chat")
		d.hides("more running")
	})
}
