package app

import (
	"testing"
	"time"

	"gatehouse/views"
)

// TestARepeatWaitsForItsTime: as long as the service asked to wait, with the
// seconds on the screen, and not when it is left.
func TestARepeatWaitsForItsTime(t *testing.T) {
	bubble(t, 110, 35, nil, func(d *driver) {
		sent := func(want int) {
			t.Helper()
			if got := len(d.m.desk.Shown().Turns()); got != want {
				t.Fatalf("%d were sent, not %d\n%s", got, want, d.screen())
			}
		}
		refuse := func() {
			d.until("the end", d.idle)
			d.keys("f4", "R")
			d.shows("1  send again after the 2 s wait that the service asked for")
		}
		d.do(views.SetModel{Slug: "fault/429"})
		d.typeText("hello")
		d.keys("enter")
		refuse()
		d.keys("1")
		d.shows("retrying in 2 s: esc cancels, alt+r sends now")
		d.shows("esc stop waiting")
		d.pass(1100 * time.Millisecond)
		d.shows("retrying in 1 s")
		sent(1)
		d.keys("j", "k") // another key takes nothing away
		d.shows("retrying in 1 s")
		d.pass(time.Second)
		sent(2)
		refuse()
		d.keys("1", "esc")
		if d.m.screens.shown != inspectScreen {
			t.Error("esc left the page too")
		}
		d.pass(3 * time.Second)
		sent(2)
		d.keys("1") // the time is over
		sent(3)
		refuse()
		d.keys("1", "alt+r")
		sent(4)
		d.until("the end", d.idle)
		d.pass(3 * time.Second)
		sent(4)
		d.keys("1")
		refuse()
		d.keys("1", "alt+n")
		d.pass(3 * time.Second)
		d.shows("the retry was dropped: another conversation is shown")
		d.do(views.ShowConversation{Index: 0})
		sent(5)
	})
}

// TestAWaitIsShownWhereverItCanBeLeft: on the screens of the conversation, not on the
// rerank screen.
func TestAWaitIsShownWhereverItCanBeLeft(t *testing.T) {
	bubble(t, 110, 35, nil, func(d *driver) {
		d.do(views.SetModel{Slug: "fault/429"})
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("f4", "R", "1")
		const words = "retrying in 2 s: esc cancels, alt+r sends now"
		for _, key := range []string{"f2", "f3", "f4"} {
			d.keys(key)
			d.shows(words)
		}
		d.keys("f5")
		d.hides(words)
		d.keys("f3", "esc")
		d.hides(words)
	})
}

// TestTheEndOfAWaitIsShown on the pages that asked to wait.
func TestTheEndOfAWaitIsShown(t *testing.T) {
	bubble(t, 110, 35, nil, func(d *driver) {
		const over = "send it again: the 2 s wait that the service asked for is over"
		d.do(views.SetModel{Slug: "fault/429"})
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		d.keys("f4", "R")
		d.hides(over)
		d.pass(2100 * time.Millisecond)
		d.shows("1  " + over)
		d.keys("O")
		d.shows("send it again: the 2 s wait that")
	})
}

// TestWhatWaitsKeepsToItsRequest: the key sends the request that waits, whichever
// is looked at; when it is due nobody is led away from what they do, and nothing
// is sent below an edit of it.
func TestWhatWaitsKeepsToItsRequest(t *testing.T) {
	waiting := func(t *testing.T, then func(d *driver, asked func() []string)) {
		bubble(t, 110, 35, nil, func(d *driver) {
			d.do(views.SetModel{Slug: "fault/429"})
			d.typeText("first")
			d.keys("enter")
			d.until("the end", d.idle)
			d.do(views.SetModel{Slug: "sim/writer"})
			d.typeText("second")
			d.keys("enter")
			d.until("the end", d.idle)
			d.keys("f4", "R", "<")
			d.do(views.Resend{Turn: 1, AfterMS: time.Since(d.m.desk.Shown().Turns()[0].Exchange.Head.At).Milliseconds() + 2000})
			d.shows("retrying in 2 s")
			then(d, func() (models []string) {
				for _, t := range d.m.desk.Shown().Turns() {
					models = append(models, t.Exchange.RequestModel)
				}
				return models
			})
		})
	}
	t.Run("the key", func(t *testing.T) {
		waiting(t, func(d *driver, asked func() []string) {
			d.keys(">", "alt+r")
			if got := asked(); len(got) != 3 || got[2] != "fault/429" {
				t.Errorf("%q were asked", got)
			}
		})
	})
	t.Run("another screen", func(t *testing.T) {
		waiting(t, func(d *driver, asked func() []string) {
			d.keys("f3")
			d.pass(3 * time.Second)
			if got := asked(); len(got) != 3 || d.m.screens.shown != buildScreen {
				t.Errorf("%q were asked, screen %d", got, d.m.screens.shown)
			}
		})
	})
	t.Run("an edit", func(t *testing.T) {
		waiting(t, func(d *driver, asked func() []string) {
			d.do(views.EditResend{Turn: 1})
			d.pass(3 * time.Second)
			if got := asked(); len(got) != 2 {
				t.Errorf("%q were asked", got)
			}
			d.shows("the retry was dropped: a message is being edited")
		})
	})
	t.Run("another request", func(t *testing.T) {
		waiting(t, func(d *driver, asked func() []string) {
			d.keys("f2")
			d.typeText("third")
			d.keys("enter")
			d.shows("the scheduled retry was dropped")
			d.pass(3 * time.Second)
			if got := asked(); len(got) != 3 {
				t.Errorf("%q were asked", got)
			}
		})
	})
}
