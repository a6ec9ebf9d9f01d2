package translate

import (
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
)

// tool translates an element of tools: a function in the form of either API, a custom
// tool, a server tool, which both name alike, or Anthropic's web search.
func (t *translator) tool(v value) {
	o := t.open(v)
	kind := o.take("type")
	name := o.peek("name").text()
	switch word := kind.word(); {
	case v.kind() != scan.Object:
		t.lose(v, "not a tool")
	case word == "function" && o.peek("function").kind() == scan.Object:
		in := t.open(o.take("function"))
		t.function(in)
		t.rest(o)
	case word == "custom" && o.peek("custom").kind() == scan.Object:
		t.customTool(t.open(o.take("custom")))
		t.rest(o)
	case word == "function", (word == "" || word == "custom") && o.peek("input_schema").there():
		t.function(o)
	case strings.Contains(word, ":"):
		t.tools = append(t.tools, v.raw)
	case strings.HasPrefix(word, "web_search_2"):
		t.webSearch(o)
	default:
		if name != "" {
			t.offered[name] = nil
		}
		t.lose(v, "no such tool in /responses")
	}
}

// function translates a function.
func (t *translator) function(o *object) {
	if o.whole.kind() != scan.Object {
		t.lose(o.whole, "not a function")
		return
	}
	var f builder
	t.put(&f, "type", scan.Quote("function"), o.whole)
	name := o.take("name")
	t.move(&f, "name", name)
	t.move(&f, "description", o.take("description"))
	t.move(&f, "parameters", o.take("parameters"))
	t.move(&f, "parameters", o.take("input_schema"))
	t.move(&f, "strict", o.take("strict"))
	if later := o.take("defer_loading"); later.there() && !happensAnyway("defer_loading", later) {
		t.lose(later, "/responses needs a tool_search tool for it; the function is visible from the start")
	}
	t.rest(o)
	t.offer("function", name)
	t.tools = append(t.tools, f.object())
}

// offer notes how tool_choice names a tool.
func (t *translator) offer(kind string, name value) {
	if name.there() {
		t.offered[name.text()] = scan.MakeObject("type", scan.Quote(kind), "name", name.raw)
	}
}

// customTool translates a tool that takes text.
func (t *translator) customTool(o *object) {
	var c builder
	t.put(&c, "type", scan.Quote("custom"), o.whole)
	name := o.take("name")
	t.move(&c, "name", name)
	t.move(&c, "description", o.take("description"))
	if format := o.take("format"); format.there() {
		t.put(&c, "format", t.grammar(format), format)
	}
	t.rest(o)
	t.offer("custom", name)
	t.tools = append(t.tools, c.object())
}

// grammar writes the format of a custom tool: its grammar lies one level deeper in chat
// completions.
func (t *translator) grammar(v value) json.RawMessage {
	in := t.open(v)
	if in.peek("grammar").kind() != scan.Object {
		return v.raw
	}
	var f builder
	t.move(&f, "type", in.take("type"))
	g := t.open(in.take("grammar"))
	for _, name := range []string{"syntax", "definition"} {
		t.move(&f, name, g.take(name))
	}
	t.rest(g)
	t.rest(in)
	return f.object()
}

// webSearch translates Anthropic's web search, which its server runs.
func (t *translator) webSearch(o *object) {
	var w, filters builder
	t.put(&w, "type", scan.Quote("web_search"), o.whole)
	for _, name := range []string{"allowed_domains", "blocked_domains"} {
		t.move(&filters, name, o.take(name))
	}
	if len(filters.members) > 0 {
		t.put(&w, "filters", filters.object(), o.whole)
	}
	t.move(&w, "user_location", o.take("user_location"))
	if o.peek("name").is(`"web_search"`) { // which it must be
		o.take("name")
	}
	t.rest(o)
	t.tools = append(t.tools, w.object())
	t.offered["web_search"] = scan.MakeObject("type", scan.Quote("web_search"))
}

// webSearchOptions translates how chat completions ask for a web search.
func (t *translator) webSearchOptions(v value) {
	o := t.open(v)
	var w builder
	t.put(&w, "type", scan.Quote("web_search"), v)
	t.move(&w, "search_context_size", o.take("search_context_size"))
	if place := o.take("user_location"); place.there() {
		in := t.open(place)
		var flat builder
		t.move(&flat, "type", in.take("type"))
		where := t.open(in.take("approximate"))
		for i := range where.members {
			if m := &where.members[i]; !m.taken {
				m.taken = true
				t.move(&flat, m.name, m.value)
			}
		}
		t.rest(where)
		t.rest(in)
		t.put(&w, "user_location", flat.object(), place)
	}
	t.rest(o)
	t.tools = append(t.tools, w.object())
}

// choose translates the choice of a tool.
func (t *translator) choose() {
	v := t.choice
	if v.kind() == scan.String || !v.there() {
		t.chosen = v.raw
		return
	}
	o := t.open(v)
	kind := o.take("type")
	if alone := o.takeKind("disable_parallel_tool_use", scan.Bool); alone.there() {
		parallel := strconv.FormatBool(!alone.is("true"))
		t.put(&t.out, "parallel_tool_calls", []byte(parallel), alone)
	}
	switch word := kind.word(); word {
	case "auto", "none", "required":
		t.chosen = kind.raw
	case "any":
		t.chosen = scan.Quote("required")
	case "allowed_tools":
		t.allowed(o)
	case "function", "custom", "tool", "":
		in := o
		if nested := o.peek(word); word != "" && nested.kind() == scan.Object {
			in = t.open(o.take(word))
		}
		t.chooseNamed(in.take("name"))
		if in != o {
			t.rest(in)
		}
	default:
		t.lose(v, "no such choice in /responses")
		return
	}
	t.rest(o)
}

// chooseNamed chooses one tool by its name.
func (t *translator) chooseNamed(name value) {
	chosen, offered := t.offered[name.text()]
	switch {
	case !name.there():
		t.lose(t.choice, "a choice without the name of a tool")
	case offered && chosen == nil:
		t.lose(t.choice, "the tool that it names could not be translated")
	case offered:
		t.chosen = chosen
	default: // a fault of the request
		t.chosen = scan.MakeObject("type", scan.Quote("function"), "name", name.raw)
	}
}

// allowed translates a choice among some of the tools.
func (t *translator) allowed(o *object) {
	in := o
	if nested := o.peek("allowed_tools"); nested.kind() == scan.Object {
		in = t.open(o.take("allowed_tools"))
	}
	var a builder
	t.put(&a, "type", scan.Quote("allowed_tools"), o.whole)
	t.move(&a, "mode", in.take("mode"))
	var list []json.RawMessage
	for e := range t.list(in.take("tools")) {
		tool := t.open(e)
		kind := tool.take("type").word()
		named := tool
		if nested := tool.peek(kind); nested.kind() == scan.Object {
			named = t.open(tool.take(kind))
		}
		name := named.take("name")
		switch chosen, offered := t.offered[name.text()]; {
		case offered && chosen == nil:
			t.lose(e, "the tool that it names could not be translated")
		case offered:
			list = append(list, chosen)
			t.rest(named)
			if named != tool {
				t.rest(tool)
			}
		default:
			list = append(list, e.raw)
		}
	}
	t.put(&a, "tools", scan.MakeArray(list), o.whole)
	if in != o {
		t.rest(in)
	}
	t.chosen = a.object()
}
