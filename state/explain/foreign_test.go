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
