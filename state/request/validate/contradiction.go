package validate

import (
	"iter"

	"gatehouse/client/scan"
	"gatehouse/state/json/schema"
)

// contradictions finds contradictions in a request (CONTRACT, Status 422).
func contradictions(c *checker, body []byte) {
	tools := scan.Get(body, "tools")
	if scan.KindOf(tools) != scan.Array {
		tools = nil
	}
	input := scan.Get(body, "input")
	deferred(c, tools, input)
	repeatedFunctionNames(c, tools)
	choice(c, scan.Get(body, "tool_choice"), offered(tools, input))
	orphanOutputs(c, input)
	parameters(c, tools)
	if v := scan.At(body, "text", "format", "schema"); v != nil {
		checkSchema(c, member("text").key("format").key("schema"), v)
	}
}

func kindOf(v []byte) string { return scan.Text(scan.Get(v, "type")) }

// search returns the type of the tool search.
func (c *checker) search() string { return c.word + ":tool_search" }

// toolList is what the two rules of defer_loading need of a list of tools.
type toolList struct {
	search, open bool
	hidden       []int // the deferred tools, by index
}

func (c *checker) look(tools []byte) toolList {
	var s toolList
	for n, tool := range scan.Indexed(tools) {
		switch {
		case kindOf(tool) == c.search():
			s.search = true
		case kindOf(tool) == "function" && string(scan.Get(tool, "defer_loading")) == "true":
			s.hidden = append(s.hidden, n)
		default:
			s.open = true
		}
	}
	return s
}

// deferred: a hidden tool needs the tool search to be found, and one tool besides the search must
// stay visible (document, "Function tool"). Either may be offered by an additional_tools item.
func deferred(c *checker, tools, input []byte) {
	s := c.look(tools)
	for more := range additional(input) {
		late := c.look(more)
		s.search, s.open = s.search || late.search, s.open || late.open
	}
	for _, i := range s.hidden {
		at := member("tools").at(i).key("defer_loading")
		switch {
		case !s.search:
			c.fault(at, "true, but without "+c.search()+" in tools nothing could find this tool")
		case !s.open:
			c.fault(at, "true for every tool but the search, at least one tool must be visible")
		}
	}
}

func repeatedFunctionNames(c *checker, tools []byte) {
	seen := make(map[string]bool)
	for at, tool := range member("tools").elements(tools) {
		if v := scan.Get(tool, "name"); kindOf(tool) == "function" && scan.KindOf(v) == scan.String {
			name := scan.Text(v)
			if seen[name] {
				c.fault(at.key("name"), schema.Excerpt(v)+" is the name of another function tool too, names must be unique")
			}
			seen[name] = true
		}
	}
}

// offer is the set of tools that tool_choice may name.
type offer struct{ kinds, names map[string]bool }

// offered collects the tools of a request: those in tools, in namespaces, and
// in additional_tools items.
func offered(tools, input []byte) offer {
	o := offer{kinds: map[string]bool{}, names: map[string]bool{}}
	o.add(tools)
	for tools := range additional(input) {
		o.add(tools)
	}
	return o
}

// additional yields the lists of tools in additional_tools items.
func additional(input []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, item := range scan.Elements(input) {
			if kindOf(item) == "additional_tools" && !yield(scan.Get(item, "tools")) {
				return
			}
		}
	}
}

// parameters: those of a function must be a JSON Schema.
func parameters(c *checker, tools []byte) {
	for at, tool := range member("tools").elements(tools) {
		if v := scan.Get(tool, "parameters"); kindOf(tool) == "function" && scan.KindOf(v) == scan.Object {
			checkSchema(c, at.key("parameters"), v)
		}
	}
}

func (o offer) add(tools []byte) {
	for _, tool := range scan.Elements(tools) {
		o.one(tool)
		if kindOf(tool) != "namespace" {
			continue
		}
		for _, inner := range scan.Elements(scan.Get(tool, "tools")) {
			o.one(inner)
		}
	}
}

func (o offer) one(tool []byte) {
	kind := kindOf(tool)
	o.kinds[kind] = true
	if name := scan.Get(tool, "name"); scan.KindOf(name) == scan.String {
		o.names[kind+" "+scan.Text(name)] = true
	}
}

// choice: a tool that must be called must be there.
func choice(c *checker, v []byte, o offer) {
	if scan.KindOf(v) != scan.Object {
		return
	}
	at := member("tool_choice")
	switch kindOf(v) {
	case "auto", "none", "required": // the words, written as objects, name no tool
		return
	case "allowed_tools":
	default:
		named(c, at, v, o)
		return
	}
	for at, tool := range at.key("tools").elements(scan.Get(v, "tools")) {
		named(c, at, tool, o)
	}
}

func named(c *checker, at *path, v []byte, o offer) {
	kind, name := kindOf(v), scan.Get(v, "name")
	switch {
	case kind == "":
	case scan.KindOf(name) == scan.String && (kind == "function" || kind == "custom"):
		if !o.names[kind+" "+scan.Text(name)] {
			c.fault(at.key("name"), schema.Excerpt(name)+" is not a tool of this request")
		}
	case !o.kinds[kind]:
		c.fault(at.key("type"), schema.Excerpt(scan.Get(v, "type"))+" is not a tool of this request")
	}
}

// orphanOutputs: the output of a call needs the call that it names. It need not name one: clients
// add outputs that answer no call.
func orphanOutputs(c *checker, input []byte) {
	if scan.KindOf(input) != scan.Array {
		return
	}
	calls := make(map[string]bool)
	for _, item := range scan.Elements(input) {
		if id := scan.Get(item, "call_id"); kindOf(item) == "function_call" && scan.KindOf(id) == scan.String {
			calls[scan.Text(id)] = true
		}
	}
	for n, item := range scan.Indexed(input) {
		if kindOf(item) == "function_call_output" {
			at, id := member("input").at(n).key("call_id"), scan.Get(item, "call_id")
			switch {
			case scan.IsNull(id):
			case scan.KindOf(id) != scan.String:
				c.fault(at, "must be the call_id of a function_call in input")
			case !calls[scan.Text(id)]:
				c.fault(at, schema.Excerpt(id)+" matches no function_call in input")
			}
		}
	}
}
