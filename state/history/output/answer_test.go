package output_test

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/history/output"
	"gatehouse/state/wiretest"
)

// TestAnswerHasEverythingReceived: what was reasoned and called too, with or without a text.
func TestAnswerHasEverythingReceived(t *testing.T) {
	const call = `"tool_calls":[{"id":"c1","function":{"name":"weather","arguments":"{\"city\":\"Bern\"}"}}]`
	for message, want := range map[string]string{
		`{"reasoning_content":"hm","content":"I look.",` + call + `}`: "reasoning: hm\n\nI look.\n\ncall weather c1: {\"city\":\"Bern\"}",
		`{"content":null,` + call + `}`:                               "call weather c1: {\"city\":\"Bern\"}",
		`{"content":null,"refusal":"I cannot."}`:                      "I cannot.",
	} {
		x := state.New(state.Chat, "x", nil)
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"choices":[{"message":`+message+`,"finish_reason":"stop"}]}`))
		if got := output.Answer(x, &wire.Capture{}, true); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", message, got, want)
		}
	}
}

// TestWhatAToolReturnedIsShownAndFound checks the results of tools that are called by MCP
// (https://modelcontextprotocol.io/specification/2025-06-18/server/tools), or that the service runs
// (https://platform.openai.com/docs/api-reference/responses/object).
func TestWhatAToolReturnedIsShownAndFound(t *testing.T) {
	const call, rpc = `call weather: {"city":"Rome"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Rome"}}}`
	mcp := state.KindOf(wire.Sent{Method: http.MethodPost, URL: "https://m/mcp", Body: []byte(rpc)})
	result := func(members string) string { return `{"jsonrpc":"2.0","id":1,"result":{` + members + `}}` }
	native := func(item string) string { return `{"object":"response","status":"completed","output":[` + item + `]}` }
	for name, c := range map[string]struct {
		kind         state.Kind
		answer, want string
	}{
		"text":                     {mcp, result(`"content":[{"type":"text","text":"sunny"}],"isError":false`), call + "\n\noutput: sunny"},
		"an error of the tool":     {mcp, result(`"content":[{"type":"text","text":"no such city"}],"isError":true`), call + "\n\nerror: no such city"},
		"structured":               {mcp, result(`"content":[],"structuredContent":{"sky":"clear"}`), call + "\n\noutput: {\"sky\":\"clear\"}"},
		"an embedded resource":     {mcp, result(`"content":[{"type":"resource","resource":{"uri":"file:///a","text":"cloudy"}},{"type":"resource_link","uri":"file:///b"}]`), call + "\n\noutput: cloudy\n[resource_link file:///b]"},
		"mcp_call":                 {state.Responses, native(`{"type":"mcp_call","server_label":"s","name":"weather","arguments":"{\"city\":\"Rome\"}","output":"sunny","error":null}`), call + "\n\noutput: sunny"},
		"mcp_call, failed":         {state.Responses, native(`{"type":"mcp_call","server_label":"s","name":"weather","arguments":"{\"city\":\"Rome\"}","error":{"type":"mcp_tool_execution_error","content":[{"type":"text","text":"no such city"}]}}`), call + "\n\nerror: no such city"},
		"mcp_call, a text":         {state.Responses, native(`{"type":"mcp_call","name":"weather","arguments":"{\"city\":\"Rome\"}","output":"{\"isError\":true}"}`), call + "\n\noutput: {\"isError\":true}"},
		"code_interpreter":         {state.Responses, native(`{"type":"code_interpreter_call","code":"print(1)","outputs":[{"type":"logs","logs":"1"}]}`), "call code_interpreter_call: print(1)\n\noutput: 1"},
		"a function of the caller": {state.Responses, native(`{"type":"function_call","name":"weather","arguments":"{\"city\":\"Rome\"}"}`), call},
		"nothing":                  {mcp, result(`"content":[]`), call},
	} {
		x, sent := state.New(c.kind, "x", []byte(rpc)), &wire.Capture{Sent: wire.Sent{Body: []byte(rpc)}}
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, c.answer))
		if got := output.Answer(x, sent, false); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
		_, returned, _ := strings.Cut(strings.ReplaceAll(c.want, "error: ", "output: "), "output: ")
		if found := history.TextOf(x, sent).Calls; !strings.Contains(found, returned) {
			t.Errorf("%s: %q is not found in %q", name, returned, found)
		}
		if got := history.Asked(x, sent); got != `tools/call weather {"city":"Rome"}` {
			t.Errorf("%s: asked %q", name, got)
		}
	}
}
