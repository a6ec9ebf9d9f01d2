package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/app/build"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// longRequest is typed, and built: what fills it is not what is typed.
func (d *driver) longRequest() {
	d.typeText("hello")
	d.do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(`"` + strings.Repeat("Be brief. ", 40) + `"`)})
	d.do(views.Edit{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"get_weather","description":"Says what the weather is like in a city.","parameters":{"type":"object","properties":{}}}]`)})
}

func TestWhatFillsThePromptIsShown(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}, {50, 18}} {
		at := fmt.Sprintf("%dx%d", size.width, size.height)
		t.Run(at, func(t *testing.T) {
			bubble(t, size.width, size.height, nil, func(d *driver) {
				d.longRequest()
				d.keys("f3")
				d.goTo("prompt")
				d.keys("enter")
				if d.m.Focus() != build.PromptPane {
					t.Errorf("the focus is at %s", d.m.Focus())
				}
				d.golden("build-prompt-" + at)
				d.exact(size.width, size.height)
				d.keys("esc", "alt+p")
				d.golden("preview-prompt-" + at)
				d.exact(size.width, size.height)
			})
		})
	}
}

// TestTheLargestPiecesLeadToWhereTheyAre, in the form and in the JSON, and the page of the prompt gives
// its place back.
func TestTheLargestPiecesLeadToWhereTheyAre(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.longRequest()
		d.keys("f3")
		d.shows("prompt       ~137 tokens")
		d.goTo("prompt")
		d.keys("enter")
		for _, c := range []struct {
			words   string
			section views.Section
			pointer string
		}{{"instructions", views.RequestSection, "/instructions"}, {"tools[0]", views.ToolsSection, "/tools/0"}} {
			for range 30 {
				if line := d.lineWith("❯"); strings.Contains(line, "  "+c.words) && strings.Contains(line, " tokens") {
					break
				}
				d.keys("j")
			}
			d.keys("enter")
			if d.outline().Place().Section != c.section || d.m.Focus() != build.FormPane || !strings.HasPrefix(d.form().Selected(), c.pointer) {
				t.Errorf("%s: at %+v, focus %s, field %s", c.words, d.outline().Place(), d.m.Focus(), d.form().Selected())
			}
			d.keys("esc")
			d.goTo("prompt")
			d.keys("enter")
		}
		d.hides("raw, tree")
		var seen []screen.ID
		for range 3 {
			seen = append(seen, d.m.Focus())
			d.keys("tab")
		}
		if fmt.Sprint(seen) != fmt.Sprint([]screen.ID{build.PromptPane, build.SourcePane, build.OutlinePane}) {
			t.Errorf("tab goes through %v", seen)
		}
	})
}

// TestTheCachePredictionIsRefreshed shows the page for longer than the cache lives.
func TestTheCachePredictionIsRefreshed(t *testing.T) {
	bubble(t, 120, 45, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(`"` + strings.Repeat("Be brief and name the file. ", 400) + `"`)})
		d.do(views.Edit{Pointer: "/cache_control", Value: json.RawMessage(`{"type":"ephemeral"}`)})
		d.typeText("Write about lighthouses.")
		d.keys("enter")
		time.Sleep(time.Minute)
		d.keys("f3")
		d.goTo("prompt")
		d.shows("(by the exchange before)")
		d.shows("From the cache: up to ")
		time.Sleep(20 * time.Minute)
		d.keys("tab")
		d.shows("From the cache: nothing would be read.")
	})
}

// TestAnEditIsCountedAnew: without an exchange before by bytes ÷ 4.
func TestAnEditIsCountedAnew(t *testing.T) {
	within(t, newReceived(), 120, 35, nil, func(d *driver) {
		d.longRequest()
		d.keys("f3")
		d.goTo("prompt")
		d.shows("(bytes ÷ 4)")
		was := d.lineWith("~")
		d.do(views.Edit{Pointer: "/instructions"})
		if now := d.lineWith("~"); now == was {
			t.Errorf("after an edit: %s", now)
		}
	})
}

// lineWith is the first line of the screen that holds words.
func (d *driver) lineWith(words string) string {
	for line := range strings.Lines(d.screen()) {
		if strings.Contains(line, words) {
			return line
		}
	}
	return ""
}

// TestWhatFollowsAnAnswerIsCountedByIt, also where an earlier message is edited, and where a model is
// asked again that did not answer last.
func TestWhatFollowsAnAnswerIsCountedByIt(t *testing.T) {
	bubble(t, 160, 45, nil, func(d *driver) {
		d.ask("sim/writer", strings.Repeat("Say why the sea is salt. ", 300))
		d.typeText("and the lakes?")
		d.keys("alt+p")
		d.shows("tokens (by the exchange before)")
		d.shows("From the cache:")
		d.keys("esc")
		d.ask("sim/reasoner", "and the lakes?")
		d.typeText("and the rivers?")
		d.keys("alt+p")
		d.shows("tokens (by the exchange before)")
		d.hides("each model has a separate cache")
		d.keys("esc")
		d.do(views.SetModel{Slug: "sim/writer"})
		d.keys("alt+p")
		d.shows("tokens (by the exchange before)")
		d.shows("From the cache:")
		d.hides("each model has a separate cache")
		d.keys("esc")
		d.do(views.Edit{Pointer: "/input/0/content", Value: json.RawMessage(`"` + strings.Repeat("Say why the sea is salt. ", 200) + `And the rest?"`)})
		d.keys("alt+p")
		d.shows("tokens (by the exchange before)")
		d.shows("From the cache:")
		d.shows("A message changed: input[0].content, character 5,001.")
	})
}
