package main

import (
	"testing"
)

// TestATextThatWasARefusalIsPrintedOnce: the end of an item may have another kind.
func TestATextThatWasARefusalIsPrintedOnce(t *testing.T) {
	stream := event("response.output_text.delta", `,"output_index":0,"item_id":"m","content_index":0,"delta":"I will not."`) +
		event("response.output_item.done", `,"output_index":0,"item":{"type":"message","id":"m","content":[{"type":"refusal","refusal":"I will not."}]}`) + completed
	r := program(t, `{"stream":true}`, "send", "--base-url", saying(t, stream))
	r.wants(t, exitOK, "warning: refusal")
	if r.stdout != "I will not." {
		t.Errorf("stdout %q", r.stdout)
	}
}
