package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/check"
)

// of lists the paths of the faults.
func of(t *testing.T, body string) (status int, paths []string) {
	t.Helper()
	status, faults := check.New("service").Responses([]byte(body))
	for _, f := range faults {
		paths = append(paths, f.Path)
		if f.Message == "" {
			t.Errorf("%s: %s has no message", body, f.Path)
		}
	}
	return status, paths
}

// Each member of the tables: values that pass, and values that are a fault there. The member is
// written in place of @.
func TestMembers(t *testing.T) {
	long := func(n int) string { return `"` + strings.Repeat("é", n) + `"` }
	for _, c := range []struct{ in, path, pass, fault string }{
		{`{"model":@}`, `model`, `"a/b" ""`, `null 1 true [] {}`},
		{`{"models":@}`, `models`, `[] ["a"]`, `null "a" {}`},
		{`{"models":[@]}`, `models[0]`, `"a"`, `null 1`},
		{`{"input":@}`, `input`, `"" "a" [] [{}]`, `null 1 {}`},
		{`{"input":[@]}`, `input[0]`, `{} {"type":"new"}`, `null "a" 1 []`},
		{`{"instructions":@}`, `instructions`, `"a" null`, `1 []`},
		{`{"stream":@}`, `stream`, `true false`, `null "true" 1`},
		{`{"store":@}`, `store`, `false`, `true null 0`},
		{`{"previous_response_id":@}`, `previous_response_id`, `null`, `"resp_1" false 0 "" {}`},
		{`{"background":@}`, `background`, `true false null`, `"a" 1`},
		{`{"cache_control":@}`, `cache_control`, `{"type":"ephemeral"} {"type":"ephemeral","ttl":"2h"}`, `null "ephemeral"`},
		{`{"cache_control":@}`, `cache_control.type`, ``, `{} {"type":"durable"} {"type":null}`},
		{`{"cache_control":{"type":"ephemeral","ttl":@}}`, `cache_control.ttl`, `"5m" "x"`, `5 null`},
		{`{"debug":@}`, `debug`, `{} {"other":1}`, `null true`},
		{`{"debug":{"echo_upstream_body":@}}`, `debug.echo_upstream_body`, `true false`, `null "true"`},
		{`{"frequency_penalty":@}`, `frequency_penalty`, `5 -5.5 null`, `"1"`},
		{`{"presence_penalty":@}`, `presence_penalty`, `5 -5.5 null`, `"1"`},
		{`{"temperature":@}`, `temperature`, `5 -1 null 1e400`, `"1" true`},
		{`{"top_p":@}`, `top_p`, `5 null`, `"1"`},
		{`{"top_k":@}`, `top_k`, `5 -5 3.0 30e-1 1e400`, `null 1.5 "1" 1e-1`},
		{`{"top_logprobs":@}`, `top_logprobs`, `5 null 0`, `0.5 "1"`},
		{`{"max_output_tokens":@}`, `max_output_tokens`, `0 -1 99999999999 null 16.0`, `1.5 "1" {}`},
		{`{"max_tool_calls":@}`, `max_tool_calls`, `30 0 -1 null 30.0`, `31 30.5 "1" 1e300`},
		{`{"stop_server_tools_when":[],"max_tool_calls":@}`, `max_tool_calls`, `30`, `31`},
		{`{"parallel_tool_calls":@}`, `parallel_tool_calls`, `true null`, `"a"`},
		{`{"image_config":@}`, `image_config`, `{} {"a":"b","c":1.5,"d":[]}`, `null []`},
		{`{"image_config":{"a":@}}`, `image_config.a`, `"b" 1 []`, `null true {}`},
		{`{"include":@}`, `include`, `[] null`, `"reasoning.encrypted_content"`},
		{`{"include":[@]}`, `include[0]`, `"file_search_call.results" "message.input_image.image_url"
			"computer_call_output.output.image_url" "reasoning.encrypted_content" "code_interpreter_call.outputs"`, `"x" null 1`},
		{`{"metadata":@}`, `metadata`, `{} null {"a":""}`, `"a" []`},
		{`{"metadata":{"a":@}}`, `metadata.a`, `"b" ` + long(512), `1 null ` + long(513)},
		{`{"metadata":{` + long(64) + `:@}}`, ``, `"b"`, ``},
		{`{"metadata":{` + long(65) + `:@}}`, `metadata["` + strings.Repeat("é", 65) + `"]`, ``, `"b"`},
		{`{"metadata":{"a[0]":@}}`, `metadata["a[0]"]`, ``, `"b"`},
		{`{"metadata":{"a]":@}}`, `metadata["a]"]`, ``, `"b"`},
		{`{"metadata":{"(a) {b}":@}}`, ``, `"b"`, ``},
		{`{"modalities":@}`, `modalities`, `[] ["text","image"]`, `null "text"`},
		{`{"modalities":[@]}`, `modalities[0]`, `"text"`, `"audio" null`},
		{`{"plugins":@}`, `plugins`, `[]`, `null {}`},
		{`{"plugins":[@]}`, `plugins[0]`, `{"id":"web"}`, `null "web"`},
		{`{"plugins":[@]}`, `plugins[0].id`, ``, `{} {"id":"new"} {"id":1} {"id":null}`},
		{`{"tools":@}`, `tools`, `[]`, `null {}`},
		{`{"tools":[@]}`, `tools[0]`, `{"type":"new","name":1}`, `null "function"`},
		{`{"tools":[@]}`, `tools[0].type`, ``, `{} {"type":1} {"type":null}`},
		{`{"tools":[{"type":"function",@}]}`, `tools[0].name`, `"name":"" "name":"a","strict":1`, `"x":1 "name":1 "name":null`},
		{`{"tools":[{"type":"function","name":"a","parameters":@}]}`, `tools[0].parameters`, `{} null`, `"a" true []`},
		{`{"tools":[{"type":"function","name":"a","description":@}]}`, `tools[0].description`, `"b" null`, `1`},
		{`{"tools":[{"type":"function","name":"a","defer_loading":@}]}`, `tools[0].defer_loading`, `false`, `"a" null`},
		{`{"prompt_cache_key":@}`, `prompt_cache_key`, `"a" null`, `1`},
		{`{"safety_identifier":@}`, `safety_identifier`, `"a" null`, `1`},
		{`{"service_tier":@}`, `service_tier`, `"auto" "default" "fast" "flex" "priority" "scale" null`, `"slow" 1`},
		{`{"session_id":@}`, `session_id`, `"" ` + long(256), `null 1 ` + long(257)},
		{`{"user":@}`, `user`, `"" ` + long(256), `null 1 ` + long(257)},
		{`{"reasoning":@}`, `reasoning`, `{} {"effort":"absurd"}`, `"high" 1 null`},
		{`{"text":@}`, `text`, `{} {"format":{"type":"new"}}`, `"a"`},
		{`{"tool_choice":@}`, `tool_choice`, `"auto" "none" "required" {}`, `1 []`},
		{`{"truncation":@}`, `truncation`, `"auto" "new"`, `1 null`},
		{`{"provider":@}`, `provider`, `{} {"order":["new"]}`, `"a"`},
		{`{"prompt":@}`, `prompt`, `{} {"id":"p","variables":{"a":"b"}}`, `null "p" []`},
		{`{"prompt_cache_options":@}`, `prompt_cache_options`, `{} {"mode":"new"}`, `null "explicit"`},
		{`{"route":@}`, `route`, `"fallback" "sort" "new"`, `null 1 {}`},
		{`{"trace":@}`, `trace`, `{} {"trace_id":"t","own":1}`, `null "t"`},
		{`{"stop_server_tools_when":@}`, `stop_server_tools_when`, `[]`, `"a"`},
		{`{"unheard_of":@}`, ``, `1 null {} []`, ``},
	} {
		members(t, c.in, c.path, c.pass, c.fault)
	}
}

func TestPlugins(t *testing.T) {
	for _, id := range []string{"auto-router", "auto-beta-router", "context-compression", "file-parser", "fusion",
		"pareto-router", "response-healing", "web", "web-fetch"} {
		members(t, `{"plugins":[{"id":"`+id+`","enabled":@}]}`, `plugins[0].enabled`, `true false`, `null 1`)
	}
	members(t, `{"plugins":[{"id":"moderation","enabled":@}]}`, ``, `1 null`, ``)
	for _, id := range []string{"auto-router", "auto-beta-router"} {
		in := `{"plugins":[{"id":"` + id + `",@}]}`
		at := func(member, pass, fault string) {
			t.Helper()
			members(t, strings.Replace(in, "@", `"`+member+`":@`, 1), "plugins[0]."+member, pass, fault)
		}
		at("cost_tier", `"low" "medium" "high" "xhigh" "max"`, `"none" null 1`)
		at("cost_quality_tradeoff", `0 10 5.0`, `-1 11 0.5 null`)
		for _, list := range []string{"allowed_models", "excluded_models"} {
			at(list, `[] ["a/*"] `+patterns(1024, 64)+" "+patterns(64, 1024), `null "a" `+patterns(1025, 1)+" "+patterns(1024, 65))
			members(t, `{"plugins":[{"id":"`+id+`","`+list+`":["a",@]}]}`, "plugins[0]."+list+"[1]", `"é"`, `1 null `+patterns(1, 1025)[1:1028])
		}
	}
	plugin := func(id, member, pass, fault string) {
		t.Helper()
		members(t, fmt.Sprintf(`{"plugins":[{"id":%q,%q:@}]}`, id, member), "plugins[0]."+member, pass, fault)
	}
	plugin("auto-router", "pin_model", `true false`, `null "a"`)
	members(t, `{"plugins":[{"id":"auto-beta-router","pin_model":@}]}`, ``, `1 true`, ``)
	plugin("context-compression", "engine", `"middle-out" "other"`, `1 null`)
	plugin("file-parser", "pdf", `{} {"engine":"new"}`, `"a" null`)
	plugin("fusion", "analysis_models", `["a"] ["1","2","3","4","5","6","7","8"]`, `[] ["1","2","3","4","5","6","7","8","9"] null "a"`)
	plugin("fusion", "model", `"a"`, `1 null`)
	plugin("fusion", "preset", `"general-high" "general-budget" "general-fast"`, `"other" null`)
	plugin("fusion", "max_tool_calls", `1 16`, `0 17 1.5 null`)
	tool := `{"type":"a"}`
	plugin("fusion", "tools", `[] [`+strings.Repeat(tool+",", 7)+tool+`]`, `[`+strings.Repeat(tool+",", 8)+tool+`] null`)
	members(t, `{"plugins":[{"id":"fusion","tools":[@]}]}`, `plugins[0].tools[0].type`, `{"type":"a","parameters":{}}`, `{} {"type":1}`)
	members(t, `{"plugins":[{"id":"fusion","tools":[{"type":"a","parameters":@}]}]}`, `plugins[0].tools[0].parameters`, `{}`, `1 null`)
	plugin("pareto-router", "max_price", `0 0.0 -0 1e9`, `-0.01 null "1"`)
	plugin("pareto-router", "min_coding_score", `0 1 0.5`, `-0.01 1.01 null`)
	plugin("pareto-router", "price_source", `"prompt" "weighted_avg"`, `"list" null`)
	for _, m := range []string{"engine", "mode", "search_prompt"} {
		plugin("web", m, `"a"`, `1 null`)
	}
	for _, m := range []string{"include_domains", "exclude_domains"} {
		plugin("web", m, `[] ["*.a","b/c"]`, `null "a"`)
	}
	for _, m := range []string{"max_results", "max_uses"} {
		plugin("web", m, `5 -1 0`, `0.5 null`)
	}
	plugin("web", "user_location", `{} {"city":null}`, `"a" null`)
}

// patterns returns a list of n patterns of a length in characters.
func patterns(n, length int) string {
	return "[" + strings.TrimSuffix(strings.Repeat(`"`+strings.Repeat("x", length)+`",`, n), ",") + "]"
}

// members puts each value in place of @ and looks for a fault at the path. Values are separated by
// white space.
func members(t *testing.T, in, path, pass, fault string) {
	t.Helper()
	for v := range strings.FieldsSeq(pass) {
		if status, paths := of(t, strings.Replace(in, "@", v, 1)); status != 0 {
			t.Errorf("%.120s with %.60s is refused: %d %q", in, v, status, paths)
		}
	}
	for v := range strings.FieldsSeq(fault) {
		status, paths := of(t, strings.Replace(in, "@", v, 1))
		if status != 400 || !slices.Contains(paths, path) {
			t.Errorf("%.120s with %.60s: %d %.120q, want 400 at %s", in, v, status, paths, path)
		}
	}
}

func TestMetadataPairs(t *testing.T) {
	pairs := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"k%d":"v",`, i)
		}
		return `{"metadata":{` + strings.TrimSuffix(b.String(), ",") + `}}`
	}
	if status, paths := of(t, pairs(16)); status != 0 {
		t.Errorf("16 pairs: %d %q", status, paths)
	}
	if status, paths := of(t, pairs(17)); status != 400 || !slices.Equal(paths, []string{"metadata"}) {
		t.Errorf("17 pairs: %d %q", status, paths)
	}
}

// The shapes of items that the document shows.
func TestItems(t *testing.T) {
	for _, item := range []string{
		`{"role":"user","content":"hi"}`,
		`{"type":"message","role":"assistant","content":null}`,
		`{"type":"message","role":"assistant","id":"m","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]},{"type":"refusal","refusal":"b"}]}`,
		`{"type":"message","role":"user","content":[{"type":"new_part","text":1}]}`,
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"a","cache_control":{"type":"ephemeral"}}]}`,
		`{"type":"reasoning","id":"r","status":"completed","format":null,"signature":"s","content":[{"type":"reasoning_text","text":"a"}],"summary":null}`,
		`{"type":"reasoning","content":null}`,
		`{"content":[{"type":"input_text","text":1},{"type":"refusal","refusal":1}]}`, // their members are not shown
		`{"type":"function_call","name":1,"arguments":{}}`,
		`{"type":"item_reference","id":"x"}`,
	} {
		if status, paths := of(t, `{"input":[`+item+`]}`); status != 0 {
			t.Errorf("%s is refused: %d %q", item, status, paths)
		}
	}
	for item, path := range map[string]string{
		`{"type":1}`:                                    `input[0].type`,
		`{"role":1}`:                                    `input[0].role`,
		`{"role":"user","content":null}`:                `input[0].content`,
		`{"role":"user","content":1}`:                   `input[0].content`,
		`{"role":"user","content":["a"]}`:               `input[0].content[0]`,
		`{"type":"reasoning","content":"a"}`:            `input[0].content`,
		`{"type":"reasoning","summary":"a"}`:            `input[0].summary`,
		`{"type":"reasoning","summary":["a"]}`:          `input[0].summary[0]`,
		`{"content":[{"type":"output_text","text":1}]}`: `input[0].content[0].text`,
		`{"role":null}`:                                 `input[0].role`,
		`{"type":"reasoning","format":1}`:               `input[0].format`,
		`{"type":"reasoning","summary":[{"type":"summary_text","text":1}]}`:   `input[0].summary[0].text`,
		`{"content":[{"type":"output_text","annotations":{}}]}`:               `input[0].content[0].annotations`,
		`{"content":[{"type":"new_part","cache_control":{"type":"x"}}]}`:      `input[0].content[0].cache_control.type`,
		`{"content":[{"type":"new_part","cache_control":{}}]}`:                `input[0].content[0].cache_control.type`,
		`{"type":"reasoning","content":[{"type":"reasoning_text","text":1}]}`: `input[0].content[0].text`,
	} {
		status, paths := of(t, `{"input":[`+item+`]}`)
		if status != 400 || !slices.Equal(paths, []string{path}) {
			t.Errorf("%s: %d %q, want 400 at %s", item, status, paths, path)
		}
	}
}

func TestContradictions(t *testing.T) {
	const a, late, search = `{"type":"function","name":"a"}`, `{"type":"function","name":"late","defer_loading":true}`, `{"type":"service:tool_search"}`
	for _, body := range []string{
		`{"tools":[` + a + `,` + late + `,` + search + `]}`,
		`{"tools":[{"type":"new"},` + late + `,` + search + `]}`,
		`{"tools":[` + a + `],"tool_choice":{"type":"function","name":"a"}}`,
		`{"tools":[{"type":"shell"}],"tool_choice":{"type":"shell"}}`,
		`{"tools":[` + a + `],"tool_choice":{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"a"}]}}`,
		`{"tools":[{"type":"namespace","name":"n","tools":[` + a + `]}],"tool_choice":{"type":"function","name":"a"}}`,
		`{"tool_choice":"required"}`,
		`{"tool_choice":{"type":5}}`,
		`{"tool_choice":{"type":"function","name":"a"},"input":[{"type":"additional_tools","tools":[` + a + `]}]}`,
		`{"tools":[` + late + `],"input":[{"type":"additional_tools","tools":[` + a + `,` + search + `]}]}`,
		`{"text":{"format":{"schema":{"multipleOf":1e-999,"minLength":-0,"enum":[]}}}}`,
		`{"tools":[` + a + `,{"type":"custom","name":"a"}]}`,
		`{"input":[{"type":"function_call_output","call_id":"c"},{"type":"function_call","call_id":"c"}]}`,
		`{"input":[{"type":"function_call_output","name":"goal_objective","namespace":"agent","output":"…"},{"type":"function_call_output","call_id":null}]}`,
		`{"tools":[{"type":"function","name":"a","parameters":{"type":["object","null"],"properties":{"x":{"pattern":"(?!y)"},"y":true},"exclusiveMinimum":true}}]}`,
		`{"text":{"format":{"type":"json_schema","name":"n","schema":{"$ref":"#/$defs/x","$defs":{"x":{}}}}}}`,
	} {
		if status, paths := of(t, body); status != 0 {
			t.Errorf("%s is refused: %d %q", body, status, paths)
		}
	}
	for body, want := range map[string]string{
		`{"tools":[` + a + `,` + late + `]}`:                                                                    `tools[1].defer_loading`,
		`{"tools":[` + late + `,` + search + `]}`:                                                               `tools[0].defer_loading`,
		`{"tools":[` + a + `],"tool_choice":{"type":"function","name":"b"}}`:                                    `tool_choice.name`,
		`{"tool_choice":{"type":"apply_patch"}}`:                                                                `tool_choice.type`,
		`{"tools":[` + a + `],"tool_choice":{"type":"function","name":""}}`:                                     `tool_choice.name`,
		`{"text":{"format":{"schema":{"type":["string","string"]}}}}`:                                           `text.format.schema.type[1]`,
		`{"text":{"format":{"schema":{"type":[]}}}}`:                                                            `text.format.schema.type`,
		`{"text":{"format":{"schema":{"anyOf":[]}}}}`:                                                           `text.format.schema.anyOf`,
		`{"text":{"format":{"schema":{"required":["a","a"]}}}}`:                                                 `text.format.schema.required[1]`,
		`{"tools":[` + a + `],"tool_choice":{"type":"allowed_tools","tools":[{"type":"function","name":"b"}]}}`: `tool_choice.tools[0].name`,
		`{"tools":[` + a + `,` + a + `]}`:                                                                       `tools[1].name`,
		`{"input":[{"type":"function_call_output","call_id":"c","output":""}]}`:                                 `input[0].call_id`,
		`{"input":[{"type":"function_call_output","call_id":5}]}`:                                               `input[0].call_id`,
		`{"tools":[{"type":"function","name":"a","parameters":{"type":"bogus"}}]}`:                              `tools[0].parameters.type`,
		`{"tools":[{"type":"function","name":"a","parameters":{"properties":{"x":1}}}]}`:                        `tools[0].parameters.properties.x`,
		`{"text":{"format":{"schema":"x"}}}`:                                                                    `text.format.schema`,
		`{"text":{"format":{"schema":{"minLength":-1}}}}`:                                                       `text.format.schema.minLength`,
		`{"text":{"format":{"schema":{"required":"a"}}}}`:                                                       `text.format.schema.required`,
		`{"text":{"format":{"schema":{"multipleOf":0}}}}`:                                                       `text.format.schema.multipleOf`,
		`{"text":{"format":{"schema":{"items":{"allOf":[1]}}}}}`:                                                `text.format.schema.items.allOf[0]`,
	} {
		status, paths := of(t, body)
		if status != 422 || !slices.Equal(paths, []string{want}) {
			t.Errorf("%s: %d %q, want 422 at %s", body, status, paths, want)
		}
	}
	// A broken rule is reported before a contradiction.
	if status, _ := of(t, `{"top_k":"a","tools":[`+a+`,`+a+`]}`); status != 400 {
		t.Errorf("a broken rule beside a contradiction: %d", status)
	}
}

func TestDocuments(t *testing.T) {
	for body, want := range map[string]string{
		``:                 "the body is empty; it must be a JSON object",
		" \n":              "the body is empty; it must be a JSON object",
		`[]`:               "must be an object, not an array",
		`"a"`:              "must be an object, not a string",
		`{"a":1`:           "malformed JSON at line 1, column 7: unexpected end of input",
		"{\n \"é\": x}":    "malformed JSON at line 2, column 7: ",
		`{} {}`:            "malformed JSON at line 1, column 4: unexpected data after the JSON value",
		`{"a":1,}`:         "malformed JSON at line 1, column ",
		"{\"a\":\"\xff\"}": "malformed JSON at line 1, column ",
	} {
		status, faults := check.New("service").Responses([]byte(body))
		if status != 400 || len(faults) != 1 || faults[0].Path != "." || !strings.HasPrefix(faults[0].Message, want) {
			t.Errorf("%q: %d %q, want %q", body, status, faults, want)
		}
	}
	if status, paths := of(t, `{"a":1,"x":[{"b":1,"\u0062":2}],"a":2}`); status != 400 || !slices.Equal(paths, []string{"x[0].b", "a"}) {
		t.Errorf("names that stand twice: %d %q", status, paths)
	}
	if status, paths := of(t, `{}`); status != 0 {
		t.Errorf("{} is refused: %q", paths)
	}
}

// The word of the service is the prefix of its tools.
func TestServiceWord(t *testing.T) {
	body := []byte(`{"tools":[{"type":"function","name":"a","defer_loading":true},{"type":"shell"},{"type":"acme:tool_search"}]}`)
	if status, _ := check.New("acme").Responses(body); status != 0 {
		t.Errorf("acme: %d", status)
	}
	if status, _ := check.New("service").Responses(body); status != 422 {
		t.Errorf("service: %d", status)
	}
}

func FuzzResponses(f *testing.F) {
	for _, body := range []string{
		`{}`, `{"input":[{"content":[{"type":"output_text"}]}]}`, `{"metadata":{"a[0]":1}}`, `{"plugins":[{"id":"fusion","tools":[{}]}]}`,
		`{"tools":[{"type":"function","name":"a","parameters":{"type":"x"}}],"tool_choice":{"type":"function"}}`, `{"top_k":1e-99999999999}`,
	} {
		f.Add([]byte(body))
	}
	c := check.New("service")
	f.Fuzz(func(t *testing.T, body []byte) {
		status, faults := c.Responses(body)
		if (status == 0) != (len(faults) == 0) || status != 0 && status != 400 && status != 422 {
			t.Errorf("status %d with %d faults", status, len(faults))
		}
	})
}
