package app

import (
	"strings"
	"testing"

	"gatehouse/app/inspect"
	"gatehouse/views"
)

// compared fails unless the comparison is shown, of a request and one with more in it.
func (d *driver) compared(first, second string) {
	d.t.Helper()
	d.until("the end", d.idle)
	a, b := d.m.inspect().Compared()
	if d.m.Focus() != inspect.DiffPane || a == nil || b == nil {
		d.t.Fatalf("there is no comparison:\n%s", d.screen())
	}
	if old, now := string(a.State.Request), string(b.State.Request); !strings.Contains(old, first) || !strings.Contains(now, second) || strings.Contains(old, second) {
		d.t.Errorf("compared are\n%s\nand\n%s", old, now)
	}
}

// TestAChangedRequestIsComparedWithTheOneItWas: one key opens it, one sends it, and the
// comparison is there; the next request is not compared any more.
func TestAChangedRequestIsComparedWithTheOneItWas(t *testing.T) {
	bubble(t, 140, 45, nil, func(d *driver) {
		d.ask("sim/writer", "first question")
		d.ask("sim/coder", "second question")
		d.keys("f4", "[", "C")
		d.shows("sends it and shows the diff")
		d.do(views.Edit{Pointer: "/temperature", Value: []byte("0.25")})
		d.keys("alt+g")
		d.compared("first question", `"temperature": 0.25`)
		d.shows("− A 00:00:00")
		d.shows("+ B 00:00:0")
		d.keys("f2")
		d.ask("sim/writer", "third question")
		if d.m.Focus() == inspect.DiffPane {
			t.Errorf("the next request is compared too:\n%s", d.screen())
		}
	})
}

// TestAChangeThatIsLeftIsNotCompared: esc ends the editing of the turn.
func TestAChangeThatIsLeftIsNotCompared(t *testing.T) {
	bubble(t, 140, 45, nil, func(d *driver) {
		d.ask("sim/writer", "first question")
		d.keys("f4", "C", "f2", "esc")
		d.ask("sim/writer", "second question")
		if d.m.Focus() == inspect.DiffPane {
			t.Errorf("what was left is compared:\n%s", d.screen())
		}
	})
}

func TestAChangedRequestOfTheHistoryIsComparedWithTheOneItWas(t *testing.T) {
	past(t, func(d *driver) {
		d.keys("G", "b")
		d.until("the builder", func() bool { return strings.Contains(d.screen(), "sends it to the local gateway and shows the diff") })
		d.do(views.Edit{Pointer: "/temperature", Value: []byte("0.25")})
		d.keys("alt+g")
		d.compared("first question", `"temperature": 0.25`)
		d.shows("+ B ")
	})
}
