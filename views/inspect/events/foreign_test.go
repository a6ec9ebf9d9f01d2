package events

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
)

// TestFramesOfOtherAPIs: each row has what its frame carries, and the end what ended it.
func TestFramesOfOtherAPIs(t *testing.T) {
	for kind, c := range map[state.Kind]struct {
		data []string
		want []string
	}{
		state.Chat: {[]string{
			`{"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`, `{"choices":[{"index":0,"delta":{"content":"Hey"}}]}`,
			`{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"look","arguments":""}}]}}]}`,
			`{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}`, `[DONE]`,
		}, []string{"delta.role", "delta.content  #0 message  “Hey”", "delta.tool_calls  #1 function_call  look", "◐ finish_reason  length", "[DONE]", "[DONE] received"}},
		state.Messages: {[]string{
			`{"type":"message_start","message":{"model":"c-1"}}`, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"look","input":{}}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}`,
			`{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`, `{"type":"message_stop"}`,
		}, []string{"message_start  c-1", "content_block_start  #0 function_call  tool_use, look", "content_block_delta/input_json_delta  #0 function_call  “{}”", "message_delta  tool_use", "message_stop received"}},
	} {
		s := newStage(120, 20)
		s.beginOf(kind)
		s.feed([]byte("data: "+strings.Join(c.data, "\n\ndata: ")+"\n\n"), steady)
		s.end(wire.EndClean)
		seen := s.trimmed()
		for _, want := range c.want {
			if !strings.Contains(seen, want) {
				t.Errorf("%s: no %q in\n%s", kind, want, seen)
			}
		}
	}
}

// TestFramesOfSeveralChoices: a row names the choice that its item belongs to.
func TestFramesOfSeveralChoices(t *testing.T) {
	s := newStage(120, 20)
	s.beginOf(state.Chat)
	s.feed([]byte(`data: {"choices":[{"index":1,"delta":{"content":"two"}}]}`+"\n\n"+`data: {"choices":[{"index":0,"delta":{"content":"one"}}]}`+"\n\n"), steady)
	seen := s.trimmed()
	for _, want := range []string{"#0 message, choice 2  “two”", "#1 message, choice 1  “one”"} {
		if !strings.Contains(seen, want) {
			t.Errorf("no %q in\n%s", want, seen)
		}
	}
}
