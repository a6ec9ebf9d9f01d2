package app

import (
	"encoding/json"
	"strings"
	"testing"

	"gatehouse/app/build"
	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestARefusedRequestIsRelaxedInTheBuilder(t *testing.T) {
	bubble(t, 140, 45, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/provider", Value: json.RawMessage(`{"only":["nobody"]}`)})
		d.ask("sim/writer", "some words")
		d.keys("f4", "R")
		d.shows("provider.only")
		d.keys("1")
		if d.m.screens.shown != buildScreen {
			t.Fatalf("1 does not open the builder:\n%s", d.screen())
		}
		if v := scan.Get(scan.Get(d.body(), "provider"), "only"); v != nil {
			t.Errorf("the exclusion still stands: %s", d.body())
		}
		if !strings.Contains(string(d.body()), "some words") || strings.Count(string(d.body()), "some words") != 1 {
			t.Errorf("the message is not there once: %s", d.body())
		}
		d.shows("removed provider.only; alt+g sends it, alt+z undoes it")
		d.keys("alt+z")
		if v := scan.Get(scan.Get(d.body(), "provider"), "only"); v == nil {
			t.Errorf("an undo does not bring it back: %s", d.body())
		}
		d.keys("alt+shift+z", "alt+g")
		d.until("the end", d.idle)
		d.shows("✓ completed")
		d.keys("f4")
		d.shows("exchange 2 of 2")
	})
}

// TestAKeyWithoutMeaningSaysSo: the pages that are read have keys in common, and
// not each of them does something on each; moves are not reported.
func TestAKeyWithoutMeaningSaysSo(t *testing.T) {
	bubble(t, 110, 35, nil, func(d *driver) {
		d.ask("sim/writer", "hello")
		d.keys("f4", "O", "1")
		d.shows("1 (change) does nothing here")
		d.keys("|")
		d.shows("| does nothing on this page; F1 names the keys that do")
		for range 60 {
			d.keys("k")
		}
		if got := d.screen(); strings.Contains(got, "does nothing here") {
			t.Errorf("at the top:\n%s", got)
		}
		d.keys("U", "o")
		d.shows("o (event) does nothing here")
		d.keys("y")
		if got := d.screen(); strings.Contains(got, "does nothing here") {
			t.Errorf("what it can:\n%s", got)
		}
	})
}

// TestEachPlaceOfARequestIsOpenedInItsForm: one after another, from the
// inspector; a part of a message that the composer cannot hold too.
func TestEachPlaceOfARequestIsOpenedInItsForm(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/writer","stream":true,"input":[{"role":"user","content":"one"},{"role":"assistant","content":"two"},` +
			`{"role":"user","content":[{"type":"input_text","text":"three"},{"type":"input_text","text":"four"}]}]}`)})
		d.keys("f3", "alt+g")
		d.until("the end", d.idle)
		for _, step := range []struct {
			intent views.Intent
			at     string
		}{
			{views.EditResend{Turn: d.m.look().Turn().ID, Pointer: "/input/2/content/1/text"}, "/input/2/content/1/text"},
			{views.ShowPlace{Pointer: "/input/1/content"}, "/input/1/content"},
			{views.ShowPlace{Pointer: "/stream"}, "/stream"},
		} {
			d.keys("f4")
			d.do(step.intent)
			if got := d.form().Selected(); d.m.Focus() != build.FormPane || got != step.at {
				t.Errorf("%+v: pane %s has the keys, the form is at %s", step.intent, d.m.Focus(), got)
			}
		}
	})
}
