package explain_test

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
)

// TestGeminiReportsWhatWasBlocked checks the words for a blocked prompt and for a blocked answer.
func TestGeminiReportsWhatWasBlocked(t *testing.T) {
	for body, want := range map[string][2]string{
		`{"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},"usageMetadata":{"promptTokenCount":4}}`:                             {"the prompt was blocked", "PROHIBITED_CONTENT"},
		`{"promptFeedback":{"blockReason":"OTHER","blockReasonMessage":"The prompt could not be submitted."}}`:                       {"the prompt was blocked", "It says: “The prompt could not be submitted.”"},
		`{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL","finishMessage":"Malformed function call: print("}]}`:              {"the answer is incomplete", "It says: “Malformed function call: print(”"},
		`{"candidates":[{"content":{"parts":[{"text":"Once"}]},"finishReason":"SAFETY"}],"promptFeedback":{"safetyRatings":[]}}`:     {"ended by a content filter", "The text before it is stored."},
		`{"candidates":[{"content":{"parts":[{"text":"Once"}]},"finishReason":"SAFETY","finishMessage":"Blocked by safety rules"}]}`: {"ended by a content filter", "Blocked by safety rules"},
	} {
		x := state.New(state.KindOf(wire.Sent{Method: http.MethodPost, URL: "https://generativelanguage.googleapis.com/v1beta/models/g:generateContent"}), "x", []byte(`{}`))
		x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200, Header: http.Header{"Content-Type": {"application/json"}}}})
		x.Apply(wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Body: []byte(body)})
		p, ok := explain.Incomplete(x, explain.Context{})
		if !ok || p.Title != want[0] || !strings.Contains(p.Meaning, want[1]) {
			t.Errorf("%s: %q, %q", body, p.Title, p.Meaning)
		}
		member, reason := x.Finished()
		if blocked := strings.Contains(body, "blockReason"); (member == "blockReason") != blocked || reason == "" {
			t.Errorf("%s: %s %s", body, member, reason)
		}
	}
}
