package relay_test

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"gatehouse/app/effect/relay"
	"gatehouse/gateway"
)

// translating serves a local gateway with the translation in front of it.
func translating(t *testing.T, options ...gateway.Option) string {
	t.Helper()
	g := gateway.New(append([]gateway.Option{gateway.WithPace(0), gateway.WithKeys("k"), gateway.WithMaxBody(1 << 20)}, options...)...)
	server := httptest.NewServer(relay.Translate(g, gateway.Prefix, 1<<20))
	t.Cleanup(server.Close)
	return server.URL
}

// post returns the answer to a request with a key.
func post(t *testing.T, url, body string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Api-Key", "k")
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	all, err := io.ReadAll(resp.Body)
	if err != nil && !strings.Contains(body, "fault/") {
		t.Fatal(err)
	}
	return resp, string(all)
}

// TestTranslatedPaths: a program may append to the base URL what its API's clients do.
func TestTranslatedPaths(t *testing.T) {
	base := translating(t)
	for path, want := range map[string]int{
		"/chat/completions": 200, "/v1/chat/completions": 200, "/api/v1/chat/completions": 200, "/api/v1/v1/chat/completions": 200,
		"/messages": 200, "/v1/messages": 200, "/api/v1/v1/messages": 200, "/api/v1/v1/messages/count_tokens": 200, "/messages/count_tokens": 200,
		"/v1/responses": 200, "/api/v1/v1/responses": 200, "/v1/embeddings": 404, "/v1beta/models/sim/writer:generateContent": 404, "/v1/messages/batches": 404,
	} {
		if resp, body := post(t, base+path, `{"model":"sim/writer","max_tokens":20,"messages":[{"role":"user","content":"hi"}],"input":null}`); resp.StatusCode != want &&
			!strings.Contains(path, "responses") || strings.Contains(path, "responses") && resp.StatusCode != 400 {
			t.Errorf("%s: %d %.300s", path, resp.StatusCode, body)
		}
	}
}

// TestTranslatedDocument: an answer that is not streamed has the members of its API's documents.
func TestTranslatedDocument(t *testing.T) {
	base := translating(t)
	const tool = `"tools":[{"type":"function","function":{"name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}}]`
	for _, one := range []struct {
		name, path, body string
		want             map[string]string
	}{
		{"chat", "/chat/completions", `{"model":"sim/writer","messages":[{"role":"user","content":"hello"}]}`, map[string]string{
			"object": "chat.completion", "model": "sim/writer", "choices.0.finish_reason": "stop", "choices.0.message.role": "assistant", "choices.#": "1",
		}},
		{"chat, cut", "/chat/completions", `{"model":"sim/writer","max_tokens":2,"messages":[{"role":"user","content":"hello"}]}`, map[string]string{
			"choices.0.finish_reason": "length", "usage.completion_tokens": "2",
		}},
		{"chat, a call", "/chat/completions", `{"model":"sim/writer",` + tool + `,"messages":[{"role":"user","content":"What is the weather in Paris?"}]}`, map[string]string{
			"choices.0.finish_reason": "tool_calls", "choices.0.message.tool_calls.0.function.name": "get_weather",
			"choices.0.message.tool_calls.0.function.arguments": `{"city":"Paris"}`, "choices.0.message.tool_calls.0.type": "function",
		}},
		{"chat, its output", "/chat/completions", `{"model":"sim/writer",` + tool + `,"messages":[{"role":"user","content":"What is the weather in Paris?"},
			{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"very foggy"}]}`, map[string]string{
			"choices.0.finish_reason": "stop",
		}},
		{"messages", "/v1/messages", `{"model":"sim/writer","max_tokens":4000,"messages":[{"role":"user","content":"hello"}]}`, map[string]string{
			"type": "message", "role": "assistant", "stop_reason": "end_turn", "content.#": "1", "content.0.type": "text", "usage.cache_read_input_tokens": "0",
		}},
		{"messages, cut", "/v1/messages", `{"model":"sim/writer","max_tokens":2,"messages":[{"role":"user","content":"hello"}]}`, map[string]string{
			"stop_reason": "max_tokens", "usage.output_tokens": "2",
		}},
		{"messages, a call", "/v1/messages", `{"model":"sim/writer","max_tokens":400,"tool_choice":{"type":"any"},"tools":[{"name":"get_weather","input_schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}],
			"messages":[{"role":"user","content":"What is the weather in Paris?"}]}`, map[string]string{
			"stop_reason": "tool_use", "content.0.type": "tool_use", "content.0.name": "get_weather", "content.0.input.city": "Paris",
		}},
		{"messages, thinking", "/v1/messages", `{"model":"sim/reasoner","max_tokens":4000,"thinking":{"type":"enabled","budget_tokens":1024},"messages":[{"role":"user","content":"hello"}]}`, map[string]string{
			"content.0.type": "thinking", "content.1.type": "text",
		}},
		{"messages, no thinking asked for", "/v1/messages", `{"model":"sim/reasoner","max_tokens":4000,"messages":[{"role":"user","content":"hello"}]}`, map[string]string{
			"content.0.type": "text",
		}},
		{"an image", "/chat/completions", `{"model":"sim/writer","messages":[{"role":"user","content":[{"type":"text","text":"hello"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORw0KGgo="}}]}]}`, map[string]string{
			"choices.0.finish_reason": "stop",
		}},
	} {
		t.Run(one.name, func(t *testing.T) {
			resp, body := post(t, base+one.path, one.body)
			if resp.StatusCode != 200 {
				t.Fatalf("%d %s", resp.StatusCode, body)
			}
			for path, want := range one.want {
				if got := gjson.Get(body, path).String(); got != want {
					t.Errorf("%s: %q, want %q in %s", path, got, want, body)
				}
			}
			streamed, frames := post(t, base+one.path, strings.Replace(one.body, "{", `{"stream":true,"stream_options":{"include_usage":true},`, 1))
			if kind := streamed.Header.Get("Content-Type"); kind != "text/event-stream" || streamed.Header.Get("Warning") != "" {
				t.Errorf("streamed: %v %s", streamed.Header, frames)
			}
		})
	}
}

// TestTranslatedErrors: an error has the shape of the API that was called.
func TestTranslatedErrors(t *testing.T) {
	base := translating(t)
	hello := func(model, more string) string {
		return `{"model":"` + model + `","max_tokens":400,` + more + `"messages":[{"role":"user","content":"hello"}]}`
	}
	for _, one := range []struct {
		path, body string
		status     int
		want       map[string]string
	}{
		{"/chat/completions", hello("none/such", ""), 404, map[string]string{"error.type": "invalid_request_error", "error.param": ""}},
		{"/chat/completions", hello("fault/429", ""), 429, map[string]string{"error.type": "rate_limit_error", "error.code": "rate_limit_exceeded"}},
		{"/messages", hello("fault/429", ""), 429, map[string]string{"type": "error", "error.type": "rate_limit_error"}},
		{"/messages", hello("fault/529", ""), 529, map[string]string{"type": "error", "error.type": "overloaded_error"}},
		{"/messages/count_tokens", hello("fault/401", ""), 401, map[string]string{"type": "error", "error.type": "authentication_error"}},
		{"/chat/completions", hello("fault/failed-event", ""), 502, map[string]string{"error.type": "server_error"}},
		{"/messages", hello("fault/error-event", ""), 502, map[string]string{"error.type": "api_error"}},
		{"/messages", hello("fault/cut", ""), 502, map[string]string{"error.type": "api_error"}},
		{"/chat/completions", hello("sim/writer", `"n":2,`), 400, map[string]string{"error.message": "n: /responses returns one answer to a request"}},
		{"/chat/completions", `{"model":"sim/writer"}`, 400, map[string]string{"error.message": "messages: must be a list of messages"}},
		{"/messages", `{"model":`, 400, map[string]string{"error.type": "invalid_request_error"}},
		{"/messages", hello("sim/writer", `"temperature":"warm",`), 400, map[string]string{"error.type": "invalid_request_error"}},
		{"/messages", `{"messages":[{"role":"user","content":"` + strings.Repeat("x", 1<<20) + `"}]}`, 413, map[string]string{"error.type": "request_too_large"}},
	} {
		resp, body := post(t, base+one.path, one.body)
		if resp.StatusCode != one.status {
			t.Errorf("%.60s: %d %s", one.body, resp.StatusCode, body)
		}
		for path, want := range one.want {
			if got := gjson.Get(body, path).String(); got != want {
				t.Errorf("%.60s: %s is %q, want %q in %s", one.body, path, got, want, body)
			}
		}
	}
	if resp, err := http.Post(base+"/v1/messages", "application/json", strings.NewReader("{}")); err != nil || resp.StatusCode != 401 {
		t.Errorf("without a key: %v %v", resp, err)
	}
	if resp, body := post(t, base+"/chat/completions", hello("fault/html-502", "")); resp.StatusCode != 502 || body != string([]byte(body)) || !strings.HasPrefix(body, "<!DOCTYPE html>") {
		t.Errorf("a page: %d %s", resp.StatusCode, body)
	}
	if resp, _ := post(t, base+"/chat/completions", hello("sim/writer", `"seed":1,"stop":null,`)); resp.StatusCode != 200 || resp.Header.Get("Warning") != `199 gatehouse "not in /responses, ignored: seed"` {
		t.Errorf("ignored: %d %v", resp.StatusCode, resp.Header)
	}
}

// TestTranslatedStreamEnds: each way in which a stream ends, or is disturbed, arrives.
func TestTranslatedStreamEnds(t *testing.T) {
	base := translating(t)
	for _, one := range []struct{ path, model, has, not string }{
		{"/chat/completions", "sim/writer", "data: [DONE]\n\n", ""},
		{"/messages", "sim/writer", "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n", "[DONE]"},
		{"/chat/completions", "fault/no-done", `"finish_reason":"stop"`, "[DONE]"},
		{"/chat/completions", "fault/cut", `"content":`, `"finish_reason":"stop"`},
		{"/messages", "fault/cut", "text_delta", "message_stop"},
		{"/chat/completions", "fault/failed-event", `data: {"error":{"message":"The provider stopped`, `"finish_reason":"stop"`},
		{"/messages", "fault/error-event", `event: error` + "\n" + `data: {"type":"error","error":{"type":"api_error","message":"The provider stopped`, "message_stop"},
		{"/chat/completions", "fault/incomplete", `"finish_reason":"length"`, ""},
		{"/messages", "fault/crlf", "message_stop", "\r"},
		{"/messages", "fault/comments", ": SERVICE PROCESSING\n\n", ""},
		{"/messages", "fault/keepalive", ": keepalive\n\n", ""},
		{"/chat/completions", "fault/bad-json", `data: {"type":"response.output_text.delta","delta":` + "\n\n", ""},
		{"/chat/completions", "fault/unknown-event", `"finish_reason":"stop"`, "hologram"},
		{"/messages", "fault/reset", "text_delta", "message_stop"},
	} {
		resp, body := post(t, base+one.path, `{"model":"`+one.model+`","stream":true,"max_tokens":4000,"messages":[{"role":"user","content":"hello"}]}`)
		if resp.StatusCode != 200 || !strings.Contains(body, one.has) || one.not != "" && strings.Contains(body, one.not) {
			t.Errorf("%s of %s: %d, want %q and not %q in\n%s", one.path, one.model, resp.StatusCode, one.has, one.not, body)
		}
	}
}

// TestTranslationStreams: the first text arrives while the answer is not at its end, and a program that
// leaves ends the gateway's request.
func TestTranslationStreams(t *testing.T) {
	ended := make(chan struct{})
	server := httptest.NewServer(relay.Translate(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		_, _ = io.ReadAll(r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, `data: {"type":"response.output_text.delta","output_index":0,"delta":"first"}`+"\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}), "", 1<<20))
	defer server.Close()
	resp, err := http.Post(server.URL+"/chat/completions", "application/json", strings.NewReader(`{"messages":[],"stream":true}`))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() && !strings.Contains(lines.Text(), "first") {
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	resp.Body.Close()
	<-ended
}

// TestCountedTokens are those of the prompt of the same request, and the count writes nothing to a cache.
func TestCountedTokens(t *testing.T) {
	base := translating(t)
	body := `{"model":"sim/writer","max_tokens":400,"messages":[{"role":"user","content":[{"type":"text","text":"` + strings.Repeat("many words ", 3000) + `","cache_control":{"type":"ephemeral"}}]}]}`
	_, counted := post(t, base+"/v1/messages/count_tokens", body)
	_, answer := post(t, base+"/v1/messages", body)
	written, input := gjson.Get(answer, "usage.cache_creation_input_tokens").Int(), gjson.Get(answer, "usage.input_tokens").Int()
	if n := gjson.Get(counted, "input_tokens").Int(); n == 0 || n != input+written || written == 0 {
		t.Errorf("%s, then %d and %d written", counted, input, written)
	}
}
