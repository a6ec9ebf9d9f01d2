package dialect

import (
	"gatehouse/client/scan"
)

// messages reads a body with a list of messages: chat completions, or Anthropic
// messages. One reader serves both, also for servers that mix them; which of the
// two it is only gives the body its name.
func (r *reader) messages(top object, list value) {
	r.body.Dialect = Chat
	if system := top.get("system"); system.there() {
		r.body.Dialect = Anthropic
		r.holds(system)
		r.add(System, r.content(system)...)
	}
	if top.has("anthropic_version") {
		r.body.Dialect = Anthropic
	}
	r.holds(list)
	for m := range list.elements() {
		if r.full() {
			return
		}
		r.message(m)
	}
}

// message reads one message: what the model thought, what was said, the calls.
func (r *reader) message(v value) {
	if v.kind() != scan.Object {
		r.add("", whole(Other, "", v))
		return
	}
	o := r.object(v)
	role := roleOf(o.get("role").text())
	if thought := o.first("reasoning_content", "reasoning"); thought.there() {
		r.add(role, part(Thought, thought))
	} else {
		r.add(role, as(Thought, "", r.content(o.get("reasoning_details")))...)
	}
	switch body := o.get("content"); {
	case role == Tool:
		r.add(Tool, marked(r.output(o.get("tool_call_id").text(), body), o)...)
	case body.kind() == scan.Array:
		r.blocks(role, body)
	default:
		r.add(role, marked(r.content(body), o)...)
	}
	r.add(role, part(Text, o.get("refusal")))
	for c := range o.get("tool_calls").elements() {
		r.toolCall(c)
	}
	if legacy := o.get("function_call"); legacy.kind() == scan.Object {
		f := r.object(legacy)
		r.add(Assistant, call(legacy, f.get("name").text(), "", f.get("arguments")))
	}
}

// toolCall reads one of the tool_calls of chat completions.
func (r *reader) toolCall(v value) {
	o := r.object(v)
	f := r.object(o.first("function", "custom"))
	r.add(Assistant, call(v, f.get("name").text(), o.get("id").text(), f.first("arguments", "input")))
}

// blocks reads a list of content blocks, of which calls and outputs are messages
// of their own, as in a Responses body.
func (r *reader) blocks(role string, list value) {
	var said []Part
	flush := func() {
		r.add(role, said...)
		said = nil
	}
	for v := range list.elements() {
		if r.full() {
			break
		}
		o := r.object(v)
		switch o.get("type").text() {
		case "tool_use":
			flush()
			r.body.Dialect = Anthropic
			r.add(Assistant, marked([]Part{call(v, o.get("name").text(), o.get("id").text(), o.get("input"))}, o)...)
		case "tool_result":
			flush()
			r.body.Dialect = Anthropic
			r.add(Tool, marked(r.output(o.get("tool_use_id").text(), o.get("content")), o)...)
		default:
			if said = append(said, r.contentPart(v)); len(said) > maxParts {
				flush()
			}
		}
	}
	flush()
}
