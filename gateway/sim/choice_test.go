package sim_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/output"
	"gatehouse/gateway/sim"
)

// calls returns the calls that answer a prompt, as name(arguments).
func calls(t *testing.T, prompt, tools, more string) string {
	t.Helper()
	var list []string
	for _, it := range answer(t, "sim/writer", fmt.Sprintf(`{"input":%q,"tools":[%s]%s}`, prompt, tools, more)) {
		if call, ok := it.Item.(output.FunctionCall); ok {
			list = append(list, call.Name+"("+call.Arguments+")")
		}
	}
	return strings.Join(list, " ")
}

// TestRule is the table of docs/local-gateway.md.
func TestRule(t *testing.T) {
	for _, c := range []struct {
		name, message string
		want          bool
	}{
		{"get_weather", "What is the weather in Paris?", true},
		{"getWeather", "THE WEATHER!", true},
		{"get_weather", "Is it wet?", false},
		{"get_weather", "call get_weather", true},
		{"get_weather", "call `get_weather`.", true},
		{"cancel_order", "call cancel_order_v2", false},
		{"get_city_weather", "the weather of the city", true},
		{"get_city_weather", "the weather", false},
		{"lookup-order", "look up order 7", true},
		{"read_file", "which file?", true},
		{"read", "Read notes.txt.", false}, // no further words, and spelled otherwise
		{"read", "use read", true},
		{"getter_weather", "the weather", false},
		{"cancel_order", "cancel the order", false},
		{"cancel_order", "use cancel_order", true},
		{"write", "Write a poem.", false},
		{"fs.write", "(fs.write)", true},
		{"mcp__lab__look", "mcp__lab__look, please", true},
		{"get_weather", "Do not tell the weather.", false},
		{"get_weather", "Don't call get_weather", false},
		{"get_weather", "You mustn’t use notes.txt or get_weather", false},
		{"get_weather", "Never call get_weather!", false},
		{"get_weather", "Do not wait. Call get_weather.", true},
		{"get_weather", "Call get_weather, not get_news", true},
		{"get_news", "Call get_weather, not get_news", false},
		{"", "-- call", false},
	} {
		if got := sim.Read(c.message).Calls(c.name); got != c.want {
			t.Errorf("%s, %q: %t", c.name, c.message, got)
		}
	}
}

// The tools of a coding agent are functions as all others are: it says by name what is to be
// called, and in quotes with what.
func TestCallsOfAnAgent(t *testing.T) {
	const tools = `{"type":"function","name":"exec_command","parameters":{"type":"object","properties":{"cmd":{"type":"string"},"workdir":{"type":"string"}},"required":["cmd"]}},
		{"type":"function","name":"write","parameters":{"type":"object","properties":{"path":{"type":"string"},"content":{"type":"string"}},"required":["path","content"]}},
		{"type":"function","name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}},
		{"type":"custom","name":"sql","format":{"type":"grammar","syntax":"regex","definition":"SELECT [a-z]{3}"}},
		{"type":"custom","name":"say"},
		{"type":"custom","name":"look","format":{"type":"grammar","syntax":"lark","definition":"start: /a(?=b)/"}}`
	for _, c := range []struct{ prompt, more, want string }{
		{"run `cat notes.txt`", "", ""},
		{"use `exec_command` to run `cat notes.txt`", "", `exec_command({"cmd":"cat notes.txt"})`},
		{"write: 'a.txt', 'hello'", "", `write({"path":"a.txt","content":"hello"})`},
		{"write to a.txt", "", `write({"path":"","content":""})`},
		{"the weather in Paris, and say `hi`", "", `get_weather({"city":"hi"}) say(hi)`},
		{"the weather in Paris, and say `hi`", `,"parallel_tool_calls":false`, `get_weather({"city":"hi"})`},
		{"sql", "", "sql(SELECT aaa)"},
		{"sql `SELECT abc`", "", "sql(SELECT abc)"},
		{"sql `DROP`", "", "sql(SELECT aaa)"},
		{"hello", `,"instructions":"Call exec_command."`, ""},
		{"hello", `,"tool_choice":"required"`, `exec_command({"cmd":""})`},
		{"say `x`", `,"tool_choice":{"type":"custom","name":"sql"}`, "sql(SELECT aaa)"},
		{"say `x`", `,"tool_choice":"none"`, ""},
	} {
		if got := calls(t, c.prompt, tools, c.more); got != c.want {
			t.Errorf("%q%s:\n  %s\nwant\n  %s", c.prompt, c.more, got, c.want)
		}
	}
	items := answer(t, "sim/writer", `{"input":"look","tools":[`+tools+`]}`)
	if m, ok := items[0].Item.(output.Message); len(items) != 1 || !ok || !m.Refusal || !strings.Contains(m.Text, "not supported by Go") {
		t.Errorf("a grammar that cannot be followed: %+v", items)
	}
}

// An output since the prompt is a call made, whether or not its call is in the input.
func TestOutputsEndTheLoop(t *testing.T) {
	const tools = `{"type":"function","name":"exec_command"},{"type":"custom","name":"apply_patch"}`
	for _, c := range []struct{ items, want string }{
		{`{"type":"item_reference","id":"gone"}`, "exec_command({}) apply_patch(x)"},
		{`{"type":"item_reference","id":"gone"},{"type":"custom_tool_call_output","call_id":"c","output":"done"}`, "exec_command({})"},
		{`{"type":"function_call_output","name":"exec_command","output":"done"}`, "apply_patch(x)"},
		{`{"type":"function_call_output","name":"goal_objective","namespace":"agent","output":"done"}`, "exec_command({}) apply_patch(x)"},
		{`{"type":"function_call_output","output":"done"},{"type":"custom_tool_call_output","call_id":"c","output":"done"}`, ""},
	} {
		var list []string
		for _, it := range answer(t, "sim/writer", `{"input":[{"role":"user","content":"exec_command, then apply_patch with 'x'"},`+c.items+`],"tools":[`+tools+`]}`) {
			if call, ok := it.Item.(output.FunctionCall); ok {
				list = append(list, call.Name+"("+call.Arguments+")")
			}
		}
		if got := strings.Join(list, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.items, got, c.want)
		}
	}
}

// Whatever a message holds, reading it ends, and the tools' names are from it.
func FuzzRead(f *testing.F) {
	f.Add("Do not `x` but \"don't\", never; run 'a.b' if no\n\nuse t\x00", "a_b")
	f.Fuzz(func(t *testing.T, message, name string) {
		asked := sim.Read(message)
		asked.Calls(name)
		for _, q := range asked.Quoted(name) {
			if !strings.Contains(strings.ToValidUTF8(message, ""), q) {
				t.Errorf("%q is not in %q", q, message)
			}
		}
	})
}
