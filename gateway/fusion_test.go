package gateway_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

func panelOf(item gjson.Result) (answered, failed []string) {
	for _, p := range item.Get("responses").Array() {
		answered = append(answered, p.Get("model").Str)
	}
	for _, p := range item.Get("failed_models").Array() {
		failed = append(failed, fmt.Sprintf("%s %d", p.Get("model").Str, p.Get("status_code").Int()))
	}
	return answered, failed
}

// The plugin, the slug and the server tool, with their defaults and their fields ("Fusion plugin
// fields").
func TestFusionSetup(t *testing.T) {
	base := serve(t)
	high := []string{"aurora/zenith-max", "cinder/forge-pro", "ember/inferno"}
	for _, c := range []struct {
		body     string
		analyst  string
		answered []string // nil: any three
		failed   []string
	}{
		{`"plugins":[{"id":"fusion"}]`, high[0], high, nil},
		{`"model":"service/fusion"`, high[0], high, nil},
		{`"model":"sim/coder","plugins":[{"id":"fusion","preset":"general-high"}]`, high[0], high, nil},
		{`"plugins":[{"id":"fusion","preset":"general-budget"}]`, "driftwood/skiff", nil, nil},
		{`"plugins":[{"id":"fusion","preset":"general-fast"}]`, "", nil, nil},
		{`"plugins":[{"id":"fusion","model":"sim/writer"}]`, "sim/writer", high, nil},
		{`"plugins":[{"id":"fusion","preset":"general-budget","model":"sim/writer","analysis_models":["sim/coder"]}]`, "sim/writer", []string{"sim/coder"}, nil},
		{`"plugins":[{"id":"fusion","model":"sim/writer","analysis_models":["sim/coder","fault/500","sim/reasoner","no/such","fault/cut","service/fusion","fault/slow","fjord/abyss"]}]`,
			"sim/writer", []string{"sim/coder", "sim/reasoner", "fault/slow"},
			[]string{"fault/500 500", "no/such 404", "fault/cut 502", "service/fusion 400", "fjord/abyss 529"}},
	} {
		_, r := post(t, base, `{"input":"tell me about bees",`+c.body+`}`, "X-Service-Metadata: enabled")
		item := r.Get(`output.#(type="service:fusion")`)
		answered, failed := panelOf(item)
		if c.answered != nil && !slices.Equal(answered, c.answered) || len(answered) == 0 || c.answered == nil && len(answered) != 3 || !slices.Equal(failed, c.failed) {
			t.Errorf("%s: %q answered, %q failed", c.body, answered, failed)
		}
		if c.analyst != "" && r.Get("model").Str != c.analyst || !item.Get("analysis.consensus").IsArray() {
			t.Errorf("%s: %s, %s", c.body, r.Get("model"), item.Get("analysis"))
		}
		m := r.Get("service_metadata")
		if m.Get("strategy").Str != "fusion" || m.Get(`pipeline.#(name="fusion").data.model`).Str != r.Get("model").Str {
			t.Errorf("%s: %s", c.body, m)
		}
		if kinds := kinds(r); !strings.HasSuffix(kinds, "service:fusion message") {
			t.Errorf("%s: %s", c.body, kinds)
		}
	}
	for _, body := range []string{`{"input":"x"}`, `{"input":"x","plugins":[{"id":"fusion","enabled":false}]}`} {
		if _, r := post(t, base, body); kinds(r) != "message" {
			t.Errorf("%s: %s", body, kinds(r))
		}
	}
	if status, r := post(t, base, `{"input":"x","plugins":[{"id":"fusion","model":"no/such"}]}`); status != 404 || !strings.Contains(r.Get("error.message").Str, "no/such") {
		t.Errorf("%d %s", status, r)
	}
}

// The events of a panel, in their order, each with what a strict reader wants.
func TestFusionEvents(t *testing.T) {
	base := serve(t)
	frames, err := stream(t, base, `{"input":"bees","stream":true,"plugins":[{"id":"fusion","model":"sim/writer","analysis_models":["sim/reasoner","fault/529","sim/coder"]}]}`)
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	texts := map[string]string{}
	var item gjson.Result
	for _, f := range frames {
		e := gjson.Parse(f.data)
		name, ok := strings.CutPrefix(f.event, "response.fusion_call.")
		if f.event == "response.output_item.done" && e.Get("item.type").Str == "service:fusion" {
			item = e.Get("item")
		}
		if !ok {
			continue
		}
		if e.Get("item_id").Str == "" || !e.Get("output_index").Exists() {
			t.Errorf("%s", f.data)
		}
		if name == "panel.delta" || name == "panel.reasoning.delta" {
			texts[name+" "+e.Get("model").Str] += e.Get("delta").Str
		}
		if len(order) == 0 || order[len(order)-1] != name {
			order = append(order, name)
		}
		switch name {
		case "analysis.in_progress":
			if e.Get("analyst_model").Str != "sim/writer" || e.Get("judge_model").Str != "sim/writer" {
				t.Errorf("%s", f.data)
			}
		case "panel.failed":
			if e.Get("model").Str != "fault/529" || e.Get("status_code").Int() != 529 || e.Get("error").Str == "" {
				t.Errorf("%s", f.data)
			}
		case "panel.completed":
			if e.Get("content").Str != texts["panel.delta "+e.Get("model").Str] {
				t.Errorf("%s is not what was streamed", e.Get("content"))
			}
		}
	}
	if order[0] != "in_progress" || order[1] != "panel.added" || !slices.Equal(order[len(order)-3:], []string{"analysis.in_progress", "analysis.completed", "completed"}) {
		t.Errorf("%q", order)
	}
	if texts["panel.reasoning.delta sim/reasoner"] == "" || texts["panel.reasoning.delta sim/coder"] != "" {
		t.Errorf("%q", texts)
	}
	if item.Get("responses.#").Int() != 2 || item.Get("failed_models.#").Int() != 1 {
		t.Errorf("%s", item)
	}
}

// tools and max_tool_calls of a panel.
func TestFusionTools(t *testing.T) {
	base := serve(t)
	ask := func(fields string) gjson.Result {
		_, r := post(t, base, `{"input":"search the web for bees 9 times","plugins":[{"id":"fusion","model":"sim/writer","analysis_models":["sim/coder"]`+fields+`}]}`)
		return r.Get("output.0")
	}
	if item := ask(""); item.Get("sources.0.url").Str == "" || item.Get("sources.0.title").Str == "" {
		t.Errorf("%s", item.Get("sources"))
	}
	if item := ask(`,"tools":[]`); item.Get("sources.#").Int() != 0 || strings.Contains(item.Raw, "answered\\n") {
		t.Errorf("%s", item)
	}
	if item := ask(`,"tools":[{"type":"service:datetime"}]`); !strings.Contains(item.Get("responses.0.content").Str, "service:datetime") {
		t.Errorf("%s", item)
	}
	for fields, steps := range map[string]int{"": 4, `,"max_tool_calls":1`: 1, `,"max_tool_calls":16`: 9} {
		text := ask(fields).Get("responses.0.content").Str
		note := fmt.Sprintf("Server tools stopped: the limit of `max_tool_calls`, %d, was reached.", steps)
		if strings.Contains(text, note) != (steps < 9) {
			t.Errorf("%s: no %q in %s", fields, note, text)
		}
	}
}

// The tool: once in a request, and when nobody on the panel answers.
func TestFusionTool(t *testing.T) {
	base := serve(t)
	_, r := using(t, base, "ask the panel 2 times", `{"type":"service:fusion","parameters":{"analysis_models":["sim/coder"],"model":"sim/writer"}}`, "")
	if kinds(r) != "service:fusion service:fusion message" || r.Get("output.0.analysis").Type == gjson.Null || r.Get("output.1.failure_reason").Str != "fusion_invocation_capped" {
		t.Errorf("%s", r.Get("output"))
	}
	_, r = using(t, base, "ask the panel", `{"type":"service:fusion","parameters":{"analysis_models":["fault/500","fault/429"]}}`, "")
	if item := r.Get("output.0"); item.Get("failure_reason").Str != "all_panels_failed" || item.Get("failed_models.#").Int() != 2 || item.Get("analysis").Exists() {
		t.Errorf("%s", item)
	}
	_, r = using(t, base, "ask the panel", `{"type":"service:fusion","parameters":{"analysis_models":["sim/coder"],"model":"fault/500"}}`, "")
	if item := r.Get("output.0"); item.Get("failure_reason").Str != "unexpected_error" || item.Get("responses.#").Int() != 1 {
		t.Errorf("%s", item)
	}
	// What the others needed is in usage, and nobody writes without bound.
	_, alone := using(t, base, "hello panel", "", "")
	_, r = using(t, base, "hello panel, write 5 MB", `{"type":"service:fusion","parameters":{"analysis_models":["sim/coder","sim/writer"],"model":"sim/writer"}}`, `,"max_output_tokens":1`)
	if out := r.Get("usage.output_tokens").Int(); out < 3 || out > 7000 || r.Get("usage.cost").Num <= alone.Get("usage.cost").Num {
		t.Errorf("%s", r.Get("usage"))
	}
}

// Advisor and subagent: who is asked, with what, and what a failure looks like.
func TestAsking(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ tool, status, has string }{
		{`{"type":"service:advisor"}`, "completed", `"model":"aurora/zenith-max"`},
		{`{"type":"service:advisor","parameters":{"model":"sim/coder","name":"Ann"}}`, "completed", `"instance_name":"Ann"`},
		{`{"type":"service:advisor","parameters":{"name":"` + strings.Repeat("é", 65) + `"}}`, "completed", `"instance_name":"` + strings.Repeat("é", 64) + `"`},
		{`{"type":"service:advisor","parameters":{"model":"no/such"}}`, "failed", `"error":"No model`},
		{`{"type":"service:advisor","parameters":{"model":"fault/503"}}`, "failed", `"error":"`},
		{`{"type":"service:advisor","parameters":{"model":"sim/bm25"}}`, "failed", `"error":"`},
		{`{"type":"service:subagent","parameters":{"model":"sim/coder","tools":[{"type":"service:datetime"}]}}`, "completed", "service:datetime"},
		{`{"type":"service:subagent","parameters":{"model":"fault/402"}}`, "failed", `"error":"`},
	} {
		_, r := using(t, base, "delegate for advice on the time", c.tool, "")
		item := r.Get("output.0")
		if item.Get("status").Str != c.status || !strings.Contains(item.Raw, c.has) || r.Get("status").Str != "completed" {
			t.Errorf("%s: %s", c.tool, item)
		}
	}
	// Tools of tools end at some depth.
	tool := `{"type":"service:subagent"}`
	for range 5 {
		tool = `{"type":"service:subagent","parameters":{"tools":[` + tool + `]}}`
	}
	if _, r := using(t, base, "delegate", tool, ""); !strings.Contains(r.Get("output.0.outcome").Str, "two levels deep at most") {
		t.Errorf("%s", r.Get("output.0"))
	}
	short, _ := using(t, base, "advice", `{"type":"service:advisor","parameters":{"model":"sim/coder","stream":true,"max_completion_tokens":3}}`, "")
	n := 0
	for _, e := range short {
		if e.Get("type").Str == "response.output_text.delta" && e.Get("output_index").Int() == 0 {
			n++
		}
	}
	if n == 0 || n > 3 {
		t.Errorf("%d deltas of three tokens", n)
	}
}

// TestTheBillNamesEachCall of another model: the parts add up to the cost.
func TestTheBillNamesEachCall(t *testing.T) {
	base := serve(t)
	for body, calls := range map[string]int{
		`{"input":"tell me about bees","plugins":[{"id":"fusion"}]}`:                                                                                  4,
		`{"input":"tell me about bees","plugins":[{"id":"fusion","model":"sim/writer","analysis_models":["sim/coder","fault/500"]}]}`:                 2,
		`{"model":"sim/writer","input":"ask the advisor whether bees sleep","tools":[{"type":"service:advisor","parameters":{"model":"sim/coder"}}]}`: 1,
		`{"model":"sim/writer","input":"hello"}`: 0,
	} {
		_, r := post(t, base, body)
		details := r.Get("usage.cost_details")
		sum, all := 0.0, details.Get("upstream_inference_input_cost").Num+details.Get("upstream_inference_output_cost").Num
		list := details.Get("calls").Array()
		for _, call := range list {
			if call.Get("model").Str == "" {
				t.Errorf("%s: a call without its model: %s", body, details)
			}
			sum += call.Get("cost").Num
		}
		if len(list) != calls || calls == 0 && details.Get("server_tool_cost").Exists() {
			t.Errorf("%s: %d calls, want %d: %s", body, len(list), calls, details)
		}
		if tools := details.Get("server_tool_cost").Num; math.Abs(sum-tools) > 1e-9 || math.Abs(all+tools-r.Get("usage.cost").Num) > 1e-9 {
			t.Errorf("%s: the parts do not add up: %s", body, r.Get("usage"))
		}
	}
}
