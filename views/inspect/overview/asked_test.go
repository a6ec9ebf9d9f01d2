package overview

import (
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/wiretest"
	"gatehouse/views"
	"gatehouse/views/kit/text"
)

// of is a chat completion of another program, answered by a document.
func of(status int, body string) views.Subject {
	x := state.New(state.Chat, "x", []byte(`{"model":"m","messages":[]}`))
	x.Apply(wiretest.Head(status, "application/json", false), wiretest.End(wire.EndClean, body))
	c := &wire.Capture{ID: "x", Sent: wire.Sent{Method: "POST", URL: "https://api.example.org/a-rather-long/prefix/of/a/service/v1/chat/completions"}, Head: x.Head, End: x.End}
	return views.Subject{Exchange: x, Capture: c}
}

// TestTheRequestOfAnotherProgramIsNamed: where it went to, why the model stopped, and by which
// names the service calls an error.
func TestTheRequestOfAnotherProgramIsNamed(t *testing.T) {
	got := screen(pageOf(of(200, `{"id":"c","choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}`), false, 60, 40))
	verdict, rest, _ := strings.Cut(strings.TrimSpace(got), "\n")
	if !strings.Contains(verdict, "completed") || !strings.HasSuffix(strings.TrimSpace(verdict), "finish_reason stop") || strings.Contains(rest, "finish_reason") {
		t.Errorf("finish_reason is not beside the verdict:\n%s", got)
	}
	line, _, _ := strings.Cut(rest, "\n")
	if !strings.Contains(line, "POST https://api") || !strings.Contains(line, "…") || !strings.Contains(line, "/v1/chat/completions") || text.Width(line) > 60 {
		t.Errorf("the request is not on one line: %q", line)
	}
	got = screen(pageOf(of(400, `{"error":{"message":"no","type":"invalid_request_error","code":"bad_seed"}}`), false, 80, 40))
	if !strings.Contains(got, "error type invalid_request_error, code bad_seed") {
		t.Errorf("the names of the error are missing:\n%s", got)
	}
}

// TestTheColumnNamesTheFramesOfAnotherAPI by what they carry: they have no type.
func TestTheColumnNamesTheFramesOfAnotherAPI(t *testing.T) {
	c := paced()
	c.Body = wire.Body{}
	for i, data := range []string{`{"choices":[{"index":0,"delta":{"role":"assistant"}}]}`, `{"choices":[{"index":0,"delta":{"content":"Hey"}}]}`, "no JSON", wire.Done} {
		c.Body.Append([]byte("data: "+data+"\n\n"), int64(2000+1000*i))
	}
	x := state.New(state.Chat, "x", c.Sent.Body)
	for a := range client.Replay(c) {
		x.Apply(a)
	}
	got := screen(pageOf(views.Subject{Exchange: x, Capture: c}, true, 44, 50))
	for _, want := range []string{"delta.role\n", "delta.content\n", "no JSON\n", "[DONE]"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
