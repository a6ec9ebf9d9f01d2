package intake

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/sjson"

	"gatehouse/client/scan"
)

// messages returns what was asked and what was answered, as messages and choices of chat
// completions; nil for what the span does not hold. The conventions changed: they are in
// attributes, before in events of the span, before that in one attribute for each member.
func (s span) messages() (asked, choices []json.RawMessage) {
	ask := func(list ...json.RawMessage) {
		for _, m := range list {
			asked = append(asked, chatMessages(m)...)
		}
	}
	answer := func(list ...json.RawMessage) {
		for _, m := range list {
			choices = append(choices, choice(len(choices), m, scan.Text(scan.Get(m, "finish_reason"))))
		}
	}
	for _, m := range s.list("gen_ai.system_instructions") {
		ask(scan.MakeObject("role", scan.Quote("system"), "parts", scan.MakeArray([]json.RawMessage{m})))
	}
	ask(s.list("gen_ai.input.messages", "gen_ai.prompt")...)
	answer(s.list("gen_ai.output.messages", "gen_ai.completion")...)
	for _, e := range scan.Elements(scan.Get(s.raw, "events")) {
		of := span{e, attributesOf(e)}
		body := of.structured("gen_ai.event.content", "event.body")
		if body == nil {
			body = of.object()
		}
		switch name := scan.Text(scan.Get(e, "name")); name {
		case "gen_ai.content.prompt":
			ask(of.list("gen_ai.prompt")...)
		case "gen_ai.content.completion":
			answer(of.list("gen_ai.completion")...)
		case "gen_ai.choice":
			m := scan.Get(body, "message")
			if scan.KindOf(m) != scan.Object {
				m = body
			}
			choices = append(choices, choice(len(choices), m, scan.Text(scan.Get(body, "finish_reason"))))
		default:
			role, isMessage := strings.CutSuffix(strings.TrimPrefix(name, "gen_ai."), ".message")
			if !isMessage || role == name {
				continue
			}
			if scan.Get(body, "role") == nil {
				body = withMember(body, "role", scan.Quote(role))
			}
			ask(body)
		}
	}
	if asked == nil {
		ask(s.numbered("gen_ai.prompt")...)
	}
	if choices == nil {
		answer(s.numbered("gen_ai.completion")...)
	}
	return asked, choices
}

// list returns the value of the first of some attributes: the elements of a list, or a single value.
// A text is a message.
func (s span) list(names ...string) []json.RawMessage {
	v := s.structured(names...)
	switch scan.KindOf(v) {
	case scan.Array:
		return scan.List(v)
	case scan.Object:
		return []json.RawMessage{v}
	}
	for _, name := range names {
		if v := s.attributes[name]; scan.KindOf(v) == scan.String {
			return []json.RawMessage{v}
		}
	}
	return nil
}

// object returns the attributes as one object, in the order of a message.
func (s span) object() json.RawMessage {
	var members []any
	for _, name := range []string{"role", "content", "tool_calls", "id", "finish_reason", "message"} {
		if v := s.attributes[name]; v != nil {
			if structured := s.structured(name); structured != nil {
				v = structured
			}
			members = append(members, name, v)
		}
	}
	return scan.MakeObject(members...)
}

// numbered returns messages whose members are separate attributes, as OpenLLMetry writes them:
// gen_ai.prompt.0.role.
func (s span) numbered(prefix string) (list []json.RawMessage) {
	for n := 0; ; n++ {
		var members []any
		at := fmt.Sprintf("%s.%d.", prefix, n)
		for _, name := range []string{"role", "content", "finish_reason", "tool_call_id"} {
			if v := s.attributes[at+name]; v != nil {
				members = append(members, name, v)
			}
		}
		var calls []json.RawMessage
		for i := 0; s.attributes[fmt.Sprintf("%stool_calls.%d.name", at, i)] != nil; i++ {
			of := func(name string) string {
				return scan.AnyText(s.attributes[fmt.Sprintf("%stool_calls.%d.%s", at, i, name)])
			}
			calls = append(calls, call(of("id"), of("name"), of("arguments")))
		}
		if calls != nil {
			members = append(members, "tool_calls", scan.MakeArray(calls))
		}
		if members == nil {
			return list
		}
		list = append(list, scan.MakeObject(members...))
	}
}

// chatMessages returns a message of the conventions as messages of chat completions, one for each
// result of a tool. One without parts is copied; a text is the user's.
func chatMessages(m []byte) (list []json.RawMessage) {
	if scan.KindOf(m) == scan.String {
		return []json.RawMessage{scan.MakeObject("role", scan.Quote("user"), "content", json.RawMessage(m))}
	}
	parts := scan.Get(m, "parts")
	if scan.KindOf(parts) != scan.Array {
		return []json.RawMessage{m}
	}
	members := []any{"role", scan.Quote(scan.Text(scan.Get(m, "role")))}
	var texts, content, calls []json.RawMessage
	var thought []string
	for _, p := range scan.Elements(parts) {
		if scan.KindOf(p) == scan.String {
			p = scan.MakeObject("type", scan.Quote("text"), "content", json.RawMessage(p))
		}
		text := scan.Get(p, "content")
		switch scan.Text(scan.Get(p, "type")) {
		case "text":
			texts = append(texts, text)
			content = append(content, scan.MakeObject("type", scan.Quote("text"), "text", orNull(text)))
		case "reasoning":
			thought = append(thought, scan.Text(text))
		case "tool_call":
			calls = append(calls, call(scan.AnyText(scan.Get(p, "id")), scan.Text(scan.Get(p, "name")), scan.AnyText(scan.Get(p, "arguments"))))
		case "tool_call_response":
			out := scan.Get(p, "response")
			if out == nil {
				out = scan.Get(p, "result")
			}
			list = append(list, scan.MakeObject("role", scan.Quote("tool"), "tool_call_id", scan.Quote(scan.AnyText(scan.Get(p, "id"))), "content", scan.Quote(scan.AnyText(out))))
		default:
			content = append(content, json.RawMessage(p))
		}
	}
	switch {
	case len(content) == 1 && len(texts) == 1:
		members = append(members, "content", orNull(texts[0]))
	case len(content) > 0:
		members = append(members, "content", scan.MakeArray(content))
	case calls != nil:
		members = append(members, "content", json.RawMessage("null"))
	}
	if thought != nil {
		members = append(members, "reasoning_content", scan.Quote(strings.Join(thought, "\n\n")))
	}
	if calls != nil {
		members = append(members, "tool_calls", scan.MakeArray(calls))
	}
	if len(members) > 2 || len(list) == 0 {
		list = append([]json.RawMessage{scan.MakeObject(members...)}, list...)
	}
	return list
}

// call returns a call of a tool.
func call(id, name, arguments string) json.RawMessage {
	return scan.MakeObject("id", scan.Quote(id), "type", scan.Quote("function"),
		"function", scan.MakeObject("name", scan.Quote(name), "arguments", scan.Quote(arguments)))
}

// choice returns an answer. The conventions write tool_call for what the API calls tool_calls.
func choice(n int, m []byte, finish string) json.RawMessage {
	if scan.KindOf(m) == scan.String {
		m = scan.MakeObject("content", json.RawMessage(m))
	}
	message := chatMessages(m)[0]
	if role := scan.Text(scan.Get(message, "role")); role == "" {
		message = withMember(message, "role", scan.Quote("assistant"))
	}
	if finish == "tool_call" {
		finish = "tool_calls"
	}
	reason := json.RawMessage("null")
	if finish != "" {
		reason = scan.Quote(finish)
	}
	return scan.MakeObject("index", json.RawMessage(strconv.Itoa(n)), "message", message, "finish_reason", reason)
}

func orNull(v []byte) json.RawMessage {
	if len(v) == 0 {
		return json.RawMessage("null")
	}
	return v
}

// withMember returns an object with one more member, in front.
func withMember(object []byte, name string, value []byte) json.RawMessage {
	members := []any{name, value}
	for m := range scan.Members(object) {
		if m.Key != name {
			members = append(members, m.Key, json.RawMessage(m.Value))
		}
	}
	return scan.MakeObject(members...)
}

// settings are the members of a request that the conventions have attributes for.
var settings = [][2]string{
	{"temperature", "gen_ai.request.temperature"}, {"top_p", "gen_ai.request.top_p"}, {"top_k", "gen_ai.request.top_k"},
	{"max_tokens", "gen_ai.request.max_tokens"}, {"stop", "gen_ai.request.stop_sequences"}, {"seed", "gen_ai.request.seed"},
	{"frequency_penalty", "gen_ai.request.frequency_penalty"}, {"presence_penalty", "gen_ai.request.presence_penalty"}, {"n", "gen_ai.request.choice.count"},
}

// request returns the body of the request.
func (s span) request(model string, asked []json.RawMessage) []byte {
	members := []any{"model", scan.Quote(model), "messages", scan.MakeArray(asked)}
	if tools := s.structured("gen_ai.tool.definitions"); tools != nil {
		members = append(members, "tools", tools)
	}
	for _, one := range settings {
		if v := s.attributes[one[1]]; v != nil {
			members = append(members, one[0], v)
		}
	}
	return scan.MakeObject(members...)
}

// response returns the body of the answer.
func (s span) response(choices []json.RawMessage) []byte {
	if reasons := s.structured("gen_ai.response.finish_reasons"); reasons != nil {
		for i, reason := range scan.Indexed(reasons) {
			if i < len(choices) && scan.IsNull(scan.Get(choices[i], "finish_reason")) {
				choices[i] = choice(i, scan.Get(choices[i], "message"), scan.Text(reason))
			}
		}
	}
	var members []any
	if id := s.text("gen_ai.response.id"); id != "" {
		members = append(members, "id", scan.Quote(id))
	}
	members = append(members, "object", scan.Quote("chat.completion"))
	if model := s.text("gen_ai.response.model"); model != "" {
		members = append(members, "model", scan.Quote(model))
	}
	members = append(members, "choices", scan.MakeArray(choices))
	var usage []byte
	for _, count := range usageAttributes {
		for _, name := range count.names {
			if v := s.attributes["gen_ai.usage."+name]; scan.KindOf(v) == scan.Number {
				usage, _ = sjson.SetRawBytes(usage, count.member, v) // the path is one
				break
			}
		}
	}
	if usage != nil {
		members = append(members, "usage", json.RawMessage(usage))
	}
	return scan.MakeObject(members...)
}

// usageAttributes are the attributes of a span that count tokens, after gen_ai.usage., and the member of
// a chat completion's usage that each is read as. The conventions call a cache's write both ways
// (https://github.com/open-telemetry/semantic-conventions-genai).
var usageAttributes = []struct {
	member string
	names  []string
}{
	{"prompt_tokens", []string{"input_tokens", "prompt_tokens"}},
	{"completion_tokens", []string{"output_tokens", "completion_tokens"}},
	{"prompt_tokens_details.cached_tokens", []string{"cache_read.input_tokens", "cache_read_input_tokens"}},
	{"prompt_tokens_details.cache_write_tokens", []string{"cache_creation.input_tokens", "cache_write.input_tokens", "cache_creation_input_tokens"}},
	{"completion_tokens_details.reasoning_tokens", []string{"reasoning.output_tokens", "reasoning_tokens"}},
}
