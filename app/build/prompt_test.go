package build_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/app/apptest"
	"gatehouse/app/build"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// longRequest is typed, and built: what fills it is not what is typed.
func longRequest(d *apptest.Driver) {
	d.Type("hello")
	d.Do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(`"` + strings.Repeat("Be brief. ", 40) + `"`)})
	d.Do(views.Edit{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"get_weather","description":"Says what the weather is like in a city.","parameters":{"type":"object","properties":{}}}]`)})
}

func TestWhatFillsThePromptIsShown(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}, {50, 18}} {
		at := fmt.Sprintf("%dx%d", size.width, size.height)
		t.Run(at, func(t *testing.T) {
			apptest.Run(t, size.width, size.height, nil, func(d *apptest.Driver) {
				longRequest(d)
				d.Press("f3")
				d.GoTo("prompt")
				d.Press("enter")
				if d.Focus() != build.PromptPane {
					t.Errorf("the focus is at %s", d.Focus())
				}
				d.Golden("build-prompt-" + at)
				d.CheckScreen(size.width, size.height)
				d.Press("esc", "alt+p")
				d.Golden("preview-prompt-" + at)
				d.CheckScreen(size.width, size.height)
			})
		})
	}
}

// TestTheLargestPiecesLeadToWhereTheyAre, in the form and in the JSON, and the page of the prompt gives
// its place back.
func TestTheLargestPiecesLeadToWhereTheyAre(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		longRequest(d)
		d.Press("f3")
		d.Shows("prompt       ~137 tokens")
		d.GoTo("prompt")
		d.Press("enter")
		for _, c := range []struct {
			words   string
			section views.Section
			pointer string
		}{{"instructions", views.RequestSection, "/instructions"}, {"tools[0]", views.ToolsSection, "/tools/0"}} {
			for range 30 {
				if line := d.LineWith("❯"); strings.Contains(line, "  "+c.words) && strings.Contains(line, " tokens") {
					break
				}
				d.Press("j")
			}
			d.Press("enter")
			if d.Outline().Place().Section != c.section || d.Focus() != build.FormPane || !strings.HasPrefix(d.Form().Selected(), c.pointer) {
				t.Errorf("%s: at %+v, focus %s, field %s", c.words, d.Outline().Place(), d.Focus(), d.Form().Selected())
			}
			d.Press("esc")
			d.GoTo("prompt")
			d.Press("enter")
		}
		d.Hides("raw, tree")
		var seen []screen.ID
		for range 3 {
			seen = append(seen, d.Focus())
			d.Press("tab")
		}
		if fmt.Sprint(seen) != fmt.Sprint([]screen.ID{build.PromptPane, build.SourcePane, build.OutlinePane}) {
			t.Errorf("tab goes through %v", seen)
		}
	})
}

// TestTheCachePredictionIsRefreshed shows the page for longer than the cache lives.
func TestTheCachePredictionIsRefreshed(t *testing.T) {
	apptest.Run(t, 120, 45, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(`"` + strings.Repeat("Be brief and name the file. ", 400) + `"`)})
		d.Do(views.Edit{Pointer: "/cache_control", Value: json.RawMessage(`{"type":"ephemeral"}`)})
		d.Type("Write about lighthouses.")
		d.Press("enter")
		time.Sleep(time.Minute)
		d.Press("f3")
		d.GoTo("prompt")
		d.Shows("(by the exchange before)")
		d.Shows("From the cache: up to ")
		time.Sleep(20 * time.Minute)
		d.Press("tab")
		d.Shows("From the cache: nothing would be read.")
	})
}

// TestAnEditIsCountedAnew: without an exchange before by bytes.
func TestAnEditIsCountedAnew(t *testing.T) {
	apptest.RunAgainst(t, apptest.NewReceived(), 120, 35, nil, func(d *apptest.Driver) {
		longRequest(d)
		d.Press("f3")
		d.GoTo("prompt")
		d.Shows("(by bytes)")
		was := d.LineWith("~")
		d.Do(views.Edit{Pointer: "/instructions"})
		if now := d.LineWith("~"); now == was {
			t.Errorf("after an edit: %s", now)
		}
	})
}

// TestWhatFollowsAnAnswerIsCountedByIt, also where an earlier message is edited, and where a model is
// asked again that did not answer last.
func TestWhatFollowsAnAnswerIsCountedByIt(t *testing.T) {
	apptest.Run(t, 160, 45, nil, func(d *apptest.Driver) {
		d.Ask("sim/writer", strings.Repeat("Say why the sea is salt. ", 300))
		d.Type("and the lakes?")
		d.Press("alt+p")
		d.Shows("tokens (by the exchange before)")
		d.Shows("From the cache:")
		d.Press("esc")
		d.Ask("sim/reasoner", "and the lakes?")
		d.Type("and the rivers?")
		d.Press("alt+p")
		d.Shows("tokens (by the exchange before)")
		d.Hides("each model has a separate cache")
		d.Press("esc")
		d.Do(views.SetModel{Slug: "sim/writer"})
		d.Press("alt+p")
		d.Shows("tokens (by the exchange before)")
		d.Shows("From the cache:")
		d.Hides("each model has a separate cache")
		d.Press("esc")
		d.Do(views.Edit{Pointer: "/input/0/content", Value: json.RawMessage(`"` + strings.Repeat("Say why the sea is salt. ", 200) + `And the rest?"`)})
		d.Press("alt+p")
		d.Shows("tokens (by the exchange before)")
		d.Shows("From the cache:")
		d.Shows("A message changed: input[0].content, character 5,001.")
	})
}
