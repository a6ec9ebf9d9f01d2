package form

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state/request/field"
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
	h.press("backspace").document(`{"model": "auto", "plugins": [{"id": "auto-router", "cost_tier": "medium"}]}`)
}

// TestASchemaIsWrittenAsJSON: enter opens it, and what is no JSON is not taken.
func TestASchemaIsWrittenAsJSON(t *testing.T) {
	h := newHost(t, 70, 40, `{"tools": [{"type": "function", "name": "f"}]}`, tool(`{"type":"function"}`))
	h.Show("/tools/0/parameters")
	h.press("enter").text(`{"type": "object"`).press("enter")
	h.document(`{"tools": [{"type": "function", "name": "f"}]}`)
	h.text(`}`).press("enter")
	h.document(`{"tools": [{"type": "function", "name": "f", "parameters": {"type": "object"}}]}`)
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
	h.text("jj").text("dh").press("enter").text("l").press("enter") // the place for a pair is two below
	h.document(`{"stop": ["one", "two", "bold"], "pairs": {"dh": "l"}}`)
	// A click discards an empty text that was being typed.
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
		{"unset", "text", `{"instructions": "x", "a": 1}`, "/instructions", "d", "", "", `{"a": 1}`},
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
		{"a pair's name", "identity", `{"metadata": {"k": "v", "l": "w"}}`, "/metadata/k", "= x enter", "", "", `{"metadata": {"kx": "v", "l": "w"}}`},
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
		{"what is fixed and there all the same can go", "caching", `{"store": true}`, "/store", "d", "", "", `{}`},
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
