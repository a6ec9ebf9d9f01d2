package dialect

import (
	"strings"

	"gatehouse/client/scan"
)

// responses reads a Responses body: instructions and input.
func (r *reader) responses(top object) {
	r.body.Dialect = Responses
	instructions, input := top.get("instructions"), top.get("input")
	r.holds(instructions)
	r.holds(input)
	if instructions.kind() == scan.Array {
		r.items(instructions)
	} else {
		r.add(System, part(Text, instructions))
	}
	if input.kind() == scan.Array {
		r.items(input)
	} else {
		r.add(User, part(Text, input))
	}
}

func (r *reader) items(list value) {
	for item := range list.elements() {
		if r.full() {
			return
		}
		r.item(item)
	}
}

func (r *reader) item(v value) {
	if v.kind() == scan.String { // a list of strings, as other servers take it
		r.add(User, part(Text, v))
		return
	}
	o := r.object(v)
	name := o.get("type").text()
	switch id := o.get("call_id").text(); {
	case name == "message", name == "" && o.has("content"):
		r.add(o.get("role").text(), marked(r.content(o.get("content")), o)...)
	case name == "function_call", name == "custom_tool_call":
		r.add(Assistant, call(v, o.get("name").text(), id, o.first("arguments", "input")))
	case name == "reasoning":
		r.add(Assistant, r.thoughts(o)...)
	case strings.HasSuffix(name, "_call_output"):
		r.add(Tool, marked(r.output(id, o.get("output")), o)...)
	default:
		r.add("", whole(Other, name, v))
	}
}

// thoughts reads a reasoning item: its texts, else what is encrypted.
func (r *reader) thoughts(o object) []Part {
	parts := as(Thought, "", append(r.content(o.get("summary")), r.content(o.get("content"))...))
	if len(parts) == 0 {
		parts = []Part{part(Thought, o.get("encrypted_content"))}
	}
	return parts
}
