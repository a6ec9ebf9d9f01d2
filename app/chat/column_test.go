package chat_test

import (
	"testing"
	"time"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/chat"
	"gatehouse/app/screen"
	"gatehouse/gateway"
	"gatehouse/views"
)

// TestTheColumnIsDrawnWithABatch writes while an answer streams: a separate paint
// for the column would cost as much as one for the answer.
func TestTheColumnIsDrawnWithABatch(t *testing.T) {
	apptest.RunAgainst(t, apptest.Scripted(append(apptest.Deltas, apptest.Deltas...), screen.Frame+time.Millisecond), 140, 40, nil, func(d *apptest.Driver) {
		d.Do(views.Send{Text: "some words"})
		d.Flush()
		column, x := d.Column(), d.Desk.Shown().Conv.Current.Exchange
		drawn, version, pictures := column.View(), x.Version, 0
		for n := 0; !d.Idle(); n++ {
			time.Sleep(time.Millisecond)
			if n%40 == 0 {
				d.Type("x")
			}
			d.Flush()
			if column.View() != drawn && x.Version == version {
				t.Errorf("%d ms on: drawn although no batch came", n)
			}
			if column.View() != drawn {
				pictures++
			}
			drawn, version = column.View(), x.Version
		}
		if pictures < 4 {
			t.Errorf("%d pictures in half a second", pictures)
		}
	})
}

// TestTheColumnIsDrawnWithoutABatch looks at a stream that falls silent
// just after the column was drawn.
func TestTheColumnIsDrawnWithoutABatch(t *testing.T) {
	// At this pace the last delta arrives between two drawings of the column.
	slower := gateway.New(gateway.WithKeys("test-key"), gateway.WithPace(14*time.Millisecond))
	apptest.RunAgainst(t, slower, 120, 35, func(o *app.Options) { o.Connection.Model = "fault/stall" }, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("enter")
		x := d.Desk.Shown().Conv.Current.Exchange
		delayed, version := false, x.Version
		for quiet := 0 * time.Second; quiet < chat.ColumnPace+2*screen.Frame; quiet += time.Millisecond {
			time.Sleep(time.Millisecond)
			d.Flush()
			if x.Version != version {
				quiet, version, delayed = 0, x.Version, d.Column().Throttled()
			}
		}
		if !delayed || !x.Running() {
			t.Fatal("the last batch was drawn at once: this tests nothing")
		}
		if d.Column().View() != d.Column().Model.View() {
			t.Errorf("the column does not show the last batch:\n%s", d.Screen())
		}
	})
}

// TestTheSelectedTurnIsTheOneThatIsInspected, in the column and in the inspector; what is
// sent next is shown instead.
func TestTheSelectedTurnIsTheOneThatIsInspected(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "the first question")
		d.Ask("sim/coder", "the second question")
		d.Press("tab", "[", "[")
		if got := screen.UserText(d.Look().Turn()); got != "the first question" {
			t.Errorf("next to the first turn the exchange of %q is shown", got)
		}
		d.Press("f4")
		d.Shows("exchange 1 of 2")
		d.Press("esc", "G")
		if got := screen.UserText(d.Look().Turn()); got != "the second question" {
			t.Errorf("at the end the exchange of %q is shown", got)
		}
		d.Press("[", "[", "f2")
		d.Ask("sim/writer", "the third question")
		if got := screen.UserText(d.Look().Turn()); got != "the third question" {
			t.Errorf("after sending the exchange of %q is shown", got)
		}
	})
}
