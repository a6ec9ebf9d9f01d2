package app

import (
	"testing"
	"time"

	"gatehouse/app/chat"
	"gatehouse/app/screen"
	"gatehouse/gateway"
	"gatehouse/views"
)

// TestTheColumnIsDrawnWithABatch writes while an answer streams: a separate paint
// for the column would cost as much as one for the answer.
func TestTheColumnIsDrawnWithABatch(t *testing.T) {
	against(t, scripted(append(answer, answer...), screen.Frame+time.Millisecond), 140, 40, func(d *driver) {
		d.do(views.Send{Text: "some words"})
		d.flush()
		column, x := d.m.column(), d.m.desk.Shown().Conv.Current.Exchange
		drawn, version, pictures := column.View(), x.Version, 0
		for n := 0; !d.idle(); n++ {
			time.Sleep(time.Millisecond)
			if n%40 == 0 {
				d.typeText("x")
			}
			d.flush()
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
	within(t, slower, 120, 35, func(o *Options) { o.Connection.Model = "fault/stall" }, func(d *driver) {
		d.typeText("hello")
		d.keys("enter")
		x := d.m.desk.Shown().Conv.Current.Exchange
		delayed, version := false, x.Version
		for quiet := 0 * time.Second; quiet < chat.ColumnPace+2*screen.Frame; quiet += time.Millisecond {
			time.Sleep(time.Millisecond)
			d.flush()
			if x.Version != version {
				quiet, version, delayed = 0, x.Version, d.m.column().Throttled()
			}
		}
		if !delayed || !x.Running() {
			t.Fatal("the last batch was drawn at once: this tests nothing")
		}
		if d.m.column().View() != d.m.column().Model.View() {
			t.Errorf("the column does not show the last batch:\n%s", d.screen())
		}
	})
}

// TestTheSelectedTurnIsTheOneThatIsInspected, in the column and in the inspector; what is
// sent next is shown instead.
func TestTheSelectedTurnIsTheOneThatIsInspected(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.ask("sim/writer", "the first question")
		d.ask("sim/coder", "the second question")
		d.keys("tab", "[", "[")
		if got := screen.UserText(d.m.look().Turn()); got != "the first question" {
			t.Errorf("next to the first turn the exchange of %q is shown", got)
		}
		d.keys("f4")
		d.shows("exchange 1 of 2")
		d.keys("esc", "G")
		if got := screen.UserText(d.m.look().Turn()); got != "the second question" {
			t.Errorf("at the end the exchange of %q is shown", got)
		}
		d.keys("[", "[", "f2")
		d.ask("sim/writer", "the third question")
		if got := screen.UserText(d.m.look().Turn()); got != "the third question" {
			t.Errorf("after sending the exchange of %q is shown", got)
		}
	})
}
