package inspect_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/views"
)

// longTalk is a conversation that no small model can take.
func longTalk() string {
	var items []string
	for i := range 60 {
		items = append(items, fmt.Sprintf(`{"role":"user","content":"question %d %s"},{"role":"assistant","content":"answer %d %s"}`, i, strings.Repeat("long ", 300), i, strings.Repeat("words ", 300)))
	}
	return `{"model":"driftwood/skiff","stream":true,"plugins":[{"id":"context-compression"}],"input":[` + strings.Join(items, ",") + `,{"role":"user","content":"end"}]}`
}

// story is an exchange with the local gateway, and the words by which a page,
// named by its key, explains it.
type story struct {
	body  string
	pages map[string][]string
}

// TestTheInspectorExplains looks at what the user sees who has not read the
// API's document.
func TestTheInspectorExplains(t *testing.T) {
	for name, s := range map[string]story{
		"fallback": {`{"models":["fault/503","sim/writer"],"stream":true,"input":"hi"}`, map[string][]string{
			"O": {"strategy   fallback", "✗ Local  503", "● Local  200", "served     sim/writer"},
			"R": {"sim/writer, served by Local on attempt 2", "temporarily unavailable (503)"},
		}},
		"guardrail": {`{"plugins":[{"id":"auto-router"}],"stream":true,"input":"my card is 4111 1111 1111 1111"}`, map[string][]string{
			"O": {"blocked by a guardrail (403)", "edit the text and send it again"},
			"R": {"WHY WAS THIS NOT SERVED?", "This 403 comes from a guardrail"},
			"U": {"my card is [4111 1111 1111 1111]", "scope api-key", "blocked"},
		}},
		"pareto": {`{"plugins":[{"id":"pareto-router","max_price":0}],"stream":true,"input":"hi"}`, map[string][]string{
			"O": {"no model or provider left (404)", "→ R: why this was not served"},
			"R": {"max_price 0 excludes every model", "1  raise max_price to 0.03"},
		}},
		"fusion": {`{"plugins":[{"id":"fusion"}],"stream":true,"input":"why is the sky blue?"}`, map[string][]string{
			"F": {"PANEL   3 models, 3 completed", "ANALYST", "CONSENSUS", "BLIND SPOTS"},
			"R": {"strategy fusion"},
		}},
		"compressed": {longTalk(), map[string][]string{
			"R": {"context-compression", "context_compression", "items kept", "dropped from the middle"},
		}},
		"healed": {`{"model":"sim/broken-json","plugins":[{"id":"response-healing"}],"text":{"format":{"type":"json_object"}},"input":"x"}`, map[string][]string{
			"R": {"response-healing", "Repaired the answer's JSON"},
		}},
		"echoed": {`{"model":"sim/writer","stream":true,"debug":{"echo_upstream_body":true},"input":"my key is sk-abcdefghijklmnopqrstuvwxyz123456"}`, map[string][]string{
			"U": {"redacted", "BEFORE AND AFTER", "+ my key is [redacted: api-key]"},
			"Q": {"= compares with upstream"},
		}},
		"incomplete":    {fault("incomplete"), map[string][]string{"O": {"◐ incomplete", "cut off at the token limit", "set max_output_tokens higher"}}},
		"cut":           {fault("cut"), map[string][]string{"R": {"WHY DID THE ANSWER END EARLY?", "started by fault/cut"}, "O": {"✂ truncated", "without its final event"}, "E": {"⚠ no [DONE]"}}},
		"reset":         {fault("reset"), map[string][]string{"O": {"✂ truncated", "the connection was lost"}}},
		"stall":         {fault("stall"), map[string][]string{"O": {"⚠ 1m 00s of silence before the end"}, "E": {"1m 00s of silence before the end"}}},
		"no-done":       {fault("no-done"), map[string][]string{"O": {"✓ completed", "ends without [DONE]"}, "E": {"⚠ no [DONE]"}}},
		"failed-event":  {fault("failed-event"), map[string][]string{"O": {"✗ failed", "The provider stopped mid-response"}, "E": {"response.failed"}, "R": {"WHY DID THE ANSWER END EARLY?", "the provider failed", "ok (200), then failed mid-stream", "the answer started, but did not finish", "written before the answer failed"}}},
		"error-event":   {fault("error-event"), map[string][]string{"O": {"✗ failed", "The provider stopped mid-response"}, "E": {"error"}}},
		"bad-json":      {fault("bad-json"), map[string][]string{"O": {"a frame could not be read", "The text is complete"}, "E": {"not JSON", "⚠ 1 frame not parsed"}}},
		"comments":      {fault("comments"), map[string][]string{"E": {"6 comments", "SERVICE PROCESSING"}}},
		"keepalive":     {fault("keepalive"), map[string][]string{"E": {"response.keep_alive", "keepalive"}}},
		"crlf":          {fault("crlf"), map[string][]string{"O": {"✓ completed"}, "E": {"no gaps in sequence_number", "[DONE] received"}}},
		"slow":          {fault("slow"), map[string][]string{"O": {"✓ completed", "total 3,8"}, "E": {"~200 ms"}}},
		"gap":           {fault("gap"), map[string][]string{"O": {"sequence_number goes from 13 to 17", "The text is complete: the deltas match"}, "E": {"⚠ 1 break in sequence_number"}}},
		"unknown-event": {fault("unknown-event"), map[string][]string{"O": {"unknown event", "response.hologram.rotated", "API document does not define it", "in 6 frames"}, "E": {"response.hologram.rotated"}, "S": {"hologram"}}},
		"html":          {fault("html-502"), map[string][]string{"O": {"an HTML page, not from the gateway (502)"}, "S": {"<html>"}, "E": {"An error was returned instead of a stream"}}},
		"limited":       {fault("429"), map[string][]string{"O": {"wait 2 s, as the service asks, then send it again"}, "R": {"WHY WAS THIS NOT SERVED?"}}},
		"unpaid":        {fault("402"), map[string][]string{"O": {"add credits"}}},
		"unknown key":   {fault("401"), map[string][]string{"O": {"check the key"}}},
	} {
		t.Run(name, func(t *testing.T) {
			apptest.Run(t, 120, 45, nil, func(d *apptest.Driver) {
				d.SendBody(s.body)
				d.Press("f4")
				for key, words := range s.pages {
					d.Press(key)
					for _, want := range words {
						d.Shows(want)
					}
				}
				if name == "echoed" {
					d.Press("Q", "=")
					d.Shows("SENT → UPSTREAM")
					d.Shows(`+ "writer"`)
					d.Shows("enter open")
					d.Shows("esc request")
					d.Press("enter")
					d.Shows(`"upstream": "writer"`)
					d.Press("esc")
					d.Shows("SENT → UPSTREAM")
				}
				for _, t := range d.Tabs() {
					d.Do(views.RunAction{Action: t.Action})
					d.CheckScreen(120, 45)
				}
			})
		})
	}
}

func fault(name string) string { return `{"model":"fault/` + name + `","stream":true,"input":"hi"}` }
