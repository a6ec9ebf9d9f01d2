package client_test

import (
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/statetest"
)

// events are frames with these data.
func events(data ...string) string {
	var b strings.Builder
	for _, d := range data {
		b.WriteString("data: " + d + "\n\n")
	}
	return b.String()
}

// The frames of an ordinary answer; odd servers leave some of them out.
const (
	oddBegun   = `{"type":"response.created","response":{"id":"r","status":"in_progress"}}`
	oddDelta   = `{"type":"response.output_text.delta","output_index":0,"content_index":0,"item_id":"m","delta":"Hi"}`
	oddEmpty   = `{"type":"response.completed","response":{"id":"r","status":"completed","output":[],"usage":{"output_tokens":2}}}`
	oddMessage = `{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"Hi"}]}`
	oddEnd     = `{"type":"response.completed","response":{"id":"r","status":"completed","output":[` + oddMessage + `]}}`
	oddDone    = `[DONE]`
)

// TestOddServers: the shapes are those of wire-notes, "Seen in public reports", and of its
// section 10.
func TestOddServers(t *testing.T) {
	for _, o := range []statetest.Odd{
		{Name: "text in deltas, nothing in the final response", Body: events(oddBegun, oddDelta, oddEmpty, oddDone), Verdict: "completed", Text: "Hi", Usage: `{"output_tokens":2}`},
		{Name: "text in the done event alone", Body: events(oddBegun, `{"type":"response.output_text.done","output_index":0,"content_index":0,"item_id":"m","text":"Hi"}`, oddEmpty, oddDone), Verdict: "completed", Text: "Hi", Usage: `{"output_tokens":2}`},
		{Name: "text in the final response alone", Body: events(`{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m","content":[]}}`,
			`{"type":"response.content_part.added","output_index":0,"content_index":0,"item_id":"m","part":{"type":"output_text","text":""}}`, oddEnd, oddDone), Verdict: "completed", Text: "Hi"},
		{Name: "fewer deltas than the item has, and no end", Body: events(oddBegun, oddDelta, `{"type":"response.output_item.done","output_index":0,"item":{"type":"message","id":"m","role":"assistant","content":[{"type":"output_text","text":"Hi there"}]}}`), Verdict: "truncated replaced_text no_terminal", Text: "Hi there"},
		{Name: "arguments go on behind another item, and no end", Body: events(
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c","name":"f"}}`,
			`{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"f","delta":"{\"a\""}`, `{"type":"response.output_text.delta","output_index":1,"item_id":"m","content_index":0,"delta":"Hi"}`,
			`{"type":"response.function_call_arguments.delta","output_index":0,"item_id":"f","delta":":1}"}`), Verdict: "truncated no_terminal", Text: "Hi", Calls: `function_call f c {"a":1}`},
		{Name: "usage in an event of its own", Body: events(oddBegun, oddDelta, `{"type":"response.in_progress","response":{"status":"in_progress","usage":{"output_tokens":1}}}`, `{"type":"response.completed","response":{"status":"completed","usage":null}}`, oddDone), Verdict: "completed", Text: "Hi", Usage: `{"output_tokens":1}`},
		{Name: "one call at two indexes", Body: events(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c","name":"f","arguments":""}}`,
			`{"type":"response.function_call_arguments.delta","output_index":1,"item_id":"f","delta":"{}"}`, `{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","id":"f","call_id":"c","name":"f","arguments":"{}"}}`, oddEmpty, oddDone), Verdict: "completed", Calls: "function_call f c {}", Usage: `{"output_tokens":2}`},
		{Name: "an index that walks", Body: events(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c","name":"f","arguments":""}}`,
			`{"type":"response.function_call_arguments.delta","output_index":1,"item_id":"f","delta":"{\"x\""}`, `{"type":"response.function_call_arguments.delta","output_index":2,"item_id":"f","delta":":1}"}`, oddEmpty, oddDone), Verdict: "completed", Calls: `function_call f c {"x":1}`, Usage: `{"output_tokens":2}`},
		{Name: "half a character at the end of a delta", Body: events(`{"type":"response.output_text.delta","output_index":0,"delta":"Hi \ud83d"}`, `{"type":"response.output_text.delta","output_index":0,"delta":"\ude00!"}`, oddEmpty, oddDone), Verdict: "completed", Text: "Hi 😀!", Usage: `{"output_tokens":2}`},
		{Name: "half a character, and arguments between", Body: events(`{"type":"response.output_text.delta","output_index":0,"delta":"\ud83d"}`, `{"type":"response.function_call_arguments.delta","output_index":1,"delta":"\"\ud83d"}`, `{"type":"response.output_text.delta","output_index":0,"delta":"\ude00"}`, `{"type":"response.function_call_arguments.delta","output_index":1,"delta":"\ude01\""}`, oddEmpty, oddDone), Verdict: "completed", Text: "😀", Calls: `function_call "😁"`, Usage: `{"output_tokens":2}`},
		{Name: "half a character alone", Body: events(`{"type":"response.output_text.delta","output_index":0,"delta":"Hi \ud83d"}`, `{"type":"response.output_text.delta","output_index":0,"delta":"!"}`, oddEmpty, oddDone), Verdict: "completed undecodable_event", Text: `Hi \ud83d!`, Messages: "half a character", Usage: `{"output_tokens":2}`},
		{Name: "half a character at the end", Body: events(`{"type":"response.output_text.delta","output_index":0,"delta":"Hi \ud83d"}`, oddEmpty, oddDone), Verdict: "completed undecodable_event", Text: `Hi \ud83d`, Messages: "half a character", Usage: `{"output_tokens":2}`},
		{Name: "half a character that the final text repairs", Body: events(`{"type":"response.output_text.delta","output_index":0,"delta":"Hi \ud83d"}`, `{"type":"response.output_text.delta","output_index":0,"delta":"\ude00"}`, `{"type":"response.output_text.done","output_index":0,"text":"Hi 😀"}`, oddEmpty, oddDone), Verdict: "completed", Text: "Hi 😀", Usage: `{"output_tokens":2}`},
		{Name: "a delta twice in a frame, and the first is half a character", Body: events(`{"type":"response.output_text.delta","output_index":0,"delta":"\ud83d","delta":"a"}`, oddEmpty, oddDone), Verdict: "completed", Text: "a", Usage: `{"output_tokens":2}`},
		{Name: "half a character, and a delta twice that is a number", Body: events(`{"type":"response.function_call_arguments.delta","output_index":0,"delta":"\"\ud83d"}`, `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"\ude00","delta":1}`, `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"\ude00\""}`, oddEmpty, oddDone), Verdict: "completed", Calls: `function_call "😀"`, Usage: `{"output_tokens":2}`},

		{Name: "a flat error in mid-stream", Body: events(oddBegun, oddDelta, `{"object":"error","message":"context too long","code":400}`), Verdict: "failed", Text: "Hi", Messages: "context too long"},
		{Name: "a flat error with a type", Body: events(oddBegun, `{"object":"error","message":"no such model","type":"NotFoundError","param":null,"code":404}`, oddDone), Verdict: "failed", Messages: "no such model"},
		{Name: "an error event with details", Body: events(oddBegun) + "event: error\ndata: {\"code\":422,\"details\":\"too many logprobs\"}\n\n", Verdict: "failed", Messages: "too many logprobs"},
		{Name: "an error event as plain text", Body: events(oddBegun, oddDelta) + "event: error\ndata: upstream\ndata: timed out\n\n" + events(oddDone), Verdict: "failed", Text: "Hi", Messages: "upstream\ntimed out", Inside: `"error":"upstream\ntimed out"`},
		{Name: "an error event as a JSON string", Body: "event: error\ndata: \"boom\"\n\n", Verdict: "failed", Messages: "\nboom\n"},
		{Name: "an error event with a list", Body: "event: error\ndata: [{\"error\":{\"code\":429,\"message\":\"slow down\"}}]\n\n", Verdict: "failed", Messages: "\nslow down\n"},
		{Name: "plain text that begins with [ERROR]", Body: events(oddDelta, "[ERROR] no capacity"), Verdict: "failed", Text: "Hi", Messages: "no capacity"},
		{Name: "a code and a message", Body: events(`{"code":"InvalidParameter","message":"bad range","request_id":"1"}`), Verdict: "failed", Messages: "bad range"},
		{Name: "success: false", Body: events(`{"success":false,"msg":"no credit"}`), Verdict: "failed", Messages: "no credit"},
		{Name: "a detail", Body: events(`{"detail":"Not authenticated"}`), Verdict: "failed", Messages: "Not authenticated"},
		{Name: "problem details", Body: events(`{"type":"about:blank","title":"Busy","status":503}`), Verdict: "failed", Messages: "Busy"},
		{Name: "error: true", Body: events(`{"error":true,"message":"boom"}`), Verdict: "failed", Messages: "\nboom\n"},
		{Name: "an error event that says something else", Body: "event: error\ndata: {\"why\":{\"queue\":9}}\n\n", Verdict: "failed", Messages: `{"why":{"queue":9}}`},
		{Name: "an empty error in each event", Body: events(oddBegun, `{"type":"response.output_text.delta","output_index":0,"delta":"Hi","error":""}`, `{"note":"x","error":false}`, oddEnd, oddDone), Verdict: "completed unknown_event", Text: "Hi"},
		{Name: "a message that is no error", Body: events(`{"code":200,"message":"ok"}`, oddEnd, oddDone), Verdict: "completed unknown_event", Text: "Hi"},
		{Name: "a message that may be the reason", Body: events(oddDelta, `{"message":"Internal server error"}`), Verdict: "truncated unknown_event no_terminal", Text: "Hi", Messages: `is not understood: {"message":"Internal server error"}`},
		{Name: "a last frame that is plain text", Body: events(oddDelta, "Internal Server Error", oddDone), Verdict: "truncated undecodable_event no_terminal", Text: "Hi", Messages: "is not understood: Internal Server Error"},
		{Name: "failed without a reason", Body: events(oddBegun, `{"type":"response.failed","response":{"id":"r","status":"failed","error":null}}`), Verdict: "failed", Messages: "\nfailed, and no reason was given\n"},
		{Name: "a flat error in a 200", Plain: true, Body: `{"object":"error","message":"context too long","code":400}`, Verdict: "failed", Messages: "\ncontext too long\n"},
		{Name: "a detail in a 200", Plain: true, Body: `{"detail":"Not authenticated"}`, Verdict: "failed", Messages: "\nNot authenticated\n"},
		{Name: "a flat error for a ranking", Kind: state.Rerank, Plain: true, Body: `{"code":401,"message":"no key"}`, Verdict: "failed", Messages: "\nno key\n"},
		{Name: "a detail under another event line", Body: "event: status\ndata: {\"detail\":\"Searching the web\"}\n\n" + events(oddBegun, oddDelta, oddEnd, oddDone), Verdict: "completed unknown_event", Text: "Hi"},
		{Name: "an error under another event line", Body: events(oddBegun, oddDelta) + "event: status\ndata: {\"error\":{\"message\":\"gone\"}}\n\n", Verdict: "failed", Text: "Hi", Messages: "\ngone\n"},
		{Name: "counts of errors", Body: events(oddBegun) + "event: stats\ndata: {\"errors\":{\"count\":0}}\n\n" + events(`{"errors":{"count":7},"detail":""}`, oddDelta, oddEnd, oddDone), Verdict: "completed unknown_event", Text: "Hi"},
		{Name: "a list of errors", Body: events(oddBegun, `{"errors":["no credit"]}`), Verdict: "failed", Messages: "\nno credit\n"},
		{Name: "a code and a message under another event line", Body: "event: progress\ndata: {\"code\":1000,\"message\":\"queued\"}\n\n" + events(oddDelta, oddEnd, oddDone), Verdict: "completed unknown_event", Text: "Hi"},
		{Name: "a code and a message under the line of a message", Body: "event: message\ndata: {\"code\":1000,\"message\":\"no credit\"}\n\n", Verdict: "failed", Messages: "\nno credit\n"},
		{Name: "a message under the line of an error", Body: "event: upstream_error\ndata: {\"message\":\"no credit\"}\n\n", Verdict: "failed", Messages: "\nno credit\n"},
		{Name: "a tool's error", Body: events(oddBegun, `{"type":"tool_error","message":"weather timed out, retrying"}`, `{"type":"SearchException","error":{"message":"timed out"}}`, oddDelta, oddEnd, oddDone), Verdict: "completed unknown_event", Text: "Hi"},
		{Name: "an empty error under another event line", Body: "event: usage\ndata: {\"tokens\":1,\"error\":{}}\n\n" + events(oddDelta, oddEnd, oddDone), Verdict: "completed unknown_event", Text: "Hi"},
		{Name: "an empty error in the final response", Body: events(oddDelta, `{"type":"response.completed","response":{"id":"r","status":"completed","error":{},"output":[`+oddMessage+`]}}`, oddDone), Verdict: "completed", Text: "Hi"},
		{Name: "an empty error and nothing else", Body: events(oddBegun, `{"error":{}}`), Verdict: "failed"},
		{Name: "an empty error in a 200", Plain: true, Body: `{"id":"r","status":"completed","error":[],"output":[` + oddMessage + `]}`, Verdict: "completed", Text: "Hi"},
		{Name: "a ranking in an envelope", Kind: state.Rerank, Plain: true, Body: `{"code":20000,"message":"done","data":[{"index":0,"relevance_score":0.5}]}`, Verdict: "completed"},
		{Name: "an empty envelope for a ranking", Kind: state.Rerank, Plain: true, Body: `{"code":401,"message":"no key","data":[]}`, Verdict: "failed", Messages: "\nno key\n"},
	} {
		t.Run(o.Name, o.Check)
	}
}
