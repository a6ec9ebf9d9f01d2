package app

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestEscLeadsFromTheFormToTheListToTheChat(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.keys("f3", "enter")
		for _, want := range []screen.ID{build.FormPane, build.OutlinePane, chat.ComposerPane} {
			if d.m.Focus() != want {
				t.Errorf("the keys are with pane %s, want %s", d.m.Focus(), want)
			}
			d.keys("esc")
		}
		d.keys("f3", "tab", "tab")
		d.shows("esc list")
		d.keys("esc")
		if d.m.Focus() != build.OutlinePane {
			t.Errorf("from the JSON esc leads to pane %s", d.m.Focus())
		}
		d.shows("esc chat")
	})
}

// TestAConversationWithoutTextIsListedByWhatItHolds.
func TestAConversationWithoutTextIsListedByWhatItHolds(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		for _, c := range []struct{ pointer, value, words string }{
			{"/plugins", `[{"id":"web"},{"id":"fusion"},{"id":"moderation"}]`, "1  3 plugins"},
			{"/top_p", `1`, "1  3 plugins, 1 setting"},
			{"/plugins", `[]`, "1  1 setting"},
		} {
			d.do(views.Edit{Pointer: c.pointer, Value: json.RawMessage(c.value)})
			d.keys("f2", "alt+l")
			d.shows(c.words)
			d.keys("esc")
		}
	})
}

// TestAListSaysWhereTheOthersAre: what is typed may be of another section than the one to which
// something is added.
func TestAListSaysWhereTheOthersAre(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.keys("f3")
		for pointer, words := range map[string][2]string{
			"/plugins": {"function", "only plugins are listed here; tools and items"},
			"/tools":   {"moderation", "only tools are listed here; plugins and items"},
			"/input":   {"pareto", "only items are listed here; plugins and tools"},
		} {
			d.do(views.AddElement{Pointer: pointer})
			d.typeText(words[0])
			d.shows(words[1])
			d.keys("esc")
		}
	})
}

func TestWhatCanBeAddedIsOfferedAtTheRequest(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/top_p", Value: json.RawMessage(`1`)})
		d.keys("f3", "a")
		d.shows("Add to the request")
		d.typeText("top_")
		d.shows("top_k")
		d.hides("have this probability") // it is set already
		d.keys("enter")
		d.typeText("40")
		d.keys("enter")
		if got := d.at("/top_k"); got != "40" || d.form().Selected() != "/top_k" {
			t.Errorf("top_k is %q, the form is at %s", got, d.form().Selected())
		}
		d.keys("esc", "a")
		d.typeText("pareto")
		d.keys("enter")
		if got := d.at("/plugins/0/id"); got != `"pareto-router"` || d.m.Focus() != build.FormPane {
			t.Errorf("the plugin is %q, the keys are with %s", got, d.m.Focus())
		}
	})
}

func TestTheKindOfAPlaceIsInItsTitleOnly(t *testing.T) {
	bubble(t, 160, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web","x":1},{"id":"none"}]`)})
		d.do(views.Edit{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"f"},{"type":"unheard"}]`)})
		d.keys("f3")
		for pointer, hidden := range map[string]string{"/plugins/0": "/plugins/0/id", "/tools/0": "/tools/0/type", "/plugins/1": "", "/tools/1": ""} {
			d.do(views.ShowPlace{Pointer: pointer})
			d.keys("shift+tab")
			d.form().Show(pointer + "/" + map[bool]string{true: "id", false: "type"}[strings.HasPrefix(pointer, "/plugins")])
			if got := d.form().Selected(); (hidden == "") != strings.HasSuffix(got, "/id") && (hidden == "") != strings.HasSuffix(got, "/type") {
				t.Errorf("%s: the form leads to %s", pointer, got)
			}
		}
	})
}

func TestToolsOfOneTitleShowTheirTypes(t *testing.T) {
	bubble(t, 120, 35, func(o *Options) { o.Connection.Service = "acme" }, func(d *driver) {
		d.keys("f3", "a")
		d.typeText("web search")
		d.shows("tool web_search ")
		d.shows("tool acme:web_search ")
	})
}

func TestAPanelsToolsStartFromTheServices(t *testing.T) {
	bubble(t, 120, 40, func(o *Options) { o.Connection.Service = "acme" }, func(d *driver) {
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"fusion"}]`)})
		d.keys("f3")
		d.goTo("fusion")
		d.keys("enter")
		d.form().Show("/plugins/0/tools")
		d.keys("a")
		d.typeText("web s")
		d.keys("enter")
		if got := d.at("/plugins/0/tools"); got != `[{"type":"acme:web_search"}]` {
			t.Errorf("tools are %s", got)
		}
	})
}

func TestAFormWithoutFieldsNeverHasTheKeys(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web"}]`)})
		d.keys("f3")
		d.goTo("web")
		d.keys("enter", "f2")
		d.do(views.Edit{Pointer: "/plugins", Value: nil})
		d.keys("f3")
		if d.m.Focus() != build.OutlinePane {
			t.Errorf("pane %s has the keys", d.m.Focus())
		}
		d.keys("tab")
		if d.m.Focus() != build.SourcePane {
			t.Errorf("tab leads to pane %s", d.m.Focus())
		}
		d.keys("shift+tab")
		if d.m.Focus() != build.OutlinePane {
			t.Errorf("and back to pane %s", d.m.Focus())
		}
		r := d.m.rect(build.FormPane)
		d.send(tea.MouseClickMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseLeft})
		if d.flush(); d.m.Focus() == build.FormPane {
			t.Error("a click gives it the keys")
		}
	})
}

func TestAPasteIntoAFormThatIsNotWrittenInSaysWhereItGoes(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.keys("f3", "tab")
		d.send(tea.PasteMsg{Content: `{"model":"sim/coder"}`})
		d.flush()
		d.shows("to edit a field, then paste")
	})
}

func TestTheJSONFollowsTheForm(t *testing.T) {
	bubble(t, 120, 25, nil, func(d *driver) {
		var patterns []string
		for i := range 40 {
			patterns = append(patterns, string(scan.Quote("vendor-"+strconv.Itoa(i)+"/*")))
		}
		d.do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"auto-router","allowed_models":[` + strings.Join(patterns, ",") + `],"cost_tier":"high"}]`)})
		d.keys("f3")
		d.goTo("auto-router")
		d.keys("enter")
		source := func() string { return d.source().View() }
		if strings.Contains(source(), "cost_tier") {
			t.Fatal("all of it is in view")
		}
		d.form().Show("/plugins/0/cost_tier")
		d.keys("right")
		if !strings.Contains(source(), "cost_tier") {
			t.Errorf("the edited line is not in view:\n%s", d.screen())
		}
		d.form().Show("/plugins/0/allowed_models/3")
		d.keys("down")
		if !strings.Contains(source(), "vendor-4/*") {
			t.Errorf("the selected line is not in view:\n%s", d.screen())
		}
	})
}

func TestTheFormOfHeadersFollowsTheKeyThatSetsOne(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		d.keys("f3")
		d.goTo("headers")
		d.shows("◂ on ▸")
		d.do(views.RunAction{Action: views.ActMetadata})
		d.hides("◂ on ▸")
		d.shows("◂ off ▸")
	})
}
