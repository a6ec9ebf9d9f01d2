package inspect_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/inspect"
	"gatehouse/views"
)

// TestAChangedRequestIsComparedWithTheOneItWas: one key opens it, one sends it, and the
// comparison is there; the next request is not compared any more.
func TestAChangedRequestIsComparedWithTheOneItWas(t *testing.T) {
	apptest.Run(t, 140, 45, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		d.Ask("sim/coder", "second question")
		d.Press("f4", "[", "C")
		d.Shows("sends it and shows the diff")
		d.Do(views.Edit{Pointer: "/temperature", Value: []byte("0.25")})
		d.Press("alt+g")
		d.CheckCompared("first question", `"temperature": 0.25`)
		d.Shows("− A 00:00:00")
		d.Shows("+ B 00:00:0")
		d.Press("f2")
		d.Ask("sim/writer", "third question")
		if d.Focus() == inspect.DiffPane {
			t.Errorf("the next request is compared too:\n%s", d.Screen())
		}
	})
}

// TestAChangeThatIsLeftIsNotCompared: esc ends the editing of the turn.
func TestAChangeThatIsLeftIsNotCompared(t *testing.T) {
	apptest.Run(t, 140, 45, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first question")
		d.Press("f4", "C", "f2", "esc")
		d.Ask("sim/writer", "second question")
		if d.Focus() == inspect.DiffPane {
			t.Errorf("what was left is compared:\n%s", d.Screen())
		}
	})
}

func TestAChangedRequestOfTheHistoryIsComparedWithTheOneItWas(t *testing.T) {
	apptest.RunWithHistory(t, func(d *apptest.Driver) {
		d.Press("G", "C")
		d.WaitFor("the builder", func() bool { return strings.Contains(d.Screen(), "sends it to the local gateway and shows the diff") })
		d.Do(views.Edit{Pointer: "/temperature", Value: []byte("0.25")})
		d.Press("alt+g")
		d.CheckCompared("first question", `"temperature": 0.25`)
		d.Shows("+ B ")
	})
}
