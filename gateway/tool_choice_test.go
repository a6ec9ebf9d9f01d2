package gateway_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestToolChoice(t *testing.T) {
	base := serve(t)
	const tools = `{"type":"service:datetime"},{"type":"shell"},{"type":"function","name":"get_weather"},{"type":"web_search_preview"},{"type":"apply_patch"}`
	for choice, want := range map[string]string{
		`"auto"`: "service:datetime message", `"none"`: "message", `"required"`: "service:datetime message",
		`{"type":"shell"}`: "shell_call", `{"type":"apply_patch"}`: "apply_patch_call", `{"type":"web_search_preview"}`: "web_search_call message",
		`{"type":"function","name":"get_weather"}`:                                                      "function_call",
		`{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"get_weather"}]}`:     "message",
		`{"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"get_weather"}]}`: "function_call",
		`{"type":"allowed_tools","mode":"required","tools":[{"type":"shell"}]}`:                         "shell_call",
		`{"type":"allowed_tools","mode":"auto","tools":[{"type":"service:datetime"}]}`:                  "service:datetime message",
	} {
		_, r := using(t, base, "what time is it?", tools, `,"tool_choice":`+choice)
		if got := kinds(r); got != want {
			t.Errorf("%s: %s, want %s", choice, got, want)
		}
	}
	// What must be a call is one after an output too.
	_, r := post(t, base, `{"input":[{"role":"user","content":"run \"touch x\" in the shell"},{"type":"shell_call","id":"s","call_id":"c","action":{"commands":["touch x"]},"status":"completed"},
		{"type":"shell_call_output","call_id":"c","output":[{"stdout":"a.txt","stderr":"","outcome":{"type":"exit","exit_code":0}}]}],"tools":[{"type":"shell"}],"tool_choice":"required"}`)
	if kinds(r) != "shell_call" || r.Get("output.0.action.commands.0").Str != "touch x" {
		t.Errorf("%s", r.Get("output"))
	}
}

// With parallel_tool_calls false the caller has one call to run at a time, of whichever kinds they
// are.
func TestOneCallAtATime(t *testing.T) {
	base := serve(t)
	const tools = `{"type":"shell"},{"type":"function","name":"get_weather"},{"type":"custom","name":"sql"}`
	const prompt = "use the shell, sql and the weather"
	for more, want := range map[string]string{
		"": "shell_call function_call custom_tool_call", `,"parallel_tool_calls":true`: "shell_call function_call custom_tool_call",
		`,"parallel_tool_calls":null`: "shell_call function_call custom_tool_call", `,"parallel_tool_calls":false`: "shell_call",
	} {
		if _, r := using(t, base, prompt, tools, more); kinds(r) != want {
			t.Errorf("%s: %s, want %s", more, kinds(r), want)
		}
	}
	if _, r := using(t, base, "sql and the weather", tools, `,"parallel_tool_calls":false`); kinds(r) != "function_call" {
		t.Errorf("%s", kinds(r))
	}
}

// A deferred function is out of sight until tool search finds it ("Tools").
func TestDeferredTools(t *testing.T) {
	base := serve(t)
	const search, seen = `{"type":"service:tool_search"}`, `{"type":"function","name":"play_music"}`
	hidden := func(name string) string {
		return `{"type":"function","name":"` + name + `","defer_loading":true,"parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}`
	}
	tools := strings.Join([]string{search, seen, hidden("get_weather")}, ",")
	for prompt, want := range map[string]string{
		"weather in Paris": "service:tool_search function_call", "play_music": "function_call", "tell a story": "message", "which tools?": "service:tool_search message",
	} {
		if _, r := using(t, base, prompt, tools, ""); kinds(r) != want {
			t.Errorf("%s: %s, want %s", prompt, kinds(r), want)
		}
	}
	_, r := using(t, base, "the weather in Paris", tools, "")
	if call := r.Get("output.1"); call.Get("name").Str != "get_weather" || call.Get("arguments").Str != `{"city":"Paris"}` {
		t.Errorf("%s", call)
	}
	// A name in tool_choice does not make it visible: it has to be found as well.
	if _, r := using(t, base, "weather", tools, `,"tool_choice":{"type":"function","name":"get_weather"}`); kinds(r) != "service:tool_search function_call" {
		t.Errorf("%s", kinds(r))
	}
	// max_results bounds what is found, 5 by default. What is found by its description alone is not
	// called.
	many := search + "," + seen
	for i := range 7 {
		many += fmt.Sprintf(`,{"type":"function","name":"station_%c","description":"forecast","defer_loading":true}`, 'a'+i)
	}
	for _, c := range []struct {
		parameters string
		found      int
	}{{"", 5}, {`,"parameters":{"max_results":2}`, 2}, {`,"parameters":{"max_results":7}`, 7}, {`,"parameters":{"max_results":0}`, 0}} {
		_, r := using(t, base, "tools for a forecast", strings.Replace(many, `tool_search"`, `tool_search"`+c.parameters, 1), "")
		if got := strings.Count(r.Get("output.1.content.0.text").Str, "station_"); kinds(r) != "service:tool_search message" || got != c.found {
			t.Errorf("%s: %d found, %s", c.parameters, got, kinds(r))
		}
	}
}

// Custom tools go round as functions do.
func TestCustomToolLoop(t *testing.T) {
	base := serve(t)
	const tool = `{"type":"custom","name":"sql","format":{"type":"grammar","syntax":"regex","definition":"SELECT [a-z]{3}"}}`
	_, r := using(t, base, "ask with sql", tool, "")
	call := r.Get("output.0")
	if in := call.Get("input").Str; len(in) != 10 || !strings.HasPrefix(in, "SELECT ") {
		t.Errorf("%s", call)
	}
	_, r = post(t, base, `{"input":[{"role":"user","content":"ask with sql"},`+call.Raw+`,{"type":"custom_tool_call_output","call_id":"`+call.Get("call_id").Str+`","output":"42 rows"}],"tools":[`+tool+`]}`)
	if text := r.Get("output.0.content.0.text").Str; !strings.Contains(text, "42 rows") || !strings.Contains(text, "`sql` answered") {
		t.Errorf("%s", r.Get("output"))
	}
}
