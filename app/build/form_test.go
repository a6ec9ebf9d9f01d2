package build_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app"
	"gatehouse/app/apptest"
	"gatehouse/app/build"
	"gatehouse/app/chat"
	"gatehouse/app/screen"
	"gatehouse/client/scan"
	"gatehouse/views"
)

func TestEscLeadsFromTheFormToTheListToTheChat(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Press("f3", "enter")
		for _, want := range []screen.ID{build.FormPane, build.OutlinePane, chat.ComposerPane} {
			if d.Focus() != want {
				t.Errorf("the keys are with pane %s, want %s", d.Focus(), want)
			}
			d.Press("esc")
		}
		d.Press("f3", "tab", "tab")
		d.Shows("esc list")
		d.Press("esc")
		if d.Focus() != build.OutlinePane {
			t.Errorf("from the JSON esc leads to pane %s", d.Focus())
		}
		d.Shows("esc chat")
	})
}

// TestAConversationWithoutTextIsListedByWhatItHolds.
func TestAConversationWithoutTextIsListedByWhatItHolds(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		for _, c := range []struct{ pointer, value, words string }{
			{"/plugins", `[{"id":"web"},{"id":"fusion"},{"id":"moderation"}]`, "1  3 plugins"},
			{"/top_p", `1`, "1  3 plugins, 1 setting"},
			{"/plugins", `[]`, "1  1 setting"},
		} {
			d.Do(views.Edit{Pointer: c.pointer, Value: json.RawMessage(c.value)})
			d.Press("f2", "alt+l")
			d.Shows(c.words)
			d.Press("esc")
		}
	})
}

// TestAListSaysWhereTheOthersAre: what is typed may be of another section than the one to which
// something is added.
func TestAListSaysWhereTheOthersAre(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Press("f3")
		for pointer, words := range map[string][2]string{
			"/plugins": {"function", "only plugins are listed here; tools and items"},
			"/tools":   {"pareto", "only tools are listed here; plugins and items"},
			"/input":   {"pareto", "only items are listed here; plugins and tools"},
		} {
			d.Do(views.AddElement{Pointer: pointer})
			d.Type(words[0])
			d.Shows(words[1])
			d.Press("esc")
		}
	})
}

func TestWhatCanBeAddedIsOfferedAtTheRequest(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/top_p", Value: json.RawMessage(`1`)})
		d.Press("f3", "a")
		d.Shows("Add to the request")
		d.Type("top_")
		d.Shows("top_k")
		d.Hides("have this probability") // it is set already
		d.Press("enter")
		d.Type("40")
		d.Press("enter")
		if got := d.ValueAt("/top_k"); got != "40" || d.Form().Selected() != "/top_k" {
			t.Errorf("top_k is %q, the form is at %s", got, d.Form().Selected())
		}
		d.Press("esc", "a")
		d.Type("pareto")
		d.Press("enter")
		if got := d.ValueAt("/plugins/0/id"); got != `"pareto-router"` || d.Focus() != build.FormPane {
			t.Errorf("the plugin is %q, the keys are with %s", got, d.Focus())
		}
	})
}

func TestTheKindOfAPlaceIsInItsTitleOnly(t *testing.T) {
	apptest.Run(t, 160, 35, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web","x":1},{"id":"none"}]`)})
		d.Do(views.Edit{Pointer: "/tools", Value: json.RawMessage(`[{"type":"function","name":"f"},{"type":"unheard"}]`)})
		d.Press("f3")
		for pointer, hidden := range map[string]string{"/plugins/0": "/plugins/0/id", "/tools/0": "/tools/0/type", "/plugins/1": "", "/tools/1": ""} {
			d.Do(views.ShowPlace{Pointer: pointer})
			d.Press("shift+tab")
			d.Form().Show(pointer + "/" + map[bool]string{true: "id", false: "type"}[strings.HasPrefix(pointer, "/plugins")])
			if got := d.Form().Selected(); (hidden == "") != strings.HasSuffix(got, "/id") && (hidden == "") != strings.HasSuffix(got, "/type") {
				t.Errorf("%s: the form leads to %s", pointer, got)
			}
		}
	})
}

func TestToolsOfOneTitleShowTheirTypes(t *testing.T) {
	apptest.Run(t, 120, 35, func(o *app.Options) { o.Connection.Service = "acme" }, func(d *apptest.Driver) {
		d.Press("f3", "a")
		d.Type("web search")
		d.Shows("tool web_search ")
		d.Shows("tool acme:web_search ")
	})
}

func TestAPanelsToolsStartFromTheServices(t *testing.T) {
	apptest.Run(t, 120, 40, func(o *app.Options) { o.Connection.Service = "acme" }, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"fusion"}]`)})
		d.Press("f3")
		d.GoTo("fusion")
		d.Press("enter")
		d.Form().Show("/plugins/0/tools")
		d.Press("a")
		d.Type("web s")
		d.Press("enter")
		if got := d.ValueAt("/plugins/0/tools"); got != `[{"type":"acme:web_search"}]` {
			t.Errorf("tools are %s", got)
		}
	})
}

func TestAFormWithoutFieldsNeverHasTheKeys(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"web"}]`)})
		d.Press("f3")
		d.GoTo("web")
		d.Press("enter", "f2")
		d.Do(views.Edit{Pointer: "/plugins", Value: nil})
		d.Press("f3")
		if d.Focus() != build.OutlinePane {
			t.Errorf("pane %s has the keys", d.Focus())
		}
		d.Press("tab")
		if d.Focus() != build.SourcePane {
			t.Errorf("tab leads to pane %s", d.Focus())
		}
		d.Press("shift+tab")
		if d.Focus() != build.OutlinePane {
			t.Errorf("and back to pane %s", d.Focus())
		}
		r := d.Rect(build.FormPane)
		d.Send(tea.MouseClickMsg{X: r.X + 3, Y: r.Y + 2, Button: tea.MouseLeft})
		if d.Flush(); d.Focus() == build.FormPane {
			t.Error("a click gives it the keys")
		}
	})
}

func TestAPasteIntoAFormThatIsNotWrittenInSaysWhereItGoes(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Press("f3", "tab")
		d.Send(tea.PasteMsg{Content: `{"model":"sim/coder"}`})
		d.Flush()
		d.Shows("to edit a field, then paste")
	})
}

func TestTheJSONFollowsTheForm(t *testing.T) {
	apptest.Run(t, 120, 25, nil, func(d *apptest.Driver) {
		var patterns []string
		for i := range 40 {
			patterns = append(patterns, string(scan.Quote("vendor-"+strconv.Itoa(i)+"/*")))
		}
		d.Do(views.Edit{Pointer: "/plugins", Value: json.RawMessage(`[{"id":"auto-router","allowed_models":[` + strings.Join(patterns, ",") + `],"cost_tier":"high"}]`)})
		d.Press("f3")
		d.GoTo("auto-router")
		d.Press("enter")
		source := func() string { return d.Source().View() }
		if strings.Contains(source(), "cost_tier") {
			t.Fatal("all of it is in view")
		}
		d.Form().Show("/plugins/0/cost_tier")
		d.Press("right")
		if !strings.Contains(source(), "cost_tier") {
			t.Errorf("the edited line is not in view:\n%s", d.Screen())
		}
		d.Form().Show("/plugins/0/allowed_models/3")
		d.Press("down")
		if !strings.Contains(source(), "vendor-4/*") {
			t.Errorf("the selected line is not in view:\n%s", d.Screen())
		}
	})
}

func TestTheFormOfHeadersFollowsTheKeyThatSetsOne(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		d.Press("f3")
		d.GoTo("headers")
		d.Shows("◂ on ▸")
		d.Do(views.RunAction{Action: views.ActMetadata})
		d.Hides("◂ on ▸")
		d.Shows("◂ off ▸")
	})
}
