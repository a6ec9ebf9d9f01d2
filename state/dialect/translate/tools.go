package translate

import (
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// tool translates an element of tools: a function in the form of either API, a custom
// tool, a server tool, which both name alike, or Anthropic's web search.
func (t *T) tool(v Value) {
	o := t.Open(v)
	kind := o.Take("type")
	name := o.Peek("name").Text()
	switch word := kind.Word(); {
	case v.Kind() != scan.Object:
		t.Lose(v, "not a tool")
	case word == "function" && o.Peek("function").Kind() == scan.Object:
		in := t.Open(o.Take("function"))
		t.Function(in)
		t.Rest(o)
	case word == "custom" && o.Peek("custom").Kind() == scan.Object:
		t.customTool(t.Open(o.Take("custom")))
		t.Rest(o)
	case word == "function", (word == "" || word == "custom") && o.Peek("input_schema").There():
		t.Function(o)
	case strings.Contains(word, ":"):
		t.Tools = append(t.Tools, v.Raw)
	case strings.HasPrefix(word, "web_search_2"):
		t.webSearch(o)
	default:
		if name != "" {
			t.offered[name] = nil
		}
		t.Lose(v, "no such tool in /responses")
	}
}

// Function translates a function.
func (t *T) Function(o *Object) {
	if o.Whole.Kind() != scan.Object {
		t.Lose(o.Whole, "not a function")
		return
	}
	var f Builder
	t.Put(&f, "type", scan.Quote("function"), o.Whole)
	name := o.Take("name")
	t.Move(&f, "name", name)
	t.Move(&f, "description", o.Take("description"))
	t.Move(&f, "parameters", o.Take("parameters"))
	t.Move(&f, "parameters", o.Take("input_schema"))
	t.Move(&f, "strict", o.Take("strict"))
	if later := o.Take("defer_loading"); later.There() && !happensAnyway("defer_loading", later) {
		t.Lose(later, "/responses needs a tool_search tool for it; the function is visible from the start")
	}
	t.Rest(o)
	t.Offer("function", name)
	t.Tools = append(t.Tools, f.Object())
}

// Offer notes how tool_choice names a tool.
func (t *T) Offer(kind string, name Value) {
	if name.There() {
		t.offered[name.Text()] = scan.MakeObject("type", scan.Quote(kind), "name", name.Raw)
	}
}

// customTool translates a tool that takes text.
func (t *T) customTool(o *Object) {
	var c Builder
	t.Put(&c, "type", scan.Quote("custom"), o.Whole)
	name := o.Take("name")
	t.Move(&c, "name", name)
	t.Move(&c, "description", o.Take("description"))
	if format := o.Take("format"); format.There() {
		t.Put(&c, "format", t.grammar(format), format)
	}
	t.Rest(o)
	t.Offer("custom", name)
	t.Tools = append(t.Tools, c.Object())
}

// grammar writes the format of a custom tool: its grammar lies one level deeper in chat
// completions.
func (t *T) grammar(v Value) json.RawMessage {
	in := t.Open(v)
	if in.Peek("grammar").Kind() != scan.Object {
		return v.Raw
	}
	var f Builder
	t.Move(&f, "type", in.Take("type"))
	g := t.Open(in.Take("grammar"))
	for _, name := range []string{"syntax", "definition"} {
		t.Move(&f, name, g.Take(name))
	}
	t.Rest(g)
	t.Rest(in)
	return f.Object()
}

// webSearch translates Anthropic's web search, which its server runs.
func (t *T) webSearch(o *Object) {
	var w, filters Builder
	t.Put(&w, "type", scan.Quote("web_search"), o.Whole)
	for _, name := range []string{"allowed_domains", "blocked_domains"} {
		t.Move(&filters, name, o.Take(name))
	}
	if len(filters.members) > 0 {
		t.Put(&w, "filters", filters.Object(), o.Whole)
	}
	t.Move(&w, "user_location", o.Take("user_location"))
	if o.Peek("name").Is(`"web_search"`) { // which it must be
		o.Take("name")
	}
	t.Rest(o)
	t.Tools = append(t.Tools, w.Object())
	t.offered["web_search"] = scan.MakeObject("type", scan.Quote("web_search"))
}

// webSearchOptions translates how chat completions ask for a web search.
func (t *T) webSearchOptions(v Value) {
	o := t.Open(v)
	var w Builder
	t.Put(&w, "type", scan.Quote("web_search"), v)
	t.Move(&w, "search_context_size", o.Take("search_context_size"))
	if place := o.Take("user_location"); place.There() {
		in := t.Open(place)
		var flat Builder
		t.Move(&flat, "type", in.Take("type"))
		where := t.Open(in.Take("approximate"))
		for i := range where.members {
			if m := &where.members[i]; !m.taken {
				m.taken = true
				t.Move(&flat, m.name, m.value)
			}
		}
		t.Rest(where)
		t.Rest(in)
		t.Put(&w, "user_location", flat.Object(), place)
	}
	t.Rest(o)
	t.Tools = append(t.Tools, w.Object())
}

// Choose translates the choice of a tool.
func (t *T) Choose() {
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
		in := o
		if nested := o.Peek(word); word != "" && nested.Kind() == scan.Object {
			in = t.Open(o.Take(word))
		}
		t.chooseNamed(in.Take("name"))
		if in != o {
			t.Rest(in)
		}
	default:
		t.Lose(v, "no such choice in /responses")
		return
	}
	t.Rest(o)
}

// chooseNamed chooses one tool by its name.
func (t *T) chooseNamed(name Value) {
	chosen, offered := t.offered[name.Text()]
	switch {
	case !name.There():
		t.Lose(t.choice, "a choice without the name of a tool")
	case offered && chosen == nil:
		t.Lose(t.choice, "the tool that it names could not be translated")
	case offered:
		t.Chosen = chosen
	default: // a fault of the request
		t.Chosen = scan.MakeObject("type", scan.Quote("function"), "name", name.Raw)
	}
}

// allowed translates a choice among some of the tools.
func (t *T) allowed(o *Object) {
	in := o
	if nested := o.Peek("allowed_tools"); nested.Kind() == scan.Object {
		in = t.Open(o.Take("allowed_tools"))
	}
	var a Builder
	t.Put(&a, "type", scan.Quote("allowed_tools"), o.Whole)
	t.Move(&a, "mode", in.Take("mode"))
	var list []json.RawMessage
	for e := range t.List(in.Take("tools")) {
		tool := t.Open(e)
		kind := tool.Take("type").Word()
		named := tool
		if nested := tool.Peek(kind); nested.Kind() == scan.Object {
			named = t.Open(tool.Take(kind))
		}
		name := named.Take("name")
		switch chosen, offered := t.offered[name.Text()]; {
		case offered && chosen == nil:
			t.Lose(e, "the tool that it names could not be translated")
		case offered:
			list = append(list, chosen)
			t.Rest(named)
			if named != tool {
				t.Rest(tool)
			}
		default:
			list = append(list, e.Raw)
		}
	}
	t.Put(&a, "tools", scan.MakeArray(list), o.Whole)
	if in != o {
		t.Rest(in)
	}
	t.Chosen = a.Object()
}
