package chat

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/answers"
)

// writer writes an answer as chunks (https://platform.openai.com/docs/api-reference/chat-streaming).
// Reasoning, which that API does not return, is written as OpenRouter does
// (https://openrouter.ai/docs/use-cases/reasoning-tokens): as reasoning and reasoning_details.
type writer struct {
	emit  answers.Emit
	usage bool // wanted

	id, created, model json.RawMessage
	calls              map[int]int // their numbers, by output_index
	thoughts           map[int]int // their numbers, by output_index
}

func newWriter(request []byte, emit answers.Emit) answers.Writer {
	asked := string(scan.At(request, "stream_options", "include_usage")) == "true" || string(scan.At(request, "usage", "include")) == "true"
	streamed := string(scan.Get(request, "stream")) == "true"
	return &writer{emit: emit, usage: asked || !streamed, calls: map[int]int{}, thoughts: map[int]int{}}
}

func (w *writer) Begin(response json.RawMessage) {
	id := strings.TrimPrefix(scan.Text(scan.Get(response, "id")), "resp_")
	w.id, w.created, w.model = scan.Quote("chatcmpl-"+id), []byte("0"), scan.Quote(scan.Text(scan.Get(response, "model")))
	if at := scan.Get(response, "created_at"); scan.KindOf(at) == scan.Number {
		w.created = at
	}
	w.delta("role", []byte(`"assistant"`), "content", []byte(`""`))
}

// chunk writes a chunk with a list of choices and further members.
func (w *writer) chunk(choices json.RawMessage, more ...any) {
	w.emit("", scan.MakeObject(append([]any{
		"id", w.id, "object", []byte(`"chat.completion.chunk"`), "created", w.created, "model", w.model, "choices", choices,
	}, more...)...))
}

// choice writes a chunk of the only choice.
func (w *writer) choice(delta json.RawMessage, finish string, more ...any) {
	reason := []byte("null")
	if finish != "" {
		reason = scan.Quote(finish)
	}
	w.chunk(list(scan.MakeObject("index", []byte("0"), "delta", delta, "logprobs", []byte("null"), "finish_reason", reason)), more...)
}

func (w *writer) delta(members ...any) { w.choice(scan.MakeObject(members...), "") }

func list(one json.RawMessage) json.RawMessage { return scan.MakeArray([]json.RawMessage{one}) }

func (w *writer) Call(index int, item json.RawMessage) {
	w.calls[index] = len(w.calls)
	kind, input := "function", "arguments"
	if scan.Text(scan.Get(item, "type")) == "custom_tool_call" {
		kind, input = "custom", "input"
	}
	w.piece(index, "id", scan.Quote(scan.Text(scan.Get(item, "call_id"))), "type", scan.Quote(kind),
		kind, scan.MakeObject("name", scan.Quote(scan.Text(scan.Get(item, "name"))), input, []byte(`""`)))
}

// piece writes a piece of a call.
func (w *writer) piece(index int, members ...any) {
	number := []byte(strconv.Itoa(w.calls[index]))
	w.delta("tool_calls", list(scan.MakeObject(append([]any{"index", number}, members...)...)))
}

func (w *writer) Delta(f *answers.Family, index int, piece json.RawMessage) {
	switch f {
	case answers.OutputText:
		w.delta("content", piece)
	case answers.Refusal:
		w.delta("refusal", piece)
	case answers.Reasoning:
		w.delta("reasoning", piece, "reasoning_details", w.detail(index, "text", piece))
	case answers.Arguments:
		w.piece(index, "function", scan.MakeObject("arguments", piece))
	case answers.CustomInput:
		w.piece(index, "custom", scan.MakeObject("input", piece))
	}
}

// detail returns the reasoning_details of an item.
func (w *writer) detail(index int, members ...any) json.RawMessage {
	if _, known := w.thoughts[index]; !known {
		w.thoughts[index] = len(w.thoughts)
	}
	all := append([]any{"type", []byte(`"reasoning.text"`)}, members...)
	return list(scan.MakeObject(append(all, "index", []byte(strconv.Itoa(w.thoughts[index])))...))
}

// EndItem writes what lets the next request return a thought unchanged: its signature.
func (w *writer) EndItem(index int, item json.RawMessage) {
	signature := scan.Get(item, "signature")
	if _, thought := w.thoughts[index]; !thought || scan.TextLen(signature) == 0 {
		return
	}
	members := []any{"signature", json.RawMessage(signature)}
	for _, name := range []string{"id", "format"} {
		if v := scan.Get(item, name); scan.TextLen(v) > 0 {
			members = append(members, name, json.RawMessage(v))
		}
	}
	w.delta("reasoning_details", w.detail(index, members...))
}

func (w *writer) End(response json.RawMessage) {
	finish := "stop"
	switch reason := scan.Text(scan.At(response, "incomplete_details", "reason")); {
	case reason == "content_filter":
		finish = "content_filter"
	case scan.Text(scan.Get(response, "status")) == "incomplete":
		finish = "length"
	case len(w.calls) > 0:
		finish = "tool_calls"
	}
	w.choice([]byte("{}"), finish)
	if usage := scan.Get(response, "usage"); w.usage && scan.KindOf(usage) == scan.Object {
		w.chunk([]byte("[]"), "usage", usageOf(usage))
	}
}

// usageOf writes a usage in the names of chat completions. Members of no API's document, such as
// cost, remain.
func usageOf(usage json.RawMessage) json.RawMessage {
	names := map[string]string{
		"input_tokens": "prompt_tokens", "input_tokens_details": "prompt_tokens_details",
		"output_tokens": "completion_tokens", "output_tokens_details": "completion_tokens_details",
	}
	var all []any
	for m := range scan.Members(usage) {
		all = append(all, cmp.Or(names[m.Key], m.Key), json.RawMessage(m.Value))
	}
	return scan.MakeObject(all...)
}

// errorType returns the type of an error by its status
// (https://platform.openai.com/docs/guides/error-codes).
func errorType(status int) string {
	if status >= 500 {
		return "server_error"
	}
	types := map[int]string{401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
	return cmp.Or(types[status], "invalid_request_error")
}

func (w *writer) Fail(f answers.Failure) {
	code := []byte("null")
	if f.Kind != "" {
		code = scan.Quote(f.Kind)
	}
	members := []any{"message", scan.Quote(f.Message), "type", scan.Quote(errorType(f.Status)), "param", []byte("null"), "code", code}
	if f.Metadata != nil {
		members = append(members, "metadata", f.Metadata)
	}
	w.emit("", scan.MakeObject("error", scan.MakeObject(members...)))
}
