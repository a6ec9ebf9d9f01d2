package app

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/desk"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/request/talk"
	"gatehouse/views"
	"gatehouse/views/build/outline"
	"gatehouse/views/build/source"
	"gatehouse/views/kit/form"
)

// outline, form and source are the builder's panes.
func (d *driver) outline() *outline.Model { return d.m.pane(build.OutlinePane).(*outline.Model) }
func (d *driver) form() *form.Model       { return d.m.pane(build.FormPane).(*form.Model) }
func (d *driver) source() *source.Model   { return d.m.pane(build.SourcePane).(*source.Model) }

// body is the request that would be sent next, as the builder shows it.
func (d *driver) body() []byte {
	d.t.Helper()
	body, err := d.m.desk.Body()
	if err != nil {
		d.t.Fatal(err)
	}
	if d.m.screens.shown == buildScreen && string(d.m.build().Document()) != string(body) {
		d.t.Errorf("shown is\n%s\nsent would be\n%s", d.m.build().Document(), body)
	}
	return body
}

// at is the value at a place of the next request, as compact JSON.
func (d *driver) at(pointer string) string {
	d.t.Helper()
	body := d.body()
	from, to, ok := talk.SpanOf(body, pointer)
	if !ok {
		return ""
	}
	var v any
	if err := json.Unmarshal(body[from:to], &v); err != nil {
		d.t.Fatal(err)
	}
	compact, _ := json.Marshal(v)
	return string(compact)
}

// goTo selects a row of the builder's list whose text holds words.
func (d *driver) goTo(words string) {
	d.keys("alt+/")
	d.typeText(words)
	d.keys("enter")
}

// choose takes the row of an open list that typed letters lead to.
func (d *driver) choose(typed string) {
	d.typeText(typed)
	d.keys("enter")
}

func TestTheBuildersScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}, {50, 18}} {
		at := fmt.Sprintf("%dx%d", size.width, size.height)
		t.Run(at, func(t *testing.T) {
			bubble(t, size.width, size.height, nil, func(d *driver) {
				d.typeText("hello")
				d.do(views.Edit{Pointer: "/temperature", Value: json.RawMessage(`"hot"`)})
				d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"auto-router","allowed_models":["basalt/*","cinder/*"],"cost_tier":"high"}]`)})
				d.keys("f3")
				d.golden("build-" + at)
				d.goTo("auto-router")
				d.keys("enter")
				d.golden("build-plugin-" + at)
				d.keys("tab")
				d.golden("build-json-" + at)
				d.exact(size.width, size.height)
			})
		})
	}
}

func TestAnAutoRouterRequestIsBuiltByKeysAlone(t *testing.T) {
	server := newReceived()
	within(t, server, 120, 35, nil, func(d *driver) {
		d.typeText("Write a function that reverses a list.")
		d.keys("f3")
		for range 20 {
			if d.outline().Place().Section == views.PluginsSection {
				break
			}
			d.keys("j")
		}
		d.keys("a")
		d.choose("auto-router")
		d.shows("26 of 26 models")
		d.keys("j", "enter")
		d.choose("basalt/*")
		d.choose("cinder/*")
		d.keys("esc")
		d.hides("26 of 26 models")
		for range 20 {
			if d.form().Selected() == "/plugins/0/cost_tier" {
				break
			}
			d.keys("j")
		}
		d.keys("right")
		if tier := d.at("/plugins/0/cost_tier"); tier == "" {
			t.Fatalf("no tier is set:\n%s", d.screen())
		}
		d.shows("cheapest 20 %: ")
		if got := d.at("/plugins/0/allowed_models"); got != `["basalt/*","cinder/*"]` {
			t.Errorf("allowed_models is %s", got)
		}
		want := d.body()
		d.keys("alt+g")
		d.until("the end", d.idle)
		if string(server.body) != string(want) {
			t.Errorf("built\n%s\nreceived\n%s", want, server.body)
		}
		x := d.m.desk.Shown().Conv.Current.Exchange
		if x.Verdict != state.Completed || !strings.HasPrefix(x.Model, "basalt/") && !strings.HasPrefix(x.Model, "cinder/") {
			t.Errorf("%s by %s", x.Verdict, x.Model)
		}
		if d.m.screens.shown != chatScreen {
			t.Error("the answer is out of sight")
		}
	})
}

func TestThreeLensesShowOneDocument(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.typeText("hello")
		d.keys("f3")
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/coder","temperature":0.70,"x":{"b":1,"a":2},"input":[{"type":"message","role":"user","content":"bye"}]}`)})
		d.shows("0.70")
		if d.m.composer().Text() != "bye" {
			t.Errorf("the composer holds %q", d.m.composer().Text())
		}
		d.goTo("sampling")
		d.shows("temperature")
		d.do(views.Edit{Pointer: "/top_k", Value: json.RawMessage(`5`)})
		d.shows(`"top_k": 5`)
		if body := string(d.body()); !strings.Contains(body, "0.70") || strings.Index(body, `"b"`) > strings.Index(body, `"a"`) {
			t.Errorf("what was not edited changed:\n%s", body)
		}
		d.keys("alt+z", "alt+z")
		if d.m.composer().Text() != "hello" || d.at("/temperature") != "" {
			t.Errorf("after undo:\n%s", d.body())
		}
		d.keys("alt+shift+z", "alt+shift+z")
		if d.at("/top_k") != "5" || d.m.composer().Text() != "bye" {
			t.Errorf("after redo:\n%s", d.body())
		}
		d.keys("alt+shift+z")
		d.shows("nothing to redo")
	})
}

func TestTheBuilderLeavesAStreamAlone(t *testing.T) {
	bubble(t, 120, 35, slow, func(d *driver) {
		d.typeText("one")
		d.keys("enter")
		d.pass(300 * time.Millisecond)
		d.keys("alt+3")
		d.shows("REQUEST")
		d.shows("● streaming")
		before := d.m.View().Content
		d.pass(300 * time.Millisecond)
		if rest := func(s string) string { _, r, _ := strings.Cut(s, "\n"); i := strings.LastIndex(r, "\n"); return r[:i] }; rest(d.m.View().Content) != rest(before) {
			t.Error("the stream draws the builder anew")
		}
		d.keys("esc")
		if d.idle() || d.m.screens.shown != chatScreen {
			t.Fatal("esc stops the stream, or does not lead back")
		}
		d.keys("f3", "f3")
		d.until("the end", d.idle)
		d.shows(`"role": "assistant"`) // the answer is part of the next request
	})
}

func TestTabGoesThroughThePanesAndTheFocusIsRemembered(t *testing.T) {
	for _, width := range []int{120, 80, 50} {
		bubble(t, width, 30, nil, func(d *driver) {
			d.keys("f3")
			var seen []screen.ID
			for range 4 {
				seen = append(seen, d.m.Focus())
				if r := d.m.rect(d.m.Focus()); r.W < views.MinWidth || r.H < 5 {
					t.Errorf("%d: the pane with the focus has %d×%d cells", width, r.W, r.H)
				}
				d.keys("tab")
			}
			if fmt.Sprint(seen) != fmt.Sprint([]screen.ID{build.OutlinePane, build.FormPane, build.SourcePane, build.OutlinePane}) {
				t.Errorf("%d: tab leads through %v", width, seen)
			}
			d.keys("shift+tab", "shift+tab", "f2", "tab", "f3")
			if d.m.Focus() != build.SourcePane {
				t.Errorf("%d: the builder comes back with pane %s", width, d.m.Focus())
			}
			d.keys("f2")
			if d.m.Focus() != chat.ComposerPane {
				t.Errorf("%d: F2 does not lead to the text", width)
			}
		})
	}
}

func TestClicksAndTheWheelReachTheBuildersPanes(t *testing.T) {
	bubble(t, 120, 20, nil, func(d *driver) {
		d.keys("f3")
		for _, id := range []screen.ID{build.SourcePane, build.FormPane, build.OutlinePane} {
			r := d.m.rect(id)
			d.send(tea.MouseClickMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseLeft})
			d.flush()
			if d.m.Focus() != id {
				t.Errorf("a click on pane %s gives the keys to pane %s", id, d.m.Focus())
			}
		}
		d.do(views.Edit{Pointer: "/x", Value: json.RawMessage(`[` + strings.Repeat(`1,`, 60) + `1]`)})
		before := d.screen()
		r := d.m.rect(build.SourcePane)
		d.send(tea.MouseWheelMsg{X: r.X + 3, Y: r.Y + 5, Button: tea.MouseWheelDown})
		d.pass(2 * screen.Frame)
		if d.screen() == before {
			t.Error("the wheel does not scroll the JSON")
		}
	})
}

func TestFaultsLeadToTheirPlace(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web","max_results":"5"}]`)})
		d.typeText("hello")
		d.keys("enter")
		d.shows("Not sent: 1 fault")
		d.keys("enter")
		if d.m.Focus() != build.FormPane || d.form().Selected() != "/plugins/0/max_results" {
			t.Errorf("it leads to pane %s, %s", d.m.Focus(), d.form().Selected())
		}
		d.shows("1 fault")
		d.do(views.Edit{Pointer: "/plugins/0/max_results", Value: json.RawMessage(`5`)})
		d.shows("no faults ✓")
		d.keys("alt+g")
		d.until("the end", d.idle)
	})
}

func TestHeadersAreSetInTheirForm(t *testing.T) {
	server := newReceived()
	within(t, server, 120, 35, nil, func(d *driver) {
		d.keys("f3")
		d.goTo("headers")
		d.keys("enter", "j", "enter")
		d.typeText("session 7")
		d.keys("enter")
		d.shows("session 7")
		if strings.Contains(string(d.body()), "session 7") {
			t.Error("a header stands in the document")
		}
		d.do(views.Edit{Pointer: desk.HeadersPointer + "/others/Authorization", Value: scan.Quote("Bearer x")})
		d.shows("the header was not set")
		d.do(views.Edit{Pointer: desk.HeadersPointer + "/metadata", Value: scan.Quote("on by the deprecated name")})
		d.keys("f2")
		d.typeText("hello")
		d.keys("enter")
		d.until("the end", d.idle)
		if got := server.header.Get("X-Session-Id"); got != "session 7" {
			t.Errorf("X-Session-Id is %q", got)
		}
		if server.header.Get("X-Service-Experimental-Metadata") != "enabled" || server.header.Get("X-Service-Metadata") != "" {
			t.Errorf("metadata is asked for by %v", server.header)
		}
	})
}

func TestBrokenJSONIsNotSentBehindItsBack(t *testing.T) {
	server := newReceived()
	within(t, server, 120, 35, nil, func(d *driver) {
		d.typeText("hello")
		d.keys("f3", "tab", "tab", "enter")
		d.typeText("x")
		d.shows("✗ broken")
		d.keys("alt+g")
		d.shows("not sent, the JSON is broken")
		d.keys("alt+z") // gives the text up
		d.hides("✗ broken")
		d.keys("alt+g")
		d.until("the end", d.idle)
		if server.count != 1 {
			t.Errorf("sent %d times", server.count)
		}
		d.keys("f3", "alt+r")
		if d.m.screens.shown != chatScreen {
			t.Error("what is sent again is out of sight")
		}
		d.until("the end", d.idle)
	})
}

func TestThePaletteReachesTheBuilderFromTheChat(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/instructions", Value: json.RawMessage(`"Be brief."`)})
		d.keys("ctrl+p")
		d.choose(string(views.ActFormEdit))
		d.keys("esc", "j")
		if d.m.Focus() != build.FormPane || d.form().Selected() == "/model" {
			t.Errorf("it leads to pane %s, %s", d.m.Focus(), d.form().Selected())
		}
		d.shows("Be brief.")
		d.do(views.Edit{Pointer: "/unknown", Value: json.RawMessage(`1`)})
		d.keys("tab")
		d.do(views.ShowPlace{Pointer: "/unknown"})
		d.shows("no form has this value")
	})
}

func TestADeletedElementComesBack(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"a"},{"type":"function","name":"b"}]`)})
		d.keys("f3")
		d.goTo("function")
		d.keys("d")
		d.shows("alt+z undoes it")
		if got := d.at("/tools"); got != `[{"name":"b","type":"function"}]` {
			t.Errorf("tools are %s", got)
		}
		d.keys("alt+z")
		if got := d.at("/tools/0/name"); got != `"a"` {
			t.Errorf("the first tool is %s", got)
		}
	})
}
