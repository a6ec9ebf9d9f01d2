package registry_test

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/dialect/lint"
	"gatehouse/state/dialect/registry"
)

// TestAWrittenTextIsACompleteAnswer: it folds to the text, and lint finds no more in it than a note. Only
// Anthropic's API has a warning for an answer that counts no input; none was used.
func TestAWrittenTextIsACompleteAnswer(t *testing.T) {
	const text = "Yes: 100 %s \"quoted\"\n\ndata: {second} ☂"
	for path, kind := range map[string]state.Kind{"responses": state.Responses, "chat/completions": state.Chat, "messages": state.Messages} {
		for _, more := range []string{``, `,"stream":true`, `,"stream":true,"stream_options":{"include_usage":true}`} {
			request := []byte(`{"model":"sim/writer","max_tokens":9,"messages":[{"role":"user","content":"?"}]` + more + `}`)
			body, streams, ok := registry.Write(int(kind), request, text, 1)
			if !ok || streams != (more != "") {
				t.Fatalf("%s%s: %v %v", path, more, streams, ok)
			}
			media := "application/json"
			if streams {
				media = wire.EventStream
			}
			c := &wire.Capture{
				Sent: wire.Sent{Method: "POST", URL: "http://127.0.0.1/v1/" + path, Body: request},
				Head: &wire.Head{Status: 200, Proto: "HTTP/1.1", Header: http.Header{"Content-Type": {media}}},
				End:  &wire.End{Cause: wire.EndClean}, Timing: wire.NoTiming(),
			}
			c.Body.Append(body, 1)
			x := state.New(state.KindOf(c.Sent), "x", request)
			for a := range client.Replay(c) {
				x.Apply(a)
			}
			if got := x.Text(); x.Kind() != kind || x.Verdict != state.Completed || got != text || len(x.Warnings) > 0 {
				t.Errorf("%s%s: %v, %q, %v\n%s", path, more, x.Verdict, got, x.Warnings, body)
			}
			for _, f := range x.Findings() {
				if f.Rule.Level > lint.Note && f.Rule.ID != "usage-zero" {
					t.Errorf("%s%s: %s %s\n%s", path, more, f.Rule.ID, f.Detail, body)
				}
			}
			if kind == state.Responses && streams && strings.Count(string(body), "event: response.output_text.delta\n") != 1 {
				t.Errorf("no delta in\n%s", body)
			}
		}
	}
	if _, _, ok := registry.Write(registry.Other, nil, text, 1); ok {
		t.Error("an answer of no API is written")
	}
}
