package gateway_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gatehouse/gateway"

	"github.com/tidwall/gjson"
)

// using asks with tools, streamed, and returns the events and the final response.
func using(t *testing.T, base, prompt, tools, more string) (events []gjson.Result, final gjson.Result) {
	t.Helper()
	body := fmt.Sprintf(`{"input":%q,"tools":[%s],"stream":true%s}`, prompt, tools, more)
	frames, err := stream(t, base, body)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range frames[:len(frames)-1] {
		e := gjson.Parse(f.data)
		if e.Get("sequence_number").Int() != int64(i) || e.Get("type").Str != f.event {
			t.Errorf("event %d: %s", i, f.data)
		}
		events = append(events, e)
	}
	return events, events[len(events)-1].Get("response")
}

// phases is the names of the events of one item without response., deltas once.
func phases(events []gjson.Result, index int64) string {
	var names []string
	for _, e := range events {
		if o := e.Get("output_index"); !o.Exists() || o.Int() != index {
			continue
		}
		name := strings.TrimPrefix(e.Get("type").Str, "response.")
		if len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func kinds(r gjson.Result) string {
	var list []string
	for _, it := range r.Get("output.#.type").Array() {
		list = append(list, it.Str)
	}
	return strings.Join(list, " ")
}

// Each kind of tool, the prompt that wants it, and its item: type, required members (wire-notes §4)
// and events (wire-notes §5.1).
func TestTools(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ tool, prompt, item, members, events string }{
		{`{"type":"service:datetime"}`, "what time is it?", "service:datetime", "id datetime timezone", ""},
		{`{"type":"service:web_search"}`, "search the web for lighthouse history", "service:web_search", "action.query action.sources.0.url",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"web_search_preview"}`, "search the web for bees", "web_search_call", "id action.query action.queries.0 action.sources.0.url",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"web_search_preview_2025_03_11"}`, "search for bees", "web_search_call", "id action.sources",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"web_search"}`, "search for bees", "web_search_call", "id",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"web_search_2025_08_26"}`, "bees: search", "web_search_call", "id",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"service:web_fetch"}`, "fetch https://docs.example.com/search/rerank", "service:web_fetch", "url title content httpStatus", ""},
		{`{"type":"service:search_models"}`, "which models are cheap?", "service:experimental__search_models", "query arguments", ""},
		{`{"type":"service:experimental__search_models"}`, "find models", "service:experimental__search_models", "query arguments", ""},
		{`{"type":"service:image_generation"}`, "draw a lighthouse", "service:image_generation", "imageB64 prompt revisedPrompt",
			"image_generation_call.in_progress image_generation_call.generating image_generation_call.completed"},
		{`{"type":"image_generation","partial_images":1}`, "draw a lighthouse", "image_generation_call", "id result",
			"image_generation_call.in_progress image_generation_call.generating image_generation_call.partial_image image_generation_call.completed"},
		{`{"type":"service:apply_patch"}`, "patch `main.go` with `x`", "service:apply_patch", "call_id operation.diff operation.path",
			"apply_patch_call_operation_diff.delta apply_patch_call_operation_diff.done"},
		{`{"type":"apply_patch"}`, "patch a.txt", "apply_patch_call", "id call_id operation.type operation.path operation.diff",
			"apply_patch_call_operation_diff.delta apply_patch_call_operation_diff.done"},
		{`{"type":"service:bash"}`, "run \"ls -la\" in bash", "service:bash", "command stdout stderr exitCode", ""},
		{`{"type":"service:shell"}`, "use the shell", "service:shell", "call_id action.commands.0 output.0.stdout output.0.outcome.exit_code", ""},
		{`{"type":"shell"}`, "use the shell", "shell_call", "id call_id action.commands.0", ""},
		{`{"type":"local_shell"}`, "use the shell", "local_shell_call", "id call_id action.type action.command.2 action.env", ""},
		{`{"type":"service:files"}`, "list my files", "service:files", "operation result", ""},
		{`{"type":"service:advisor"}`, "ask for advice on tea", "service:advisor", "advice model prompt", ""},
		{`{"type":"service:advisor","parameters":{"stream":true}}`, "ask for advice on tea", "service:advisor", "advice model prompt",
			"output_text.delta output_text.done"},
		{`{"type":"service:subagent"}`, "delegate this", "service:subagent", "call_id name task_name task_description outcome model", ""},
		{`{"type":"file_search","vector_store_ids":[]}`, "search my documents for tides", "file_search_call", "id queries.0", ""},
		{`{"type":"computer_use_preview"}`, "click on it", "computer_call", "call_id pending_safety_checks action.type", ""},
		{`{"type":"code_interpreter","container":"c1"}`, "calculate 3*4+1", "code_interpreter_call", "id code container_id",
			"code_interpreter_call.in_progress code_interpreter_call_code.delta code_interpreter_call_code.done code_interpreter_call.interpreting code_interpreter_call.completed"},
		{`{"type":"mcp","server_label":"lab"}`, "ask the lab", "mcp_call", "id server_label name arguments output",
			"mcp_call.in_progress mcp_call_arguments.delta mcp_call_arguments.done mcp_call.completed"},
		{`{"type":"custom","name":"sql"}`, "sql `please`", "custom_tool_call", "call_id name input", "custom_tool_call_input.delta custom_tool_call_input.done"},
		{`{"type":"namespace","name":"n","tools":[{"type":"function","name":"inner"}]}`, "inner please", "function_call", "call_id name arguments namespace",
			"function_call_arguments.delta function_call_arguments.done"},
	} {
		t.Run(c.item, func(t *testing.T) {
			events, final := using(t, base, c.prompt, c.tool, "")
			item := final.Get("output.0")
			if item.Get("type").Str != c.item {
				t.Fatalf("%s", final.Get("output"))
			}
			if status := item.Get("status").Str; status != "completed" {
				t.Errorf("status %q", status)
			}
			for member := range strings.FieldsSeq(c.members) {
				if !item.Get(member).Exists() {
					t.Errorf("no %s in %s", member, item)
				}
			}
			want := strings.Join(strings.Fields("output_item.added "+c.events+" output_item.done"), " ")
			if got := phases(events, 0); got != want {
				t.Errorf("events %s\nwant   %s", got, want)
			}
			// Nothing that the prompt does not ask for, and nothing that is forbidden.
			if _, r := using(t, base, "hello", c.tool, ""); r.Get("output.0.type").Str != "message" {
				t.Errorf("unasked: %s", r.Get("output.0"))
			}
			if _, r := using(t, base, c.prompt, c.tool, `,"tool_choice":"none"`); r.Get("output.#").Int() != 1 {
				t.Errorf("forbidden: %s", r.Get("output.0"))
			}
			// The next request returns the answer unchanged, and the tool is not used again.
			back := fmt.Sprintf(`{"input":[{"role":"user","content":%q},%s],"tools":[%s]}`, c.prompt, strings.Trim(final.Get("output").Raw, "[]"), c.tool)
			if status, r := post(t, base, back); status != 200 || r.Get("output.0.type").Str == c.item {
				t.Errorf("sent back: %d %s", status, r.Get("output"))
			}
		})
	}
}

// The item of a made-up result, or the message after it, states that it is simulated.
func TestSimulatedTools(t *testing.T) {
	base := serve(t)
	for tool, prompt := range map[string]string{
		"service:bash": "bash", "service:shell": "shell", "service:files": "my files", "service:apply_patch": "apply_patch", "apply_patch": "patch main.go",
		"shell": "shell", "code_interpreter": "calculate 1", "computer_use_preview": "click", "file_search": "documents about tides", "mcp": "mcp",
		"service:web_search": "search the web for tea", "service:web_fetch": "fetch tea", "service:subagent": "delegate", "service:advisor": "advice", "service:image_generation": "draw tea",
	} {
		_, r := using(t, base, prompt, `{"type":"`+tool+`"}`, "")
		if r.Get("output.0.type").Str == "message" || !strings.Contains(strings.ToLower(r.Get("output").Raw), "simulated") {
			t.Errorf("%s: %s", tool, r.Get("output"))
		}
	}
}

func TestDatetime(t *testing.T) {
	base := serve(t)
	for zone, want := range map[string]string{"": "UTC", "UTC": "UTC", "Nowhere/City": "UTC", "Local": "UTC", "Asia/Tokyo": "Asia/Tokyo"} {
		_, r := using(t, base, "the time?", `{"type":"service:datetime","parameters":{"timezone":"`+zone+`"}}`, "")
		item := r.Get("output.0")
		at, err := time.Parse(time.RFC3339, item.Get("datetime").Str)
		if err != nil || item.Get("timezone").Str != want || time.Since(at).Abs() > time.Minute {
			t.Errorf("%s: %s %v", zone, item, err)
		}
	}
}

// The service's word names the tools.
func TestToolWord(t *testing.T) {
	acme := serve(t, gateway.WithService("acme"))
	if _, r := using(t, acme, "what time is it?", `{"type":"acme:datetime"}`, ""); r.Get("output.0.type").Str != "acme:datetime" {
		t.Errorf("%s", kinds(r))
	}
	if _, r := using(t, acme, "what time is it?", `{"type":"service:datetime"}`, ""); kinds(r) != "message" {
		t.Errorf("%s", kinds(r))
	}
}
