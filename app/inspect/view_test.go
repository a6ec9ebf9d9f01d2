package inspect_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
)

// TestARowIsShownInThreeForms: on a row of any page one key opens its value,
// then changes from pretty to tree to raw; esc leads back to the page.
func TestARowIsShownInThreeForms(t *testing.T) {
	apptest.Run(t, 120, 40, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Press("f4", "R", "G", "z")
		d.Shows("raw metadata")
		d.Shows(`"requested": "sim/writer"`)
		d.Press("z")
		d.Shows(`the document: {`)
		d.Press("z")
		d.Shows(`{"requested":"sim/writer"`)
		d.Shows("esc back")
		d.Press("y") // copies, and stays
		d.Shows(`{"requested"`)
		d.Press("esc")
		d.Hides(`{"requested"`)
		d.Shows("raw metadata")
		d.Press("E", "g", "z")
		d.Shows("frame 1")
		d.Press("z", "z")
		d.Shows(`data: {"type":"response.created"`)
		d.Press("esc", "O", "z")
		d.Shows("HTTP/1.1 200 OK")
		d.Press("R", "g", "z") // a row of the head: all that belongs to it
		d.Shows(`"requested": "sim/writer"`)
		d.Press("esc", "U", "g", "z")
		d.Shows("nothing more in this row")
	})
}

// TestOneKeyShowsTheAnswerRaw wherever it is pressed, and however often it was
// before.
func TestOneKeyShowsTheAnswerRaw(t *testing.T) {
	apptest.Run(t, 120, 40, apptest.WithMetadata, func(d *apptest.Driver) {
		d.Ask("sim/writer", "first words")
		d.Press("f4")
		for _, page := range []string{"O", "R", "U", "D", "O"} {
			d.Press(page, "v")
			d.Shows(`data: {"type":"response.created"`)
			d.Shows("as received")
			d.Hides("last event")
		}
		d.Press("v") // and back to the page
		d.Hides(`data: {"type":"response.created"`)
		d.Shows("SETTINGS")
		d.Press("v", "/")
		d.Type("words")
		d.Press("enter", "esc", "v") // a search is no leaving
		d.Shows("SETTINGS")
		d.Press("v", "S", "v") // S is no way back to the page that was left
		d.Shows("last event; all in raw")
		d.Press("z", "v", "v")
		d.Shows("the document: {") // drawn as it was before
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
			{[]string{"E", "/"}, "esc end search   enter keep   down next hit", "esc"},
			{[]string{"E", "f"}, "esc close   enter show, hide", "esc"},
			{[]string{"S", "|"}, "esc leave   enter run", "esc"},
			{[]string{"S", "/"}, "esc end search   enter keep   down next hit", "esc"},
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
