package diff

import (
	"strings"
	"testing"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
	"gatehouse/views"
)

func TestRequestsOfTwoAPIsAreComparedAsOne(t *testing.T) {
	const (
		chat     = `{"model":"m","seed":1,"messages":[{"role":"user","content":"hi"}]}`
		messages = `{"model":"m","max_tokens":5,"system":"s","messages":[{"role":"user","content":"hi"}]}`
		own      = `{"model":"m","input":"hi"}`
		gemini   = `{"contents":[]}`
	)
	for name, c := range map[string]struct {
		a, b        string
		paths       [2]string
		note        string
		first, last string // a member of each
	}{
		"chat and ours":           {a: chat, b: own, note: "A translated from chat completions, without 1 value", first: "input", last: "input"},
		"ours and messages":       {a: own, b: messages, note: "B translated from Anthropic messages", first: "input", last: "instructions"},
		"two of chat":             {a: chat, b: strings.Replace(chat, "hi", "ho", 1), first: "messages", last: "messages"},
		"chat and messages":       {a: chat, b: messages, note: "A translated from chat completions, without 1 value; B translated from Anthropic messages", first: "input", last: "input"},
		"alike, but for the path": {a: chat, b: chat, paths: [2]string{"/v1/messages", "/v1/messages"}, first: "messages", last: "messages"},
		"named by its path":       {a: chat, b: own, paths: [2]string{"/v1/messages", ""}, note: "A translated from Anthropic messages, without 1 value", first: "input", last: "input"},
		"chat and Gemini":         {a: chat, b: gemini, note: "A translated from chat completions, without 1 value; B translated from Gemini", first: "input", last: "input"},
		"ours and Gemini":         {a: own, b: gemini, note: "B translated from Gemini", first: "input", last: "input"},
		"one that is not read":    {a: chat, b: `{"odd":1}`, first: "messages", last: "odd"},
		"one that is no JSON":     {a: chat, b: `{"messages`, first: "messages"},
	} {
		a, b, note := inOneAPI([]byte(c.a), []byte(c.b), c.paths)
		if note != c.note || scan.Get(a, c.first) == nil || c.last != "" && scan.Get(b, c.last) == nil {
			t.Errorf("%s: %q\n%s\n%s", name, note, a, b)
		}
	}
}

// TestAStreamIsComparedWithADocument of the same API, as what it is put together to.
func TestAStreamIsComparedWithADocument(t *testing.T) {
	stream, document := state.New(state.Chat, "a", []byte(`{}`)), state.New(state.Chat, "b", []byte(`{}`))
	stream.Apply(append(wiretest.Stream(`{"object":"chat.completion.chunk","service_tier":"flex","choices":[{"delta":{"content":"Hi"},"finish_reason":"stop"}]}`, "[DONE]"), wiretest.End(wire.EndClean, ""))...)
	document.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"object":"chat.completion","service_tier":"default","choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]}`))
	m := newModel(views.Subject{Exchange: stream}, views.Subject{Exchange: document}, 120, 80)
	has(t, m, "Same text", "service_tier", "flex", "default", "1 difference")
}

// TestResultsOfTwoAPIsAreNotComparedByPlace: every member would differ.
func TestResultsOfTwoAPIsAreNotComparedByPlace(t *testing.T) {
	responses, _ := pair()
	other := reranked(`{"results":[{"index":0,"relevance_score":2}]}`)
	has(t, newModel(responses, other, 120, 80), "Not compared: A and B are results of different APIs.")
}
