package history

import (
	"net/http"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// TestUserWords are what is left of messages as agents send them.
func TestUserWords(t *testing.T) {
	for text, want := range map[string]string{
		"fix the test": "fix the test",
		"<system-reminder>\nToday's date is 2026-12-01.\n</system-reminder>\n\n":                       "", // Claude Code
		"<environment_context>\n  <cwd>/x</cwd>\n</environment_context>":                               "", // Codex
		"# AGENTS.md instructions for /x\n\n<INSTRUCTIONS>\nBe kind.\n</INSTRUCTIONS>":                 "",
		"<skill>\n<name>a</name>\n</skill>\nuse it":                                                    "use it",
		"<current_datetime>2026-12-01</current_datetime>\n\nlist files\n\n<reminder>\nx\n</reminder>":  "list files", // Copilot CLI
		"<context>\nx\n</context>\n<userRequest>\nrename a\n</userRequest>":                            "rename a",   // VS Code
		"<session>\nuse Bash\n</session>\n\nWrite the title in the language the user wrote in, ever":   "use Bash",
		"This is the Qwen Code. We are setting up the context for our chat.\nToday's date is Tuesday":  "",
		"<session_context>\nThis is the Gemini CLI. We are setting up the context\n</session_context>": "",
		"what does <session> mean? </session>":                                                         "what does <session> mean? </session>",
		"Called the API, and it failed":                                                                "Called the API, and it failed",
		"<context>\nx\n</context>\nwhy?":                                                               "<context>\nx\n</context>\nwhy?",
		"what does <system-reminder> mean?":                                                            "what does <system-reminder> mean?",
		"<b>bold</b> and <system-reminder>":                                                            "<b>bold</b> and <system-reminder>",
		"say hello\n<system-reminder>\ncut":                                                            "say hello",
	} {
		if got := userWords(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestWordsOfAgentsRequests: the words of the user, else what was called or counted.
func TestWordsOfAgentsRequests(t *testing.T) {
	const call = `{"type":"function_call","name":"exec_command","call_id":"c","arguments":"{}"}`
	for _, c := range []struct {
		url, request, answer, words string
		purpose                     Purpose
		spoken                      bool
	}{
		{"/v1/messages", `{"messages":[{"role":"user","content":[{"type":"text","text":"<system-reminder>\nx\n</system-reminder>\n\n"},{"type":"text","text":"use Bash"}]}]}`, `{}`, "use Bash", Step, true},
		{"/responses", `{"input":[{"type":"function_call","name":"a","call_id":"b","arguments":"{}"},{"type":"function_call_output","call_id":"b","output":"x"}]}`,
			`{"object":"response","status":"completed","output":[` + call + `,` + call + `]}`, "→ exec_command ×2", Step, false},
		{"/responses", `{"input":[]}`, `{"object":"response","status":"completed","output":[{"type":"function_call","namespace":"mcp__gatehouse","name":"list","call_id":"c","arguments":"{}"}]}`, "→ mcp__gatehouse.list", Step, false}, // Codex
		{"/v1/messages/count_tokens?beta=true", `{"messages":[{"role":"user","content":"a conversation"}]}`, `{"input_tokens":91}`, "→ 91 tokens", CountTokens, false},
		{"/v1beta/models/m:countTokens", `{"contents":[{"role":"user","parts":[{"text":"a conversation"}]}]}`, `{"totalTokens":1}`, "→ 1 token", CountTokens, false},
		{"/v1/messages", `{"system":[{"type":"text","text":"x-anthropic-billing-header: a"},{"type":"text","text":"Generate a concise, sentence-case title (3-7 words)"}],"messages":[{"role":"user","content":"<session>\nuse Bash\n</session>"}]}`, `{}`, "use Bash", Title, true},
		{"/responses", `{"input":[{"role":"developer","content":"You are a title generator. You output ONLY a thread title."},{"role":"user","content":"Generate a title for this conversation:\n"},{"role":"user","content":"hello"}]}`, `{}`, "hello", Title, true},
	} {
		sent := wire.Sent{Method: http.MethodPost, URL: "http://h" + c.url, Body: []byte(c.request)}
		capture := &wire.Capture{Sent: sent}
		x := state.New(state.KindOf(sent), "x", sent.Body)
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, c.answer))
		capture.Body.Append([]byte(c.answer), 5)
		e := Of(About{Kind: state.KindOf(sent)}, x, capture)
		if e.Words != c.words || e.Purpose != c.purpose || e.Spoken != c.spoken {
			t.Errorf("%s %s: %q %q %v", c.url, c.request, e.Words, e.Purpose, e.Spoken)
		}
		if counts := e.TotalUS < 0; counts != (c.purpose == CountTokens) {
			t.Errorf("%s: total %d", c.url, e.TotalUS)
		}
	}
}
