package desk_test

import (
	"testing"
	"time"

	"gatehouse/app/apptest"
	"gatehouse/views"
)

// TestARepeatWaitsForItsTime: as long as the service asked to wait, with the
// seconds on the screen, and not when it is left.
func TestARepeatWaitsForItsTime(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		sent := func(want int) {
			t.Helper()
			if got := len(d.Desk.Shown().Turns()); got != want {
				t.Fatalf("%d were sent, not %d\n%s", got, want, d.Screen())
			}
		}
		refuse := func() {
			d.WaitFor("the end", d.Idle)
			d.Press("f4", "R")
			d.Shows("1  send again after the 2 s wait that the service asked for")
		}
		d.Do(views.SetModel{Slug: "fault/429"})
		d.Type("hello")
		d.Press("enter")
		refuse()
		d.Press("1")
		d.Shows("retrying in 2 s: esc cancels, alt+shift+r sends now")
		d.Shows("esc stop waiting")
		d.Sleep(1100 * time.Millisecond)
		d.Shows("retrying in 1 s")
		sent(1)
		d.Press("j", "k") // another key takes nothing away
		d.Shows("retrying in 1 s")
		d.Sleep(time.Second)
		sent(2)
		refuse()
		d.Press("1", "esc")
		if d.Focus().Screen() != "inspect" {
			t.Error("esc left the page too")
		}
		d.Sleep(3 * time.Second)
		sent(2)
		d.Press("1") // the time is over
		sent(3)
		refuse()
		d.Press("1", "alt+r")
		sent(4)
		d.WaitFor("the end", d.Idle)
		d.Sleep(3 * time.Second)
		sent(4)
		d.Press("1")
		refuse()
		d.Press("1", "alt+n")
		d.Sleep(3 * time.Second)
		d.Shows("the retry was dropped: another conversation is shown")
		d.Do(views.ShowConversation{Index: 0})
		sent(5)
	})
}

// TestAWaitIsShownWhereverItCanBeLeft: on the screens of the conversation, not on the
// rerank screen.
func TestAWaitIsShownWhereverItCanBeLeft(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		d.Do(views.SetModel{Slug: "fault/429"})
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("f4", "R", "1")
		const words = "retrying in 2 s: esc cancels, alt+shift+r sends now"
		for _, key := range []string{"f2", "f3", "f4"} {
			d.Press(key)
			d.Shows(words)
		}
		d.Press("f5")
		d.Hides(words)
		d.Press("f3", "esc")
		d.Hides(words)
	})
}

// TestAWaitIsCountedDown where it is answered, and the key sends at its end, or again at once.
func TestAWaitIsCountedDown(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		sent := func(want int) {
			t.Helper()
			if got := len(d.Desk.Shown().Turns()); got != want {
				t.Fatalf("%d were sent, not %d\n%s", got, want, d.Screen())
			}
		}
		d.Ask("fault/429", "hello")
		d.Shows("the service asks to wait 2 s: alt+shift+r sends it again then")
		d.Sleep(1100 * time.Millisecond)
		d.Shows("the service asks to wait 1 s: alt+shift+r")
		d.Press("alt+shift+r")
		d.Shows("retrying in 1 s: esc cancels, alt+shift+r sends now")
		sent(1)
		d.Sleep(time.Second)
		sent(2)
		d.WaitFor("the end", d.Idle)
		d.Press("alt+shift+r", "alt+shift+r")
		sent(3)
		d.WaitFor("the end", d.Idle)
		d.Sleep(3 * time.Second)
		sent(3) // nothing is sent unasked
		d.Shows("the wait that the service asked for is over; alt+shift+r sends it again")
		d.Press("alt+shift+r") // the time is over
		sent(4)
		d.WaitFor("the end", d.Idle)
		d.Ask("sim/writer", "another")
		d.Hides("asks to wait 2 s: ")
		d.Hides("was dropped")
	})
}

// TestTheEndOfAWaitIsShown on the pages that asked to wait.
func TestTheEndOfAWaitIsShown(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		const over = "send it again: the 2 s wait that the service asked for is over"
		d.Do(views.SetModel{Slug: "fault/429"})
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		d.Press("f4", "R")
		d.Hides(over)
		d.Sleep(2100 * time.Millisecond)
		d.Shows("1  " + over)
		d.Press("O")
		d.Shows("send it again: the 2 s wait that")
	})
}

// TestWhatWaitsKeepsToItsRequest: the key sends the request that waits, whichever
// is looked at; when it is due nobody is led away from what they do, and nothing
// is sent below an edit of it.
func TestWhatWaitsKeepsToItsRequest(t *testing.T) {
	waiting := func(t *testing.T, then func(d *apptest.Driver, asked func() []string)) {
		apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
			d.Do(views.SetModel{Slug: "fault/429"})
			d.Type("first")
			d.Press("enter")
			d.WaitFor("the end", d.Idle)
			d.Do(views.SetModel{Slug: "sim/writer"})
			d.Type("second")
			d.Press("enter")
			d.WaitFor("the end", d.Idle)
			d.Press("f4", "R", "<")
			d.Do(views.Resend{Turn: 1, AfterMS: time.Since(d.Desk.Shown().Turns()[0].Exchange.Head.At).Milliseconds() + 2000})
			d.Shows("retrying in 2 s")
			then(d, func() (models []string) {
				for _, t := range d.Desk.Shown().Turns() {
					models = append(models, t.Exchange.RequestModel)
				}
				return models
			})
		})
	}
	t.Run("the key", func(t *testing.T) {
		waiting(t, func(d *apptest.Driver, asked func() []string) {
			d.Press(">", "alt+shift+r")
			if got := asked(); len(got) != 3 || got[2] != "fault/429" {
				t.Errorf("%q were asked", got)
			}
		})
	})
	t.Run("another screen", func(t *testing.T) {
		waiting(t, func(d *apptest.Driver, asked func() []string) {
			d.Press("f3")
			d.Sleep(3 * time.Second)
			if got := asked(); len(got) != 3 || d.Focus().Screen() != "build" {
				t.Errorf("%q were asked, screen %s", got, d.Focus().Screen())
			}
		})
	})
	t.Run("an edit", func(t *testing.T) {
		waiting(t, func(d *apptest.Driver, asked func() []string) {
			d.Do(views.EditResend{Turn: 1})
			d.Sleep(3 * time.Second)
			if got := asked(); len(got) != 2 {
				t.Errorf("%q were asked", got)
			}
			d.Shows("the retry was dropped: a message is being edited")
		})
	})
	t.Run("another request", func(t *testing.T) {
		waiting(t, func(d *apptest.Driver, asked func() []string) {
			d.Press("f2")
			d.Type("third")
			d.Press("enter")
			d.Shows("the scheduled retry was dropped")
			d.Sleep(3 * time.Second)
			if got := asked(); len(got) != 3 {
				t.Errorf("%q were asked", got)
			}
		})
	})
}
