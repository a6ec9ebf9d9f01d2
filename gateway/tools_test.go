package gateway_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/gateway"

	"github.com/tidwall/gjson"
)

// using asks with tools, streamed, and returns the events and the final
// response.
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

// Each kind of tool, the prompt that wants it, and its item: type, required
// members (wire-notes §4) and events (wire-notes §5.1).
func TestTools(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ tool, prompt, item, members, events string }{
		{`{"type":"service:datetime"}`, "what time is it?", "service:datetime", "id datetime timezone", ""},
		{`{"type":"service:web_search"}`, "search the web for lighthouse history", "service:web_search", "action.query action.sources.0.url",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"web_search_preview"}`, "search the web for bees", "web_search_call", "id action.query action.queries.0 action.sources.0.url",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"web_search_preview_2025_03_11"}`, "news about bees", "web_search_call", "id action.sources",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"web_search"}`, "look up bees", "web_search_call", "id",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"web_search_2025_08_26"}`, "bees on the internet", "web_search_call", "id",
			"web_search_call.in_progress web_search_call.searching web_search_call.completed"},
		{`{"type":"service:web_fetch"}`, "fetch https://docs.example.com/search/rerank", "service:web_fetch", "url title content httpStatus", ""},
		{`{"type":"service:search_models"}`, "which models are cheap?", "service:experimental__search_models", "query arguments", ""},
		{`{"type":"service:experimental__search_models"}`, "find models", "service:experimental__search_models", "query arguments", ""},
		{`{"type":"service:image_generation"}`, "draw a lighthouse", "service:image_generation", "imageB64 prompt revisedPrompt",
			"image_generation_call.in_progress image_generation_call.generating image_generation_call.completed"},
		{`{"type":"image_generation","partial_images":1}`, "draw a lighthouse", "image_generation_call", "id result",
			"image_generation_call.in_progress image_generation_call.generating image_generation_call.partial_image image_generation_call.completed"},
		{`{"type":"service:apply_patch"}`, "update the file main.go", "service:apply_patch", "call_id operation.diff operation.path",
			"apply_patch_call_operation_diff.delta apply_patch_call_operation_diff.done"},
		{`{"type":"apply_patch"}`, "create the file a.txt", "apply_patch_call", "id call_id operation.type operation.path operation.diff",
			"apply_patch_call_operation_diff.delta apply_patch_call_operation_diff.done"},
		{`{"type":"apply_patch"}`, "delete the file a.txt", "apply_patch_call", "id call_id operation.type operation.path", ""},
		{`{"type":"service:bash"}`, "run the command \"ls -la\"", "service:bash", "command stdout stderr exitCode", ""},
		{`{"type":"service:shell"}`, "use the shell", "service:shell", "call_id action.commands.0 output.0.stdout output.0.outcome.exit_code", ""},
		{`{"type":"shell"}`, "use the shell", "shell_call", "id call_id action.commands.0", ""},
		{`{"type":"local_shell"}`, "use the shell", "shell_call", "id call_id action.commands.0", ""},
		{`{"type":"service:files"}`, "list my files", "service:files", "operation result", ""},
		{`{"type":"service:advisor"}`, "ask for advice on tea", "service:advisor", "advice model prompt", ""},
		{`{"type":"service:advisor","parameters":{"stream":true}}`, "ask for advice on tea", "service:advisor", "advice model prompt",
			"output_text.delta output_text.done"},
		{`{"type":"service:subagent"}`, "delegate this", "service:subagent", "call_id name task_name task_description outcome model", ""},
		{`{"type":"file_search","vector_store_ids":[]}`, "search my documents for tides", "file_search_call", "id queries.0", ""},
		{`{"type":"computer_use_preview"}`, "click on it", "computer_call", "call_id pending_safety_checks action.type", ""},
		{`{"type":"code_interpreter","container":"c1"}`, "calculate 3*4+1", "code_interpreter_call", "id code container_id",
			"code_interpreter_call.in_progress code_interpreter_call_code.delta code_interpreter_call_code.done code_interpreter_call.interpreting code_interpreter_call.completed"},
		{`{"type":"mcp","server_label":"lab"}`, "ask the lab", "service:mcp", "serverLabel toolName", ""},
		{`{"type":"custom","name":"sql"}`, "sql please", "custom_tool_call", "call_id name input", "custom_tool_call_input.delta custom_tool_call_input.done"},
		{`{"type":"namespace","name":"n","tools":[{"type":"function","name":"inner"}]}`, "inner please", "function_call", "call_id name arguments namespace",
			"function_call_arguments.delta function_call_arguments.done"},
	} {
		t.Run(c.item, func(t *testing.T) {
			events, final := using(t, base, c.prompt, c.tool, "")
			item := final.Get("output.0")
			if item.Get("type").Str != c.item {
				t.Fatalf("%s", final.Get("output"))
			}
			if status := item.Get("status").Str; status != "completed" && c.item != "custom_tool_call" {
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
			// The answer goes back as it came, and the tool is not used again.
			back := fmt.Sprintf(`{"input":[{"role":"user","content":%q},%s],"tools":[%s]}`, c.prompt, strings.Trim(final.Get("output").Raw, "[]"), c.tool)
			if status, r := post(t, base, back); status != 200 || c.item != "custom_tool_call" && r.Get("output.0.type").Str == c.item {
				t.Errorf("sent back: %d %s", status, r.Get("output"))
			}
		})
	}
}

// What a tool made up says so, in its item or in the message behind it.
func TestSimulatedTools(t *testing.T) {
	base := serve(t)
	for tool, prompt := range map[string]string{
		"service:bash": "bash", "service:shell": "shell", "service:files": "my files", "service:apply_patch": "patch", "apply_patch": "patch",
		"shell": "shell", "code_interpreter": "compute 1", "computer_use_preview": "click", "file_search": "documents about tides", "mcp": "mcp",
		"service:web_search": "search the web for tea", "service:web_fetch": "web fetch tea", "service:subagent": "delegate", "service:advisor": "advice", "service:image_generation": "draw tea",
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
		if has := strings.Contains(text, "ended the use of tools"); has != (c.note != "") || !strings.Contains(text, c.note) {
			t.Errorf("%s%s: %s", c.prompt, c.more, text)
		}
		if got := r.Get("usage.server_tool_use_details.tool_calls_executed").Int(); int(got) != c.uses {
			t.Errorf("%s%s: usage %s", c.prompt, c.more, r.Get("usage"))
		}
	}
	// After a stop, the last turn is without tools: functions too.
	const both = clock + `,{"type":"function","name":"time_table"}`
	if _, r := using(t, base, "the time table", both, ""); r.Get("output.1.type").Str != "function_call" {
		t.Errorf("%s", r.Get("output"))
	}
	if _, r := using(t, base, "the time table", both, `,"stop_server_tools_when":[{"type":"step_count_is","step_count":1}]`); r.Get("output.1.type").Str != "message" {
		t.Errorf("%s", r.Get("output"))
	}
}

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
	// A tool that must be called is not called twice.
	_, r := post(t, base, `{"input":[{"role":"user","content":"hello"},{"type":"shell_call","id":"s","call_id":"c","action":{"commands":["ls"]},"status":"completed"},
		{"type":"shell_call_output","call_id":"c","output":[{"stdout":"a.txt","stderr":"","outcome":{"type":"exit","exit_code":0}}]}],"tools":[{"type":"shell"}],"tool_choice":{"type":"shell"}}`)
	if kinds(r) != "message" || !strings.Contains(r.Get("output.0.content.0.text").Str, "a.txt") {
		t.Errorf("%s", r.Get("output"))
	}
}

func kinds(r gjson.Result) string {
	var list []string
	for _, it := range r.Get("output.#.type").Array() {
		list = append(list, it.Str)
	}
	return strings.Join(list, " ")
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
		"weather in Paris": "service:tool_search function_call", "play some music": "function_call", "tell a story": "service:tool_search message", "?!": "message",
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
	// max_results bounds what is found, 5 by default.
	many := search + "," + seen
	for i := range 7 {
		many += "," + hidden(fmt.Sprintf("weather_%c", 'a'+i))
	}
	for _, c := range []struct {
		parameters string
		calls      int
	}{{"", 5}, {`,"parameters":{"max_results":2}`, 2}, {`,"parameters":{"max_results":7}`, 7}, {`,"parameters":{"max_results":0}`, 0}} {
		_, r := using(t, base, "weather", strings.Replace(many, `tool_search"`, `tool_search"`+c.parameters, 1), "")
		if got := strings.Count(kinds(r), "function_call"); got != c.calls {
			t.Errorf("%s: %d calls", c.parameters, got)
		}
	}
}

// The domain filters of the web tools.
func TestToolDomains(t *testing.T) {
	base := serve(t)
	found := func(tool string) []string {
		_, r := using(t, base, "search the web for the weather in Paris and Tokyo", tool, "")
		var urls []string
		for _, u := range r.Get("output.0.action.sources.#.url").Array() {
			urls = append(urls, u.Str)
		}
		return urls
	}
	all := found(`{"type":"web_search"}`)
	const paris, tokyo = "https://travel.example.com/cities/paris", "https://travel.example.com/cities/tokyo"
	if !slices.Contains(all, paris) || !slices.Contains(all, tokyo) {
		t.Fatalf("%q", all)
	}
	for _, c := range []struct {
		members string
		want    []string
	}{
		{`"allowed_domains":["travel.example.com/cities/paris"]`, []string{paris}},
		{`"allowed_domains":["nowhere.test"]`, nil},
		{`"blocked_domains":["*.com/cities/paris"],"allowed_domains":["*.example.com"]`, []string{tokyo}},
		{`"excluded_domains":["travel.example.com/cities/tokyo"],"allowed_domains":["travel.example.com"]`, []string{paris}},
		{`"excluded_domains":["travel.example.com"],"allowed_domains":["travel.example.com"]`, nil},
	} {
		for _, tool := range []string{
			`{"type":"web_search","filters":{` + c.members + `}}`, `{"type":"web_search_preview","filters":{` + c.members + `}}`,
			`{"type":"service:web_search","parameters":{` + c.members + `}}`,
		} {
			if got := found(tool); !slices.Equal(slices.Sorted(slices.Values(got)), c.want) {
				t.Errorf("%s: %q", tool, got)
			}
		}
	}
	for most, want := range map[string]int{`"max_results":1`: 1, `"max_results":2`: 2, `"max_results":0`: 0, `"max_total_results":1`: 1} {
		if got := found(`{"type":"service:web_search","parameters":{` + most + `}}`); len(got) != want {
			t.Errorf("%s: %q", most, got)
		}
	}
	for parameters, want := range map[string]int64{``: 200, `"blocked_domains":["kitchen.example"]`: 403, `"allowed_domains":["docs.example.com"]`: 403, `"allowed_domains":["kitchen.example"]`: 200} {
		_, r := using(t, base, "fetch https://kitchen.example/recipes/bread.", `{"type":"service:web_fetch","parameters":{`+parameters+`}}`, "")
		if item := r.Get("output.0"); item.Get("httpStatus").Int() != want || (want == 200) != item.Get("content").Exists() {
			t.Errorf("%s: %s", parameters, item)
		}
	}
	if _, r := using(t, base, "fetch http://127.0.0.1:1/x", `{"type":"service:web_fetch"}`, ""); r.Get("output.0.httpStatus").Int() != 404 {
		t.Errorf("%s", r.Get("output.0"))
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

// The message cites what the search found, at the right place.
func TestCitations(t *testing.T) {
	base := serve(t)
	events, r := using(t, base, "search the web for “café” weather in Paris", `{"type":"web_search"}`, "")
	message := r.Get("output.1.content.0")
	text := []rune(message.Get("text").Str)
	list := message.Get("annotations").Array()
	if len(list) == 0 {
		_, r = using(t, base, "search the web for weather in Paris", `{"type":"web_search"}`, "")
		message = r.Get("output.1.content.0")
		text, list = []rune(message.Get("text").Str), message.Get("annotations").Array()
	}
	for _, a := range list {
		link := string(text[a.Get("start_index").Int():a.Get("end_index").Int()])
		if a.Get("type").Str != "url_citation" || link != "["+a.Get("title").Str+"]("+a.Get("url").Str+")" {
			t.Errorf("%s is %q", a, link)
		}
	}
	if len(list) == 0 || len(events) == 0 {
		t.Errorf("%s", message)
	}
}

// include fills members; an image stands in the output when modalities wants it.
func TestIncludes(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ tool, prompt, include, member string }{
		{`{"type":"file_search","vector_store_ids":["v"],"max_num_results":1}`, "my documents about tides", "file_search_call.results", "output.0.results.0.text"},
		{`{"type":"code_interpreter"}`, "compute 1+1", "code_interpreter_call.outputs", "output.0.outputs.0.logs"},
	} {
		if _, r := using(t, base, c.prompt, c.tool, ""); r.Get(c.member).Exists() {
			t.Errorf("%s without being asked for", c.member)
		}
		_, r := using(t, base, c.prompt, c.tool, `,"include":["`+c.include+`","message.input_image.image_url","computer_call_output.output.image_url"]`)
		if !strings.Contains(r.Get(c.member).Str, "Simulated") {
			t.Errorf("%s: %s", c.include, r.Get("output.0"))
		}
	}
	for modalities, want := range map[string]string{`["text"]`: "message", `["text","image"]`: "message image_generation_call", `[]`: "message"} {
		events, r := using(t, base, "hello", "", `,"modalities":`+modalities)
		if kinds(r) != want {
			t.Errorf("%s: %s", modalities, kinds(r))
		}
		if strings.Contains(want, "image") {
			if got := phases(events, 1); got != "output_item.added image_generation_call.in_progress image_generation_call.generating image_generation_call.completed output_item.done" {
				t.Errorf("%s", got)
			}
		}
	}
}

// An item reference stands for an item of the same input; one that points
// nowhere is skipped, and the answer says so.
func TestItemReference(t *testing.T) {
	base := serve(t)
	for _, c := range []struct {
		more string
		want string
	}{{"", "message"}, {`,"text":{"format":{"type":"json_object"}}`, "reasoning message"}} {
		_, r := post(t, base, `{"input":[{"role":"user","id":"m1","content":"hello"},{"type":"item_reference","id":"m1"},{"type":"item_reference","id":"gone-1"}]`+c.more+`}`)
		if kinds(r) != c.want || !strings.Contains(r.Get("output.0").Raw, "gone-1") || strings.Contains(r.Get("output.0").Raw, "m1`") {
			t.Errorf("%s: %s", c.more, r.Get("output"))
		}
		if c.more != "" && !json.Valid([]byte(r.Get("output.1.content.0.text").Str)) {
			t.Errorf("%s", r.Get("output.1"))
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

// A server tool and a function in one turn: the tool is not used again when the
// function's output comes.
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

// The pipeline tells of the tools that the gateway ran; usage tells those apart
// from what the caller is asked to run.
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

// encrypted_content comes on demand, is opaque, and is known again when it comes
// back, with the text or without it; a changed one is not.
func TestEncryptedReasoning(t *testing.T) {
	base := serve(t)
	ask := func(input, more string) gjson.Result {
		t.Helper()
		status, r := post(t, base, `{"model":"sim/reasoner","input":`+input+`,"reasoning":{"effort":"max"}`+more+`}`)
		if status != 200 {
			t.Fatalf("%d %s", status, r)
		}
		return r
	}
	if r := ask(`"hello"`, ""); r.Get("output.0.encrypted_content").Exists() {
		t.Errorf("unasked: %s", r.Get("output.0"))
	}
	r := ask(`"hello"`, `,"include":["reasoning.encrypted_content"]`)
	item := r.Get("output.0")
	sealed := item.Get("encrypted_content").Str
	if sealed == "" || strings.Contains(sealed, "message") {
		t.Fatalf("%s", item)
	}
	without := func(it, member string) string {
		v := gjson.Get(it, member)
		return strings.Replace(it, `"`+member+`":`+v.Raw+`,`, "", 1)
	}
	whole := item.Raw
	for name, c := range map[string]struct {
		item   string
		intact int
	}{
		"as it was":        {whole, 1},
		"sealed alone":     {without(whole, "content"), 1},
		"another id":       {strings.Replace(whole, item.Get("id").Str, "rs_other", 1), 0},
		"another text":     {strings.Replace(whole, "newest", "oldest", 1), 0},
		"another seal":     {strings.Replace(whole, sealed, "AAAA"+sealed[4:], 1), 0},
		"no seal at all":   {strings.Replace(whole, sealed, "?", 1), 0},
		"signature alone":  {strings.Replace(whole, `,"encrypted_content":"`+sealed+`"`, "", 1), 1},
		"nothing to check": {`{"type":"reasoning","id":"rs_1","summary":[]}`, 0},
	} {
		again := ask(`[{"role":"user","content":"hello"},`+c.item+`,{"role":"user","content":"again"}]`, "")
		if want := fmt.Sprintf("%d of the signatures still fit", c.intact); !strings.Contains(again.Get("output.0.content.0.text").Str, want) {
			t.Errorf("%s: no %q in %s", name, want, again.Get("output.0.content.0.text"))
		}
	}
}

// Every kind of item that the document lists is accepted ("Input items").
func TestEveryItemIsAccepted(t *testing.T) {
	base := serve(t)
	for typ := range strings.FieldsSeq(`reasoning function_call apply_patch_call apply_patch_call_output web_search_call file_search_call
		image_generation_call code_interpreter_call computer_call computer_call_output service:datetime service:web_search service:code_interpreter
		service:file_search service:image_generation service:browser_use service:bash service:text_editor service:apply_patch service:web_fetch
		service:tool_search service:memory service:mcp service:experimental__search_models service:fusion service:advisor service:subagent
		service:files service:shell local_shell_call local_shell_call_output shell_call shell_call_output mcp_list_tools mcp_approval_request
		mcp_approval_response mcp_call custom_tool_call custom_tool_call_output compaction context_compaction item_reference additional_tools
		agent_message never_heard_of`) {
		status, r := post(t, base, `{"input":[{"role":"user","content":"hello"},{"type":"`+typ+`","id":"x","call_id":"c","status":"completed"}]}`)
		if status != 200 || !strings.HasSuffix(kinds(r), "message") {
			t.Errorf("%s: %d %s", typ, status, r)
		}
	}
}
