package build_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/apptest"
	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/views"
)

func TestTheBuildersScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}, {50, 18}} {
		at := fmt.Sprintf("%dx%d", size.width, size.height)
		t.Run(at, func(t *testing.T) {
			apptest.Run(t, size.width, size.height, nil, func(d *apptest.Driver) {
				d.Type("hello")
				d.Do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`"hot"`)})
				d.Do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"auto-router","allowed_models":["basalt/*","cinder/*"],"cost_tier":"high"}]`)})
				d.Press("f3")
				d.Golden("build-" + at)
				d.GoTo("auto-router")
				d.Press("enter")
				d.Golden("build-plugin-" + at)
				d.Press("tab")
				d.Golden("build-json-" + at)
				d.CheckScreen(size.width, size.height)
			})
		})
	}
}

func TestAnAutoRouterRequestIsBuiltByKeysAlone(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("Write a function that reverses a list.")
		d.Press("f3")
		for range 20 {
			if d.Outline().Place().Section == views.PluginsSection {
				break
			}
			d.Press("j")
		}
		d.Press("a")
		d.Choose("auto-router")
		d.Shows("26 of 26 models")
		d.Press("j", "enter")
		d.Choose("basalt/*")
		d.Choose("cinder/*")
		d.Press("esc")
		d.Hides("26 of 26 models")
		for range 20 {
			if d.Form().Selected() == "/plugins/0/cost_tier" {
				break
			}
			d.Press("j")
		}
		d.Press("right")
		if tier := d.ValueAt("/plugins/0/cost_tier"); tier == "" {
			t.Fatalf("no tier is set:\n%s", d.Screen())
		}
		d.Shows("cheapest 20 %: ")
		if got := d.ValueAt("/plugins/0/allowed_models"); got != `["basalt/*","cinder/*"]` {
			t.Errorf("allowed_models is %s", got)
		}
		want := d.Body()
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
		if string(server.Body) != string(want) {
			t.Errorf("built\n%s\nreceived\n%s", want, server.Body)
		}
		x := d.Desk.Shown().Conv.Current.Exchange
		if x.Verdict != state.Completed || !strings.HasPrefix(x.Model, "basalt/") && !strings.HasPrefix(x.Model, "cinder/") {
			t.Errorf("%s by %s", x.Verdict, x.Model)
		}
		if d.Focus().Screen() != "chat" {
			t.Error("the answer is out of sight")
		}
	})
}

func TestThreeLensesShowOneDocument(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("f3")
		d.Do(views.ReplaceDocument{Document: []byte(`{"model":"sim/coder","temperature":0.70,"x":{"b":1,"a":2},"input":[{"type":"message","role":"user","content":"bye"}]}`)})
		d.Shows("0.70")
		if d.Composer().Text() != "bye" {
			t.Errorf("the composer holds %q", d.Composer().Text())
		}
		d.GoTo("sampling")
		d.Shows("temperature")
		d.Do(views.Edit{Pointer: "/top_k", Value: json.RawMessage(`5`)})
		d.Shows(`"top_k": 5`)
		if body := string(d.Body()); !strings.Contains(body, "0.70") || strings.Index(body, `"b"`) > strings.Index(body, `"a"`) {
			t.Errorf("what was not edited changed:\n%s", body)
		}
		d.Press("alt+z", "alt+z")
		if d.Composer().Text() != "hello" || d.ValueAt("/temperature") != "" {
			t.Errorf("after undo:\n%s", d.Body())
		}
		d.Press("alt+shift+z", "alt+shift+z")
		if d.ValueAt("/top_k") != "5" || d.Composer().Text() != "bye" {
			t.Errorf("after redo:\n%s", d.Body())
		}
		d.Press("alt+shift+z")
		d.Shows("nothing to redo")
	})
}

// TestFieldsAreFoundInAllSections by name, by words of their help and by what others call them, and shown; an
// element too, and a plugin that is not there yet.
func TestFieldsAreFoundInAllSections(t *testing.T) {
	apptest.Run(t, 140, 45, nil, func(d *apptest.Driver) {
		d.Do(views.ReplaceDocument{Document: []byte(`{"plugins":[{"id":"auto-router"}],"tools":[{"type":"function","name":"get_weather"}],"input":[{"role":"user","content":"which keys?"}]}`)})
		for _, c := range []struct{ from, words, want string }{
			{"tab", "provider.order", "/provider/order"},
			{"", "more random", "/temperature"},
			{"", "system prompt", "/instructions"},
			{"", "cost_tier", "/plugins/0/cost_tier"},
			{"", "get_weather", "/tools/0"},
			{"", "which keys", "/input/0"},
		} {
			d.Press("f3", "/")
			d.Shows("Find in the request")
			d.Type(c.words)
			d.Press("enter")
			if got := d.Form().Selected(); !strings.HasPrefix(got, c.want) || d.Focus() != build.FormPane {
				t.Errorf("%q leads to %s in %s, want %s", c.words, got, d.Focus(), c.want)
			}
		}
		d.Press("/")
		d.Type("engine used to search")
		d.Press("esc", "/")
		d.Type("web")
		d.Press("enter")
		if got := d.ValueAt("/plugins/1/id"); got != `"web"` {
			t.Errorf("the plugin that was found is not added: %s", d.Body())
		}
	})
}

func TestTheBuilderLeavesAStreamAlone(t *testing.T) {
	apptest.Run(t, 120, 35, apptest.Slow, func(d *apptest.Driver) {
		d.Type("one")
		d.Press("enter")
		d.Sleep(300 * time.Millisecond)
		d.Press("alt+3")
		d.Shows("REQUEST")
		d.Shows("● streaming")
		before := d.View().Content
		d.Sleep(300 * time.Millisecond)
		if rest := func(s string) string { _, r, _ := strings.Cut(s, "\n"); i := strings.LastIndex(r, "\n"); return r[:i] }; rest(d.View().Content) != rest(before) {
			t.Error("the stream draws the builder anew")
		}
		d.Press("esc")
		if d.Idle() || d.Focus().Screen() != "chat" {
			t.Fatal("esc stops the stream, or does not lead back")
		}
		d.Press("f3", "f3")
		d.WaitFor("the end", d.Idle)
		d.Shows(`"role": "assistant"`) // the answer is part of the next request
	})
}

func TestTabGoesThroughThePanesAndTheFocusIsRemembered(t *testing.T) {
	for _, width := range []int{120, 80, 50} {
		apptest.Run(t, width, 30, nil, func(d *apptest.Driver) {
			d.Press("f3")
			var seen []screen.ID
			for range 4 {
				seen = append(seen, d.Focus())
				if r := d.Rect(d.Focus()); r.W < views.MinWidth || r.H < 5 {
					t.Errorf("%d: the pane with the focus has %d×%d cells", width, r.W, r.H)
				}
				d.Press("tab")
			}
			if fmt.Sprint(seen) != fmt.Sprint([]screen.ID{build.OutlinePane, build.FormPane, build.SourcePane, build.OutlinePane}) {
				t.Errorf("%d: tab leads through %v", width, seen)
			}
			d.Press("shift+tab", "shift+tab", "f2", "tab", "f3")
			if d.Focus() != build.SourcePane {
				t.Errorf("%d: the builder comes back with pane %s", width, d.Focus())
			}
			d.Press("f2")
			if d.Focus() != chat.ComposerPane {
				t.Errorf("%d: F2 does not lead to the text", width)
			}
		})
	}
}

func TestClicksAndTheWheelReachTheBuildersPanes(t *testing.T) {
	apptest.Run(t, 120, 20, nil, func(d *apptest.Driver) {
		d.Press("f3")
		for _, id := range []screen.ID{build.SourcePane, build.FormPane, build.OutlinePane} {
			r := d.Rect(id)
			d.Send(tea.MouseClickMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseLeft})
			d.Flush()
			if d.Focus() != id {
				t.Errorf("a click on pane %s gives the keys to pane %s", id, d.Focus())
			}
		}
		d.Do(views.Edit{Pointer: "/x", Value: json.RawMessage(`[` + strings.Repeat(`1,`, 60) + `1]`)})
		before := d.Screen()
		r := d.Rect(build.SourcePane)
		d.Send(tea.MouseWheelMsg{X: r.X + 3, Y: r.Y + 5, Button: tea.MouseWheelDown})
		d.Sleep(2 * screen.Frame)
		if d.Screen() == before {
			t.Error("the wheel does not scroll the JSON")
		}
	})
}

func TestFaultsLeadToTheirPlace(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web","max_results":"5"}]`)})
		d.Type("hello")
		d.Press("enter")
		d.Shows("Not sent: 1 fault")
		d.Press("enter")
		if d.Focus() != build.FormPane || d.Form().Selected() != "/plugins/0/max_results" {
			t.Errorf("it leads to pane %s, %s", d.Focus(), d.Form().Selected())
		}
		d.Shows("1 fault")
		d.Do(views.Edit{Pointer: "/plugins/0/max_results", Value: json.RawMessage(`5`)})
		d.Shows("no faults ✓")
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
	})
}

func TestHeadersAreSetInTheirForm(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 120, 35, nil, func(d *apptest.Driver) {
		d.Press("f3")
		d.GoTo("headers")
		d.Press("enter", "j", "enter")
		d.Type("session 7")
		d.Press("enter")
		d.Shows("session 7")
		if strings.Contains(string(d.Body()), "session 7") {
			t.Error("a header stands in the document")
		}
		d.Do(views.Edit{Pointer: desk.HeadersPointer + "/others/Authorization", Value: scan.Quote("Bearer x")})
		d.Shows("the header was not set")
		d.Do(views.Edit{Pointer: desk.HeadersPointer + "/metadata", Value: scan.Quote("on by the deprecated name")})
		d.Press("f2")
		d.Type("hello")
		d.Press("enter")
		d.WaitFor("the end", d.Idle)
		if got := server.Header.Get("X-Session-Id"); got != "session 7" {
			t.Errorf("X-Session-Id is %q", got)
		}
		if server.Header.Get("X-Service-Experimental-Metadata") != "enabled" || server.Header.Get("X-Service-Metadata") != "" {
			t.Errorf("metadata is asked for by %v", server.Header)
		}
	})
}

func TestBrokenJSONIsNotSentBehindItsBack(t *testing.T) {
	server := apptest.NewReceived()
	apptest.RunAgainst(t, server, 120, 35, nil, func(d *apptest.Driver) {
		d.Type("hello")
		d.Press("f3", "tab", "tab", "enter")
		d.Type("x")
		d.Shows("✗ broken")
		d.Press("alt+g")
		d.Shows("not sent, the JSON is broken")
		d.Press("alt+z") // gives the text up
		d.Hides("✗ broken")
		d.Press("alt+g")
		d.WaitFor("the end", d.Idle)
		if server.Count != 1 {
			t.Errorf("sent %d times", server.Count)
		}
		d.Press("f3", "alt+r")
		if d.Focus().Screen() != "chat" {
			t.Error("what is sent again is out of sight")
		}
		d.WaitFor("the end", d.Idle)
	})
}

func TestThePaletteReachesTheBuilderFromTheChat(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(`"Be brief."`)})
		d.Press("ctrl+p")
		d.Choose(string(views.ActFormEdit))
		d.Press("esc", "j")
		if d.Focus() != build.FormPane || d.Form().Selected() == "/model" {
			t.Errorf("it leads to pane %s, %s", d.Focus(), d.Form().Selected())
		}
		d.Shows("Be brief.")
		d.Do(views.Edit{Pointer: "/unknown", Value: json.RawMessage(`1`)})
		d.Press("tab")
		d.Do(views.ShowPlace{Pointer: "/unknown"})
		d.Shows("no form has this value")
	})
}

func TestADeletedElementComesBack(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"a"},{"type":"function","name":"b"}]`)})
		d.Press("f3")
		d.GoTo("function")
		d.Press("d")
		d.Shows("alt+z undoes it")
		if got := d.ValueAt("/tools"); got != `[{"name":"b","type":"function"}]` {
			t.Errorf("tools are %s", got)
		}
		d.Press("alt+z")
		if got := d.ValueAt("/tools/0/name"); got != `"a"` {
			t.Errorf("the first tool is %s", got)
		}
	})
}
