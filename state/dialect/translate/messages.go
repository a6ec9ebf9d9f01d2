package translate

import (
	"encoding/json"
	"strconv"

	"gatehouse/client/scan"
)

// system translates Anthropic's system prompt. A plain text becomes instructions; parts,
// which may have cache breakpoints, a message.
func (t *translator) system(v value) {
	if !v.there() {
		return
	}
	if text, plain := t.plainText(v); plain {
		t.instructions = text.raw
		return
	}
	t.say("system", v)
}

// plainText returns the text of content that holds nothing else.
func (t *translator) plainText(content value) (text value, plain bool) {
	if content.kind() == scan.String {
		return content, true
	}
	n := 0
	for e := range content.elements() {
		if n++; n > 1 {
			return value{}, false
		}
		for m := range scan.Members(e.raw) {
			if m.Key != "text" && m.Key != "type" {
				return value{}, false
			}
		}
		if string(scan.Get(e.raw, "type")) == `"text"` {
			text.raw = scan.Get(e.raw, "text")
		}
	}
	return text, text.kind() == scan.String
}

// message translates one message. The first one, of the system, becomes instructions.
func (t *translator) message(v value, first bool) {
	o := t.open(v)
	if v.kind() != scan.Object {
		t.lose(v, "not a message")
		return
	}
	role := o.take("role")
	if word := role.text(); word != "assistant" && word != "tool" && word != "function" && !o.peek("content").there() {
		t.lose(v, "a message without content")
		return
	}
	switch word := role.text(); word {
	case "":
		t.lose(v, "a message without a role")
		return
	case "assistant":
		t.assistant(o)
	case "tool", "function":
		t.toolMessage(o, word == "function")
	case "system", "developer":
		content := o.take("content")
		if text, plain := t.plainText(content); plain && first {
			t.instructions = text.raw
		} else {
			t.say(word, content)
		}
	default:
		t.blocks(word, o.take("content"))
	}
	t.rest(o)
}

// say adds a message of what a content says.
func (t *translator) say(role string, content value) {
	switch {
	case content.kind() == scan.String:
		t.add("message", "role", scan.Quote(role), "content", content.raw)
	case !content.there():
	default:
		t.blocks(role, content)
	}
}

// add adds an input item.
func (t *translator) add(kind string, members ...any) {
	t.items = append(t.items, scan.MakeObject(append([]any{"type", scan.Quote(kind)}, members...)...))
}

// blocks translates the parts of a message. Reasoning, calls and outputs among them are
// items of their own.
func (t *translator) blocks(role string, content value) {
	if content.kind() == scan.String {
		t.say(role, content)
		return
	}
	said, flushed := []json.RawMessage{}, false
	flush := func() {
		if len(said) > 0 {
			t.add("message", "role", scan.Quote(role), "content", scan.MakeArray(said))
			said = nil
		}
		flushed = true
	}
	for v := range t.list(content) {
		o := t.open(v)
		switch o.peek("type").word() {
		case "tool_use":
			flush()
			t.toolUse(o)
		case "tool_result":
			flush()
			t.toolResult(o)
		case "thinking", "redacted_thinking":
			flush()
			t.thought(o)
		default:
			said = append(said, t.part(v, role == "assistant")...)
		}
	}
	if len(said) > 0 || !flushed && content.hollow() && content.there() {
		t.add("message", "role", scan.Quote(role), "content", scan.MakeArray(said))
	}
}

// assistant translates what a model said: what it reasoned, its text, its calls.
func (t *translator) assistant(o *object) {
	t.reasoned(o)
	content := o.take("content")
	if refusal := o.take("refusal"); !refusal.hollow() {
		if content.there() {
			t.say("assistant", content)
		}
		t.add("message", "role", scan.Quote("assistant"), "content", scan.MakeArray([]json.RawMessage{
			scan.MakeObject("type", scan.Quote("refusal"), "refusal", refusal.raw),
		}))
	} else if !content.is(`""`) || !o.peek("tool_calls").there() {
		t.say("assistant", content)
	}
	for c := range t.list(o.take("tool_calls")) {
		t.toolCall(t.open(c))
	}
	if c := o.take("function_call"); c.there() {
		in := t.open(c)
		t.legacy = "call_" + strconv.Itoa(len(t.items)+1)
		t.called(in, value{raw: scan.Quote(t.legacy)}, in.take("arguments"))
		t.rest(in)
	}
	if citations := o.take("annotations"); !citations.hollow() {
		t.lose(citations, "citations of an earlier answer are left out")
	}
}

// toolCall translates one of the tool_calls of chat completions.
func (t *translator) toolCall(o *object) {
	id := o.take("id")
	o.takeKind("index", scan.Number) // their order says it
	if kind := o.take("type"); kind.there() && kind.word() != "function" && kind.word() != "custom" {
		t.lose(o.whole, "no such call in /responses")
		return
	}
	if custom := o.peek("custom"); custom.kind() == scan.Object {
		in := t.open(o.take("custom"))
		name, input := in.take("name"), in.take("input")
		t.calls[id.text()] = call{name.text(), true}
		t.add("custom_tool_call", members("call_id", id, "name", name, "input", input)...)
		t.rest(in)
	} else if o.peek("function").kind() == scan.Object {
		in := t.open(o.take("function"))
		t.called(in, id, in.take("arguments"))
		t.rest(in)
	} else {
		t.lose(o.whole, "not a call of a function")
		return
	}
	t.rest(o)
}

// toolUse translates a call in the form of Anthropic messages.
func (t *translator) toolUse(o *object) {
	o.take("type")
	t.called(o, o.take("id"), o.take("input"))
	t.rest(o)
}

// called adds a call. Arguments that are no string are written as one.
func (t *translator) called(o *object, id, arguments value) {
	name := o.take("name")
	t.calls[id.text()] = call{name: name.text()}
	switch {
	case !arguments.there():
		arguments.raw = scan.Quote("{}")
	case arguments.kind() != scan.String:
		arguments.raw = scan.Quote(string(arguments.raw))
	}
	t.add("function_call", members("call_id", id, "name", name, "arguments", arguments)...)
}

// members lists those members that are there.
func members(pairs ...any) (list []any) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if v, ok := pairs[i+1].(value); ok && v.there() {
			list = append(list, pairs[i], v.raw)
		}
	}
	return list
}

// toolMessage translates what a tool returned, in the form of chat completions.
func (t *translator) toolMessage(o *object, legacy bool) {
	id, name := o.take("tool_call_id"), o.peek("name")
	if legacy && !id.there() && t.legacy != "" {
		id.raw = scan.Quote(t.legacy)
	}
	if of, known := t.calls[id.text()]; known && of.name == name.text() {
		o.take("name") // its call has it
	}
	t.returned(id, t.output(o.take("content"), value{}))
}

// toolResult translates what a tool returned, in the form of Anthropic messages.
func (t *translator) toolResult(o *object) {
	o.take("type")
	id, content, cached := o.take("tool_use_id"), o.take("content"), o.take("cache_control")
	if failed := o.take("is_error"); failed.there() && !happensAnyway("is_error", failed) {
		t.lose(failed, "/responses does not mark a failed call; the output text may say so")
	}
	t.returned(id, t.output(content, cached))
	t.rest(o)
}

// returned adds the output of a call.
func (t *translator) returned(id value, output json.RawMessage) {
	kind := "function_call_output"
	if t.calls[id.text()].custom {
		kind = "custom_tool_call_output"
	}
	t.add(kind, append(members("call_id", id), "output", output)...)
}

// output writes what a tool returned. A cache breakpoint behind it goes to its last part.
func (t *translator) output(v, cached value) json.RawMessage {
	var parts []json.RawMessage
	switch v.kind() {
	case scan.Array:
		for e := range v.elements() {
			parts = append(parts, t.part(e, false)...)
		}
	case scan.String:
		if !cached.there() {
			return v.raw
		}
		parts = []json.RawMessage{scan.MakeObject("type", scan.Quote("input_text"), "text", v.raw)}
	default:
		if !v.there() {
			return scan.Quote("")
		}
		return scan.Quote(string(v.raw))
	}
	if n := len(parts); cached.there() && n > 0 && scan.Get(parts[n-1], "cache_control") == nil {
		last := parts[n-1]
		parts[n-1] = append(append(last[:len(last)-1:len(last)-1], `,"cache_control":`...), append(cached.raw[:len(cached.raw):len(cached.raw)], '}')...)
	} else if cached.there() {
		t.lose(cached, "no part of the output that could have a cache breakpoint")
	}
	return scan.MakeArray(parts)
}
