package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/check"
	client "gatehouse/state/check"

	"pgregory.net/rapid"
)

// values is what a member may be given, right or wrong. The insides of messages
// are not among it: the document shows less of them than it names.
func values() []string {
	return []string{
		`null`, `true`, `false`, `0`, `1`, `-1`, `3.0`, `0.5`, `30`, `31`, `1e2`, `"a"`, `""`, `"auto"`, `"fast"`, `"ephemeral"`, `"text"`, `"low"`,
		`[]`, `["a"]`, `["text"]`, `[1]`, `[{}]`, `{}`, `{"type":"ephemeral"}`, `{"type":"function","name":"f"}`, `{"a":"b"}`, `{"a[":"b"}`, `{"a":1}`,
		`{"enabled":true}`, `{"allow_fallbacks":false}`, `{"allow_fallbacks":null}`, `{"text":"x"}`, `{"text":1}`, `{"echo_upstream_body":1}`,
		`[{"type":"function","name":"f"}]`, `[{"type":"function"}]`, `[{"type":"service:tool_search"},{"type":"function","name":"f","defer_loading":true}]`,
		`[{"id":"web","max_results":1.5}]`, `[{"id":"web"},{"id":"moderation","enabled":1}]`, `[{"id":"fusion","analysis_models":[]}]`, `[{"id":"no"}]`,
		`[{"id":"auto-router","cost_tier":"low","cost_quality_tradeoff":11}]`, `[{"id":"pareto-router","max_price":-1,"min_coding_score":1}]`,
		`[{"role":"user","content":"x"}]`, `[{"type":"reasoning","summary":null}]`,
		`[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"x"}]`,
		`[{"type":"function_call_output","call_id":"c","output":"x"}]`, `["a",{"text":"b"},{"image":"c"},1]`, `["` + strings.Repeat("x", 1025) + `"]`,
		`"` + strings.Repeat("x", 257) + `"`, `{"format":{"type":"json_schema","schema":{"type":"what"}}}`,
	}
}

// body draws an object with some of the members, now and then one twice.
func body(t *rapid.T, members []string) string {
	var list []string
	for range rapid.IntRange(0, 5).Draw(t, "members") {
		list = append(list, fmt.Sprintf("%q:%s", rapid.SampledFrom(members).Draw(t, "name"), rapid.SampledFrom(values()).Draw(t, "value")))
	}
	return "{" + strings.Join(list, ",") + "}"
}

// agree compares the faults that the gateway and the client find. The gateway
// looks for contradictions only where nothing else is wrong; the client tells all
// at once.
func agree(t *rapid.T, body string, ours []check.Fault, theirs client.Report) {
	var a, b []string
	for _, f := range ours {
		a = append(a, f.Path)
	}
	for _, f := range theirs.Faults {
		b = append(b, f.Path)
	}
	more := slices.ContainsFunc(a, func(path string) bool { return !slices.Contains(b, path) })
	if more || (len(a) == 0) != (len(b) == 0) {
		t.Fatalf("%s\ngateway %q\nclient  %q", body, a, b)
	}
}

// The checks of the client were written apart from these; they say the same.
func TestAgreesOnResponses(t *testing.T) {
	members := strings.Fields(`model models input instructions stream store previous_response_id background cache_control debug frequency_penalty
		temperature top_p top_k top_logprobs max_output_tokens max_tool_calls parallel_tool_calls image_config include metadata modalities plugins
		tools prompt_cache_key safety_identifier service_tier session_id user prompt provider reasoning route stop_server_tools_when text
		tool_choice trace truncation unheard_of`)
	checker := check.New("service")
	rapid.Check(t, func(t *rapid.T) {
		b := body(t, members)
		_, faults := checker.Responses([]byte(b))
		agree(t, b, faults, client.Responses([]byte(b)))
	})
}

func TestAgreesOnRerank(t *testing.T) {
	members := strings.Fields(`model query documents documents top_n provider stream unheard_of`)
	checker := check.New("service")
	rapid.Check(t, func(t *rapid.T) {
		b := body(t, members)
		_, faults := checker.Rerank([]byte(b))
		agree(t, b, faults, client.Rerank([]byte(b)))
	})
}
