package validate

import (
	"fmt"
	"strings"
	"testing"
)

// lines writes a list of findings, one a line, without the messages.
func paths(list []Finding) string {
	var out []string
	for _, f := range list {
		out = append(out, f.Path)
	}
	return strings.Join(out, " ")
}

// ofRequest checks a /responses request.
type ofRequest struct{ body, faults string }

func checkAll(t *testing.T, endpoint Target, tests []ofRequest) {
	t.Helper()
	for _, tt := range tests {
		r := For(endpoint, []byte(tt.body), Service{})
		if got := paths(r.Faults); got != tt.faults {
			t.Errorf("%s\n got faults %q, want %q (%v)", clip(tt.body), got, tt.faults, r.Faults)
		}
		for _, f := range append(append(r.Faults, r.Warnings...), r.Hints...) {
			if f.Message == "" || len(f.Message) > 400 {
				t.Errorf("%s: message %q", clip(tt.body), f.Message)
			}
		}
	}
}

func clip(s string) string {
	if len(s) > 200 {
		return s[:200] + "…"
	}
	return s
}

func rep(s string, n int) string { return strings.Repeat(s, n) }

// list writes an array of n equal elements.
func list(element string, n int) string {
	if n == 0 {
		return "[]"
	}
	return "[" + rep(element+",", n-1) + element + "]"
}

// members writes n members with different names.
func members(name string, n int) string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf(`"%s%d":1`, name, i))
	}
	return strings.Join(out, ",")
}

// TestTypesOfMembers gives each member of the table a value of every JSON type
// and expects exactly the types of the document to pass.
func TestTypesOfMembers(t *testing.T) {
	values := map[string]string{
		"null": "null", "bool": "false", "int": "3", "float": "0.5", "string": `"x"`, "array": "[]", "object": "{}",
	}
	allowed := map[string]string{
		"model": "string", "models": "array", "input": "string array", "instructions": "string null",
		"stream": "bool", "store": "bool", "previous_response_id": "null", "background": "bool null",
		"debug": "object", "frequency_penalty": "int float null", "presence_penalty": "int float null",
		"temperature": "int float null", "top_p": "int float null", "top_k": "int", "top_logprobs": "int null",
		"max_output_tokens": "int null", "max_tool_calls": "int null", "parallel_tool_calls": "bool null",
		"image_config": "object", "include": "array null", "metadata": "object null", "modalities": "array",
		"plugins": "array", "tools": "array", "prompt_cache_key": "string null", "safety_identifier": "string null",
		"session_id": "string", "user": "string", "provider": "object", "text": "object", "trace": "object",
		"reasoning": "object", "prompt": "object", "prompt_cache_options": "object",
		"stop_server_tools_when": "array", "tool_choice": "string object", "route": "string", "truncation": "string",
		"unheard_of": "null bool int float string array object",
	}
	for member, types := range allowed {
		for name, value := range values {
			r := For(ForResponses, []byte(fmt.Sprintf(`{%q:%s}`, member, value)), Service{})
			if pass := strings.Contains(" "+types+" ", " "+name+" "); pass != r.OK() {
				t.Errorf("%s: %s passes: %v, want %v (%v)", member, value, r.OK(), pass, r.Faults)
			} else if !pass && r.Faults[0].Path != member {
				t.Errorf("%s: path %s", member, r.Faults[0].Path)
			}
		}
	}
	// The rest of the table takes a few values of one type.
	for _, body := range []string{`{"service_tier":"flex"}`, `{"service_tier":null}`, `{"cache_control":{"type":"ephemeral"}}`} {
		if r := For(ForResponses, []byte(body), Service{}); !r.OK() {
			t.Errorf("%s: %v", body, r.Faults)
		}
	}
}

func TestTheDocumentItself(t *testing.T) {
	checkAll(t, ForResponses, []ofRequest{
		{`{}`, ""}, {" {}\n", ""}, {`[]`, "."}, {`"x"`, "."}, {`null`, "."}, {``, "."}, {`{"a":1,}`, "."}, {`{} {}`, "."}, {"{\"a\":\"\xff\"}", "."},
		{`{"a":"\ud83d\ude00 \\ud800"}`, ""}, {`{"a":"\ud800"}`, "."}, {`{"a":"\udc00\ud800"}`, "."}, {`{"\ud800a":1}`, "."}, {`{"a":"\ud800\\"}`, "."},
		{`{"model":"a","stream":true,"model":"b"}`, "model"},
		{`{"x":[{"a":{"b":1,"b":2}},{"c":1,"\u0063":2}]}`, "x[0].a.b x[1].c"},
		{`{"x":[1,[2,{"k":[],"k":{}}]]}`, "x[1][1].k"},
		{`{"x":{"a":1},"y":{"a":1}}`, ""},
		{`{` + members("n", 40) + `,"n3":0,"late":1,"late":2,"n39":0}`, "n3 late n39"},
	})
	r := For(ForResponses, []byte("{\n  \"model\": \"a\",\n  \"stream\": yes\n}"), Service{})
	if got := r.Faults[0].String(); !strings.HasPrefix(got, ".: not JSON: line 3, column 13: ") {
		t.Error(got)
	}
}

func TestPathsAreJQs(t *testing.T) {
	r := For(ForResponses, []byte(`{"metadata":{"a[0]":"x","b-c":1,"ok":1,"":1,"q\"":1,"é":1},"input":[{"role":5}]}`), Service{})
	want := `metadata["b-c"] metadata.ok metadata[""] metadata["q\""] metadata["é"] metadata["a[0]"] input[0].role`
	if got := paths(r.Faults); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if got := paths(For(ForResponses, []byte(`{"a b":{"c":1,"c":2}}`), Service{}).Faults); got != `["a b"].c` {
		t.Error(got)
	}
}

func TestIntegers(t *testing.T) {
	for value, pass := range map[string]bool{
		"3": true, "3.0": true, "3.000": true, "-3": true, "0": true, "-0.0": true, "3e0": true, "1.5e1": true, "1e2": true, "100e-2": true,
		"0e-9": true, "0.0e5": true, "1e999999999999999999999": true,
		"3.5": false, "1.55e1": false, "1e-1": false, "105e-1": false, "0.1": false, "1e-999999999999999999999": false, `"3"`: false,
	} {
		if r := For(ForResponses, []byte(`{"top_k":`+value+`}`), Service{}); r.OK() != pass {
			t.Errorf("%s is an integer: %v, want %v", value, r.OK(), pass)
		}
	}
}

// TestLimits tests both sides of every limit of the document.
func TestLimits(t *testing.T) {
	metadata := func(n int) string {
		var pairs []string
		for i := range n {
			pairs = append(pairs, fmt.Sprintf(`"k%d":"v"`, i))
		}
		return `{"metadata":{` + strings.Join(pairs, ",") + `}}`
	}
	patterns := func(list string) string { return `{"plugins":[{"id":"auto-router","allowed_models":` + list + `}]}` }
	long := `"` + rep("é", 1024) + `"`
	checkAll(t, ForResponses, []ofRequest{
		{`{"max_tool_calls":30}`, ""}, {`{"max_tool_calls":31}`, "max_tool_calls"}, {`{"max_tool_calls":-1}`, ""}, {`{"max_tool_calls":30.0}`, ""}, {`{"max_tool_calls":1e9999}`, "max_tool_calls"},
		{`{"max_tool_calls":31,"stop_server_tools_when":[{}]}`, "max_tool_calls"},
		{metadata(16), ""}, {metadata(17), "metadata"},
		{`{"metadata":{"` + rep("é", 64) + `":"v"}}`, ""}, {`{"metadata":{"` + rep("k", 65) + `":"v"}}`, "metadata." + rep("k", 65)},
		{`{"metadata":{"k":"` + rep("😀", 512) + `"}}`, ""}, {`{"metadata":{"k":"` + rep("v", 513) + `"}}`, "metadata.k"},
		{`{"metadata":{"a]":"v"}}`, `metadata["a]"]`}, {`{"metadata":{"a(":"v"}}`, ""}, {`{"metadata":{"a":null}}`, "metadata.a"},
		{`{"session_id":"` + rep("é", 256) + `"}`, ""}, {`{"session_id":"` + rep("x", 257) + `"}`, "session_id"},
		{`{"user":"` + rep(`\u00e9`, 256) + `"}`, ""}, {`{"user":"` + rep("x", 257) + `"}`, "user"},
		{patterns(list(`"a"`, 1024)), ""}, {patterns(list(`"a"`, 1025)), "plugins[0].allowed_models"},
		{patterns(list(long, 64)), ""}, {patterns(list(long, 64)[:len(list(long, 64))-1] + `,"a"]`), "plugins[0].allowed_models"},
		{patterns(`["` + rep("x", 1025) + `"]`), "plugins[0].allowed_models[0]"}, {patterns(`["a",5]`), "plugins[0].allowed_models[1]"},
		{`{"temperature":5,"top_p":-3,"max_output_tokens":-1,"top_logprobs":99}`, ""},
		{`{"store":false}`, ""}, {`{"store":true}`, "store"}, {`{"previous_response_id":null}`, ""}, {`{"previous_response_id":"r"}`, "previous_response_id"},
		{`{"include":["reasoning.encrypted_content"]}`, ""}, {`{"include":["x"]}`, "include[0]"}, {`{"include":[null]}`, "include[0]"},
		{`{"modalities":["text","image"]}`, ""}, {`{"modalities":["audio"]}`, "modalities[0]"},
		{`{"service_tier":"turbo"}`, "service_tier"}, {`{"service_tier":5}`, "service_tier"},
		{`{"image_config":{"a":"x","b":1.5,"c":[{}]}}`, ""}, {`{"image_config":{"a":true,"b":null,"c":{}}}`, "image_config.a image_config.b image_config.c"},
		{`{"models":["a/b"]}`, ""}, {`{"models":[1]}`, "models[0]"},
		{`{"debug":{"echo_upstream_body":true},"stream":true}`, ""}, {`{"debug":{"echo_upstream_body":1}}`, "debug.echo_upstream_body"},
		{`{"cache_control":{}}`, "cache_control.type"}, {`{"cache_control":{"type":"lasting"}}`, "cache_control.type"}, {`{"cache_control":null}`, "cache_control"},
		{`{"cache_control":{"type":"ephemeral","ttl":"9y"}}`, ""}, {`{"cache_control":{"type":"ephemeral","ttl":5}}`, "cache_control.ttl"},
	})
}

func TestPlugins(t *testing.T) {
	one := func(members string) string { return `{"plugins":[{` + members + `}]}` }
	const p = "plugins[0]."
	checkAll(t, ForResponses, []ofRequest{
		{`{"plugins":[5]}`, "plugins[0]"}, {one(``), p + "id"}, {one(`"id":"wеb"`), p + "id"}, {one(`"id":null`), p + "id"},
		{one(`"id":"auto-router","enabled":"yes"`), p + "enabled"}, {one(`"id":"web-fetch","enabled":0`), p + "enabled"}, {one(`"id":"response-healing","enabled":null`), p + "enabled"},
		{one(`"id":"moderation","enabled":"whatever"`), ""}, {one(`"id":"web","enabled":false,"anything":{}`), ""},
		{one(`"id":"auto-router","cost_tier":"xhigh","pin_model":true`), ""}, {one(`"id":"auto-router","cost_tier":"huge"`), p + "cost_tier"}, {one(`"id":"auto-router","pin_model":1`), p + "pin_model"},
		{one(`"id":"auto-beta-router","pin_model":1`), ""}, {one(`"id":"auto-beta-router","excluded_models":"a"`), p + "excluded_models"},
		{one(`"id":"auto-router","cost_quality_tradeoff":0`), ""}, {one(`"id":"auto-router","cost_quality_tradeoff":10`), ""},
		{one(`"id":"auto-router","cost_quality_tradeoff":11`), p + "cost_quality_tradeoff"}, {one(`"id":"auto-router","cost_quality_tradeoff":-1`), p + "cost_quality_tradeoff"}, {one(`"id":"auto-router","cost_quality_tradeoff":1.5`), p + "cost_quality_tradeoff"},
		{one(`"id":"fusion","analysis_models":["a"],"tools":[]`), ""}, {one(`"id":"fusion","analysis_models":` + list(`"a"`, 8)), ""},
		{one(`"id":"fusion","analysis_models":[]`), p + "analysis_models"}, {one(`"id":"fusion","analysis_models":` + list(`"a"`, 9)), p + "analysis_models"},
		{one(`"id":"fusion","max_tool_calls":1`), ""}, {one(`"id":"fusion","max_tool_calls":16`), ""}, {one(`"id":"fusion","max_tool_calls":0`), p + "max_tool_calls"}, {one(`"id":"fusion","max_tool_calls":17`), p + "max_tool_calls"},
		{one(`"id":"fusion","preset":"general-fast","model":"a/b"`), ""}, {one(`"id":"fusion","preset":"best"`), p + "preset"},
		{one(`"id":"fusion","tools":` + list(`{"type":"x"}`, 8)), ""}, {one(`"id":"fusion","tools":` + list(`{"type":"x"}`, 9)), p + "tools"},
		{one(`"id":"fusion","tools":[{}]`), p + "tools[0].type"}, {one(`"id":"fusion","tools":[{"type":"x","parameters":[]}]`), p + "tools[0].parameters"},
		{one(`"id":"pareto-router","max_price":0`), ""}, {one(`"id":"pareto-router","max_price":-0.01`), p + "max_price"}, {one(`"id":"pareto-router","max_price":null`), p + "max_price"},
		{one(`"id":"pareto-router","min_coding_score":0`), ""}, {one(`"id":"pareto-router","min_coding_score":1.0`), ""}, {one(`"id":"pareto-router","min_coding_score":1.01`), p + "min_coding_score"}, {one(`"id":"pareto-router","min_coding_score":-0.1`), p + "min_coding_score"},
		{one(`"id":"pareto-router","price_source":"weighted_avg"`), ""}, {one(`"id":"pareto-router","price_source":"guess"`), p + "price_source"},
		{one(`"id":"web","max_results":-5,"max_uses":2,"search_prompt":"s","user_location":{"x":1},"mode":"odd","engine":"odd","include_domains":["*.a"]`), ""},
		{one(`"id":"web","max_results":"5"`), p + "max_results"}, {one(`"id":"web","exclude_domains":[1]`), p + "exclude_domains[0]"}, {one(`"id":"web","user_location":"here"`), p + "user_location"}, {one(`"id":"web","engine":1,"mode":2`), p + "engine " + p + "mode"},
		{one(`"id":"context-compression","engine":"odd"`), ""}, {one(`"id":"context-compression","engine":{}`), p + "engine"},
		{one(`"id":"file-parser","pdf":{"engine":"odd"}`), ""}, {one(`"id":"file-parser","pdf":"x"`), p + "pdf"}, {one(`"id":"file-parser","pdf":{"engine":1}`), p + "pdf.engine"},
		{one(`"id":"web-fetch","allowed_domains":5`), ""},
	})
}

func TestInputItems(t *testing.T) {
	in := func(item string) string { return `{"input":[` + item + `]}` }
	checkAll(t, ForResponses, []ofRequest{
		{`{"input":"text"}`, ""}, {in(`{"role":"user","content":"hi"}`), ""}, {in(`"text"`), "input[0]"}, {in(`null`), "input[0]"},
		{in(`{"type":5}`), "input[0].type"}, {in(`{"type":"hologram","content":5}`), ""}, {in(`{"type":"message","content":5}`), "input[0].content"},
		{in(`{"role":"user","content":["x"]}`), "input[0].content[0]"}, {in(`{"role":"user","content":[{"type":"scent","text":5}]}`), ""},
		{in(`{"role":"user","content":[{"type":"input_text","text":"x","cache_control":{"type":"ephemeral"}}]}`), ""},
		{in(`{"role":"user","content":[{"type":"input_text","text":"x","cache_control":{}}]}`), "input[0].content[0].cache_control.type"},
		{in(`{"type":"message","role":"assistant","id":"m","status":"completed","content":[{"type":"output_text","text":"x","annotations":[]}]}`), ""},
		{in(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":5,"annotations":{}}]}`), "input[0].content[0].text input[0].content[0].annotations"},
		{in(`{"type":"message","role":"assistant","content":null}`), ""}, {in(`{"role":"user","content":null}`), "input[0].content"}, {in(`{"role":null}`), "input[0].role"},
		{in(`{"type":"","content":5}`), ""}, {in(`{"type":5,"content":5}`), "input[0].type"},
		{in(`{"type":"reasoning","id":"r","summary":null,"content":null,"signature":null,"format":null}`), ""},
		{in(`{"type":"reasoning","summary":["plain",{"type":"summary_text","text":"s"}]}`), "input[0].summary[0]"},
		{in(`{"type":"reasoning","summary":"s","content":"c"}`), "input[0].summary input[0].content"},
		{in(`{"type":"reasoning","summary":[{"type":"summary_text","text":1}],"content":[{"type":"reasoning_text","text":1}]}`), "input[0].summary[0].text input[0].content[0].text"},
	})
}

func TestTools(t *testing.T) {
	with := func(tool string) string { return `{"tools":[` + tool + `]}` }
	checkAll(t, ForResponses, []ofRequest{
		{with(`{}`), "tools[0].type"}, {with(`5`), "tools[0]"}, {with(`{"type":"odd","name":5}`), ""}, {with(`{"type":"service:web_search"}`), ""},
		{with(`{"type":"function"}`), "tools[0].name"}, {with(`{"type":"function","name":5}`), "tools[0].name"},
		{with(`{"type":"function","name":"f","description":1,"parameters":[],"defer_loading":"no"}`), "tools[0].description tools[0].parameters tools[0].defer_loading"},
		{with(`{"type":"function","name":"f","description":null,"parameters":null}`), ""},
		{with(`{"type":"function","name":"f","strict":null,"parameters":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}`), ""},
	})
}

func TestContradictions(t *testing.T) {
	f := func(name, more string) string { return `{"type":"function","name":"` + name + `"` + more + `}` }
	deferred := f("f", `,"defer_loading":true`)
	choice := func(choice, tools string) string { return `{"tool_choice":` + choice + `,"tools":[` + tools + `]}` }
	checkAll(t, ForResponses, []ofRequest{
		{`{"tools":[` + deferred + `,` + f("g", "") + `]}`, "tools[0].defer_loading"},
		{`{"tools":[{"type":"service:tool_search"},` + deferred + `]}`, "tools[1].defer_loading"},
		{`{"tools":[{"type":"service:tool_search"},` + deferred + `,` + f("g", "") + `]}`, ""},
		{`{"tools":[{"type":"service:tool_search"},` + deferred + `,{"type":"service:datetime"}]}`, ""},
		{`{"tools":[` + f("f", `,"defer_loading":false`) + `]}`, ""},
		{`{"tools":[` + f("f", "") + `,` + f("f", "") + `]}`, "tools[1].name"},
		{`{"tools":[` + f("f", "") + `,{"type":"custom","name":"f"}]}`, ""},
		{choice(`"auto"`, ""), ""}, {choice(`{"type":"function","name":"f"}`, f("f", "")), ""}, {choice(`{"type":"function","name":"g"}`, f("f", "")), "tool_choice.name"},
		{choice(`{"type":"function","name":"f"}`, ""), "tool_choice.name"}, {choice(`{"type":"custom","name":"f"}`, f("f", "")), "tool_choice.name"},
		{choice(`{"type":"web_search_preview"}`, `{"type":"service:web_search"},{"type":"web_search_preview"}`), ""}, {choice(`{"type":"web_search_preview"}`, ``), "tool_choice.type"},
		{choice(`{"type":"shell"}`, `{"type":"shell"}`), ""}, {choice(`{"type":"shell"}`, `{"type":"service:shell"}`), "tool_choice.type"}, {choice(`{"type":"apply_patch"}`, `{"type":"shell"}`), "tool_choice.type"},
		{choice(`{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"f"},{"type":"function","name":"g"}]}`, f("f", "")), "tool_choice.tools[1].name"},
		{choice(`{"type":"function","name":"inner"}`, `{"type":"namespace","name":"n","tools":[`+f("inner", "")+`]}`), ""},
		{`{"tool_choice":{"type":"function","name":"late"},"input":[{"type":"additional_tools","tools":[` + f("late", "") + `]}]}`, ""},
		{choice(`{}`, ""), ""}, {choice(`{"type":"auto"}`, ""), ""}, {choice(`{"type":"function","name":""}`, `{"type":"function","name":"f"}`), "tool_choice.name"},
		{`{"tools":[` + deferred + `],"input":[{"type":"additional_tools","tools":[{"type":"service:tool_search"},` + f("g", "") + `]}]}`, ""},
		{`{"tools":[{"type":"tool_search"},` + deferred + `]}`, "tools[1].defer_loading"},
		{`{"input":[{"type":"function_call","name":"f"},{"type":"function_call_output","call_id":"","output":"1"}]}`, "input[1].call_id"},
		{`{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"1"}]}`, ""},
		{`{"input":[{"type":"function_call_output","call_id":"c","output":"1"}]}`, "input[0].call_id"},
		{`{"input":[{"type":"function_call_output","name":"goal_objective","namespace":"agent","output":"1"}]}`, ""}, {`{"input":[{"type":"function_call_output","call_id":null}]}`, ""},
		{`{"input":[{"type":"function_call_output","call_id":5}]}`, "input[0].call_id"},
		{`{"text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object"}}}}`, ""}, {`{"text":{"format":{"type":"json_schema","schema":true}}}`, ""},
		{`{"text":{"format":{"type":"json_schema","schema":"x"}}}`, "text.format.schema"}, {`{"text":{"format":{"schema":null}}}`, "text.format.schema"},
	})
}

func TestSchemas(t *testing.T) {
	with := func(schema string) string { return `{"text":{"format":{"schema":` + schema + `}}}` }
	const s = "text.format.schema."
	checkAll(t, ForResponses, []ofRequest{
		{with(`{"type":["string","null"],"enum":["a",null],"pattern":"^(?=a)","x-own":5,"minLength":0,"$ref":"#/$defs/a","$defs":{"a":{}}}`), ""},
		{with(`{"type":"strng"}`), s + "type"}, {with(`{"type":["string","string"]}`), s + "type[1]"}, {with(`{"type":5}`), s + "type"}, {with(`{"type":["x"]}`), s + "type[0]"},
		{with(`{"properties":{"a":{"type":"float"},"b":5,"type":{"type":"string"}}}`), s + "properties.a.type " + s + "properties.b"}, {with(`{"properties":[]}`), s + "properties"},
		{with(`{"type":[]}`), s + "type"}, {with(`{"multipleOf":0.0}`), s + "multipleOf"}, {with(`{"multipleOf":1e-999,"minLength":-0}`), ""},
		{with(`{"dependentRequired":{"a":["b","b"]},"dependencies":{"a":["b"],"c":5},"examples":1}`), s + "dependentRequired.a[1] " + s + "dependencies.c " + s + "examples"},
		{with(`{"required":["a","a",1]}`), s + "required[2] " + s + "required[1]"}, {with(`{"required":"a"}`), s + "required"},
		{with(`{"items":{"type":"x"}}`), s + "items.type"}, {with(`{"items":[{},{"type":"x"}]}`), s + "items[1].type"}, {with(`{"items":5}`), s + "items"},
		{with(`{"anyOf":[]}`), s + "anyOf"}, {with(`{"oneOf":{}}`), s + "oneOf"}, {with(`{"allOf":[{"not":{"type":"x"}}]}`), s + "allOf[0].not.type"},
		{with(`{"items":{"items":{"properties":{"a":{"items":{"type":"x"}}}}}}`), s + "items.items.properties.a.items.type"},
		{with(`{"additionalProperties":false}`), ""}, {with(`{"additionalProperties":"no"}`), s + "additionalProperties"},
		{with(`{"minLength":-1,"maxItems":1.5,"minimum":"0","exclusiveMaximum":true,"uniqueItems":1,"title":1,"enum":{}}`), s + "minLength " + s + "maxItems " + s + "minimum " + s + "uniqueItems " + s + "title " + s + "enum"},
		{`{"tools":[{"type":"function","name":"f","parameters":{"type":"x"}}]}`, "tools[0].parameters.type"},
	})
}

func TestRerank(t *testing.T) {
	request := func(more string) string { return `{"model":"m","query":"q","documents":["d"]` + more + `}` }
	checkAll(t, ForRerank, []ofRequest{
		{request(``), ""}, {`{}`, "model query documents"}, {`{"model":1,"query":null,"documents":"d"}`, "model query documents"}, {`[]`, "."},
		{`{"model":"m","query":"q","documents":[]}`, "documents"}, {`{"model":"m","query":"q","documents":[5,{"text":5},{"image":5},{},null]}`, "documents[0] documents[1].text documents[4]"},
		{request(`,"top_n":1`), ""}, {request(`,"top_n":0`), "top_n"}, {request(`,"top_n":9999`), ""}, {request(`,"top_n":null`), "top_n"}, {request(`,"top_n":1.5`), "top_n"},
		{request(`,"provider":{"allow_fallbacks":true,"x":1}`), ""}, {request(`,"provider":{"allow_fallbacks":"yes"}`), "provider.allow_fallbacks"}, {request(`,"provider":null`), "provider"},
		{request(`,"stream":5`), ""},
	})
}

func TestKind(t *testing.T) {
	for body, want := range map[string]Target{
		`{}`: ForResponses, `{"query":"q"}`: ForRerank, `{"documents":[]}`: ForRerank, `{"input":"x","query":"q"}`: ForResponses,
		`[]`: ForResponses, ``: ForResponses, `{"query"`: ForResponses,
	} {
		if got := Kind([]byte(body)); got != want {
			t.Errorf("%s is for %s, want %s", body, got, want)
		}
	}
	if For(ForRerank, []byte(`{}`), Service{}).OK() || !For(ForResponses, []byte(`{}`), Service{}).OK() {
		t.Error("For mixes the endpoints up")
	}
}

func TestWarnings(t *testing.T) {
	for body, want := range map[string]string{
		`{"route":"fallback"}`: "route", `{"debug":{}}`: "debug", `{"debug":{},"stream":true}`: "", `{"debug":{},"stream":false}`: "debug",
		`{"max_tool_calls":3,"stop_server_tools_when":[{}]}`:                                        "max_tool_calls",
		`{"plugins":[{"id":"auto-router","cost_quality_tradeoff":5}]}`:                              "plugins[0].cost_quality_tradeoff",
		`{"plugins":[{"id":"pareto-router","max_price":1,"min_coding_score":0.5}]}`:                 "plugins[0].min_coding_score",
		`{"plugins":[{"id":"pareto-router","min_coding_score":0.5}]}`:                               "",
		`{"plugins":[{"id":"auto-beta-router","pin_model":true}]}`:                                  "plugins[0].pin_model",
		`{"plugins":[{"id":"fusion","preset":"general-fast","analysis_models":["a"],"model":"b"}]}`: "plugins[0].preset",
		`{"plugins":[{"id":"fusion","preset":"general-fast","model":"b"}]}`:                         "",
	} {
		r := For(ForResponses, []byte(body), Service{})
		if got := paths(r.Warnings); got != want {
			t.Errorf("%s: warnings %q, want %q", body, got, want)
		}
		if !r.OK() {
			t.Errorf("%s: a warning is no fault: %v", body, r.Faults)
		}
	}
}

// TestHints: what the document does not show is never a fault.
func TestHints(t *testing.T) {
	for body, want := range map[string]string{
		`{"reasoning":{"effort":"extreme","max_tokens":"x"}}`:        "reasoning.effort reasoning.max_tokens",
		`{"truncation":"some"}`:                                      "truncation",
		`{"tool_choice":"f"}`:                                        "tool_choice",
		`{"text":{"format":{"type":"xml"},"verbosity":5}}`:           "text.format.type text.verbosity",
		`{"provider":{"quantizations":["int3"],"only":[5],"zdr":1}}`: "provider.quantizations[0] provider.only[0] provider.zdr",
		`{"plugins":[{"id":"web","engine":"odd"}]}`:                  "plugins[0].engine",
		`{"cache_control":{"type":"ephemeral","ttl":"9y"}}`:          "cache_control.ttl",
	} {
		r := For(ForResponses, []byte(body), Service{})
		if got := paths(r.Hints); got != want || !r.OK() {
			t.Errorf("%s: hints %q, want %q; faults %v", body, got, want, r.Faults)
		}
	}
	if r := For(ForRerank, []byte(`{"model":"m","query":"q","documents":[{},{"image":5}]}`), Service{}); paths(r.Hints) != "documents[0] documents[1].image" {
		t.Error(r.Hints)
	}
}

func TestMessages(t *testing.T) {
	for body, want := range map[string]string{
		`{"top_k":"x"}`:                                      "top_k: a string, must be an integer",
		`{"instructions":5}`:                                 "instructions: 5, must be a string or null",
		`{"max_tool_calls":31}`:                              "max_tool_calls: 31, must be at most 30",
		`{"service_tier":"x"}`:                               `service_tier: "x", allowed: auto, default, fast, flex, priority, scale`,
		`{"cache_control":{}}`:                               "cache_control.type: is required but missing; allowed: ephemeral",
		`{"tools":[{"type":"function"}]}`:                    "tools[0].name: is missing; a function tool needs one",
		`{"modalities":["` + rep("é", 90) + `"]}`:            `modalities[0]: "` + rep("é", 29) + `…, allowed: text, image`,
		`{"plugins":[{"id":"fusion","analysis_models":[]}]}`: "plugins[0].analysis_models: no items, at least 1 required",
	} {
		r := For(ForResponses, []byte(body), Service{})
		if len(r.Faults) != 1 || r.Faults[0].String() != want {
			t.Errorf("%s: got %v, want %s", body, r.Faults, want)
		}
	}
}

// A tool search with another service's word before it finds nothing here.
func TestWord(t *testing.T) {
	for _, c := range []struct {
		prefix, word string
		ok           bool
	}{
		{"service:", "", true}, {"service:", "service", true}, {"service:", "Service", true}, {"service:", "openrouter", false},
		{"openrouter:", "openrouter", true}, {"openrouter:", "OpenRouter", true}, {"openrouter:", "", false}, {"", "service", false},
	} {
		body := `{"tools":[{"type":"` + c.prefix + `tool_search"},{"type":"shell"},{"type":"function","name":"f","defer_loading":true}]}`
		if r := For(ForResponses, []byte(body), Service{Word: c.word}); r.OK() != c.ok {
			t.Errorf("%q for a service named %q: %v", c.prefix, c.word, r.Faults)
		}
	}
}
