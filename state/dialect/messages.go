package dialect

import (
	"gatehouse/client/scan"
	"gatehouse/state/dialect/translate"
)

// Messages reads a body with a list of messages: chat completions, or Anthropic
// messages. One reader serves both, also for servers that mix them; which of the
// two it is only gives the body its name. It is a RequestReader.
func (r *Reader) Messages(top Object) bool {
	list := top.Get("messages")
	if list.Kind() != scan.Array {
		return false
	}
	r.Body.Dialect = Chat
	if system := top.Get("system"); system.There() {
		r.Body.Dialect = Anthropic
		r.Holds(system)
		r.Add(System, r.Content(system)...)
	}
	if top.Has("anthropic_version") {
		r.Body.Dialect = Anthropic
	}
	r.Holds(list)
	for m := range list.Elements() {
		if r.Full() {
			return true
		}
		r.message(m)
	}
	return true
}

// message reads one message: what the model thought, what was said, the calls.
func (r *Reader) message(v translate.Value) {
	if v.Kind() != scan.Object {
		r.Add("", Whole(Other, "", v))
		return
	}
	o := r.Object(v)
	role := RoleOf(o.Get("role").Text())
	if thought := o.First("reasoning_content", "reasoning"); thought.There() {
		r.Add(role, Said(Thought, thought))
	} else {
		r.Add(role, As(Thought, "", r.Content(o.Get("reasoning_details")))...)
	}
	switch body := o.Get("content"); {
	case role == Tool:
		r.Add(Tool, Marked(r.Output(o.Get("tool_call_id").Text(), body), o)...)
	case body.Kind() == scan.Array:
		r.blocks(role, body)
	default:
		r.Add(role, Marked(r.Content(body), o)...)
	}
	r.Add(role, Said(Text, o.Get("refusal")))
	for c := range o.Get("tool_calls").Elements() {
		r.toolCall(c)
	}
	if legacy := o.Get("function_call"); legacy.Kind() == scan.Object {
		f := r.Object(legacy)
		r.Add(Assistant, Called(legacy, f.Get("name").Text(), "", f.Get("arguments")))
	}
}

// toolCall reads one of the tool_calls of chat completions.
func (r *Reader) toolCall(v translate.Value) {
	o := r.Object(v)
	f := r.Object(o.First("function", "custom"))
	r.Add(Assistant, Called(v, f.Get("name").Text(), o.Get("id").Text(), f.First("arguments", "input")))
}

// blocks reads a list of content blocks, of which calls and outputs are messages
// of their own, as in a Responses body.
func (r *Reader) blocks(role string, list translate.Value) {
	var said []Part
	flush := func() {
		r.Add(role, said...)
		said = nil
	}
	for v := range list.Elements() {
		if r.Full() {
			break
		}
		o := r.Object(v)
		switch o.Get("type").Text() {
		case "tool_use":
			flush()
			r.Body.Dialect = Anthropic
			r.Add(Assistant, Marked([]Part{Called(v, o.Get("name").Text(), o.Get("id").Text(), o.Get("input"))}, o)...)
		case "tool_result":
			flush()
			r.Body.Dialect = Anthropic
			r.Add(Tool, Marked(r.Output(o.Get("tool_use_id").Text(), o.Get("content")), o)...)
		default:
			if said = append(said, r.ContentPart(v)); len(said) > maxParts {
				flush()
			}
		}
	}
	flush()
}
