package translate

import (
	"encoding/json"
	"slices"
	"strconv"

	"gatehouse/client/scan"
)

// system translates Anthropic's system prompt. A plain text becomes instructions; parts,
// which may have cache breakpoints, a message.
func (t *T) system(v Value) {
	if !v.There() {
		return
	}
	if text, plain := t.plainText(v); plain {
		t.Instructions = text.Raw
		return
	}
	t.Say("system", v)
}

// plainText returns the text of content that holds nothing else.
func (t *T) plainText(content Value) (text Value, plain bool) {
	if content.Kind() == scan.String {
		return content, true
	}
	n := 0
	for e := range content.Elements() {
		if n++; n > 1 {
			return Value{}, false
		}
		for m := range scan.Members(e.Raw) {
			if m.Key != "text" && m.Key != "type" {
				return Value{}, false
			}
		}
		if string(scan.Get(e.Raw, "type")) == `"text"` {
			text.Raw = scan.Get(e.Raw, "text")
		}
	}
	return text, text.Kind() == scan.String
}

// Message translates one message. The first one, of the system, becomes instructions.
func (t *T) Message(v Value, first bool) {
	o := t.Open(v)
	if v.Kind() != scan.Object {
		t.Lose(v, "not a message")
		return
	}
	role := o.Take("role")
	if word := role.Text(); word != "assistant" && word != "tool" && word != "function" && !o.Peek("content").There() {
		t.Lose(v, "a message without content")
		return
	}
	switch word := role.Text(); word {
	case "":
		t.Lose(v, "a message without a role")
		return
	case "assistant":
		t.assistant(o)
	case "tool", "function":
		t.toolMessage(o, word == "function")
	case "system", "developer":
		content := o.Take("content")
		if text, plain := t.plainText(content); plain && first {
			t.Instructions = text.Raw
		} else {
			t.Say(word, content)
		}
	default:
		t.blocks(word, o.Take("content"))
	}
	t.Rest(o)
}

// Say adds a message of what a content says.
func (t *T) Say(role string, content Value) {
	switch {
	case content.Kind() == scan.String:
		t.Add("message", "role", scan.Quote(role), "content", content.Raw)
	case !content.There():
	default:
		t.blocks(role, content)
	}
}

// Add adds an input item.
func (t *T) Add(kind string, members ...any) {
	t.items = append(t.items, scan.MakeObject(append([]any{"type", scan.Quote(kind)}, members...)...))
}

// blocks translates the parts of a message. Reasoning, calls and outputs among them are
// items of their own.
func (t *T) blocks(role string, content Value) {
	if content.Kind() == scan.String {
		t.Say(role, content)
		return
	}
	said, flushed := []json.RawMessage{}, false
	flush := func() {
		if len(said) > 0 {
			t.Add("message", "role", scan.Quote(role), "content", scan.MakeArray(said))
			said = nil
		}
		flushed = true
	}
	for v := range t.List(content) {
		o := t.Open(v)
		switch o.Peek("type").Word() {
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
	if len(said) > 0 || !flushed && content.Hollow() && content.There() {
		t.Add("message", "role", scan.Quote(role), "content", scan.MakeArray(said))
	}
}

// assistant translates what a model said: what it reasoned, its text, its calls.
func (t *T) assistant(o *Object) {
	t.reasoned(o)
	content := o.Take("content")
	if refusal := o.Take("refusal"); !refusal.Hollow() {
		if content.There() {
			t.Say("assistant", content)
		}
		t.Add("message", "role", scan.Quote("assistant"), "content", scan.MakeArray([]json.RawMessage{
			scan.MakeObject("type", scan.Quote("refusal"), "refusal", refusal.Raw),
		}))
	} else if !content.Is(`""`) || !o.Peek("tool_calls").There() {
		t.Say("assistant", content)
	}
	for c := range t.List(o.Take("tool_calls")) {
		t.ToolCall(t.Open(c))
	}
	if c := o.Take("function_call"); c.There() {
		in := t.Open(c)
		t.legacy = "call_" + strconv.Itoa(len(t.items)+1)
		t.Called(in, Value{Raw: scan.Quote(t.legacy)}, in.Take("arguments"))
		t.Rest(in)
	}
	if citations := o.Take("annotations"); !citations.Hollow() {
		t.Lose(citations, "citations of an earlier answer are left out")
	}
}

// ToolCall translates one of the tool_calls of chat completions.
func (t *T) ToolCall(o *Object) {
	id := o.Take("id")
	o.TakeKind("index", scan.Number) // their order says it
	if kind := o.Take("type"); kind.There() && kind.Word() != "function" && kind.Word() != "custom" {
		t.Lose(o.Whole, "no such call in /responses")
		return
	}
	if custom := o.Peek("custom"); custom.Kind() == scan.Object {
		in := t.Open(o.Take("custom"))
		name, input := in.Take("name"), in.Take("input")
		t.calls[id.Text()] = call{name.Text(), true}
		t.Add("custom_tool_call", members("call_id", id, "name", name, "input", input)...)
		t.Rest(in)
	} else if o.Peek("function").Kind() == scan.Object {
		in := t.Open(o.Take("function"))
		t.Called(in, id, in.Take("arguments"))
		t.Rest(in)
	} else {
		t.Lose(o.Whole, "not a call of a function")
		return
	}
	t.Rest(o)
}

// toolUse translates a call in the form of Anthropic messages.
func (t *T) toolUse(o *Object) {
	o.Take("type")
	t.Called(o, o.Take("id"), o.Take("input"))
	t.Rest(o)
}

// CallID is the id of a call of a tool. APIs need not give one: then it is made.
func (t *T) CallID(id Value, tool string) Value {
	if !id.There() {
		t.made++
		id.Raw = scan.Quote("call_" + strconv.Itoa(t.made))
	}
	t.waiting[tool] = append(t.waiting[tool], id.Raw)
	return id
}

// OutputID is the id of what a tool returned: where it has none, that of the oldest call of
// the tool that nothing was returned for.
func (t *T) OutputID(id Value, tool string) Value {
	calls := t.waiting[tool]
	if !id.There() && len(calls) > 0 {
		id.Raw = calls[0]
	}
	t.waiting[tool] = slices.DeleteFunc(calls, func(call json.RawMessage) bool { return string(call) == string(id.Raw) })
	return id
}

// Called adds a call of the function that an object names. Arguments that are no string are written as one.
func (t *T) Called(o *Object, id, arguments Value) {
	name := o.Take("name")
	t.calls[id.Text()] = call{name: name.Text()}
	switch {
	case !arguments.There():
		arguments.Raw = scan.Quote("{}")
	case arguments.Kind() != scan.String:
		arguments.Raw = scan.Quote(string(arguments.Raw))
	}
	t.Add("function_call", members("call_id", id, "name", name, "arguments", arguments)...)
}

// members lists those members that are there.
func members(pairs ...any) (list []any) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if v, ok := pairs[i+1].(Value); ok && v.There() {
			list = append(list, pairs[i], v.Raw)
		}
	}
	return list
}

// toolMessage translates what a tool returned, in the form of chat completions.
func (t *T) toolMessage(o *Object, legacy bool) {
	id, name := o.Take("tool_call_id"), o.Peek("name")
	if legacy && !id.There() && t.legacy != "" {
		id.Raw = scan.Quote(t.legacy)
	}
	if of, known := t.calls[id.Text()]; known && of.name == name.Text() {
		o.Take("name") // its call has it
	}
	t.Returned(id, t.output(o.Take("content"), Value{}))
}

// toolResult translates what a tool returned, in the form of Anthropic messages.
func (t *T) toolResult(o *Object) {
	o.Take("type")
	id, content, cached := o.Take("tool_use_id"), o.Take("content"), o.Take("cache_control")
	if failed := o.Take("is_error"); failed.There() && !happensAnyway("is_error", failed) {
		t.Lose(failed, "/responses does not mark a failed call; the output text may say so")
	}
	t.Returned(id, t.output(content, cached))
	t.Rest(o)
}

// Returned adds the output of a call.
func (t *T) Returned(id Value, output json.RawMessage) {
	kind := "function_call_output"
	if t.calls[id.Text()].custom {
		kind = "custom_tool_call_output"
	}
	t.Add(kind, append(members("call_id", id), "output", output)...)
}

// output writes what a tool returned. A cache breakpoint behind it goes to its last part.
func (t *T) output(v, cached Value) json.RawMessage {
	var parts []json.RawMessage
	switch v.Kind() {
	case scan.Array:
		for e := range v.Elements() {
			parts = append(parts, t.part(e, false)...)
		}
	case scan.String:
		if !cached.There() {
			return v.Raw
		}
		parts = []json.RawMessage{scan.MakeObject("type", scan.Quote("input_text"), "text", v.Raw)}
	default:
		if !v.There() {
			return scan.Quote("")
		}
		return scan.Quote(string(v.Raw))
	}
	if n := len(parts); cached.There() && n > 0 && scan.Get(parts[n-1], "cache_control") == nil {
		last := parts[n-1]
		parts[n-1] = append(append(last[:len(last)-1:len(last)-1], `,"cache_control":`...), append(cached.Raw[:len(cached.Raw):len(cached.Raw)], '}')...)
	} else if cached.There() {
		t.Lose(cached, "no part of the output that could have a cache breakpoint")
	}
	return scan.MakeArray(parts)
}
