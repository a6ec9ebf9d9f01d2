package rerank_test

import (
	"strings"
	"testing"
	"time"

	"gatehouse/app/apptest"
	"gatehouse/state"
)

// slowAmongThree runs the example with two models that answer and one that does
// not, with the cursor in the column of the last.
func slowAmongThree(d *apptest.Driver) {
	d.Press("e", "right", "x", "+")
	d.Choose("fault/slow")
	d.Press("alt+g")
	d.WaitFor("one model is left", func() bool {
		return d.Reranker().Exchange(0) != nil && !waits(d, 0) && !waits(d, 1) && waits(d, 2)
	})
	for range 3 {
		d.Press("right")
	}
}

// waits reports whether the answer of a model has not ended.
func waits(d *apptest.Driver, model int) bool { return d.Reranker().Exchange(model).State.End == nil }

// The model of the cursor's column is stopped and asked again by itself: what the
// others answered is neither lost nor paid for twice.
func TestOneModelIsStoppedAndAskedAgain(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		slowAmongThree(d)
		row := d.Reranker().Exchange
		first, slow := row(0), row(2)
		d.Shows("esc stop all")
		d.Shows("C stop this")
		d.Press("alt+r")
		d.Shows("is still running; C stops it")
		d.Press("left", "C")
		d.Shows("is not running")
		if row(2) != slow || slow.State.End != nil {
			t.Fatal("another model was stopped, or asked")
		}
		before := row(1)
		d.Press("alt+r") // another one runs meanwhile
		d.Shows("running sim/")
		d.WaitFor("it has answered", func() bool { return row(1) != before && !waits(d, 1) })
		d.Press("right", "C")
		d.WaitFor("it has ended", func() bool { return d.Reranker().Running() == 0 })
		if got := row(2).State.Verdict; got != state.Cancelled {
			t.Errorf("the slow one: %s", got)
		}
		d.Press("alt+r")
		d.WaitFor("it is asked", func() bool { return row(2) != slow && waits(d, 2) })
		if row(0) != first {
			t.Error("a model was asked that nobody meant")
		}
		d.Press("left", "left", "left", "alt+r", "C") // the order of the request
		d.Shows("select a model's column with l")
		d.Press("ctrl+c")
		d.WaitRanked()
	})
}

// A long run shows how long it takes.
func TestTheTimeOfARunGoesOnInItsHead(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		slowAmongThree(d)
		d.Sleep(2 * time.Second)
		if got := d.Screen(); !strings.Contains(got, "● running 1.") && !strings.Contains(got, "● running 2.") {
			t.Errorf("no time in the head:\n%s", got)
		}
		d.Press("C")
		d.WaitRanked()
	})
}
