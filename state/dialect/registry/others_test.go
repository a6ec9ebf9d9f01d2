package registry_test

import (
	"strings"
	"testing"

	"gatehouse/state/statetest"
)

const (
	geminiURL    = "https://g/v1beta/models/gemini-2.5-flash:generateContent"
	geminiStream = "https://g/v1beta/models/gemini-2.5-flash:streamGenerateContent"
	ollamaChat   = `{"model":"m","messages":[{"role":"user","content":"hi"}]}`
	ndjson       = "application/x-ndjson"
)

// geminiChunks is a stream of Gemini: thoughts, a text in pieces, and the end.
func geminiChunks() []string {
	candidate := func(members string) string {
		return `{"candidates":[{` + members + `,"index":0}],"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":2,"thoughtsTokenCount":5,"cachedContentTokenCount":4,"totalTokenCount":14},"modelVersion":"gemini-2.5-flash","responseId":"r1"}`
	}
	return []string{
		candidate(`"content":{"parts":[{"text":"hm","thought":true}],"role":"model"}`),
		candidate(`"content":{"parts":[{"text":"It"}],"role":"model"}`),
		candidate(`"content":{"parts":[{"text":" is","thoughtSignature":"sig"}],"role":"model"}`),
		candidate(`"content":{"parts":[{"functionCall":{"id":"c1","name":"weather","args":{"city":"Rome"}}},{"functionCall":{"name":"clock"}}],"role":"model"}`),
		candidate(`"content":{"parts":[{"text":""}],"role":"model"},"finishReason":"STOP"`),
	}
}

// arrayOf writes them as the array that grows.
func arrayOf(chunks []string) string { return "[" + strings.Join(chunks, "\n,\r\n") + "\n]\n" }

const geminiUsage = `{"promptTokenCount":7,"candidatesTokenCount":2,"thoughtsTokenCount":5,"cachedContentTokenCount":4,"totalTokenCount":14}`

func ollamaLines() string {
	return `{"model":"m","created_at":"2026-10-26T17:15:24.09Z","message":{"role":"assistant","content":"","thinking":"hm"},"done":false}` + "\n" +
		`{"model":"m","created_at":"2026-10-26T17:15:24.10Z","message":{"role":"assistant","content":"It"},"done":false}` + "\n" +
		`{"model":"m","created_at":"2026-10-26T17:15:24.11Z","message":{"role":"assistant","content":" is","tool_calls":[{"function":{"name":"weather","arguments":{"city":"Rome"}}}]},"done":false}` + "\n" +
		`{"model":"m","created_at":"2026-10-26T17:15:24.12Z","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"weather","arguments":{"city":"Oslo"}}}]},"done":false}` + "\n" +
		`{"model":"m","created_at":"2026-10-26T17:15:24.16Z","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"total_duration":9,"prompt_eval_count":26,"eval_count":8}` + "\n"
}

var firstLine = ollamaLines()[:strings.Index(ollamaLines(), "\n")+1]

const ollamaUsage = `{"prompt_eval_count":26,"eval_count":8}`

// TestAnswersOfOtherAPIs: the shapes are those of the APIs' references.
func TestAnswersOfOtherAPIs(t *testing.T) {
	geminiCalls := `reasoning hm | function_call weather c1 {"city":"Rome"} | function_call clock {}`
	ollamaCalls := `reasoning hm | function_call weather {"city":"Rome"} | function_call weather {"city":"Oslo"}`
	mcp := `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Rome"}}}`
	returned := `{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"sunny"},{"type":"image","data":"x","mimeType":"image/png"},{"type":"text","text":"21"}],"isError":false}}`
	for _, o := range []statetest.Odd{
		{Name: "Gemini, events", URL: geminiStream + "?alt=sse", Body: frames(geminiChunks()...), Verdict: "completed", Text: "It is", Calls: geminiCalls, Usage: geminiUsage,
			Inside: `"parts":[{"text":"hm","thought":true},{"text":"It is","thoughtSignature":"sig"},{"functionCall":{"id":"c1","name":"weather","args":{"city":"Rome"}}},{"functionCall":{"name":"clock"}},{"text":""}],"role":"model"},"index":0,"finishReason":"STOP"}]`},
		{Name: "Gemini, array", URL: geminiStream, Media: "application/json", Body: arrayOf(geminiChunks()), Verdict: "completed", Text: "It is", Calls: geminiCalls, Usage: geminiUsage, Inside: `"modelVersion":"gemini-2.5-flash"`},
		{Name: "Gemini, Code Assist", URL: "https://g/v1internal:streamGenerateContent?alt=sse", Body: frames(`{"response":` + geminiChunks()[4] + `,"traceId":"t"}`), Verdict: "completed", Usage: geminiUsage, Inside: `"candidates"`},
		{Name: "Gemini, cut", URL: geminiStream + "?alt=sse", Body: frames(geminiChunks()[:2]...), Verdict: "truncated no_terminal", Text: "It", Calls: "reasoning hm", Usage: geminiUsage},
		{Name: "Gemini, document", URL: geminiURL, Plain: true, Body: `{"candidates":[{"content":{"parts":[{"text":"a"},{"executableCode":{"language":"PYTHON","code":"1"}},{"text":"b"}]},"finishReason":"MAX_TOKENS","groundingMetadata":{"groundingChunks":[{"web":{"uri":"https://x","title":"X"}}]}}],"usageMetadata":{"promptTokenCount":1,"totalTokenCount":1}}`,
			Verdict: "incomplete", Text: "ab", Calls: "executableCode", Usage: `{"promptTokenCount":1,"totalTokenCount":1}`},
		{Name: "Gemini, blocked", URL: geminiURL, Plain: true, Body: `{"promptFeedback":{"blockReason":"SAFETY"},"usageMetadata":{"promptTokenCount":1}}`, Verdict: "incomplete", Usage: `{"promptTokenCount":1}`},
		{Name: "Gemini, blocked in a stream", URL: geminiStream + "?alt=sse", Body: frames(`{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":4}}`), Verdict: "incomplete", Usage: `{"promptTokenCount":4}`},
		{Name: "Gemini, a rated prompt", URL: geminiStream + "?alt=sse", Body: frames(`{"promptFeedback":{"safetyRatings":[]}}`, geminiChunks()[1], geminiChunks()[4]), Verdict: "completed", Text: "It", Usage: geminiUsage},
		{Name: "Gemini, error in the stream", URL: geminiStream, Media: "application/json", Body: `[{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}]`, Verdict: "failed", Messages: "overloaded"},
		{Name: "Gemini, error in events", URL: geminiStream + "?alt=sse", Body: frames(geminiChunks()[1], `{"error":{"code":503,"message":"overloaded","status":"UNAVAILABLE"}}`), Verdict: "failed", Text: "It", Messages: "overloaded", Usage: geminiUsage},
		{Name: "Gemini, no stream", URL: geminiURL, Plain: true, Body: `{"hello":1}`, Verdict: "failed", Messages: "no GenerateContentResponse"},
		{Name: "Gemini as OpenAI", URL: "https://g/v1beta/openai/chat/completions", Body: frames(
			`{"choices":[{"delta":{"role":"assistant","tool_calls":[{"function":{"arguments":"{\"city\":\"Rome\"}","name":"weather"},"id":"f1","type":"function","extra_content":{"google":{"thought_signature":"s"}}}]},"finish_reason":"tool_calls","index":0}],"created":1,"id":"r","model":"gemini-2.5-flash","object":"chat.completion.chunk"}`, done),
			Verdict: "completed", Calls: `function_call weather f1 {"city":"Rome"}`, Inside: `"thought_signature":"s"`},

		{Name: "Ollama, lines", URL: "http://h:11434/api/chat", Request: ollamaChat, Media: ndjson, Body: ollamaLines(), Verdict: "completed", Text: "It is", Calls: ollamaCalls, Usage: ollamaUsage,
			Inside: `"message":{"role":"assistant","content":"It is","thinking":"hm","tool_calls":[{"function":{"name":"weather","arguments":{"city":"Rome"}}},{"function":{"name":"weather","arguments":{"city":"Oslo"}}}]},"done":true`},
		{Name: "Ollama, document", URL: "http://h:11434/api/chat", Request: `{"model":"m","messages":[],"stream":false}`, Plain: true, Body: `{"model":"m","message":{"role":"assistant","content":"so"},"done_reason":"length","done":true,"prompt_eval_count":26,"eval_count":8}`, Verdict: "incomplete", Text: "so", Usage: ollamaUsage},
		{Name: "Ollama, generate", URL: "http://h:11434/api/generate", Request: `{"model":"m","prompt":"p"}`, Media: ndjson, Body: `{"model":"m","thinking":"hm","response":"","done":false}` + "\n" + `{"model":"m","response":"That","done":false}` + "\n" + `{"model":"m","response":"!","done":true,"done_reason":"stop","context":[1]}`,
			Verdict: "completed", Text: "That!", Calls: "reasoning hm", Inside: `"response":"That!"`},
		{Name: "Ollama, error in the stream", URL: "http://h:11434/api/chat", Request: ollamaChat, Media: ndjson, Body: firstLine + `{"error":"an error was encountered while running the model"}` + "\n", Verdict: "failed", Calls: "reasoning hm", Messages: "while running the model"},
		{Name: "Ollama, cut", URL: "http://h:11434/api/chat", Request: ollamaChat, Media: ndjson, Body: ollamaLines()[:140], Verdict: "truncated unterminated_frame no_terminal", Calls: "reasoning hm"},

		{Name: "embeddings", URL: "https://o/v1/embeddings", Request: `{"model":"m","input":"x"}`, Plain: true, Body: `{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.1,2]}],"model":"m","usage":{"prompt_tokens":8,"total_tokens":8}}`, Verdict: "completed", Usage: `{"prompt_tokens":8,"total_tokens":8}`},
		{Name: "no embeddings", URL: "https://o/v1/embeddings", Request: `{"model":"m","input":"x"}`, Plain: true, Body: `{"object":"list"}`, Verdict: "failed", Messages: "no list of embeddings"},
		{Name: "compaction", URL: "https://o/v1/responses/compact", Request: `{"model":"m","input":"x"}`, Plain: true, Body: `{"id":"r","object":"response.compaction","created_at":1,"output":[{"id":"m","type":"message","status":"completed","role":"user","content":[{"type":"input_text","text":"x"}]},{"id":"c","type":"compaction","encrypted_content":"gAAA"}],"usage":{"input_tokens":139,"output_tokens":438,"total_tokens":577}}`,
			Verdict: "completed", Text: "", Calls: "compaction", Usage: `{"input_tokens":139,"output_tokens":438,"total_tokens":577}`},

		{Name: "MCP, document", URL: "https://m/mcp", Request: mcp, Plain: true, Body: returned, Verdict: "completed", Calls: `mcp_call weather {"city":"Rome"}`},
		{Name: "MCP, events", URL: "https://m/", Request: mcp, Body: frames(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}`, `{"jsonrpc":"2.0","id":9,"method":"sampling/createMessage"}`, returned), Verdict: "completed", Calls: `mcp_call weather {"city":"Rome"}`, Inside: `"text":"sunny"`},
		{Name: "MCP, cut", URL: "https://m/mcp", Request: mcp, Body: frames(`{"jsonrpc":"2.0","method":"notifications/progress"}`), Verdict: "truncated no_terminal", Calls: `mcp_call weather {"city":"Rome"}`},
		{Name: "MCP, error", URL: "https://m/mcp", Request: mcp, Plain: true, Body: `{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool"}}`, Verdict: "failed", Messages: "Unknown tool"},
		{Name: "MCP, notification", URL: "https://m/mcp", Request: `{"jsonrpc":"2.0","method":"notifications/initialized"}`, Plain: true, Verdict: "completed"},
		{Name: "MCP, a list", URL: "https://m/mcp", Request: `{"jsonrpc":"2.0","id":"a","method":"tools/list"}`, Plain: true, Body: `{"jsonrpc":"2.0","id":"a","result":{"tools":[{"name":"weather"}]}}`, Verdict: "completed"},
	} {
		t.Run(o.Name, o.Check)
	}
}

// FuzzAnswers: no answer of another API makes the program fail, and how it is split changes
// nothing.
func FuzzAnswers(f *testing.F) {
	for url, body := range map[string]string{
		geminiStream + "?alt=sse": frames(geminiChunks()...), geminiStream: arrayOf(geminiChunks()), geminiURL: geminiChunks()[3],
		"http://h/api/chat": ollamaLines(), "http://h/api/generate": `{"response":"a","done":false}` + "\n" + `{"response":"b","done":true}`,
		"http://h/embeddings": `{"data":[]}`, "http://h/responses/compact": `{"output":[{"type":"compaction"}]}`,
		"http://h/mcp": frames(`{"jsonrpc":"2.0","method":"m"}`, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"text":"x"}]}}`),
	} {
		f.Add(url, body)
	}
	f.Fuzz(func(t *testing.T, url, body string) {
		request := `{"model":"m","jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n","arguments":5}}`
		for _, media := range []string{"text/event-stream", "application/json", ndjson} {
			statetest.Odd{URL: url, Request: request, Media: media, Body: body}.CheckPieces(t)
		}
	})
}

// TestOtherAPIsCutAtEveryByte: an answer is complete from the byte on that ends its last
// content.
func TestOtherAPIsCutAtEveryByte(t *testing.T) {
	for _, c := range []struct {
		statetest.Odd
		until string // after it the answer is complete
	}{
		{statetest.Odd{Name: "Gemini, events", URL: geminiStream + "?alt=sse", Body: frames(geminiChunks()...)}, "}"},
		{statetest.Odd{Name: "Gemini, array", URL: geminiStream, Media: "application/json", Body: arrayOf(geminiChunks())}, "}"},
		{statetest.Odd{Name: "Gemini, document", URL: geminiURL, Plain: true, Body: geminiChunks()[4]}, "}"},
		{statetest.Odd{Name: "Ollama, lines", URL: "http://h/api/chat", Request: ollamaChat, Media: ndjson, Body: ollamaLines()}, "}"},
		{statetest.Odd{Name: "MCP, events", URL: "https://m/mcp", Request: `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"w"}}`, Body: frames(`{"jsonrpc":"2.0","id":3,"result":{"content":[]}}`)}, "}"},
	} {
		t.Run(c.Name, func(t *testing.T) {
			c.CheckCuts(t, c.Body[:strings.LastIndex(c.Body, c.until)+len(c.until)])
		})
	}
}
