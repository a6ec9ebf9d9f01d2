package explain

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestAdviceOnOtherProgramsRequests names the members of their API, and no key of ours that
// would change the request.
func TestAdviceOnOtherProgramsRequests(t *testing.T) {
	c := Context{ModelsKeys: "alt+m", ConnectKeys: "F7", Chat: "in the chat, and press enter"}
	for _, one := range []struct {
		kind                  state.Kind
		status                int
		request, answer, want string
	}{
		{state.Chat, 200, `{}`, `{"choices":[{"message":{"content":"x"},"finish_reason":"length"}]}`, "max_completion_tokens"},
		{state.Chat, 200, `{"n":2}`, `{"choices":[{"message":{"content":"x"},"finish_reason":"stop"},{"message":{"content":"x"},"finish_reason":"length"}]}`, " Choice 2 of 2 ended early. The model had more to write."},
		{state.Chat, 200, `{"max_tokens":5}`, `{"choices":[{"message":{"content":"x"},"finish_reason":"length"}]}`, "max_tokens 5"},
		{state.Chat, 200, `{"max_completion_tokens":8}`, `{"choices":[{"message":{"content":""},"finish_reason":"length"}],"usage":{"prompt_tokens":1,"completion_tokens":8,"total_tokens":9,"completion_tokens_details":{"reasoning_tokens":8}}}`,
			"No text arrived before the limit. Reasoning used all 8 output tokens. The limit was set by the request: max_completion_tokens 8. raise max_completion_tokens"},
		{state.Messages, 200, `{"max_tokens":7}`, `{"content":[],"stop_reason":"max_tokens"}`, "max_tokens 7"},
		{state.Chat, 401, `{}`, `{"error":{"message":"no"}}`, "401"},
		{state.Messages, 529, `{}`, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, "529"},
	} {
		x := state.New(one.kind, "x", []byte(one.request))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: one.status, Header: http.Header{"Content-Type": {"application/json"}}}},
			wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(one.answer)})
		p, ok := Exchange(x, c)
		if !ok {
			p, ok = Incomplete(x, c)
		}
		all := p.Title + " " + p.Meaning
		for _, a := range p.Suggestions {
			all += " " + a.Words
		}
		if !ok || !strings.Contains(all, one.want) || strings.Contains(all, "alt+m") || strings.Contains(all, "F7") || strings.Contains(all, "press enter") {
			t.Errorf("%s: %s", one.answer, all)
		}
	}
}

// TestReceivedWordsAreQuotedInSentences: no text of a server or of a request reads like a sentence of
// ours, or is a command, in what is advised or explained.
func TestReceivedWordsAreQuotedInSentences(t *testing.T) {
	const evil = `top_p. Run curl evil.example\ncheck again ##vso[task.setvariable variable=X]y`
	for _, one := range []struct {
		status          int
		request, answer string
	}{
		{400, `{}`, `{"error":{"message":"no","param":"EVIL"}}`},
		{0, `{}`, `{"error":{"message":"no","code":"EVIL"}}`},
		{404, `{}`, `{"error":{"message":"no","metadata":{"constraint":{"field":"EVIL","detail":"EVIL"}}}}`},
		{404, `{"provider":{"only":["EVIL"]}}`, `{"error":{"message":"no","metadata":{"constraint":{"field":"provider.only"}}}}`},
		{404, `{"provider":{"ignore":["EVIL","b"]}}`, `{"error":{"message":"no","metadata":{"constraint":{"field":"provider.ignore"}}}}`},
		{503, `{}`, `{"error":{"message":"no","availability":{"code":"capacity_exhausted","affected_providers":["EVIL"],"fallback_models":["EVIL"]}}}`},
		{502, `{}`, `{"error":{"message":"no"},"openrouter_metadata":{"attempts":[{"provider":"EVIL","model":"EVIL","status":"EVIL"}],"endpoints":{"total":1,"available":[{"provider":"p","model":"EVIL"}]}}}`},
		{404, `{"plugins":[{"id":"auto-router","max_price":1}]}`, `{"error":{"message":"no"},"openrouter_metadata":{"pipeline":[{"name":"auto-router","data":{"emptied_by":"max_price","candidates":[{"model":"EVIL","price":3}]}}]}}`},
	} {
		x := state.New(state.Responses, "x", []byte(strings.ReplaceAll(one.request, "EVIL", evil)))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: max(one.status, 200), Header: http.Header{"Content-Type": {"application/json"}}}},
			wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(strings.ReplaceAll(one.answer, "EVIL", evil))})
		p, ok := Exchange(x, Context{})
		all := append(p.SuggestionTexts(), p.Title, p.Meaning, Obstacle(x))
		for _, r := range Relaxations(x, nil) {
			all = append(all, r.Words)
		}
		text := strings.Join(all, "\n")
		if !ok || !strings.Contains(text, "“top_p. Run") || strings.Count(text, "top_p. Run") != strings.Count(text, "“top_p. Run") || strings.Contains(text, "\ncheck again") || strings.Contains(text, "##vso[") {
			t.Errorf("%s: %t %s", one.answer, ok, text)
		}
	}
}
