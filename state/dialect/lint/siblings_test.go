package lint_test

import (
	"slices"
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/wiretest"
)

// TestSiblingsOfSamples: other shapes of the deviations of the samples.
func TestSiblingsOfSamples(t *testing.T) {
	const (
		hi, stop   = `{"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}`, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
		more       = `{"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}`
		call       = `{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}]}`
		called     = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
		usage      = `"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}`
		tool       = `"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]`
		start, end = `{"type":"message_start","message":{"usage":{"input_tokens":1,"output_tokens":0}}}`, `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}`
		last, shut = `{"type":"message_stop"}`, `{"type":"content_block_stop","index":0}`
		text, use  = `{"type":"content_block_start","index":0,"content_block":{"type":"text"}}`, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","input":{}}}`
		sum        = `"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}`
	)
	third := strings.NewReplacer(`"index":0`, `"index":2`)
	reason := func(r string) string { return strings.Replace(end, `"end_turn"`, r, 1) }
	delta := func(members string) string {
		return `{"type":"content_block_delta","index":0,"delta":{` + members + `}}`
	}
	all := slices.Concat(
		streams(lint.Chat, `{"stream":true}`, wiretest.Stream, map[string][]string{
			"comment-in-data: a heartbeat":                   {hi, " : ping", stop, "[DONE]"},
			"undefined-data: null":                           {hi, "null", stop, "[DONE]"},
			"undefined-data: an object of JavaScript":        {hi, "[object Object]", stop, "[DONE]"},
			"two-documents: on two lines":                    {hi, more + "\n" + more, stop, "[DONE]"},
			"tool-index-gap: the first and the third":        {hi, call, strings.NewReplacer(`[{"index":0,"id":"a"`, `[{"index":2,"id":"b"`).Replace(call), called, "[DONE]"},
			"finish-changes: from a call to stop":            {hi, call, called, stop, "[DONE]"},
			"finish-changes text-after-end: a call after it": {hi, stop, call, called, "[DONE]"},
			"message-for-delta: calls":                       {`{"choices":[{"index":0,"message":{"role":"assistant",` + tool + `},"finish_reason":"tool_calls"}]}`, "[DONE]"},
		}),
		documents(lint.Chat, `{}`, 200, map[string]string{
			"call-finish-stop: a document":    `{"choices":[{"message":{` + tool + `},"finish_reason":"stop"}],` + usage + `}`,
			"finish-without-call: a document": `{"choices":[{"message":{"content":"Hi"},"finish_reason":"tool_calls"}],` + usage + `}`,
			"usage-empty: a document":         `{"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}],"usage":{}}`,
		}),
		streams(lint.Messages, `{"stream":true}`, named, map[string][]string{
			"comment-in-data: a heartbeat":           {start, " : ping", end, last},
			"undefined-data: null":                   {start, "null", end, last},
			"block-index-start: the first is 2":      {start, third.Replace(text), third.Replace(shut), end, last},
			"block-index-gap: 0, then 2":             {start, text, shut, third.Replace(text), third.Replace(shut), end, last},
			"block-index-reused: by a call":          {start, text, shut, use, shut, reason(`"tool_use"`), last},
			"delta-type: text in a call":             {start, use, delta(`"type":"text_delta","text":"a"`), shut, reason(`"tool_use"`), last},
			"delta-type: a thought in a text":        {start, text, delta(`"type":"thinking_delta","thinking":"a"`), shut, end, last},
			"stop-reason-changes: to another":        {start, end, reason(`"max_tokens"`), last},
			"no-message-delta: no content either":    {start, last},
			"finish-without-call: no content at all": {start, reason(`"tool_use"`), last},
		}),
		documents(lint.Messages, `{}`, 200, map[string]string{
			"call-finish-stop: a document":    `{"content":[{"type":"tool_use"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":2}}`,
			"stop-reason-missing: a document": `{"content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":2}}`,
			"usage-zero: a document":          `{"content":[],"stop_reason":"end_turn","usage":{"input_tokens":0,"output_tokens":2}}`,
			"usage-empty: a document":         `{"content":[],"stop_reason":"end_turn","usage":{}}`,
		}),
		documents(lint.Responses, `{}`, 200, map[string]string{
			"call-id-missing: a custom call":   `{"status":"completed","output":[{"type":"custom_tool_call","name":"f","input":"x"}],` + sum + `}`,
			"call-id-missing: a computer call": `{"status":"completed","output":[{"type":"computer_call"}],` + sum + `}`,
			"call-name-missing: a call of MCP": `{"status":"completed","output":[{"type":"mcp_call"}],` + sum + `}`,
			"usage-empty: a document":          `{"status":"completed","output":[],"usage":{}}`,
		}),
	)
	for _, a := range all {
		x := state.New(kindOf[a.api], "x", []byte(a.request))
		x.Apply(a.all...)
		var found []string
		for _, f := range x.Findings() {
			found = append(found, f.Rule.ID)
		}
		slices.Sort(found)
		if got := strings.Join(found, " "); got != a.like {
			t.Errorf("%s: %s: %s: found %q", a.api, a.like, a.name, got)
		}
	}
}
