package state

import (
	"encoding/json"
	"testing"
)

// TestSoFarHoldsWhatWasStreamed: the response as it last came; items that came whole as they came, of others
// what was delivered with what grew laid over it, and nothing of later events.
func TestSoFarHoldsWhatWasStreamed(t *testing.T) {
	x := fold(t, `{"type":"response.created","response":{"id":"r","model":"m","status":"queued","hologram":[1]}}`,
		`{"type":"response.in_progress","response":{"id":"r","model":"m","status":"in_progress","output":[],"usage":null,"hologram":[1]}}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"hologram","turns":[1,2]}}`,
		`{"type":"response.output_item.added","output_index":1,"item":{"type":"message","id":"m1","role":"assistant","content":[]}}`,
		`{"type":"response.content_part.added","output_index":1,"content_index":0,"part":{"type":"output_text","text":"","logprobs":[]}}`,
		`{"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"a \"word\""}`,
		`{"type":"response.reasoning_summary_text.delta","output_index":2,"summary_index":0,"delta":"why"}`,
		`{"type":"response.output_item.added","output_index":3,"item":{"type":"custom_tool_call","name":"t","input":""}}`,
		`{"type":"response.custom_tool_call_input.delta","output_index":3,"delta":"do"}`,
		`{"type":"response.function_call_arguments.delta","output_index":4,"item_id":"f","delta":"{}"}`,
		`{"type":"response.refusal.done","output_index":5,"content_index":0,"refusal":"\u006eo, \"never\""}`,
		`{"type":"response.function_call_arguments.done","output_index":6,"item_id":"g","arguments":"{\"a\":1}"}`)
	s, ok := x.SoFar()
	if !ok {
		t.Fatal("nothing has come")
	}
	x.Items[1].Parts[0].grow(" and later words")
	want := `{"id":"r","model":"m","status":"in_progress","usage":null,"hologram":[1],"output":[{"type":"hologram","turns":[1,2]},` +
		`{"type":"message","id":"m1","role":"assistant","content":[{"type":"output_text","logprobs":[],"text":"a \"word\""}]},` +
		`{"type":"reasoning","summary":[{"type":"summary_text","text":"why"}]},` +
		`{"type":"custom_tool_call","name":"t","input":"do"},` +
		`{"type":"function_call","id":"f","arguments":"{}"},` +
		`{"type":"message","content":[{"type":"refusal","refusal":"\u006eo, \"never\""}]},` +
		`{"type":"function_call","id":"g","arguments":"{\"a\":1}"}]}`
	if got := string(s.JSON()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if _, ok := NewExchange("x", nil).SoFar(); ok {
		t.Error("something has come of nothing")
	}
	if !json.Valid(s.JSON()) {
		t.Error("no JSON")
	}
}
