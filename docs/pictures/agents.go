package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// agent is a caller that works in a session, with its conversation so far.
type agent struct {
	session, under string
	items          []any
	at             time.Time
	n              int
}

// agents is an HTTP Archive of a morning on which three agents worked: one with a sub-agent and a
// request that had to be sent again.
func agents() string {
	var entries []map[string]any
	start := time.Date(2026, 11, 27, 9, 12, 0, 0, time.UTC)
	steps := func(a *agent, prompt string, tools ...string) {
		a.ask(prompt)
		for _, tool := range tools {
			if tool == "503" {
				entries = append(entries, a.fails())
				continue
			}
			entries = append(entries, a.calls(tool))
			if tool != "spawn_agent" {
				a.returned(time.Duration(900+1300*(a.n%3)) * time.Millisecond)
			}
		}
	}
	first := &agent{session: "0193-main", at: start}
	steps(first, "The parser test fails on Windows. Find out why and fix it.", "shell", "read_file", "503", "spawn_agent")
	helper := &agent{session: "0193-sub", under: "0193-main", at: first.at.Add(400 * time.Millisecond)}
	steps(helper, "Read the history of parser.go and tell which change broke it.", "shell", "shell")
	entries = append(entries, helper.says("The change of line ends in 4f1c."))
	first.returned(helper.at.Sub(first.at) + 300*time.Millisecond)
	for _, tool := range []string{"apply_patch", "shell"} {
		entries = append(entries, first.calls(tool))
		first.returned(5 * time.Second)
	}
	entries = append(entries, first.says("Fixed: the reader took \\r as a token. All tests pass."))
	second := &agent{session: "0194", at: start.Add(26 * time.Second)}
	steps(second, "Write a changelog entry for the last release.", "shell", "read_file", "apply_patch")
	entries = append(entries, second.says("Done."))
	third := &agent{session: "0195", at: start.Add(2 * time.Minute)}
	steps(third, "Which tickets were closed this week?", "search_tickets", "search_tickets")
	entries = append(entries, third.says("Eleven: seven bugs, four questions."))
	return harOf(entries)
}

func (a *agent) ask(prompt string) {
	a.items = append(a.items, map[string]any{"type": "message", "role": "user", "content": prompt})
}

// returned has a tool return what it was called for.
func (a *agent) returned(took time.Duration) {
	a.at = a.at.Add(took)
	a.items = append(a.items, map[string]any{"type": "function_call_output", "call_id": a.call(), "output": "ok"})
	a.n++
}

func (a *agent) call() string { return fmt.Sprintf("call_%s_%d", a.session, a.n) }

// calls is an exchange in which the model calls a tool.
func (a *agent) calls(tool string) map[string]any {
	item := map[string]any{"type": "function_call", "id": "fc_" + a.call(), "call_id": a.call(), "name": tool, "arguments": `{"path":"parser.go"}`, "status": "completed"}
	e := a.exchange(item, `"response.function_call_arguments.delta","item_id":"fc_`+a.call()+`","output_index":1,"delta":"{\"path\":\"parser.go\"}"`, 1)
	a.items = append(a.items, item)
	return e
}

// says is an exchange in which the model answers.
func (a *agent) says(text string) map[string]any {
	item := map[string]any{"type": "message", "id": "msg_" + a.session, "role": "assistant", "status": "completed", "content": []any{map[string]any{"type": "output_text", "text": text, "annotations": []any{}}}}
	quoted, _ := json.Marshal(text)
	return a.exchange(item, `"response.output_text.delta","item_id":"msg_`+a.session+`","output_index":1,"content_index":0,"delta":`+string(quoted), 3)
}

func (a *agent) header() map[string]any {
	h := map[string]any{"Content-Type": "application/json", "User-Agent": "agent/2.1", "X-Session-Id": a.session}
	if a.under != "" {
		h["X-Parent-Session-Id"] = a.under
	}
	return h
}

func (a *agent) request() []byte {
	body, _ := json.Marshal(map[string]any{"model": "acme/large", "stream": true, "input": a.items})
	return body
}

// exchange is one with a streamed answer: the model reasons, and then gives an item.
func (a *agent) exchange(item map[string]any, delta string, slow int) map[string]any {
	var b strings.Builder
	var chunks []chunk
	frame := func(ms int, data string) {
		before := b.Len()
		fmt.Fprintf(&b, "data: {\"type\":%s}\n\n", data)
		chunks = append(chunks, chunk{int64(ms) * 1000, b.Len() - before})
	}
	in := 1200 + 240*len(a.items)
	wait, think, end := 420+60*len(a.items), 1300+90*len(a.items), 1900+120*len(a.items)+slow*500
	raw, _ := json.Marshal(item)
	frame(wait/2, `"response.created","response":{"id":"r","object":"response","model":"acme/large","status":"in_progress","output":[]}`)
	frame(wait, `"response.reasoning_text.delta","item_id":"rs","output_index":0,"content_index":0,"delta":"I look at the file first."`)
	frame(think, delta)
	frame(end, fmt.Sprintf(`"response.completed","response":{"id":"r","object":"response","model":"acme/large","provider":"Umbra","status":"completed","output":[%s],"usage":{"input_tokens":%d,"input_tokens_details":{"cached_tokens":%d},"output_tokens":%d,"output_tokens_details":{"reasoning_tokens":40},"total_tokens":%d,"cost":%.6f}}`,
		raw, in, in*3/4, 90, in+90, float64(in)*9e-6))
	b.WriteString("data: [DONE]\n\n")
	chunks[len(chunks)-1].Bytes += len("data: [DONE]\n\n")
	e := entry(a.at, a.header(), a.request(), 200, "text/event-stream", b.String(), chunks)
	a.at = a.at.Add(time.Duration(end) * time.Millisecond)
	return e
}

// fails is an exchange that nobody served; it is sent again.
func (a *agent) fails() map[string]any {
	const body = `{"error":{"code":503,"message":"The provider is overloaded.","metadata":{"error_type":"provider_overloaded"}}}`
	e := entry(a.at, a.header(), a.request(), 503, "application/json", body, []chunk{{700_000, len(body)}})
	a.at = a.at.Add(1200 * time.Millisecond)
	return e
}
