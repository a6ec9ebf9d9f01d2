package cache_test

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/cache"
	"gatehouse/state/wiretest"
)

// The reasons are read from documents and streams, in the provider's spelling.
func TestReportedReason(t *testing.T) {
	const anthropic, openai = "diagnostics.cache_miss_reason", "prompt_cache_diagnostics"
	message := func(diagnostics string) string {
		return `{"id":"m","type":"message","role":"assistant","content":[],"stop_reason":"end_turn","diagnostics":` + diagnostics + `}`
	}
	response := func(diagnostics string) string {
		return `{"id":"r","object":"response","status":"completed","output":[],"prompt_cache_diagnostics":` + diagnostics + `}`
	}
	before := `{"diagnostics":{"previous_message_id":"msg_1"},"prompt_cache_options":{"comparison_response_id":"resp_1"}}`
	for _, c := range []struct {
		kind   state.Kind
		answer string
		want   cache.Reported
	}{
		{state.Messages, message(`{"cache_miss_reason":{"type":"tools_changed","cache_missed_input_tokens":321}}`), cache.Reported{Reason: "tools_changed", Missed: 321, With: "msg_1", Where: anthropic}},
		{state.Messages, message(`{"cache_miss_reason":{"type":"unavailable"}}`), cache.Reported{Reason: "unavailable", Missed: -1, With: "msg_1", Where: anthropic}},
		{state.Messages, message(`{"cache_miss_reason":null}`), cache.Reported{}},
		{state.Messages, message(`null`), cache.Reported{}},
		{state.Responses, response(`{"type":"cache_miss","reason":"input_changed","cache_missed_tokens":40,"comparison_reusable_tokens":10}`), cache.Reported{Reason: "input_changed", Missed: 40, With: "resp_1", Where: openai}},
		{state.Responses, response(`{"type":"comparison_response_not_found"}`), cache.Reported{Reason: "comparison_response_not_found", Missed: -1, With: "resp_1", Where: openai}},
	} {
		x := state.New(c.kind, "x", []byte(before))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200, Header: map[string][]string{"Content-Type": {"application/json"}}}},
			wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(c.answer)})
		if got := cache.ReportedOf(x); got.Reason != c.want.Reason || c.want.Reason != "" && got != c.want {
			t.Errorf("%s: %+v", c.answer, got)
		}
	}
	x := state.New(state.Messages, "x", []byte(before))
	x.Apply(wiretest.Head(200, "text/event-stream", true))
	for i, frame := range []string{`{"type":"message_start","message":{"id":"m","content":[],"diagnostics":{"cache_miss_reason":{"type":"system_changed","cache_missed_input_tokens":7}}}}`,
		`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}`, `{"type":"message_stop"}`} {
		x.Apply(wiretest.Frame(frame, int64(i)))
	}
	if got := cache.ReportedOf(x); got.Reason != "system_changed" || got.Missed != 7 {
		t.Errorf("of a stream: %+v", got)
	}
}
