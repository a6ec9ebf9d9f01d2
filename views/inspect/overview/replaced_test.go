package overview

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
)

// ended is a stream that ends with a response.
func ended(response string) *wire.Capture {
	c := paced()
	c.Body = wire.Body{}
	c.Body.Append([]byte(`data: {"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"a word"}`+"\n\n"+
		`data: {"type":"response.completed","response":`+response+`}`+"\n\ndata: [DONE]\n\n"), 8000)
	return c
}

// TestAContradictingEndIsShownBelowTheVerdict: on the page, not in the column: the text that
// the end replaced, another status, an error_type; nothing if all is well.
func TestAContradictingEndIsShownBelowTheVerdict(t *testing.T) {
	for response, want := range map[string]string{
		`{"status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"another"}]}]}`: "replaced text that had been streamed",
		`{"status":"failed"}`: `the response says "failed", though`,
		`{"status":"completed","error_type":"max_tokens_exceeded"}`: "⚠ error_type: max_tokens_exceeded",
		`{"status":"completed"}`:                                    "",
	} {
		for _, compact := range []bool{false, true} {
			got := screen(pageOf(subject(ended(response), -1), compact, 99, 40))
			if strings.Contains(got, "✓ completed") == compact || !strings.Contains(got, want) || want == "" && strings.Contains(got, "⚠") {
				t.Errorf("%s:\n%s", response, got)
			}
		}
	}
}

// TestInvalidCountsAreShownAsReceived: with a mark, and no estimate instead.
func TestInvalidCountsAreShownAsReceived(t *testing.T) {
	usage := `{"status":"completed","created_at":1760000000,"completed_at":"soon","usage":{"input_tokens":"12","output_tokens":-3,"input_tokens_details":{"cached_tokens":0.5}}}`
	got := screen(pageOf(subject(ended(usage), -1), false, 180, 40))
	for _, want := range []string{`in ⚠ "12"`, "out ⚠ -3", "cached ⚠ 0.5", "is shown as received", "created_at  2025-10-09 08:53:20 UTC", `completed_at  "soon"`} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "~") {
		t.Errorf("an estimate:\n%s", got)
	}
	over := screen(pageOf(subject(ended(`{"status":"completed","usage":{"input_tokens":3,"output_tokens":1,"input_tokens_details":{"cached_tokens":40}}}`), -1), false, 110, 40))
	if !strings.Contains(over, "cached ⚠ 40") || !strings.Contains(over, "more cached tokens reported") {
		t.Errorf("%s", over)
	}
}

// TestEmptyAnswerIsReportedBelowTheVerdict: on the page; the column is next to the chat, which reports it.
func TestEmptyAnswerIsReportedBelowTheVerdict(t *testing.T) {
	c := paced()
	c.Body = wire.Body{}
	c.Body.Append([]byte(`data: {"type":"response.completed","response":{"status":"completed","output":[{"type":"reasoning","summary":[{"type":"summary_text","text":"hm"}]}]}}`+"\n\ndata: [DONE]\n\n"), 8000)
	for _, compact := range []bool{false, true} {
		got := screen(pageOf(subject(c, -1), compact, 99, 40))
		if strings.Contains(got, "⚠ The answer has only reasoning: no text and no call.") == compact {
			t.Errorf("compact %t:\n%s", compact, got)
		}
	}
}
