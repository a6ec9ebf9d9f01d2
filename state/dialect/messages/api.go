// Package messages reads Anthropic's messages.
package messages

import (
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/dialect/translate"
)

// API is POST …/messages.
func API() dialect.API {
	return dialect.API{
		Name: "messages", Dialect: dialect.Anthropic, Answer: "message", Lint: lint.Messages,
		Endpoint: endpoint, Operation: "POST /messages", Limit: dialect.LimitedBy("max_tokens"),
		Streams: dialect.WhereTrue, Last: "message_stop", Frames: map[string]string{
			"content_block_delta/text_delta":       "response.output_text.delta",
			"content_block_delta/thinking_delta":   "response.reasoning_text.delta",
			"content_block_delta/input_json_delta": "response.function_call_arguments.delta",
		},
		Request: request, Settings: translate.Anthropic,
		Reader: func([]byte) answers.Reader { return &reader{blocks: map[place]block{}, message: wire.None} }, Assembler: func() assembly.Builder { return &builder{assembly.NewAnswer("content")} }, Writer: newWriter,
	}
}

// request reads a request with those of chat completions.
func request(r *dialect.Reader, top *dialect.Object) bool {
	if !r.Messages(top) {
		return false
	}
	r.Body.Dialect = dialect.Anthropic
	return true
}

func endpoint(sent wire.Sent) string {
	const name = "messages"
	if !sent.PostsTo(name) || strings.Contains(sent.URL, "/threads/") { // …/threads/ID/messages is another API's
		return ""
	}
	return name
}
