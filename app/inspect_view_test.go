package app

import (
	"strings"
	"testing"
)

// TestARowIsShownInThreeForms: on a row of any page one key opens its value,
// then changes from pretty to tree to raw; esc leads back to the page.
func TestARowIsShownInThreeForms(t *testing.T) {
	bubble(t, 120, 40, withMetadata, func(d *driver) {
		d.ask("sim/writer", "first words")
		d.keys("f4", "R", "G", "r")
		d.shows("raw metadata")
		d.shows(`"requested": "sim/writer"`)
		d.keys("r")
		d.shows(`the document: {`)
		d.keys("r")
		d.shows(`{"requested":"sim/writer"`)
		d.shows("esc back")
		d.keys("y") // copies, and stays
		d.shows(`{"requested"`)
		d.keys("esc")
		d.hides(`{"requested"`)
		d.shows("raw metadata")
		d.keys("E", "g", "r")
		d.shows("frame 1")
		d.keys("r", "r")
		d.shows(`data: {"type":"response.created"`)
		d.keys("esc", "O", "r")
		d.shows("HTTP/1.1 200 OK")
		d.keys("R", "g", "r") // a row of the head: all that belongs to it
		d.shows(`"requested": "sim/writer"`)
		d.keys("esc", "U", "g", "r")
		d.shows("nothing more in this row")
	})
}

// TestOneKeyShowsTheAnswerRaw wherever it is pressed, and however often it was
// before.
func TestOneKeyShowsTheAnswerRaw(t *testing.T) {
	bubble(t, 120, 40, withMetadata, func(d *driver) {
		d.ask("sim/writer", "first words")
		d.keys("f4")
		for _, page := range []string{"O", "R", "U", "D", "O"} {
			d.keys(page, "v")
			d.shows(`data: {"type":"response.created"`)
			d.shows("as received")
			d.hides("last event")
		}
		d.keys("v") // and back to the page
		d.hides(`data: {"type":"response.created"`)
		d.shows("SETTINGS")
		d.keys("v", "/")
		d.typeText("words")
		d.keys("enter", "esc", "v") // a search is no leaving
		d.shows("SETTINGS")
		d.keys("v", "S", "v") // S is no way back to the page that was left
		d.shows("last event; all in raw")
		d.keys("r", "v", "v")
		d.shows("the document: {") // drawn as it was before
	})
}

// TestOneKeyShowsAnErrorRaw also where the page of events has none: the answer
// was an error and no stream.
func TestOneKeyShowsAnErrorRaw(t *testing.T) {
	bubble(t, 100, 30, withMetadata, func(d *driver) {
		d.ask("fault/404", "words")
		d.keys("f4", "E", "v")
		d.shows(`{"error":{`)
		d.keys("v")
		d.hides(`{"error":{`)
	})
}

// TestTheFooterOfThePrompts names what the keys do while something is written or
// open, and nothing else.
func TestTheFooterOfThePrompts(t *testing.T) {
	bubble(t, 80, 24, withMetadata, func(d *driver) {
		d.ask("sim/writer", "first words")
		d.keys("f4")
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
			d.keys(c.keys...)
			d.shows(c.shown)
			d.hides("next tab")
			d.keys(c.done)
		}
		d.keys("|")
		d.typeText(".usage")
		d.keys("enter")
		d.until("the result", func() bool { return strings.Contains(d.screen(), "1 result") })
		d.shows("esc back")
		d.keys("esc")
		d.shows("esc chat")
	})
}

// TestTheFooterOfTheInspectorNamesNoKeyThatIsRefused: neither before there is an exchange,
// nor if there is only one.
func TestTheFooterOfTheInspectorNamesNoKeyThatIsRefused(t *testing.T) {
	footer := func(d *driver) string {
		lines := strings.Split(d.screen(), "\n")
		return lines[len(lines)-1] + " "
	}
	hides := func(d *driver, keys ...string) {
		t.Helper()
		for _, key := range keys {
			if strings.Contains(footer(d), " "+key+" ") {
				t.Errorf("%s is named, and refused: %s", key, footer(d))
			}
		}
	}
	shows := func(d *driver, keys ...string) {
		t.Helper()
		for _, key := range keys {
			if !strings.Contains(footer(d), " "+key+" ") {
				t.Errorf("%s is missing: %s", key, footer(d))
			}
		}
	}
	bubble(t, 200, 30, nil, func(d *driver) {
		d.keys("f4")
		hides(d, "y", "alt+r", "alt+y", "[", "]")
		d.keys("D")
		hides(d, "A", "B", "alt+r", "alt+y")
		d.ask("sim/writer", "one")
		d.keys("f4", "O")
		shows(d, "y", "alt+r", "alt+y")
		d.keys("D")
		hides(d, "A", "B", "[", "]")
		d.ask("sim/writer", "two")
		d.keys("f4", "D")
		shows(d, "A", "B", "[", "]")
		d.keys("[")
		hides(d, "[")
		shows(d, "]")
	})
	bubble(t, 200, 30, nil, func(d *driver) {
		d.keys("f5", "e", "alt+g")
		d.until("the end", func() bool { return d.rerank().Running() == 0 })
		d.keys("i")
		hides(d, "[")
		shows(d, "]", "alt+r", "alt+y")
		d.keys("D")
		hides(d, "A", "B")
		d.keys("]", "]", "]")
		hides(d, "]")
		shows(d, "[")
	})
}
