package output_test

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history/output"
	"gatehouse/state/wiretest"
)

// TestAnswerHasEverythingReceived: what was reasoned and called too, with or without a text.
func TestAnswerHasEverythingReceived(t *testing.T) {
	const call = `"tool_calls":[{"id":"c1","function":{"name":"weather","arguments":"{\"city\":\"Bern\"}"}}]`
	for message, want := range map[string]string{
		`{"reasoning_content":"hm","content":"I look.",` + call + `}`: "reasoning: hm\n\nI look.\n\ncall weather c1: {\"city\":\"Bern\"}",
		`{"content":null,` + call + `}`:                               "call weather c1: {\"city\":\"Bern\"}",
		`{"content":null,"refusal":"I cannot."}`:                      "I cannot.",
	} {
		x := state.New(state.Chat, "x", nil)
		x.Apply(wiretest.Head(200, "application/json", false), wiretest.End(wire.EndClean, `{"choices":[{"message":`+message+`,"finish_reason":"stop"}]}`))
		if got := output.Answer(x, &wire.Capture{}, true); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", message, got, want)
		}
	}
}
