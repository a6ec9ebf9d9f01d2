package registry_test

import (
	"strings"
	"testing"

	"gatehouse/state"
	"gatehouse/state/statetest"
)

// chunks are the chunks of a chat completion with these members in their deltas.
func chunks(deltas ...string) string {
	var b strings.Builder
	for _, d := range deltas {
		b.WriteString(`data: {"id":"c","choices":[{"index":0,"delta":{` + d + "}}]}\n\n")
	}
	return b.String()
}

func frames(data ...string) string { return "data: " + strings.Join(data, "\n\ndata: ") + "\n\n" }

const (
	stop  = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	calls = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`
	done  = "[DONE]"
)

// TestOddServersOfChat: the shapes are those of wire-notes, "Seen in public reports".
func TestOddServersOfChat(t *testing.T) {
	for _, o := range []statetest.Odd{
		{Name: "an empty finish_reason in each chunk", Body: frames(`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":""}]}`, stop, done), Verdict: "completed", Text: "Hi"},
		{Name: "usage in a chunk without choices", Body: chunks(`"content":"Hi"`) + frames(stop, `{"choices":[],"usage":{"total_tokens":3}}`, done), Verdict: "completed", Text: "Hi", Usage: `{"total_tokens":3}`, Inside: `"usage":{"total_tokens":3}`},
		{Name: "an error in mid-stream", Body: chunks(`"content":"Hi"`) + frames(`{"error":{"message":"gone","code":502}}`, done), Verdict: "failed", Text: "Hi", Messages: "gone"},
		{Name: "finish_reason: error", Body: frames(`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"error"}]}`, done), Verdict: "failed", Text: "Hi"},
		{Name: "an error in a choice", Body: chunks(`"content":"Hi"`) + frames(`{"choices":[{"index":0,"delta":{},"finish_reason":"error","error":{"code":502,"message":"upstream is gone"}}]}`, done), Verdict: "failed", Text: "Hi", Messages: "\nupstream is gone\n"},
		{Name: "an error in the choice of a document", Plain: true, Body: `{"choices":[{"index":0,"message":{"content":"Hi"},"finish_reason":"error","error":{"code":502,"message":"upstream is gone"}}]}`, Verdict: "failed", Text: "Hi", Messages: "\nupstream is gone\n"},
		{Name: "a flat error", Body: chunks(`"content":"Hi"`) + frames(`{"object":"error","message":"context too long","code":400}`, done), Verdict: "failed", Text: "Hi", Messages: "\ncontext too long\n"},
		{Name: "a flat error of a camel-cased type", Body: frames(`{"object":"error","message":"no","type":"BadRequestError","code":400}`), Verdict: "failed", Messages: "\nno\n"},
		{Name: "an error event as plain text", Body: chunks(`"content":"Hi"`) + "event: error\ndata: too many requests\n\n", Verdict: "failed", Text: "Hi", Messages: "\ntoo many requests\n"},
		{Name: "an empty error in each chunk", Body: frames(`{"choices":[{"index":0,"delta":{"content":"Hi"},"finish_reason":"stop"}],"error":""}`, done), Verdict: "completed", Text: "Hi"},
		{Name: "an error that is an empty object in each chunk", Body: frames(`{"error":{},"choices":[{"index":0,"delta":{"content":"Hi"}}]}`, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"error":{}}`, done), Verdict: "completed", Text: "Hi"},
		{Name: "an error that is an empty list or 0", Body: frames(`{"error":[],"choices":[{"index":0,"delta":{"content":"Hi"}}]}`, `{"error":0,"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, done), Verdict: "completed", Text: "Hi"},
		{Name: "an error whose members say nothing", Body: frames(`{"error":{"code":0,"message":""},"choices":[{"index":0,"delta":{"content":"Hi"}}]}`, `{"error":{"code":null,"message":"success"},"choices":[]}`, stop, done), Verdict: "completed", Text: "Hi"},
		{Name: "an error in each choice that is an empty object", Body: frames(`{"choices":[{"index":0,"delta":{"content":"Hi"},"error":{}}]}`, `{"choices":[{"index":0,"delta":{},"finish_reason":"stop","error":{}}]}`, done), Verdict: "completed", Text: "Hi"},
		{Name: "an error with a code alone", Body: frames(`{"error":{"code":7},"choices":[]}`, done), Verdict: "failed"},
		{Name: "a chunk under another event line", Body: "event: progress\ndata: {\"code\":1000,\"message\":\"queued\"}\n\n" + chunks(`"content":"Hi"`) + frames(stop, done), Verdict: "completed unknown_event", Text: "Hi"},
		{Name: "a last frame that is not understood", Body: chunks(`"content":"Hi"`) + frames(`{"message":"Internal server error"}`), Verdict: "truncated unknown_event no_terminal", Text: "Hi", Messages: `is not understood: {"message":"Internal server error"}`},
		{Name: "half a character at the end of a delta", Body: chunks(`"content":"Hi \ud83d"`, `"content":"\ude00"`) + frames(stop, done), Verdict: "completed", Text: "Hi 😀", Inside: `"content":"Hi 😀"`},
		{Name: "half a character in reasoning", Body: chunks(`"reasoning_content":"\ud83d"`, `"reasoning_content":"\ude00"`) + frames(stop, done), Verdict: "completed", Calls: "reasoning 😀", Inside: `"reasoning_content":"😀"`},
		{Name: "half a character in arguments", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"\"\ud83d"}}]`, `"tool_calls":[{"index":0,"function":{"arguments":"\ude00\""}}]`) + frames(calls, done), Verdict: "completed", Calls: `function_call f a "😀"`, Inside: `"arguments":"\"😀\""`},
		{Name: "half a character alone", Body: chunks(`"content":"Hi \ud83d"`) + frames(stop, done), Verdict: "completed undecodable_event", Text: `Hi \ud83d`, Messages: "half a character"},
		{Name: "a name in two deltas", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"get_","arguments":""}}]`, `"tool_calls":[{"index":0,"function":{"name":"weather","arguments":"{}"}}]`) + frames(calls, done),
			Verdict: "completed", Calls: "function_call get_weather a {}", Inside: `"name":"get_weather"`},
		{Name: "a name in pieces with the id in each", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"get_"}}]`, `"tool_calls":[{"index":0,"id":"a","function":{"name":"wea"}}]`, `"tool_calls":[{"index":0,"id":"a","function":{"name":"ther","arguments":"{}"}}]`) + frames(calls, done),
			Verdict: "completed", Calls: "function_call get_weather a {}", Inside: `"name":"get_weather"`},
		{Name: "a name that is sent again with each piece", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]`, `"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"}"}}]`) + frames(calls, done),
			Verdict: "completed", Calls: "function_call f a {}", Inside: `"name":"f","arguments":"{}"`},
		{Name: "a name that grows", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"get_"}}]`, `"tool_calls":[{"index":0,"function":{"name":"get_weather","arguments":"{}"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call get_weather a {}", Inside: `"name":"get_weather"`},
		{Name: "a custom call in pieces", Body: chunks(`"tool_calls":[{"index":0,"id":"a","type":"custom","custom":{"name":"py","input":""}}]`, `"tool_calls":[{"index":0,"custom":{"name":"thon","input":"1+"}}]`, `"tool_calls":[{"index":0,"custom":{"input":"1"}}]`) + frames(calls, done), Verdict: "completed", Calls: "custom_tool_call python a 1+1"},
		{Name: "a call of the old form in pieces", Body: chunks(`"function_call":{"name":"get_"}`, `"function_call":{"name":"weather","arguments":"{}"}`) + frames(calls, done), Verdict: "completed", Calls: "function_call get_weather {}", Inside: `"name":"get_weather","arguments":"{}"`},
		{Name: "one id at two indexes", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":""}}]`, `"tool_calls":[{"index":1,"id":"a","function":{"arguments":"{\"x\":1}"}}]`) + frames(calls, done), Verdict: "completed", Calls: `function_call f a {"x":1}`, Inside: `"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]`},
		{Name: "an index that walks", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f"}}]`, `"tool_calls":[{"index":1,"function":{"arguments":"{\"x\""}}]`, `"tool_calls":[{"index":2,"function":{"arguments":":1}"}}]`) + frames(calls, done), Verdict: "completed", Calls: `function_call f a {"x":1}`, Inside: `"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\":1}"}}]`},
		{Name: "an index that walks over two calls", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f"}}]`, `"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]`, `"tool_calls":[{"index":2,"id":"b","function":{"name":"g"}}]`, `"tool_calls":[{"index":3,"function":{"arguments":"[]"}}]`) + frames(calls, done), Verdict: "completed unknown_event", Calls: `function_call f a {} | function_call g b []`, Messages: "does not say which call"},
		{Name: "pieces without an index, and an id in the first alone", Body: chunks(`"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{"}}]`, `"tool_calls":[{"function":{"arguments":"}"}}]`, `"tool_calls":[{"id":"b","function":{"name":"g","arguments":"["}}]`, `"tool_calls":[{"function":{"arguments":"]"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f a {} | function_call g b []", Inside: `"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"b","function":{"name":"g","arguments":"[]"}}]`},
		{Name: "calls without index and id", Body: chunks(`"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]`, `"tool_calls":[{"function":{"name":"f","arguments":"[]"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f {} | function_call f []", Inside: `[{"function":{"name":"f","arguments":"{}"}},{"function":{"name":"f","arguments":"[]"}}]`},
		{Name: "a name in each piece, without index and id", Body: chunks(`"tool_calls":[{"function":{"name":"f","arguments":"{\"a\""}}]`, `"tool_calls":[{"function":{"name":"f","arguments":":\"}"}}]`, `"tool_calls":[{"function":{"name":"f","arguments":"\\\"\"}"}}]`) + frames(calls, done), Verdict: "completed", Calls: `function_call f {"a":"}\""}`, Inside: `"tool_calls":[{"function":{"name":"f","arguments":"{\"a\":\"}\\\"\"}"}}]`},
		{Name: "a name in each piece of two calls of one function", Body: chunks(`"tool_calls":[{"function":{"name":"f","arguments":""}}]`, `"tool_calls":[{"function":{"name":"f","arguments":"{"}}]`, `"tool_calls":[{"function":{"name":"f","arguments":"}"}}]`, `"tool_calls":[{"function":{"name":"f","arguments":"["}}]`, `"tool_calls":[{"function":{"arguments":"]"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f {} | function_call f []"},
		{Name: "a name in each piece of two calls at once", Body: chunks(`"tool_calls":[{"function":{"name":"f","arguments":"{"}},{"function":{"name":"g","arguments":"["}}]`, `"tool_calls":[{"function":{"name":"f","arguments":"}"}},{"function":{"name":"g","arguments":"]"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f {} | function_call g []"},
		{Name: "a name once more behind a whole call", Body: chunks(`"tool_calls":[{"function":{"name":"f","arguments":"{}"}}]`, `"tool_calls":[{"function":{"name":"f","arguments":",1"}}]`) + frames(calls, done), Verdict: "completed unknown_event", Calls: "function_call f {} | function_call f ,1", Messages: "does not say which call"},
		{Name: "two calls on one index", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]`, `"tool_calls":[{"index":0,"id":"b","function":{"name":"f","arguments":"[]"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f a {} | function_call f b []"},
		{Name: "two calls in one chunk without index", Body: chunks(`"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}},{"id":"b","function":{"name":"g","arguments":"[]"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f a {} | function_call g b []"},
		{Name: "an id of its own in each piece", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}}]`, `"tool_calls":[{"index":0,"id":"b","function":{"arguments":"}"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f a {}", Inside: `"id":"a","function":{"name":"f","arguments":"{}"}`},
		{Name: "an id that comes late", Body: chunks(`"tool_calls":[{"index":0,"function":{"name":"f"}}]`, `"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{}"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f a {}", Inside: `"id":"a"`},
		{Name: "calls in turns", Body: chunks(`"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{"}},{"index":1,"id":"b","function":{"name":"g","arguments":"["}}]`, `"tool_calls":[{"index":1,"function":{"arguments":"]"}}]`, `"tool_calls":[{"index":0,"function":{"arguments":"}"}}]`) + frames(calls, done), Verdict: "completed", Calls: "function_call f a {} | function_call g b []"},
		{Name: "a flat error in a 200", Plain: true, Body: `{"object":"error","message":"context too long","code":400}`, Verdict: "failed", Messages: "\ncontext too long\n"},
	} {
		o.Kind = state.Chat
		t.Run(o.Name, o.Check)
	}
}

// TestOddServersOfMessages: the same of Anthropic's API.
func TestOddServersOfMessages(t *testing.T) {
	const (
		begun = `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[]}}`
		text  = `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}`
		end   = `{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2,"cache_read_input_tokens":7}}`
		last  = `{"type":"message_stop"}`
	)
	for _, o := range []statetest.Odd{
		{Name: "usage in message_delta alone", Body: frames(begun, text, end, last), Verdict: "completed", Text: "Hi", Usage: `{"output_tokens":2,"cache_read_input_tokens":7}`},
		{Name: "the same counts at both ends", Body: frames(`{"type":"message_start","message":{"id":"m","content":[],"usage":{"input_tokens":5,"cache_read_input_tokens":7,"output_tokens":1}}}`, text, end, last), Verdict: "completed", Text: "Hi", Usage: `{"input_tokens":5,"output_tokens":2,"cache_read_input_tokens":7}`},
		{Name: "message_delta and no message_stop", Body: frames(begun, text, end), Verdict: "truncated no_terminal", Text: "Hi", Usage: `{"output_tokens":2,"cache_read_input_tokens":7}`},
		{Name: "an input_json_delta that is empty", Body: frames(begun, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}`, `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, last), Verdict: "completed", Calls: "function_call f t", Inside: `"input":{}`},
		{Name: "an index that walks", Body: frames(begun, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}`, `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"x\""}}`, `{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":":1}"}}`, end, last), Verdict: "completed", Calls: `function_call f t {"x":1}`, Usage: `{"output_tokens":2,"cache_read_input_tokens":7}`, Inside: `"content":[{"type":"tool_use","id":"t","name":"f","input":{"x":1}}]`},
		{Name: "one call begun at two indexes", Body: frames(begun, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}`, `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}`, `{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, last), Verdict: "completed", Calls: `function_call f t {}`, Inside: `"content":[{"type":"tool_use","id":"t","name":"f","input":{}}]`},
		{Name: "half a character at the end of a delta", Body: frames(begun, `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi \ud83d"}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"\ude00"}}`, last), Verdict: "completed", Text: "Hi 😀", Inside: `"text":"Hi 😀"`},
		{Name: "half a character in input", Body: frames(begun, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":\"\ud83d"}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"\ude00\"}"}}`, last), Verdict: "completed", Calls: `function_call f t {"a":"😀"}`, Inside: `"input":{"a":"😀"}`},
		{Name: "the input of a call with the index of a text", Body: frames(begun, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`, text, `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"x\""}}`, `{"type":"content_block_stop","index":0}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":":1}"}}`, `{"type":"content_block_stop","index":1}`, last), Verdict: "completed", Text: "Hi", Calls: `function_call f t {"x":1}`},
		{Name: "the input of a call that a text was begun for", Body: frames(begun, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, `{"type":"content_block_stop","index":0}`, last), Verdict: "completed", Calls: `function_call {}`},
		{Name: "text with the index of a call", Body: frames(begun, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}`, text, `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`, `{"type":"content_block_stop","index":0}`, last), Verdict: "completed", Text: "Hi", Calls: `function_call f t {}`},
		{Name: "a thought with the index of a text", Body: frames(begun, text, `{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}`, last), Verdict: "completed", Text: "Hi", Calls: "reasoning hm"},
		{Name: "text that begins with its block", Body: frames(begun, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"H"}}`, `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"i"}}`, `{"type":"content_block_stop","index":0}`, last), Verdict: "completed", Text: "Hi"},
		{Name: "an error event with a flat error", Body: frames(begun, text) + "event: error\ndata: {\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}\n\n", Verdict: "failed", Text: "Hi", Messages: "\nOverloaded\n"},
		{Name: "a flat error by its type", Body: frames(begun, `{"type":"overloaded_error","message":"Overloaded"}`), Verdict: "failed", Messages: "\nOverloaded\n"},
		{Name: "an error event as plain text", Body: frames(begun, text) + "event: error\ndata: gone\n\n", Verdict: "failed", Text: "Hi", Messages: "\ngone\n"},
		{Name: "a flat error in a 200", Plain: true, Body: `{"message":"no such model","code":404}`, Verdict: "failed", Messages: "\nno such model\n"},
	} {
		o.Kind = state.Messages
		t.Run(o.Name, o.Check)
	}
}
