package form

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/field"
	"gatehouse/views"
	"gatehouse/views/viewstest"
)

func TestBuildsAnAutoRouterByKeysAlone(t *testing.T) {
	h := newHost(t, 62, 30, `{"model": "auto", "plugins": [{"id": "auto-router"}]}`, plugin("auto-router"))
	h.press("j", "a").text("borealis/*").press("enter").text("cobalt/coder-*").press("enter", "esc")
	h.Show("/plugins/0/cost_tier")
	h.press("right", "right", "right")
	h.document(`{"model": "auto", "plugins": [{"id": "auto-router", "allowed_models": ["borealis/*", "cobalt/coder-*"], "cost_tier": "high"}]}`)
	h.press("left", "j").document(`{"model": "auto", "plugins": [{"id": "auto-router", "allowed_models": ["borealis/*", "cobalt/coder-*"], "cost_tier": "medium"}]}`)
	h.Show("/plugins/0/allowed_models/0")
	h.press("J").document(`{"model": "auto", "plugins": [{"id": "auto-router", "allowed_models": ["cobalt/coder-*", "borealis/*"], "cost_tier": "medium"}]}`)
	if got := h.Selected(); got != "/plugins/0/allowed_models/1" {
		t.Errorf("the selection is at %s, not on the pattern that moved", got)
	}
	h.press("d").document(`{"model": "auto", "plugins": [{"id": "auto-router", "allowed_models": ["cobalt/coder-*"], "cost_tier": "medium"}]}`)
	h.press("u").document(`{"model": "auto", "plugins": [{"id": "auto-router", "cost_tier": "medium"}]}`)
}

// TestAPropertyThatNoListRequiresStaysSo: there is nothing to take out.
func TestAPropertyThatNoListRequiresStaysSo(t *testing.T) {
	const doc = `{"tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {"where": {"type": "object"}}}}]}`
	h := newHost(t, 70, 40, doc, tool(`{"type":"function"}`))
	h.Show("/tools/0/parameters/properties/where/type")
	h.press("j", "right", "u").document(doc)
	h.press("left").document(`{"tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {"where": {"type": "object"}}, "required": ["where"]}}]}`)
}

func TestBuildsAToolWithANestedSchemaByKeysAlone(t *testing.T) {
	h := newHost(t, 70, 40, `{"tools": [{"type": "function", "name": "f"}]}`, tool(`{"type":"function"}`))
	h.Show("/tools/0/parameters")
	h.press("a").text("where").press("enter")
	h.document(`{"tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {"where": {"type": "string"}}}}]}`)
	h.press("j", "enter").text("obj").press("enter") // its type
	h.press("j", "space")                            // required
	h.document(`{"tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {"where": {"type": "object"}}, "required": ["where"]}}]}`)
	h.press("j", "j", "enter").text("lat").press("enter") // + property
	h.Show("/tools/0/parameters/properties/where/properties/lat/type")
	h.press("enter").text("number").press("enter")
	h.document(`{"tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {"where": {"type": "object", "properties": {"lat": {"type": "number"}}}}, "required": ["where"]}}]}`)
	h.Show("/tools/0/parameters/properties/where")
	h.press("r", "ctrl+u").text("place").press("enter")
	h.document(`{"tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {"place": {"type": "object", "properties": {"lat": {"type": "number"}}}}, "required": ["place"]}}]}`)
	h.press("d")
	h.document(`{"tools": [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}}]}`)
}

// TestWordsFindAModel: what is no whole name is a search, whose best hit enter
// takes; what was typed can be taken too.
func TestWordsFindAModel(t *testing.T) {
	models := []Suggestion{{Value: "aurora/dawn"}, {Value: "aurora/dawn-mini"}, {Value: "basalt/pebble"}}
	for name, c := range map[string]struct {
		text string
		then []string
		want string
	}{
		"the best hit":         {"dawn", []string{"enter"}, `["aurora/dawn"]`},
		"another hit":          {"dawn", []string{"down", "enter"}, `["aurora/dawn-mini"]`},
		"as it is":             {"dawn", []string{"up", "enter"}, `["dawn"]`},
		"a whole name":         {"cinder/daw", []string{"enter"}, `["cinder/daw"]`},
		"a whole name as well": {"aurora/daw", []string{"enter"}, `["aurora/daw"]`},
		"found by nothing":     {"xyz", []string{"enter"}, `["xyz"]`},
		"chosen unfiltered":    {"", []string{"down", "down", "enter"}, `["aurora/dawn-mini"]`},
		"nothing":              {"", []string{"enter"}, ``},
	} {
		h := newHost(t, 62, 30, `{}`, Form{Fields: []field.Field{{Name: "models", Kind: field.List, Source: field.Models}}})
		h.SetSuggestions(field.Models, models)
		h.press("a").text(c.text)
		if name == "the best hit" && !strings.Contains(h.plain(), "use “dawn”") {
			t.Errorf("the way to what was typed is not shown:\n%s", h.plain())
		}
		h.press(c.then...)
		if got, _ := h.draft.Get("/models"); strings.Join(strings.Fields(string(got)), "") != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
	h := newHost(t, 62, 30, `{}`, Form{Fields: []field.Field{{Name: "allowed", Kind: field.List, Source: field.Patterns}}})
	h.SetSuggestions(field.Patterns, []Suggestion{{Value: "aurora/*"}, {Value: "aurora/dawn"}})
	h.press("a").text("a*").press("enter").text("aurora/").press("enter").text("dawn").press("enter", "esc")
	h.document(`{"allowed": ["a*", "aurora/", "aurora/dawn"]}`)
}

func TestTheNextElementIsWrittenAtOnce(t *testing.T) {
	fields := Form{Fields: []field.Field{{Name: "stop", Kind: field.List}, {Name: "on", Kind: field.Toggle}, {Name: "pairs", Kind: field.Pairs}}}
	h := newHost(t, 62, 30, `{}`, fields)
	h.press("a").text("one").press("enter").text("two").press("enter")
	if !h.Typing() {
		t.Error("the next is not open for writing")
	}
	h.press("esc")
	if h.Typing() {
		t.Error("esc does not end it")
	}
	h.document(`{"stop": ["one", "two"]}`)
	// Letters at the closed place write, whatever they do elsewhere.
	h.text("bold").press("enter", "enter").document(`{"stop": ["one", "two", "bold"]}`)
	h.text("jj").text("dh").press("enter").text("l").press("enter") // the place for a pair lies two below
	h.document(`{"stop": ["one", "two", "bold"], "pairs": {"dh": "l"}}`)
	// What was only opened gives way to a click.
	h.Show("/stop")
	h.press("a")
	for y, line := range strings.Split(h.plain(), "\n") {
		if strings.Contains(line, " on ") {
			h.Update(tea.MouseClickMsg{X: 8, Y: y})
		}
	}
	if h.Typing() || h.Selected() != "/on" {
		t.Errorf("a click leads to %s, writing: %v", h.Selected(), h.Typing())
	}
}

func TestLinesThatAreNoFieldsKeepTheirPlace(t *testing.T) {
	listed := 0
	f := Form{Fields: []field.Field{{Name: "on", Kind: field.Toggle}}, Extra: []Extra{
		{Name: "comes to", Text: "two models"}, {Text: "  one"},
		{Text: "  … and 1 more", Choose: func() views.Intent { listed++; return views.Notify{Text: "all"} }},
	}}
	h := newHost(t, 62, 20, `{}`, f)
	for _, key := range []string{"j", "enter", "j", "e", "y", "u", "d", "space", "right", "a", "r", "J", "enter"} {
		h.press(key)
		h.SetForm(f) // as after everything that may have changed the document
	}
	if listed != 0 {
		t.Error("enter took another line")
	}
	h.press("j", "enter")
	if listed != 1 {
		t.Errorf("the last line was taken %d times:\n%s", listed, h.plain())
	}
	h.document(`{}`)
}

func TestSaysHowManyFieldsAreOutOfSight(t *testing.T) {
	h := newHost(t, 62, 9, `{}`, heading("sampling"))
	rows := len(heading("sampling").Fields)
	if got := h.plain(); !strings.Contains(got, " ↓ ") || strings.Contains(got, " ↑ ") {
		t.Errorf("%d fields:\n%s", rows, got)
	}
	h.press("G")
	if got := h.plain(); strings.Contains(got, " ↓ ") || !strings.Contains(got, " ↑ ") {
		t.Errorf("at the end:\n%s", got)
	}
	h.SetSize(62, 40)
	if got := h.plain(); strings.Contains(got, " more ") {
		t.Errorf("all are in sight:\n%s", got)
	}
}

func TestKeysOnOneField(t *testing.T) {
	cases := []struct {
		name, group, doc, at, keys, text, then, want string
	}{
		{"a number keeps its spelling", "sampling", `{}`, "/temperature", "enter", "0.70", "enter", `{"temperature": 0.70}`},
		{"esc writes nothing", "sampling", `{}`, "/temperature", "enter", "0.70", "esc", `{}`},
		{"a wrong number is not written", "sampling", `{"temperature":1}`, "/temperature", "enter", "x", "enter", `{"temperature":1}`},
		{"a fraction is no integer", "sampling", `{}`, "/top_k", "enter", "1.5", "enter", `{}`},
		{"an exponent may be", "sampling", `{}`, "/top_k", "enter", "1e2", "enter", `{"top_k": 1e2}`},
		{"an emptied number is unset", "sampling", `{"top_k": 5}`, "/top_k", "enter ctrl+u enter", "", "", `{}`},
		{"enter without a change writes nothing", "text", `{"instructions": "\u0061"}`, "/instructions", "enter enter", "", "", `{"instructions": "\u0061"}`},
		{"text with a line end", "text", `{}`, "/instructions", "enter a ctrl+j b enter", "", "", `{"instructions": "a\nb"}`},
		{"unset by u", "text", `{"instructions": "x", "a": 1}`, "/instructions", "u", "", "", `{"a": 1}`},
		{"unset by backspace", "text", `{"instructions": "x"}`, "/instructions", "backspace", "", "", `{}`},
		{"space gives null where it may be", "text", `{}`, "/instructions", "space", "", "", `{"instructions": null}`},
		{"and removes it", "text", `{"instructions": null}`, "/instructions", "space", "", "", `{}`},
		{"a switch turns from its default", "model & routing", `{}`, "/stream", "space", "", "", `{"stream": true}`},
		{"and back", "model & routing", `{"stream": true}`, "/stream", "space", "", "", `{"stream": false}`},
		{"three states", "model & routing", `{"background": false}`, "/background", "space", "", "", `{"background": null}`},
		{"the fourth is unset", "model & routing", `{"background": null}`, "/background", "space", "", "", `{}`},
		{"a choice takes other text", "text", `{}`, "/truncation", "enter", "zzz", "enter", `{"truncation": "zzz"}`},
		{"a choice from the list", "text", `{}`, "/truncation", "enter down enter", "", "", `{"truncation": "disabled"}`},
		{"left of the first is unset", "text", `{"truncation": "auto"}`, "/truncation", "left", "", "", `{}`},
		{"an object is made on the way", "text", `{}`, "/reasoning", "enter j right", "", "", `{"reasoning": {"effort": "max"}}`},
		{"a pair", "identity", `{}`, "/metadata", "a k enter v enter", "", "", `{"metadata": {"k": "v"}}`},
		{"a pair's name", "identity", `{"metadata": {"k": "v", "l": "w"}}`, "/metadata/k", "r x enter", "", "", `{"metadata": {"kx": "v", "l": "w"}}`},
		{"no two pairs of a name", "identity", `{"metadata": {"k": "v"}}`, "/metadata", "a k enter", "", "esc", `{"metadata": {"k": "v"}}`},
		{"pairs change places", "identity", `{"metadata": {"k": "v",  "l": "w"}}`, "/metadata/k", "J", "", "", `{"metadata": {"l": "w",  "k": "v"}}`},
		{"typed pairs: a number", "text", `{}`, "/image_config", "a k enter", "0.50", "enter", `{"image_config": {"k": 0.50}}`},
		{"typed pairs: a list", "text", `{}`, "/image_config", "a k enter", "[1, 2]", "enter", `{"image_config": {"k": [1, 2]}}`},
		{"typed pairs: a text", "text", `{}`, "/image_config", "a k enter", "1 by 2", "enter", `{"image_config": {"k": "1 by 2"}}`},
		{"typed pairs: a text that looks like a number", "text", `{"image_config": {"k": "5"}}`, "/image_config/k", "enter enter", "", "", `{"image_config": {"k": "5"}}`},
		{"an empty list", "model & routing", `{}`, "/models", "space", "", "", `{"models": []}`},
		{"JSON in the place of any value", "sampling", `{"top_k": 5}`, "/top_k", "e ctrl+u", `"x"`, "enter", `{"top_k": "x"}`},
		{"broken JSON is not written", "sampling", `{"top_k": 5}`, "/top_k", "e ctrl+u", `[1,`, "enter", `{"top_k": 5}`},
		{"a word becomes an object", "tools", `{"tool_choice": "auto"}`, "/tool_choice", "enter down down down enter", "", "", `{"tool_choice": {"type":"function","name":""}}`},
		{"an object that is not set begins with an example", "caching", `{}`, "/cache_control", "enter enter", "", "", `{"cache_control": {"type":"ephemeral"}}`},
		{"what is fixed stays", "caching", `{}`, "/store", "space", "", "", `{}`},
		{"what is fixed and there all the same can go", "caching", `{"store": true}`, "/store", "u", "", "", `{}`},
		{"objects begin with an example", "limits", `{}`, "/stop_server_tools_when", "a enter", "", "", `{"stop_server_tools_when": [{"type":"step_count_is","step_count":5}]}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := newHost(t, 62, 30, c.doc, heading(c.group))
			h.Show(c.at)
			h.press(strings.Fields(c.keys)...).text(c.text).press(strings.Fields(c.then)...)
			h.document(c.want)
			exact(t, h.Model)
		})
	}
}

func TestNullBecomesTheObjectOrListThatIsWrittenInIt(t *testing.T) {
	inner := field.Field{Name: "b", Kind: field.Object, Nullable: true, Fields: []field.Field{{Name: "c~/", Kind: field.Toggle}}}
	f := Form{Fields: []field.Field{
		{Name: "a", Kind: field.Object, Nullable: true, Fields: []field.Field{inner}},
		{Name: "l", Kind: field.List, Nullable: true}, {Name: "p", Kind: field.Pairs, Nullable: true},
		{Name: "s", Kind: field.Schema, Nullable: true},
	}}
	h := newHost(t, 62, 30, `{"a": null, "l": null, "p": null, "s": null}`, f)
	h.press("enter", "j", "enter", "j", "space")
	h.Show("/l")
	h.press("a", "x", "enter")
	h.Show("/p")
	h.press("a", "k", "enter", "v", "enter")
	h.Show("/s")
	h.press("a", "q", "enter")
	h.document(`{"a": {"b": {"c~/": true}}, "l": ["x"], "p": {"k": "v"}, "s": {"type": "object", "properties": {"q": {"type": "string"}}}}`)
}

func TestAWrongValueIsSaidAtItsField(t *testing.T) {
	h := newHost(t, 62, 20, `{}`, heading("sampling"))
	h.press("enter").text("0,7").press("enter")
	if got := h.plain(); !strings.Contains(got, "✗ “0,7” is not a JSON number; write 0.7") || !h.Typing() {
		t.Errorf("the form does not say what is wrong:\n%s", got)
	}
	h.press("backspace", "backspace").text(".7").press("enter").document(`{"temperature": 0.7}`)
}

func TestAValueOfAnotherTypeIsShownAndKept(t *testing.T) {
	doc := `{"temperature": "0.7", "top_k": [1,  2], "top_p": {"a": null}}`
	h := newHost(t, 62, 20, doc, heading("sampling"))
	h.SetFaults([]Finding{{"/temperature", Fault, "a string, must be a number or null"}})
	got := h.plain()
	for _, want := range []string{`temperature        "0.7"`, "✗ a string, must be a number or null", "top_k              [1, 2]", `{"a": null}`, "Not the type that this field takes"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	h.press("enter", "enter", "space", "esc", "left", "j", "j", "j").document(doc)
}

func TestFindingsStandAtTheNearestShownPlace(t *testing.T) {
	h := newHost(t, 62, 20, `{"reasoning": {"effort": 1}}`, heading("text"))
	h.SetFaults([]Finding{
		{"/reasoning/effort", Fault, "must be a string"},
		{"/reasoning/odd", Warning, "is not known"},
		{"/plugins/0", Fault, "is elsewhere"},
	})
	h.Show("/reasoning")
	h.press("space") // fold it
	got := h.plain()
	for want, there := range map[string]bool{"✗ must be a string": true, "⚠ is not known": true, "elsewhere": false} {
		if strings.Contains(got, want) != there {
			t.Errorf("%q: want %v in\n%s", want, there, got)
		}
	}
	h.Show("/reasoning/effort")
	if got := h.Selected(); got != "/reasoning/effort" {
		t.Errorf("shown is %s", got)
	}
}

func TestSuggestionsAreOfferedAndAnyTextIsTaken(t *testing.T) {
	h := newHost(t, 62, 20, `{}`, heading("model & routing"))
	h.press("enter")
	h.SetSuggestions(field.Models, []Suggestion{{"borealis/writer-s", "a small one", "$1"}, {"cobalt/coder-m", "", ""}})
	if got := h.plain(); !strings.Contains(got, "borealis/writer-s  a small one") {
		t.Errorf("nothing is offered:\n%s", got)
	}
	h.text("coder").press("down", "enter").document(`{"model": "cobalt/coder-m"}`)
	h.press("enter", "ctrl+u").text("any/other").press("enter").document(`{"model": "any/other"}`)
}

func TestFindGoesToAFieldByItsName(t *testing.T) {
	h := newHost(t, 62, 20, `{"metadata": {"colour": "red"}}`, heading("identity"))
	h.press("/").text("colo").press("enter")
	if got := h.Selected(); got != "/metadata/colour" {
		t.Errorf("the selection is at %s", got)
	}
	h.press("/").text("id").press("enter")
	first := h.Selected()
	h.press("n")
	if h.Selected() == first {
		t.Errorf("n stays at %s", first)
	}
	h.press("N")
	if got := h.Selected(); got != first {
		t.Errorf("N goes to %s, want %s", got, first)
	}
	h.press("/").text("zzz")
	if got := h.plain(); !strings.Contains(got, "/ zzz  not found") {
		t.Errorf("got\n%s", got)
	}
	h.press("esc")
	if got := h.Selected(); got != first {
		t.Errorf("esc leaves the selection at %s", got)
	}
}

func TestFindUnfoldsTheObjectThatHoldsTheField(t *testing.T) {
	h := newHost(t, 62, 20, `{}`, heading("text"))
	h.press("/").text("effort").press("enter", "esc")
	if got := h.Selected(); got != "/reasoning/effort" {
		t.Errorf("the selection is at %s", got)
	}
	h.press("right").document(`{"reasoning": {"effort": "max"}}`)
}

func TestATextBecomesTheFirstOfItsParts(t *testing.T) {
	item, _ := field.FindItem([]byte(`{"role":"user"}`))
	doc := func(content string) string {
		return `{"model": "m", "message": {"role": "user", "content": ` + content + `}}`
	}
	h := newHost(t, 62, 30, doc(`"hi \u0061"`), Form{Title: "message", Base: "/message", Fields: item.Fields})
	h.Show("/message/content")
	h.press("a").document(doc(`[{"type":"input_text","text":"hi \u0061"}]`))
	h.press("a").text("image").press("enter")
	h.document(doc(`[{"type":"input_text","text":"hi \u0061"}, {"type":"input_image","detail":"auto","image_url":""}]`))
	h.Show("/message/content/1/image_url")
	h.press("enter").text("https://e.org/x.png").press("enter")
	h.press("K").document(doc(`[{"type":"input_text","text":"hi \u0061"}, {"type":"input_image","detail":"auto","image_url":"https://e.org/x.png"}]`))
	h.Show("/message/content/1")
	h.press("K").document(doc(`[{"type":"input_image","detail":"auto","image_url":"https://e.org/x.png"}, {"type":"input_text","text":"hi \u0061"}]`))
	viewstest.Golden(t, "parts-62x30", h.plain())
}

func TestAnObjectThatBecomesOfAnotherKindKeepsTheSelection(t *testing.T) {
	web, _ := field.FindPlugin("web")
	h := newHost(t, 62, 20, `{"plugins": [{"id": "web-fetch"}]}`, plugin("web-fetch"))
	h.Show("/plugins/0/max_uses")
	h.SetForm(Form{Title: "web", Base: "/plugins/0", Fields: web.Fields})
	if got := h.Selected(); got != "/plugins/0/max_uses" {
		t.Errorf("the selection is at %s", got)
	}
	h.press("enter", "3")
	h.SetForm(Form{Title: "text", Fields: heading("text").Fields})
	if h.Typing() || h.Selected() != "/instructions" {
		t.Errorf("another object's form is at %s, typing is %v", h.Selected(), h.Typing())
	}
}

func TestExtraLinesStandBehindTheirFieldAndOpen(t *testing.T) {
	f := plugin("auto-router")
	f.Extra = []Extra{{After: "excluded_models", Name: "matches", Text: "7 of 22 models", Choose: func() views.Intent { return views.Notify{Text: "which"} }}}
	h := newHost(t, 62, 20, autoDoc, f)
	h.press("/").text("matches").press("enter", "esc", "enter")
	if len(h.said) != 1 || h.said[0] != "which" {
		t.Errorf("said %q", h.said)
	}
	h.SetExtra([]Extra{{After: "excluded_models", Name: "matches", Text: "1 of 22 models"}})
	got := h.plain()
	if !strings.Contains(got, "▸  matches                1 of 22 models\n • cost_tier") {
		t.Errorf("got\n%s", got)
	}
}

func TestALongTextGoesToTheEditorAsItIsTyped(t *testing.T) {
	h := newHost(t, 62, 20, `{"instructions": "a\nb", "reasoning": {"effort": "low"}}`, heading("text"))
	h.press("alt+e").press("enter", "c", "alt+e")
	h.Show("/reasoning")
	h.press("alt+e")
	want := []views.Intent{
		views.EditText{Pointer: "/instructions", Text: "a\nb"},
		views.EditText{Pointer: "/instructions", Text: "a\nbc"},
		views.EditText{Pointer: "/reasoning", Text: `{"effort": "low"}`, JSON: true},
	}
	if len(h.other) != len(want) {
		t.Fatalf("got %#v", h.other)
	}
	for i := range want {
		if h.other[i] != want[i] {
			t.Errorf("got %#v, want %#v", h.other[i], want[i])
		}
	}
}

func TestWhatIsTypedOutlivesAnEditElsewhere(t *testing.T) {
	h := newHost(t, 62, 20, `{"top_k": 1}`, heading("sampling"))
	h.press("enter").text("0.5")
	h.do(views.Edit{Pointer: "/top_k", Value: []byte("2")})
	h.press("enter").document(`{"top_k": 2, "temperature": 0.5}`)
}

func TestMouseSelectsAndOpens(t *testing.T) {
	h := newHost(t, 62, 20, `{}`, heading("model & routing"))
	line := -1
	for y, l := range strings.Split(h.plain(), "\n") {
		if strings.Contains(l, "stream ") {
			line = y
		}
	}
	for _, want := range []string{`{}`, `{"stream": true}`} {
		intent := h.Update(tea.MouseClickMsg{X: 5, Y: line}).Intent
		h.do(intent)
		h.document(want)
	}
	intent := h.Update(tea.PasteMsg{Content: "ignored"}).Intent
	h.do(intent)
	h.document(`{"stream": true}`)
}
