package gateway_test

import (
	"strings"
	"testing"
)

// How often a tool is used, and what ends it.
func TestToolSteps(t *testing.T) {
	base := serve(t)
	const clock = `{"type":"service:datetime"}`
	for _, c := range []struct {
		prompt, more string
		uses         int
		note         string
	}{
		{"what time is it?", "", 1, ""},
		{"tell me the time 29 times", "", 29, ""},
		{"tell me the time 30 times", "", 30, ""},
		{"tell me the time 31 times", "", 30, "max_tool_calls"},
		{"tell me the time 3 times", `,"max_tool_calls":3`, 3, ""},
		{"tell me the time 3 times", `,"max_tool_calls":2`, 2, "max_tool_calls"},
		{"tell me the time 3 times", `,"max_tool_calls":0`, 0, "max_tool_calls"},
		{"tell me the time 3 times", `,"max_tool_calls":null`, 3, ""},
		{"tell me the time 1000000000 times", `,"stop_server_tools_when":[{"type":"step_count_is","step_count":9000}]`, 100, ""},
		{"tell me the time 40 times", `,"max_tool_calls":2,"stop_server_tools_when":[{"type":"step_count_is","step_count":35}]`, 35, "step_count_is"},
		{"tell me the time 5 times", `,"stop_server_tools_when":[{"type":"step_count_is","step_count":9},{"type":"has_tool_call","tool_name":"datetime"}]`, 1, "has_tool_call"},
		{"tell me the time 5 times", `,"stop_server_tools_when":[{"type":"has_tool_call","tool_name":"web_search"}]`, 5, ""},
		{"tell me the time 5 times", `,"stop_server_tools_when":[{"type":"max_tokens_used","max_tokens":1}]`, 1, "max_tokens_used"},
		{"tell me the time 5 times", `,"stop_server_tools_when":[{"type":"max_tokens_used","max_tokens":10000}]`, 5, ""},
		{"tell me the time 5 times", `,"stop_server_tools_when":[{"type":"max_cost","max_cost_in_dollars":0}]`, 1, "max_cost"},
		{"tell me the time 5 times", `,"stop_server_tools_when":[{"type":"max_cost","max_cost_in_dollars":1}]`, 5, ""},
		{"tell me the time 5 times", `,"stop_server_tools_when":[{"type":"finish_reason_is","reason":"tool_calls"}]`, 1, "finish_reason_is"},
		{"tell me the time 5 times", `,"stop_server_tools_when":[{"type":"finish_reason_is","reason":"length"},{"type":"new"}]`, 5, ""},
	} {
		_, r := using(t, base, c.prompt, clock, c.more)
		kinds := r.Get("output.#.type").Array()
		text := r.Get("output").Array()[len(kinds)-1].Get("content.0.text").Str
		if len(kinds) != c.uses+1 || kinds[len(kinds)-1].Str != "message" {
			t.Errorf("%s%s: %d items", c.prompt, c.more, len(kinds))
		}
		if has := strings.Contains(text, "Server tools stopped"); has != (c.note != "") || !strings.Contains(text, c.note) {
			t.Errorf("%s%s: %s", c.prompt, c.more, text)
		}
		if got := r.Get("usage.server_tool_use_details.tool_calls_executed").Int(); int(got) != c.uses {
			t.Errorf("%s%s: usage %s", c.prompt, c.more, r.Get("usage"))
		}
	}
	// After a stop, the last turn is without tools: functions too.
	const both = clock + `,{"type":"function","name":"get_table"}`
	if _, r := using(t, base, "the time table", both, ""); r.Get("output.1.type").Str != "function_call" {
		t.Errorf("%s", r.Get("output"))
	}
	if _, r := using(t, base, "the time table", both, `,"stop_server_tools_when":[{"type":"step_count_is","step_count":1}]`); r.Get("output.1.type").Str != "message" {
		t.Errorf("%s", r.Get("output"))
	}
}

// max_uses ends the searches of one request.
func TestMaxUses(t *testing.T) {
	base := serve(t)
	for uses, want := range map[string]int{"": 3, `"max_uses":1`: 1, `"max_uses":2`: 2, `"max_uses":9`: 3} {
		_, r := using(t, base, "search the web 3 times for tea", `{"type":"service:web_search","parameters":{`+uses+`}}`, "")
		if got := strings.Count(kinds(r), "web_search"); got != want || int(r.Get("usage.server_tool_use_details.web_search_requests").Int()) != want {
			t.Errorf("%s: %s", uses, kinds(r))
		}
	}
}

// A server tool and a function in one turn: the tool is not used again when the function's output
// arrives.
func TestToolAndFunction(t *testing.T) {
	base := serve(t)
	const tools = `{"type":"service:datetime"},{"type":"function","name":"get_weather"}`
	_, r := using(t, base, "the time and the weather", tools, "")
	if kinds(r) != "service:datetime function_call" {
		t.Fatalf("%s", kinds(r))
	}
	items := strings.Trim(r.Get("output").Raw, "[]")
	_, r = post(t, base, `{"input":[{"role":"user","content":"the time and the weather"},`+items+`,{"type":"function_call_output","call_id":"`+
		r.Get("output.1.call_id").Str+`","output":"rain"}],"tools":[`+tools+`]}`)
	text := r.Get("output.0.content.0.text").Str
	if kinds(r) != "message" || !strings.Contains(text, "rain") || !strings.Contains(text, "service:datetime") {
		t.Errorf("%s", r.Get("output"))
	}
}

// The pipeline lists the tools that the gateway ran; usage does not count those of the caller among
// them.
func TestToolAccounts(t *testing.T) {
	base := serve(t)
	_, r := post(t, base, `{"input":"the time in the shell","tools":[{"type":"service:datetime"},{"type":"shell"}]}`, "X-Service-Metadata: enabled")
	stage := r.Get(`service_metadata.pipeline.#(type="server_tools")`)
	if stage.Get("name").Str != "server-tools" || stage.Get("data.steps").Int() != 1 || stage.Get("data.tools").Raw != `["service:datetime"]` {
		t.Errorf("%s", r.Get("service_metadata"))
	}
	if d := r.Get("usage.server_tool_use_details"); d.Get("tool_calls_requested").Int() != 2 || d.Get("tool_calls_executed").Int() != 1 {
		t.Errorf("%s", d)
	}
	_, r = post(t, base, `{"input":"hello","modalities":["image"]}`, "X-Service-Metadata: enabled")
	if r.Get("usage.server_tool_use_details").Exists() || strings.Contains(r.Get("service_metadata").Raw, "server_tools") {
		t.Errorf("%s", r)
	}
}
