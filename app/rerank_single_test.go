package app

import (
	"strings"
	"testing"
	"time"

	"gatehouse/state"
)

// slowAmongThree runs the example with two models that answer and one that does
// not, with the cursor in the column of the last.
func slowAmongThree(d *driver) {
	d.keys("e", "right", "x", "m")
	d.choose("fault/slow")
	d.keys("alt+g")
	d.until("one model is left", func() bool {
		return d.rerank().Exchange(0) != nil && !d.waits(0) && !d.waits(1) && d.waits(2)
	})
	for range 3 {
		d.keys("right")
	}
}

// waits reports whether the answer of a model has not ended.
func (d *driver) waits(model int) bool { return d.rerank().Exchange(model).State.End == nil }

// The model of the cursor's column is stopped and asked again by itself: what the
// others answered is neither lost nor paid for twice.
func TestOneModelIsStoppedAndAskedAgain(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		slowAmongThree(d)
		row := d.rerank().Exchange
		first, slow := row(0), row(2)
		d.shows("esc stop all")
		d.shows("C stop this")
		d.keys("alt+r")
		d.shows("is still running; C stops it")
		d.keys("left", "C")
		d.shows("is not running")
		if row(2) != slow || slow.State.End != nil {
			t.Fatal("another model was stopped, or asked")
		}
		before := row(1)
		d.keys("alt+r") // another one runs meanwhile
		d.shows("running sim/")
		d.until("it has answered", func() bool { return row(1) != before && !d.waits(1) })
		d.keys("right", "C")
		d.until("it has ended", func() bool { return d.rerank().Running() == 0 })
		if got := row(2).State.Verdict; got != state.Cancelled {
			t.Errorf("the slow one: %s", got)
		}
		d.keys("alt+r")
		d.until("it is asked", func() bool { return row(2) != slow && d.waits(2) })
		if row(0) != first {
			t.Error("a model was asked that nobody meant")
		}
		d.keys("left", "left", "left", "alt+r", "C") // the order of the request
		d.shows("select a model's column with l")
		d.keys("ctrl+c")
		d.ranked()
	})
}

// A long run shows how long it takes.
func TestTheTimeOfARunGoesOnInItsHead(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		slowAmongThree(d)
		d.pass(2 * time.Second)
		if got := d.screen(); !strings.Contains(got, "● running 1.") && !strings.Contains(got, "● running 2.") {
			t.Errorf("no time in the head:\n%s", got)
		}
		d.keys("C")
		d.ranked()
	})
}
