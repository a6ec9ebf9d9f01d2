package translate

import (
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect"
)

// tool translates an element of tools: a function in the form of either API, a custom
// tool, a server tool, which both name alike, or Anthropic's web search.
func (t *settings) tool(v dialect.Value) {
	o := t.Open(v)
	kind := o.Take("type")
	name := o.Peek("name").Text()
	switch word := kind.Word(); {
	case v.Kind() != scan.Object:
		t.AddLoss(v, "not a tool")
	case word == "function" && o.Peek("function").Kind() == scan.Object:
		t.function(o.Open("function"))
	case word == "custom" && o.Peek("custom").Kind() == scan.Object:
		t.customTool(o.Open("custom"))
	case word == "function", (word == "" || word == "custom") && o.Peek("input_schema").There():
		t.function(o)
	case strings.Contains(word, ":"):
		t.Tools = append(t.Tools, o.TakeAll())
	case strings.HasPrefix(word, "web_search_2"):
		t.webSearch(o)
	default:
		if name != "" {
			t.offered[name] = nil
		}
		t.AddLoss(v, "no such tool in /responses")
	}
}

// function translates a function.
func (t *settings) function(o *dialect.Object) {
	if o.Value.Kind() == scan.Object {
		name := o.Peek("name")
		t.offer("function", name)
		Function(t.Translation, o)
	}
}

// Function adds a function to the tools.
func Function(t *dialect.Translation, o *dialect.Object) {
	var f dialect.Builder
	t.Put(&f, "type", scan.Quote("function"), o.Value)
	t.MoveMembers(&f, o, "name", "description", "parameters")
	t.Move(&f, "parameters", o.Take("input_schema"))
	t.Move(&f, "strict", o.Take("strict"))
	if later := o.Take("defer_loading"); later.There() && !happensAnyway("defer_loading", later) {
		t.AddLoss(later, "/responses needs a tool_search tool for it; the function is visible from the start")
	}
	t.Tools = append(t.Tools, f.Object())
}

// offer notes how tool_choice names a tool.
func (t *settings) offer(kind string, name dialect.Value) {
	if name.There() {
		t.offered[name.Text()] = scan.MakeObject("type", scan.Quote(kind), "name", name.Raw)
	}
}

// customTool translates a tool that takes text.
func (t *settings) customTool(o *dialect.Object) {
	var c dialect.Builder
	t.Put(&c, "type", scan.Quote("custom"), o.Value)
	name := o.Peek("name")
	t.MoveMembers(&c, o, "name", "description")
	if format := o.Take("format"); format.There() {
		t.Put(&c, "format", t.grammar(format), format)
	}
	t.offer("custom", name)
	t.Tools = append(t.Tools, c.Object())
}

// grammar writes the format of a custom tool: its grammar is one level deeper in chat
// completions.
func (t *settings) grammar(v dialect.Value) json.RawMessage {
	in := t.Open(v)
	if in.Peek("grammar").Kind() != scan.Object {
		return in.TakeAll()
	}
	var f dialect.Builder
	t.Move(&f, "type", in.Take("type"))
	t.MoveMembers(&f, in.Open("grammar"), "syntax", "definition")
	return f.Object()
}

// webSearch translates Anthropic's web search, which its server runs.
func (t *settings) webSearch(o *dialect.Object) {
	var w, filters dialect.Builder
	t.Put(&w, "type", scan.Quote("web_search"), o.Value)
	t.MoveMembers(&filters, o, "allowed_domains", "blocked_domains")
	if !filters.Empty() {
		t.Put(&w, "filters", filters.Object(), o.Value)
	}
	t.Move(&w, "user_location", o.Take("user_location"))
	if o.Peek("name").Is(`"web_search"`) { // which it must be
		o.Take("name")
	}
	t.Tools = append(t.Tools, w.Object())
	t.offered["web_search"] = scan.MakeObject("type", scan.Quote("web_search"))
}

// webSearchOptions translates how chat completions ask for a web search.
func (t *settings) webSearchOptions(v dialect.Value) {
	o := t.Open(v)
	var w dialect.Builder
	t.Put(&w, "type", scan.Quote("web_search"), v)
	t.Move(&w, "search_context_size", o.Take("search_context_size"))
	if place := o.Take("user_location"); place.There() {
		in := t.Open(place)
		var flat dialect.Builder
		t.Move(&flat, "type", in.Take("type"))
		for name, v := range in.Open("approximate").Left() {
			t.Move(&flat, name, v)
		}
		t.Put(&w, "user_location", flat.Object(), place)
	}
	t.Tools = append(t.Tools, w.Object())
}

// choose translates the choice of a tool.
func (t *settings) choose() {
	v := t.choice
	if v.Kind() == scan.String || !v.There() {
		t.Chosen = v.Raw
		return
	}
	o := t.Open(v)
	kind := o.Take("type")
	if alone := o.TakeKind("disable_parallel_tool_use", scan.Bool); alone.There() {
		parallel := strconv.FormatBool(!alone.Is("true"))
		t.Put(&t.Out, "parallel_tool_calls", []byte(parallel), alone)
	}
	switch word := kind.Word(); word {
	case "auto", "none", "required":
		t.Chosen = kind.Raw
	case "any":
		t.Chosen = scan.Quote("required")
	case "allowed_tools":
		t.allowed(o)
	case "function", "custom", "tool", "":
		t.chooseNamed(o.Inner(word).Take("name"))
	default:
		t.AddLoss(v, "no such choice in /responses")
	}
}

// chooseNamed chooses one tool by its name.
func (t *settings) chooseNamed(name dialect.Value) {
	chosen, offered := t.offered[name.Text()]
	switch {
	case !name.There():
		t.AddLoss(t.choice, "a choice without the name of a tool")
	case offered && chosen == nil:
		t.AddLoss(t.choice, "the tool that it names could not be translated")
	case offered:
		t.Chosen = chosen
	default: // a fault of the request
		t.Chosen = scan.MakeObject("type", scan.Quote("function"), "name", name.Raw)
	}
}

// allowed translates a choice among some of the tools.
func (t *settings) allowed(o *dialect.Object) {
	in := o.Inner("allowed_tools")
	var a dialect.Builder
	t.Put(&a, "type", scan.Quote("allowed_tools"), o.Value)
	t.Move(&a, "mode", in.Take("mode"))
	var list []json.RawMessage
	for e := range in.List("tools") {
		tool := t.Open(e)
		named := tool.Inner(tool.Take("type").Word())
		switch chosen, offered := t.offered[named.Take("name").Text()]; {
		case offered && chosen == nil:
			t.AddLoss(e, "the tool that it names could not be translated")
		case offered:
			list = append(list, chosen)
		default:
			named.TakeAll()
			list = append(list, tool.TakeAll())
		}
	}
	t.Put(&a, "tools", scan.MakeArray(list), o.Value)
	t.Chosen = a.Object()
}
