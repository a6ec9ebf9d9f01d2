package redact_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"testing"

	"gatehouse/client"
	"gatehouse/client/wire"
	"gatehouse/gateway"
	"gatehouse/state/share/redact"
)

// ordinary are requests with nothing private in them, for all that the local gateway can
// do.
func ordinary() (bodies []string) {
	for _, model := range []string{
		"sim/writer", "sim/coder", "sim/reasoner", "sim/structured", "sim/broken-json", "service/auto", "service/auto-beta", "service/pareto", "service/fusion",
		"fault/400", "fault/404", "fault/429", "fault/502", "fault/html-502", "fault/guardrail", "fault/cut", "fault/reset", "fault/failed-event", "fault/error-event",
		"fault/bad-json", "fault/comments", "fault/keepalive", "fault/crlf", "fault/gap", "fault/unknown-event", "fault/incomplete", "fault/no-done",
	} {
		for _, stream := range []bool{true, false} {
			bodies = append(bodies, fmt.Sprintf(`{"model":%q,"stream":%v,"max_output_tokens":2000,"prompt_cache_key":"a1","session_id":"s-42",
				"input":"Write about tokens, passwords and API keys: what is a bearer token, and which header has it? A list, a table and code."}`, model, stream))
		}
	}
	for _, more := range []string{
		`"plugins":[{"id":"web","max_results":3}]`, `"plugins":[{"id":"moderation"}]`, `"plugins":[{"id":"auto-router","cost_tier":"high"}]`,
		`"plugins":[{"id":"response-healing"}],"text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}}`,
		`"plugins":[{"id":"context-compression"}]`, `"plugins":[{"id":"file-parser"}]`, `"debug":{"echo_upstream_body":true}`,
		`"tools":[{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}]`,
		`"tools":[{"type":"service:datetime"},{"type":"service:web_search"},{"type":"service:web_fetch"},{"type":"service:bash"},{"type":"service:image_generation"}]`,
		`"reasoning":{"effort":"high"},"top_logprobs":3,"include":["message.output_text.logprobs","reasoning.encrypted_content"]`,
	} {
		bodies = append(bodies, fmt.Sprintf(`{"model":"sim/reasoner","stream":true,%s,"input":"What is the weather in Oslo? Search the web, run a command, draw a picture, tell the time."}`, more))
	}
	return append(bodies, `{"model":"sim/writer","stream":true,"input":"write 100 KB"}`)
}

func TestOrdinaryExchangesAreLeftAlone(t *testing.T) {
	server := httptest.NewServer(gateway.New(gateway.WithPace(0)))
	defer server.Close()
	c := client.New(client.WithBaseURL(server.URL+"/api/v1"), client.WithKey("key-of-the-test"))
	defer c.Close()
	calls := []client.Call{{Path: "/rerank", Body: []byte(`{"model":"sim/bm25","query":"rotate a key","documents":["Rotate keys","Token: a word","password=…"]}`)}}
	for _, body := range ordinary() {
		calls = append(calls, client.Call{Path: "/responses", Body: []byte(body), Stream: true, Metadata: client.MetadataOn})
	}
	rules, err := redact.New(nil, "/srv/people/bob", "key-of-the-test")
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range calls {
		got := c.Do(t.Context(), call, nowhere{})
		clean, hits, err := rules.Capture(got)
		if err != nil || slices.ContainsFunc(hits, redact.Hit.Masked) {
			t.Errorf("%.200s: %v, %v", call.Body, hits, err)
			continue
		}
		if string(clean.Body.All()) != string(got.Text().All()) || string(clean.Sent.Body) != string(got.Sent.Body) || clean.Sent.URL != got.Sent.URL {
			t.Errorf("%.200s: changed without a hit", call.Body)
		}
	}
}

// nowhere is a sink that takes nothing.
type nowhere struct{}

func (nowhere) Start(*wire.Capture) {}
func (nowhere) Arrive(wire.Arrival) {}
