package report

import (
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/statetest"
)

// TestAGlanceShowsTheBeginning of what was asked and answered, and says that there is more.
func TestAGlanceShowsTheBeginning(t *testing.T) {
	texts := func(answer string) (asked, answered string) {
		request := `{"model":"m","input":"` + strings.Repeat("why? ", 400) + `"}`
		x := statetest.Fold(
			`{"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"a","role":"assistant","content":[]}}`,
			`{"type":"response.output_text.delta","output_index":0,"item_id":"a","delta":"`+answer+`"}`,
			`{"type":"response.completed","response":{"status":"completed"}}`)
		c := &wire.Capture{Sent: wire.Sent{Body: []byte(request)}}
		for _, r := range Glance(Subject{Exchange: x, Capture: c}) {
			switch r.Title {
			case "ASKED":
				asked = r.Blocks[0].(Span).Text
			case "ANSWER":
				answered = r.Blocks[len(r.Blocks)-1].(Span).Text
			}
		}
		return asked, answered
	}
	asked, answered := texts(`short`)
	if len(asked) > maxAsked || !strings.HasPrefix(asked, "why? why?") || answered != "short" {
		t.Errorf("%d bytes %q; %q", len(asked), asked, answered)
	}
	if _, long := texts(strings.Repeat("word ", 400)); len(long) > maxAnswered+len(" …") || !strings.HasSuffix(long, " …") {
		t.Errorf("%d bytes: …%q", len(long), long[max(len(long)-20, 0):])
	}
	if _, lines := texts(strings.Repeat(`line\n`, 40)); strings.Count(lines, "line") != maxLines || !strings.HasSuffix(lines, " …") {
		t.Errorf("%d lines: %q", strings.Count(lines, "line"), lines)
	}
	if _, none := texts(""); none != "no text" {
		t.Errorf("of no answer: %q", none)
	}
}
