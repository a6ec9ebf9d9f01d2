package state

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/wiretest"
)

func TestOnlyAnswersWithoutContentAreEmpty(t *testing.T) {
	response := func(output string) string {
		return `{"object":"response","status":"completed","output":[` + output + `]}`
	}
	text := func(words string) string {
		return `{"type":"message","content":[{"type":"output_text","text":"` + words + `"}]}`
	}
	completion := func(message string) string {
		return `{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant",` + message + `},"finish_reason":"stop"}]}`
	}
	message := func(content string) string {
		return `{"type":"message","role":"assistant","content":[` + content + `],"stop_reason":"end_turn"}`
	}
	const thought = `{"type":"reasoning","content":[{"type":"reasoning_text","text":"hm"}]}`
	for _, c := range []struct {
		name  string
		kind  Kind
		body  string
		empty bool
	}{
		{"no item", Responses, response(""), true},
		{"no text", Responses, response(text("")), true},
		{"white space", Responses, response(text(`\n `)), true},
		{"reasoning", Responses, response(thought), true},
		{"a text", Responses, response(thought + "," + text("a")), false},
		{"a call", Responses, response(thought + `,{"type":"function_call","name":"f","call_id":"c","arguments":""}`), false},
		{"a refusal", Responses, response(`{"type":"message","content":[{"type":"refusal","refusal":"no"}]}`), false},
		{"an image", Responses, response(`{"type":"image_generation_call","result":"AA=="}`), false},
		{"a compaction", ParseKind("compact"), response(`{"type":"compaction","encrypted_content":"x"}`), false},
		{"no compaction", ParseKind("compact"), response(""), false},
		{"incomplete", Responses, `{"object":"response","status":"incomplete","output":[]}`, false},
		{"failed", Responses, `{"object":"response","status":"failed","output":[]}`, false},
		{"completion", Chat, completion(`"content":""`), true},
		{"null", Chat, completion(`"content":null`), true},
		{"text of a completion", Chat, completion(`"content":"a"`), false},
		{"image of a completion", Chat, completion(`"content":"","images":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]`), false},
		{"parts of a completion", Chat, completion(`"content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AA=="}}]`), false},
		{"no images", Chat, completion(`"content":"","images":[],"annotations":[],"tool_calls":[]`), true},
		{"Ollama", ParseKind("ollama"), `{"model":"m","response":"","done":true,"done_reason":"stop"}`, true},
		{"model loaded by Ollama", ParseKind("ollama"), `{"model":"m","response":"","done":true,"done_reason":"load"}`, false},
		{"image of Ollama", ParseKind("ollama"), `{"model":"m","response":"","image":"AA==","done":true,"done_reason":"stop"}`, false},
		{"sound of a completion", Chat, completion(`"content":null,"audio":{"id":"a","data":"AA=="}`), false},
		{"audio of a completion", Chat, completion(`"content":null,"audio":{"id":"a","data":"AA==","transcript":"a"}`), false},
		{"call of a completion", Chat, completion(`"content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]`), false},
		{"one of two choices", Chat, `{"object":"chat.completion","choices":[{"index":0,"message":{"content":""},"finish_reason":"stop"},{"index":1,"message":{"content":"a"},"finish_reason":"stop"}]}`, false},
		{"message", Messages, message(""), true},
		{"text of a message", Messages, message(`{"type":"text","text":"a"}`), false},
		{"call of a message", Messages, message(`{"type":"tool_use","id":"c","name":"f","input":{}}`), false},
		{"Gemini", ParseKind("gemini"), `{"candidates":[{"content":{"role":"model"},"finishReason":"STOP"}]}`, true},
		{"text of Gemini", ParseKind("gemini"), `{"candidates":[{"content":{"role":"model","parts":[{"text":"a"}]},"finishReason":"STOP"}]}`, false},
		{"image of Gemini", ParseKind("gemini"), `{"candidates":[{"content":{"role":"model","parts":[{"inlineData":{"mimeType":"image/png","data":"AA=="}}]},"finishReason":"STOP"}]}`, false},
		{"embeddings", ParseKind("embeddings"), `{"object":"list","data":[]}`, false},
		{"ranking", Rerank, `{"results":[]}`, false},
		{"count of tokens", Other, `{"input_tokens":3}`, false},
	} {
		x := New(c.kind, "x", []byte(`{"model":"m"}`))
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, c.body))
		if x.IsEmpty() != c.empty {
			t.Errorf("%s: %t, ended %s with %d items", c.name, x.IsEmpty(), x.Verdict, len(x.Items))
		}
	}
}

func TestAnswerThatWasNotReadCompletelyIsNotEmpty(t *testing.T) {
	end := wiretest.Event("response.completed", `"response":{"status":"completed","output":[]}`)
	for name, c := range map[string]struct {
		frames []string
		empty  bool
	}{
		"complete": {[]string{end, "[DONE]"}, true},
		"unread":   {[]string{"{", end, "[DONE]"}, false},
		"unknown":  {[]string{`{"type":"odd"}`, end, "[DONE]"}, false},
	} {
		x := fold(t, c.frames...)
		if x.IsEmpty() != c.empty {
			t.Errorf("%s: %t, ended %s", name, x.IsEmpty(), x.Verdict)
		}
		x.DropItems()
		if x.IsEmpty() {
			t.Errorf("%s: empty without items", name)
		}
	}
}
