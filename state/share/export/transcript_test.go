package export

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
)

// TestATranscriptOfAnotherAPI names the speakers, as one of /responses does.
func TestATranscriptOfAnotherAPI(t *testing.T) {
	request := `{"messages":[{"role":"system","content":"Be short."},{"role":"user","content":[{"type":"text","text":"weather?"},{"type":"image_url","image_url":{"url":"https://h/a.png"}}]},
		{"role":"assistant","reasoning":"I ask.","tool_calls":[{"id":"c1","type":"function","function":{"name":"get_weather","arguments":"{\"city\":\"Oslo\"}"}}]},
		{"role":"tool","tool_call_id":"c1","content":"cold"}]}`
	x := state.New(state.Chat, "x", []byte(request))
	c := &wire.Capture{Sent: wire.Sent{URL: "https://h/v1/chat/completions", Body: []byte(request)}, Timing: wire.NoTiming()}
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(`{"choices":[{"message":{"content":"It is cold."},"finish_reason":"stop"}]}`)})
	got := transcriptOf(t, Exchange{State: x, Shown: x, Capture: c})
	at := 0
	for _, want := range []string{"## System", "Be short.", "## User", "weather?", "`image`** `https://h/a.png`", "I ask.", "`get_weather` (`c1`)", `"city": "Oslo"`, "cold", "## Assistant", "It is cold.", "completed"} {
		next := strings.Index(got[at:], want)
		if next < 0 {
			t.Fatalf("%q does not come behind what stands before it:\n%s", want, got)
		}
		at += next
	}
}

// TestCitationsOfAnAnswerAreInMarkdown: those of a chat completion, whose type is around them.
func TestCitationsOfAnAnswerAreInMarkdown(t *testing.T) {
	x := state.New(state.Chat, "x", []byte(`{"model":"m","messages":[{"role":"user","content":"who?"}]}`))
	x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean,
		`{"choices":[{"message":{"content":"She did.","annotations":[{"type":"url_citation","url_citation":{"url":"https://e.example/a","title":"A"}}]},"finish_reason":"stop"}]}`))
	var made transcript
	made.answer(x)
	text, citation := strings.Index(made.String(), "She did."), strings.Index(made.String(), "https://e.example/a")
	if text < 0 || citation < text {
		t.Errorf("no citation after the text:\n%s", made.String())
	}
}

// TestACalledToolIsListedOnce: by the request that calls it; of an answer alone by its item.
func TestACalledToolIsListedOnce(t *testing.T) {
	rpc := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"weather","arguments":{"city":"Rome"}}}`
	for _, request := range []string{rpc, ""} {
		c := &wire.Capture{Sent: wire.Sent{Method: http.MethodPost, URL: "https://m/mcp", Body: []byte(request)}, Timing: wire.NoTiming()}
		x := state.New(state.KindOf(wire.Sent{Method: http.MethodPost, URL: "https://m/mcp", Body: []byte(rpc)}), "x", []byte(rpc))
		x.Known.Request = request != ""
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"sunny"}]}}`))
		got := transcriptOf(t, Exchange{State: x, Shown: x, Capture: c})
		if strings.Count(got, "**Call** `weather`") != 1 || !strings.Contains(got, "sunny") {
			t.Errorf("request %q:\n%s", request, got)
		}
	}
}
