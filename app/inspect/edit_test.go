package inspect_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/build"
	"gatehouse/app/inspect"
	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestARefusedRequestIsRelaxedInTheBuilder(t *testing.T) {
	apptest.Run(t, 140, 45, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/provider", Value: json.RawMessage(`{"only":["nobody"]}`)})
		d.Ask("sim/writer", "some words")
		d.Press("f4", "R")
		d.Shows("provider.only")
		d.Press("1")
		if d.Focus().Screen() != "build" {
			t.Fatalf("1 does not open the builder:\n%s", d.Screen())
		}
		if v := scan.Get(scan.Get(d.Body(), "provider"), "only"); v != nil {
			t.Errorf("the exclusion still stands: %s", d.Body())
		}
		if !strings.Contains(string(d.Body()), "some words") || strings.Count(string(d.Body()), "some words") != 1 {
			t.Errorf("the message is not there once: %s", d.Body())
		}
		d.Shows("removed provider.only; alt+g sends it, alt+z undoes it")
		d.Press("alt+z")
		if v := scan.Get(scan.Get(d.Body(), "provider"), "only"); v == nil {
			t.Errorf("an undo does not bring it back: %s", d.Body())
		}
		d.Press("alt+shift+z", "alt+g")
		d.WaitFor("the end", d.Idle)
		d.Shows("✓ completed")
		d.Press("f4")
		d.Shows("exchange 2 of 2")
	})
}

// TestAKeyWithoutMeaningSaysSo: the pages that are read have keys in common, and
// not each of them does something on each; moves are not reported.
func TestAKeyWithoutMeaningSaysSo(t *testing.T) {
	apptest.Run(t, 110, 35, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", "hello")
		d.Press("f4", "O", "1")
		d.Shows("1 (change) does nothing here; it works in Route")
		d.Press("|")
		d.Shows("| does nothing here; it works in Request, Response, Events")
		d.Press("Q", "L")
		d.Shows("L does nothing here; it works in Events")
		if got := d.Focus(); got != inspect.RequestPane {
			t.Errorf("the key leads to %s", got)
		}
		d.Press("O")
		for range 60 {
			d.Press("k")
		}
		if got := d.Screen(); strings.Contains(got, "does nothing here") {
			t.Errorf("at the top:\n%s", got)
		}
		d.Press("U", ">")
		d.Shows("> (event) does nothing here; it works in Overview")
		d.Press("y")
		if got := d.Screen(); strings.Contains(got, "does nothing here") {
			t.Errorf("what it can:\n%s", got)
		}
	})
}

// TestEachPlaceOfARequestIsOpenedInItsForm: one after another, from the
// inspector; a part of a message that the composer cannot hold too.
func TestEachPlaceOfARequestIsOpenedInItsForm(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Do(views.ReplaceDocument{Document: []byte(`{"model":"sim/writer","stream":true,"input":[{"role":"user","content":"one"},{"role":"assistant","content":"two"},` +
			`{"role":"user","content":[{"type":"input_text","text":"three"},{"type":"input_text","text":"four"}]}]}`)})
		d.Press("f3", "alt+g")
		d.WaitFor("the end", d.Idle)
		for _, step := range []struct {
			intent views.Intent
			at     string
		}{
			{views.EditResend{Turn: d.Look().Turn().ID, Pointer: "/input/2/content/1/text"}, "/input/2/content/1/text"},
			{views.ShowPlace{Pointer: "/input/1/content"}, "/input/1/content"},
			{views.ShowPlace{Pointer: "/stream"}, "/stream"},
		} {
			d.Press("f4")
			d.Do(step.intent)
			if got := d.Form().Selected(); d.Focus() != build.FormPane || got != step.at {
				t.Errorf("%+v: pane %s has the keys, the form is at %s", step.intent, d.Focus(), got)
			}
		}
	})
}
