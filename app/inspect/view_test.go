package inspect_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
)

// TestARowIsShownInThreeForms: on a row of a page one key opens its value,
// then changes from pretty to raw to tree; esc leads back to the page.
func TestARowIsShownInThreeForms(t *testing.T) {
	apptest.Run(t, 120, 40, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Press("f4", "R", "G", "v")
		d.Shows("raw metadata")
		d.Shows(`"requested": "sim/writer"`)
		d.Press("v")
		d.Shows(`{"requested":"sim/writer"`)
		d.Shows("esc back")
		d.Press("y") // copies, and stays
		d.Shows(`{"requested"`)
		d.Press("v")
		d.Shows(`the document: {`)
		d.Press("v", "v")
		d.Press("esc")
		d.Hides(`{"requested"`)
		d.Shows("raw metadata")
		d.Press("E", "g", "i")
		d.Shows("frame 1")
		d.Press("v")
		d.Shows(`data: {"type":"response.created"`)
		d.Press("esc", "O", "v")
		d.Shows("HTTP/1.1 200 OK")
		d.Press("R", "g", "v") // a row of the head: all that belongs to it
		d.Shows(`"requested": "sim/writer"`)
		d.Press("esc", "U", "g", "v") // a page without rows
		d.Shows("as received")
	})
}

// TestOneKeyShowsTheAnswerRaw on a page whose rows hold nothing, however often it was pressed
// before.
func TestOneKeyShowsTheAnswerRaw(t *testing.T) {
	apptest.Run(t, 120, 40, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Press("f4")
		for range 2 {
			d.Press("U", "v")
			d.Shows(`data: {"type":"response.created"`)
			d.Shows("as received")
			d.Hides("last event")
		}
		d.Press("v") // and back to the page
		d.Hides(`data: {"type":"response.created"`)
		d.Shows("No guardrail acted.")
		d.Press("v", "/")
		d.Type("words")
		d.Press("enter", "esc", "v") // a search is no leaving
		d.Shows("No guardrail acted.")
		d.Press("v", "S", "v", "v") // S is no way back to the page that was left
		d.Shows("last event; all in raw")
	})
}

// TestOneKeyShowsAnErrorRaw also where the page of events has none: the answer
// was an error and no stream.
func TestOneKeyShowsAnErrorRaw(t *testing.T) {
	apptest.Run(t, 100, 30, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Ask("fault/404", "words")
		d.Press("f4", "E", "v")
		d.Shows(`{"error":{`)
		d.Press("v")
		d.Hides(`{"error":{`)
	})
}

// TestTheFooterOfThePrompts names what the keys do while something is written or
// open, and nothing else.
func TestTheFooterOfThePrompts(t *testing.T) {
	apptest.Run(t, 80, 24, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Press("f4")
		for _, c := range []struct {
			keys  []string
			shown string
			done  string
		}{
			{[]string{"E", "/"}, "enter keep   down next hit   up hit before   esc end search", "esc"},
			{[]string{"E", "f"}, "enter show, hide", "esc"},
			{[]string{"S", "|"}, "enter run   esc leave", "esc"},
			{[]string{"S", "/"}, "enter keep   down next hit   up hit before   esc end search", "esc"},
		} {
			d.Press(c.keys...)
			d.Shows(c.shown)
			d.Hides("next tab")
			d.Press(c.done)
		}
		d.Press("|")
		d.Type(".usage")
		d.Press("enter")
		d.WaitFor("the result", func() bool { return strings.Contains(d.Screen(), "1 result") })
		d.Shows("esc back")
		d.Press("esc")
		d.Shows("esc chat")
	})
}

// TestTheFooterOfTheInspectorNamesNoKeyThatIsRefused: neither before there is an exchange,
// nor if there is only one.
func TestTheFooterOfTheInspectorNamesNoKeyThatIsRefused(t *testing.T) {
	footer := func(d *apptest.Driver) string {
		lines := strings.Split(d.Screen(), "\n")
		return lines[len(lines)-1] + " "
	}
	hides := func(d *apptest.Driver, keys ...string) {
		t.Helper()
		for _, key := range keys {
			if strings.Contains(footer(d), " "+key+" ") {
				t.Errorf("%s is named, and refused: %s", key, footer(d))
			}
		}
	}
	shows := func(d *apptest.Driver, keys ...string) {
		t.Helper()
		for _, key := range keys {
			if !strings.Contains(footer(d), " "+key+" ") {
				t.Errorf("%s is missing: %s", key, footer(d))
			}
		}
	}
	apptest.Run(t, 200, 30, nil, func(d *apptest.Driver) {
		d.Press("f4")
		hides(d, "y", "r", "alt+y", "[", "]")
		d.Press("D")
		hides(d, "A", "B", "r", "alt+y")
		d.Ask("sim/writer", "one")
		d.Press("f4", "O")
		shows(d, "y", "r", "alt+y")
		d.Press("D")
		hides(d, "A", "B", "[", "]")
		d.Ask("sim/writer", "two")
		d.Press("f4", "D")
		shows(d, "A", "B", "[", "]")
		d.Press("[")
		hides(d, "[")
		shows(d, "]")
	})
	apptest.Run(t, 200, 30, nil, func(d *apptest.Driver) {
		d.Press("f5", "e", "alt+g")
		d.WaitFor("the end", func() bool { return d.Reranker().Running() == 0 })
		d.Press("i")
		hides(d, "[")
		shows(d, "]", "r", "alt+y")
		d.Press("D")
		hides(d, "A", "B")
		d.Press("]", "]", "]")
		hides(d, "]")
		shows(d, "[")
	})
}
