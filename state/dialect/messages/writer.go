package messages

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/dialect/answers"
)

// writer writes an answer as the events of a message
// (https://platform.claude.com/docs/en/build-with-claude/streaming). Each item is a content block.
type writer struct {
	emit   answers.Emit
	thinks bool // thinking was asked for; without it, it is not returned

	blocks  map[int]int // by output_index
	called  bool
	refused bool
}

func newWriter(request []byte, emit answers.Emit) answers.Writer {
	kind := scan.Text(scan.At(request, "thinking", "type"))
	return &writer{emit: emit, thinks: kind == "enabled" || kind == "adaptive", blocks: map[int]int{}}
}

// event writes an event with its type.
func (w *writer) event(kind string, members ...any) {
	w.emit(kind, scan.MakeObject(append([]any{"type", scan.Quote(kind)}, members...)...))
}

// Begin writes message_start. The tokens of the prompt are known at the end: message_delta has them.
func (w *writer) Begin(response json.RawMessage) {
	model := scan.Quote(scan.Text(scan.Get(response, "model")))
	w.event("message_start", "message", scan.MakeObject(
		"id", scan.Quote("msg_"+strings.TrimPrefix(scan.Text(scan.Get(response, "id")), "resp_")),
		"type", []byte(`"message"`), "role", []byte(`"assistant"`), "model", model, "content", []byte("[]"),
		"stop_reason", []byte("null"), "stop_sequence", []byte("null"),
		"usage", []byte(`{"input_tokens":0,"output_tokens":0}`)))
}

// open returns the number of an item's block, which it begins if there is none.
func (w *writer) open(index int, members ...any) []byte {
	n, open := w.blocks[index]
	if !open {
		n = len(w.blocks)
		w.blocks[index] = n
	}
	number := []byte(strconv.Itoa(n))
	if !open {
		w.event("content_block_start", "index", number, "content_block", scan.MakeObject(members...))
	}
	return number
}

func (w *writer) Call(index int, item json.RawMessage) {
	w.called = true
	id, name := scan.Quote(scan.Text(scan.Get(item, "call_id"))), scan.Quote(scan.Text(scan.Get(item, "name")))
	w.open(index, "type", []byte(`"tool_use"`), "id", id, "name", name, "input", []byte("{}"))
}

func (w *writer) Delta(f *answers.Family, index int, piece json.RawMessage) {
	kind, member := "text_delta", "text"
	block := []any{"type", []byte(`"text"`), "text", []byte(`""`)}
	switch f {
	case answers.Reasoning:
		if !w.thinks {
			return
		}
		kind, member = "thinking_delta", "thinking"
		block = []any{"type", []byte(`"thinking"`), "thinking", []byte(`""`), "signature", []byte(`""`)}
	case answers.Arguments:
		kind, member = "input_json_delta", "partial_json"
	case answers.CustomInput: // of a tool that this API does not have
		return
	case answers.Refusal:
		w.refused = true
	}
	w.delta(w.open(index, block...), kind, member, piece)
}

func (w *writer) delta(number []byte, kind, member string, piece json.RawMessage) {
	w.event("content_block_delta", "index", number, "delta", scan.MakeObject("type", scan.Quote(kind), member, piece))
}

func (w *writer) EndItem(index int, item json.RawMessage) {
	if _, open := w.blocks[index]; !open {
		return
	}
	number := w.open(index)
	if signature := scan.Get(item, "signature"); scan.TextLen(signature) > 0 {
		w.delta(number, "signature_delta", "signature", signature)
	}
	w.event("content_block_stop", "index", number)
}

func (w *writer) End(response json.RawMessage) {
	stop := "end_turn"
	switch reason := scan.Text(scan.At(response, "incomplete_details", "reason")); {
	case reason == "content_filter", w.refused:
		stop = "refusal"
	case scan.Text(scan.Get(response, "status")) == "incomplete":
		stop = "max_tokens"
	case w.called:
		stop = "tool_use"
	}
	w.event("message_delta", "delta", scan.MakeObject("stop_reason", scan.Quote(stop), "stop_sequence", []byte("null")), "usage", usageOf(scan.Get(response, "usage")))
	w.event("message_stop")
}

// usageOf writes a usage in the names of messages, whose input_tokens are those that are neither
// read from a cache nor written to one.
func usageOf(usage json.RawMessage) json.RawMessage {
	count := func(path ...string) int {
		n, err := strconv.Atoi(string(scan.At(usage, path...)))
		if err != nil {
			return 0
		}
		return n
	}
	read, written := count("input_tokens_details", "cached_tokens"), count("input_tokens_details", "cache_write_tokens")
	number := func(n int) []byte { return []byte(strconv.Itoa(n)) }
	return scan.MakeObject(
		"input_tokens", number(max(0, count("input_tokens")-read-written)),
		"cache_creation_input_tokens", number(written), "cache_read_input_tokens", number(read),
		"output_tokens", number(count("output_tokens")))
}

// errorType returns the type of an error by its status
// (https://platform.claude.com/docs/en/api/errors).
func errorType(status int) string {
	types := map[int]string{
		401: "authentication_error", 402: "billing_error", 403: "permission_error", 404: "not_found_error",
		408: "timeout_error", 413: "request_too_large", 429: "rate_limit_error",
		503: "overloaded_error", 504: "timeout_error", 524: "timeout_error", 529: "overloaded_error",
	}
	other := "invalid_request_error"
	if status >= 500 {
		other = "api_error"
	}
	return cmp.Or(types[status], other)
}

func (w *writer) Fail(f answers.Failure) {
	members := []any{"error", scan.MakeObject("type", scan.Quote(errorType(f.Status)), "message", scan.Quote(f.Message))}
	if f.RequestID != "" {
		members = append(members, "request_id", scan.Quote(f.RequestID))
	}
	w.event("error", members...)
}
