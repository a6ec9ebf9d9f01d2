// Package chat reads chat completions: the API of OpenAI, and of the many who speak it.
package chat

import (
	"gatehouse/client/scan"
	"gatehouse/state/dialect"
	"gatehouse/state/dialect/answers"
	"gatehouse/state/dialect/assembly"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/dialect/translate"
)

// API is POST …/chat/completions.
func API() dialect.API {
	return dialect.API{
		Name: "chat", Dialect: dialect.Chat, Answer: "chat completion", Lint: lint.Chat,
		Endpoint: dialect.PostsTo("chat/completions"), Operation: "POST /chat/completions", Limit: limit,
		Streams: dialect.WhereTrue, Last: "finish_reason", Done: true, Frames: map[string]string{
			"delta.content":           "response.output_text.delta",
			"delta.reasoning":         "response.reasoning_text.delta",
			"delta.reasoning_content": "response.reasoning_text.delta",
			"delta.reasoning_details": "response.reasoning_text.delta",
			"delta.refusal":           "response.refusal.delta",
			"delta.audio":             "response.audio.transcript.delta",
			"delta.tool_calls":        "response.function_call_arguments.delta",
			"delta.function_call":     "response.function_call_arguments.delta",
		},
		Request: (*dialect.Reader).Messages, Settings: translate.Chat,
		Reader: func([]byte) answers.Reader { return &reader{choices: map[int]choice{}} }, Assembler: func() assembly.Builder { return &builder{assembly.NewAnswer("choices")} }, Writer: newWriter,
	}
}

func limit(request []byte) string {
	if scan.Get(request, "max_tokens") != nil {
		return "max_tokens"
	}
	return "max_completion_tokens"
}
