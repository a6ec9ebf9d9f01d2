package validate

import (
	"strings"
	"testing"
)

// catalogue is what the tests know of a service.
var catalogue = Service{Models: []string{"sim/writer", "sim/coder", "other/coder", "vendor/gpt-4o"}}

// hinted are requests that have a hint, ones that look alike and have none, and what the
// repair makes of the first; empty where there is no repair.
var hinted = []struct {
	name, has, path, says, alike, repairedJSON string
}{
	{"misspelt member", `{"temprature":1}`, "temprature", "is not a member of /responses; did you mean temperature?", `{"temperature":1}`, `{"temperature":1}`},
	{"misspelt member whose name is taken", `{"temperature":1,"temprature":2}`, "temprature", "temperature is, and is set too", `{"temperature":1}`, ""},
	{"member in camel case", `{"model":"sim/writer", "maxOutputTokens" : 5,"top_p":1}`, "maxOutputTokens", "did you mean max_output_tokens?", `{"max_output_tokens":5}`, `{"model":"sim/writer", "max_output_tokens" : 5,"top_p":1}`},
	{"member of a message on a WebSocket", `{"type":"x"}`, "type", "is not a member of /responses", `{"type":"response.create"}`, ""},
	{"unknown member", `{"frobnicate":1}`, "frobnicate", "is not a member of /responses", `{"frobnicate":null}`, ""},
	{"max_tokens", `{"max_tokens":5,"input":"hi"}`, "max_tokens", "is not a member of /responses; did you mean max_output_tokens?", `{"max_output_tokens":5}`, `{"max_output_tokens":5,"input":"hi"}`},
	{"max_completion_tokens beside its counterpart", `{"max_output_tokens":5,"max_completion_tokens":6}`, "max_completion_tokens", "max_output_tokens is, and is set too", `{"max_output_tokens":5}`, ""},
	{"messages beside input", `{"input":"hi","messages":[{"role":"user","content":"hi"}]}`, "messages", "input is, and is set too", `{"input":"hi"}`, ""},
	{"response_format", `{"response_format":{"type":"json_object"}}`, "response_format", "did you mean text.format?", `{"text":{"format":{"type":"json_object"}}}`, `{"text": {"format": {"type":"json_object"}}}`},
	{"response_format beside text", `{"text":{"verbosity":"low"},"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{}}}}`, "response_format", "did you mean text.format?", `{"text":{"format":{"type":"json_schema","name":"n","schema":{}}}}`, `{"text":{"verbosity":"low", "format": {"type":"json_schema","name":"n","schema":{}}}}`},
	{"reasoning_effort", `{"reasoning_effort":"low"}`, "reasoning_effort", "did you mean reasoning.effort?", `{"reasoning":{"effort":"low"}}`, `{"reasoning": {"effort": "low"}}`},
	{"functions", `{"functions":[{"name":"f","parameters":{}}]}`, "functions", "did you mean tools?", `{"tools":[{"type":"function","name":"f","parameters":{}}]}`, `{"tools": [{"type":"function","name":"f","parameters":{}}]}`},
	{"stop", `{"stop":["x"]}`, "stop", "is not a member of /responses: /responses has no stop sequences", `{"stop":null}`, ""},
	{"seed", `{"seed":1}`, "seed", "/responses has no seed", `{"seed":null}`, ""},
	{"system", `{"system":"Be short.","input":"hi"}`, "system", "did you mean instructions?", `{"instructions":"Be short."}`, `{"instructions":"Be short.","input":"hi"}`},
	{"body of chat completions", `{"messages":[{"role":"user","content":"hi"}],"max_tokens":5,"stop":["x"]}`, ".", "is a request for chat completions", `{"input":"hi","instructions":"messages"}`, "{\n  \"max_output_tokens\": 5,\n  \"input\": [\n    {\n      \"type\": \"message\",\n      \"role\": \"user\",\n      \"content\": \"hi\"\n    }\n  ]\n}"},
	{"body of Anthropic messages", `{"system":"s","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}]}`, ".", "is a request for Anthropic messages", `{"input":"hi"}`, "?"},

	{"misspelt member of reasoning", `{"reasoning":{"efort":"low"}}`, "reasoning.efort", "is not a member of reasoning; did you mean effort?", `{"reasoning":{"effort":"low"}}`, `{"reasoning":{"effort":"low"}}`},
	{"unknown member of text.format", `{"text":{"format":{"type":"text","zzz":1}}}`, "text.format.zzz", "is not a member of text.format", `{"text":{"format":{"type":"text"}}}`, ""},
	{"misspelt member of a plugin", `{"plugins":[{"id":"web","max_result":3}]}`, "plugins[0].max_result", "is not a member of the plugin web; did you mean max_results?", `{"plugins":[{"id":"web","max_results":3}]}`, `{"plugins":[{"id":"web","max_results":3}]}`},
	{"unknown member of a plugin", `{"plugins":[{"id":"moderation","enabled":true}]}`, "plugins[0].enabled", "is not a member of the plugin moderation", `{"plugins":[{"id":"web","enabled":true}]}`, ""},
	{"misspelt member of provider", `{"provider":{"orderr":["a"]}}`, "provider.orderr", "did you mean order?", `{"provider":{"anything":1,"order":["a"]}}`, `{"provider":{"order":["a"]}}`},
	{"unknown member of a function", `{"tools":[{"type":"function","name":"f","paramaters":{}}]}`, "tools[0].paramaters", "did you mean parameters?", `{"tools":[{"type":"shell","anything":{}}]}`, `{"tools":[{"type":"function","name":"f","parameters":{}}]}`},
	{"misspelt parameter of a server tool", `{"tools":[{"type":"service:web_search","parameters":{"max_result":1}}]}`, "tools[0].parameters.max_result", "did you mean max_results?", `{"tools":[{"type":"service:web_search","parameters":{"max_results":1,"x":1}}]}`, `{"tools":[{"type":"service:web_search","parameters":{"max_results":1}}]}`},
	{"misspelt member of rerank", `{"model":"m","query":"q","documents":["d"],"topn":1}`, "topn", "is not a member of /rerank; did you mean top_n?", `{"model":"m","query":"q","documents":["d"],"top_n":1}`, `{"model":"m","query":"q","documents":["d"],"top_n":1}`},
	{"misspelt value", `{"reasoning":{"effort":"hihg"}}`, "reasoning.effort", `"hihg"`, `{"reasoning":{"effort":"high"}}`, `{"reasoning":{"effort":"high"}}`},

	{"two routers", `{"plugins":[{"id":"auto-router"},{"id":"pareto-router"}]}`, "plugins[1]", "pareto-router does nothing: auto-router comes first and routes the request", `{"plugins":[{"id":"auto-router","enabled":false},{"id":"pareto-router"}]}`, `{"plugins":[{"id":"auto-router"}]}`},
	{"two routers, of which the second is off", `{"plugins":[{"id":"web"},{"id":"web"}]}`, "plugins[1]", "web does nothing: only the first web counts", `{"plugins":[{"id":"auto-router"},{"id":"pareto-router","enabled":false}]}`, `{"plugins":[{"id":"web"}]}`},
	{"router in model beside another plugin", `{"model":"service/pareto","plugins":[{"id":"auto-router"}]}`, "model", `"service/pareto" has no effect: the plugin auto-router routes the request`, `{"model":"service/pareto","plugins":[{"id":"pareto-router"}]}`, `{"model":"service/auto","plugins":[{"id":"auto-router"}]}`},
	{"model beside a router plugin", `{"model":"sim/writer","plugins":[{"id":"auto-router"}]}`, "model", `"sim/writer" may have no effect: the plugin auto-router chooses the model`, `{"model":"sim/writer","plugins":[{"id":"auto-router","enabled":false}]}`, ""},
	{"router in model beside one that is off", `{"model":"service/auto","plugins":[{"id":"fusion"}]}`, "model", "the plugin fusion routes", `{"model":"service/auto","plugins":[{"id":"fusion","enabled":false}]}`, `{"model":"service/fusion","plugins":[{"id":"fusion"}]}`},
	{"model without vendor", `{"model":"gpt-4o"}`, "model", `"gpt-4o" has no vendor; did you mean vendor/gpt-4o?`, `{"model":"gpt-5"}`, `{"model":"vendor/gpt-4o"}`},
	{"models without vendor", `{"models":["sim/coder","writer"]}`, "models[1]", `did you mean sim/writer?`, `{"models":["sim/coder","sim/writer"]}`, `{"models":["sim/coder","sim/writer"]}`},
	{"model of two vendors", `{"model":"coder"}`, "model", "the catalogue has sim/coder, other/coder", `{"model":"sim/coder"}`, ""},

	{"empty input", `{"input":[]}`, "input", "is empty: nothing is asked", `{"input":[{"role":"user","content":""}]}`, ""},
	{"input that ends with the assistant", `{"input":[{"role":"user","content":"a"},{"role":"assistant","content":"b"}]}`, "input[1]", "ends the input, and is the assistant's", `{"input":[{"role":"user","content":"a"},{"type":"message","id":"msg_1","role":"assistant","content":"b"}]}`, ""},
	{"unknown role", `{"input":[{"role":"robot","content":"a"}]}`, "input[0].role", `"robot", known: user, assistant`, `{"input":[{"role":"developer","content":"a"}]}`, ""},
	{"misspelt role", `{"input":[{"role":"usr","content":"a"}]}`, "input[0].role", "did you mean user?", `{"input":[{"role":"user","content":"a"}]}`, `{"input":[{"role":"user","content":"a"}]}`},
	{"role of another API", `{"input":[{"role":"model","content":"a"},{"role":"user","content":"b"}]}`, "input[0].role", "did you mean assistant?", `{"input":[{"role":"assistant","content":"a"},{"role":"user","content":"b"}]}`, `{"input":[{"role":"assistant","content":"a"},{"role":"user","content":"b"}]}`},
	{"role tool", `{"input":[` + call + `,{"role":"tool","tool_call_id":"c","content":"x"}]}`, "input[1].role", "is an item of type function_call_output", `{"input":[` + call + `,` + output + `]}`, `{"input":[` + call + `,` + output + `]}`},
	{"call without output", `{"input":[` + call + `,{"role":"user","content":"x"}]}`, "input[0]", "has no function_call_output in input", `{"input":[` + call + `,` + output + `]}`, ""},
	{"call without output at the end", `{"input":[{"role":"user","content":"x"},` + call + `]}`, "input[1]", "has no function_call_output in input", `{"input":[{"type":"function_call","id":"fc_1","call_id":"c","name":"f","arguments":"{}"}]}`, ""},
	{"custom call without output", `{"input":[{"type":"custom_tool_call","call_id":"c","name":"f","input":"x"},{"role":"user","content":"x"}]}`, "input[0]", "has no custom_tool_call_output", `{"input":[{"type":"custom_tool_call","call_id":"c","name":"f","input":"x"},{"type":"custom_tool_call_output","call_id":"c","output":"x"}]}`, ""},
	{"call that no output can name", `{"input":[{"type":"function_call","name":"f","arguments":"{}"}]}`, "input[0].call_id", "is missing: no output can name this call", `{"input":[` + call + `,` + output + `]}`, ""},
	{"output without its call", `{"input":[{"type":"function_call_output","output":"x"}]}`, "input[0].call_id", "is missing: the output belongs to no call", `{"input":[` + call + `,` + output + `]}`, ""},
	{"arguments that are not JSON", `{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{city"},` + output + `]}`, "input[0].arguments", `"{city" is not JSON`, `{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1}"},` + output + `]}`, ""},
	{"arguments that are an object", `{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":{"a": 1}},` + output + `]}`, "input[0].arguments", "an object, services take JSON as a string", `{"input":[` + call + `,` + output + `]}`, `{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":"{\"a\":1}"},` + output + `]}`},
	{"empty arguments", `{"input":[{"type":"function_call","call_id":"c","name":"f","arguments":""},` + output + `]}`, "input[0].arguments", `"" is not JSON`, `{"input":[` + call + `,` + output + `]}`, `{"input":[` + call + `,` + output + `]}`},
	{"unknown item type", `{"input":[{"type":"telegram"}]}`, "input[0].type", `"telegram" is no type of item that is known`, `{"input":[{"type":"compaction","encrypted_content":""}]}`, ""},
	{"misspelt item type", `{"input":[{"type":"mesage","role":"user","content":"x"}]}`, "input[0].type", "did you mean message?", `{"input":[{"type":"message","role":"user","content":"x"}]}`, `{"input":[{"type":"message","role":"user","content":"x"}]}`},
	{"unknown part", `{"input":[{"role":"user","content":[{"type":"smell"}]}]}`, "input[0].content[0].type", `"smell" is no type of content part that is known`, `{"input":[{"role":"user","content":[{"type":"input_text","text":"x"}]}]}`, ""},
	{"text part of chat completions", `{"input":[{"role":"user","content":[{"type":"text","text":"x","k":1}]}]}`, "input[0].content[0].type", "did you mean input_text?", `{"input":[{"role":"user","content":[{"type":"input_text","text":"x"}]}]}`, `{"input":[{"role":"user","content":[{"type":"input_text","text":"x","k":1}]}]}`},
	{"text part of an assistant", `{"input":[{"role":"assistant","content":[{"type":"text","text":"x"}]},{"role":"user","content":"x"}]}`, "input[0].content[0].type", "did you mean output_text?", `{"input":[{"role":"assistant","content":[{"type":"output_text","text":"x"}]},{"role":"user","content":"x"}]}`, `{"input":[{"role":"assistant","content":[{"type":"output_text","text":"x"}]},{"role":"user","content":"x"}]}`},
	{"image part of chat completions", `{"input":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://a.b/c.png","detail":"low"}}]}]}`, "input[0].content[0].type", "did you mean input_image?", `{"input":[{"role":"user","content":[{"type":"input_image","image_url":"https://a.b/c.png"}]}]}`, `{"input":[{"role":"user","content":[{"type":"input_image","detail":"low","image_url":"https://a.b/c.png"}]}]}`},
	{"image without an image", `{"input":[{"role":"user","content":[{"type":"input_image","detail":"auto"}]}]}`, "input[0].content[0]", "has no image: image_url is missing", `{"input":[{"role":"user","content":[{"type":"input_image","file_id":"f"}]}]}`, ""},

	{"unknown tool", `{"tools":[{"type":"hammer"}]}`, "tools[0].type", `"hammer" is no type of tool that is known`, `{"tools":[{"type":"shell"}]}`, ""},
	{"misspelt tool", `{"tools":[{"type":"web_serch"}]}`, "tools[0].type", "did you mean web_search?", `{"tools":[{"type":"web_search"}]}`, `{"tools":[{"type":"web_search"}]}`},
	{"server tool without its prefix", `{"tools":[{"type":"web_fetch"}]}`, "tools[0].type", "did you mean service:web_fetch?", `{"tools":[{"type":"service:web_fetch"}]}`, `{"tools":[{"type":"service:web_fetch"}]}`},
	{"server tool of another service", `{"tools":[{"type":"openrouter:datetime"}]}`, "tools[0].type", "here it is service:datetime", `{"tools":[{"type":"acme:anvil"}]}`, `{"tools":[{"type":"service:datetime"}]}`},
	{"tool of chat completions", `{"tools":[{"type":"function","function":{"name":"f","parameters":{}}}]}`, "tools[0]", "is a tool of chat completions", `{"tools":[{"type":"function","name":"f","parameters":{}}]}`, `{"tools":[{"type":"function","name":"f","parameters":{}}]}`},
	{"tool of Anthropic messages", `{"tools":[{"name":"f","input_schema":{"type":"object"}}]}`, "tools[0]", "is a tool of Anthropic messages", `{"tools":[{"type":"mcp","server_label":"x"}]}`, `{"tools":[{"type":"function","name":"f","parameters":{"type":"object"}}]}`},
	{"json_schema without name", `{"text":{"format":{"type":"json_schema","schema":{}}}}`, "text.format.name", "is missing", `{"text":{"format":{"type":"json_object"}}}`, `{"text":{"format":{"type":"json_schema","schema":{},"name": "answer"}}}`},
	{"json_schema without schema", `{"text":{"format":{"type":"json_schema","name":"n"}}}`, "text.format.schema", "is missing; without it json_schema asks for nothing", `{"text":{"format":{"type":"json_schema","name":"n","schema":true}}}`, ""},

	{"max_uses below 1", `{"plugins":[{"id":"web","max_uses":-1}]}`, "plugins[0].max_uses", "-1, no service takes less than 1", `{"plugins":[{"id":"web","max_uses":1}]}`, `{"plugins":[{"id":"web"}]}`},
	{"max_uses of a tool", `{"tools":[{"type":"service:web_search","parameters":{"max_uses":0}}]}`, "tools[0].parameters.max_uses", "0, no service takes less than 1", `{"tools":[{"type":"service:web_search","parameters":{"max_uses":3}}]}`, `{"tools":[{"type":"service:web_search","parameters":{}}]}`},
	{"max_output_tokens below 1", `{"max_output_tokens":0}`, "max_output_tokens", "0, no service takes less than 1", `{"max_output_tokens":null}`, `{}`},
	{"temperature", `{"temperature":5}`, "temperature", "5, usually 0 to 2", `{"temperature":2}`, `{"temperature":2}`},
	{"top_p", `{"top_p":-0.5}`, "top_p", "-0.5, usually 0 to 1", `{"top_p":0}`, `{"top_p":0}`},
	{"figure of a tool above what is known", `{"tools":[{"type":"service:search_models","parameters":{"max_results":99}}]}`, "tools[0].parameters.max_results", "at most 20 is known to be taken", `{"tools":[{"type":"service:search_models","parameters":{"max_results":20}}]}`, `{"tools":[{"type":"service:search_models","parameters":{"max_results":20}}]}`},
}

const (
	call   = `{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}`
	output = `{"type":"function_call_output","call_id":"c","output":"x"}`
)

func hints(body string) []Finding { return For(Kind([]byte(body)), []byte(body), catalogue).Hints }

func TestWhatIsHardlyMeant(t *testing.T) {
	for _, c := range hinted {
		t.Run(c.name, func(t *testing.T) {
			found := hints(c.has)
			if len(found) != 1 || found[0].Path != c.path || !strings.Contains(found[0].Message, c.says) {
				t.Fatalf("%s: got %v, want one at %s: %s", c.has, found, c.path, c.says)
			}
			if alike := hints(c.alike); len(alike) > 0 {
				t.Errorf("%s looks alike and has hints: %v", c.alike, alike)
			}
			if repairable := len(found[0].Repair) > 0; repairable != (c.repairedJSON != "") {
				t.Fatalf("has a repair: %v, want %q", found[0].Repair, c.repairedJSON)
			}
			repairedJSON, err := found[0].Repair.Apply([]byte(c.has))
			if c.repairedJSON != "" && c.repairedJSON != "?" && (err != nil || string(repairedJSON) != c.repairedJSON) {
				t.Errorf("repaired: %s, %v, want %s", repairedJSON, err, c.repairedJSON)
			}
		})
	}
}

// TestNoHintOnWhatTheDocumentNames: every member of a request with a value that it takes, and the
// structures that are publicly known of those whose structure the document does not show.
func TestNoHintOnWhatTheDocumentNames(t *testing.T) {
	for _, request := range []string{
		`{"model":"sim/writer","input":"hello"}`,
		`{"models":["sim/writer","sim/coder"],"input":"hello","stream":true,"debug":{"echo_upstream_body":true},"store":false,"previous_response_id":null,"background":null}`,
		`{"input":"x","instructions":null,"cache_control":{"type":"ephemeral","ttl":"5m"},"frequency_penalty":0.5,"presence_penalty":-0.5,"temperature":1,"top_p":0.9,"top_k":40,"top_logprobs":2,
			"max_output_tokens":100,"max_tool_calls":30,"parallel_tool_calls":true,"image_config":{"size":"1K","n":2},"include":["reasoning.encrypted_content","message.input_image.image_url"],
			"metadata":{"a":"b"},"modalities":["text","image"],"prompt_cache_key":"k","safety_identifier":"s","service_tier":"fast","session_id":"s","user":"u","route":"fallback","truncation":"auto",
			"reasoning":{"effort":"xhigh","summary":"auto","context":"auto","mode":"standard","enabled":true,"max_tokens":100},"tool_choice":"auto","trace":{"trace_id":"t","own":1},
			"text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object"},"description":"d","strict":true},"verbosity":"low"},"stop_server_tools_when":[{"type":"step_count_is","step_count":3}],
			"prompt":{"id":"p","variables":{"a":"b"}},"prompt_cache_options":{"mode":"explicit"},
			"provider":{"allow_fallbacks":true,"require_parameters":true,"zdr":true,"data_collection":"deny","order":["a"],"only":["a"],"ignore":["b"],"quantizations":["fp8"],"sort":{"by":"price","partition":"model"},"max_price":{"prompt":"1"},"preferred_max_latency":{"p90":3}}}`,
		`{"input":"x","plugins":[{"id":"auto-router","enabled":true,"allowed_models":["v/*"],"excluded_models":["v/x"],"cost_tier":"low","pin_model":true},{"id":"web","engine":"exa","mode":"auto","include_domains":["*.a.b"],"max_results":5,"max_uses":2,
			"search_prompt":"s","user_location":{"type":"approximate","city":"Bern"}},{"id":"web-fetch","allowed_domains":["a.b"],"max_content_tokens":100,"max_uses":1},{"id":"context-compression","engine":"middle-out"},{"id":"file-parser","pdf":{"engine":"native"}},{"id":"moderation"},{"id":"response-healing"}]}`,
		`{"input":"x","plugins":[{"id":"auto-beta-router","cost_quality_tradeoff":9}]}`,
		`{"input":"x","plugins":[{"id":"pareto-router","max_price":1,"min_coding_score":0.5,"price_source":"weighted_avg"}]}`,
		`{"input":"x","plugins":[{"id":"fusion","analysis_models":["sim/writer"],"model":"sim/coder","preset":"general-fast","max_tool_calls":4,"tools":[{"type":"service:web_search","parameters":{}}]}]}`,
		`{"input":"x","tools":[{"type":"function","name":"f","description":"d","parameters":{"type":"object","properties":{},"required":[]},"defer_loading":true},{"type":"service:tool_search"},{"type":"service:web_search","parameters":{"max_results":5,"allowed_domains":["a.b"]}},
			{"type":"service:web_fetch"},{"type":"web_search_preview_2025_03_11"},{"type":"web_search","filters":{"blocked_domains":["a.b"]}},{"type":"file_search","vector_store_ids":["v"]},{"type":"computer_use_preview","display_height":1,"display_width":1,"environment":"linux"},
			{"type":"code_interpreter","container":{"type":"auto"}},{"type":"mcp","server_label":"l"},{"type":"image_generation"},{"type":"local_shell"},{"type":"shell"},{"type":"apply_patch"},{"type":"custom","name":"c"},{"type":"namespace","name":"n","description":"d","tools":[{"type":"function","name":"g","parameters":{}}]}]}`,
		`{"input":[{"type":"message","role":"system","content":"s"},{"role":"user","content":[{"type":"input_text","text":"t"},{"type":"input_image","detail":"low","image_url":"https://a.b/c.png"},{"type":"input_file","file_url":"https://a.b/c.pdf"},{"type":"input_audio","input_audio":{"data":"","format":"mp3"}}]},
			{"type":"reasoning","id":"r","status":"completed","format":"unknown","signature":"s","content":[{"type":"reasoning_text","text":"t"}],"summary":[{"type":"summary_text","text":"t"}]},
			{"type":"message","id":"m","role":"assistant","status":"completed","content":[{"type":"output_text","text":"t","annotations":[]},{"type":"refusal","refusal":"n"}]},
			` + call + `,` + output + `,{"type":"service:web_search","id":"w","status":"completed"},{"type":"item_reference","id":"i"},{"type":"message","role":"developer","content":"d"},{"type":"compaction","encrypted_content":"e"},{"role":"user","content":"u"}]}`,
		`{"model":"sim/bm25","query":"q","documents":["a",{"text":"b"},{"text":"c","image":"https://a.b/c.png"}],"top_n":2,"provider":{"allow_fallbacks":true}}`,
	} {
		r := For(Kind([]byte(request)), []byte(request), Service{Models: append(catalogue.Models, "sim/bm25")})
		for _, f := range append(r.Hints, r.Faults...) {
			t.Errorf("%s\n%s", f, request)
		}
	}
}

// TestARepairLeavesNoSuchHint, and none of another kind, and no fault that was not there.
func TestARepairLeavesNoSuchHint(t *testing.T) {
	for _, c := range hinted {
		if c.repairedJSON == "" {
			continue
		}
		repairedJSON, repaired := RepairAll([]byte(c.has), func(b []byte) []Finding { return hints(string(b)) })
		if left := hints(string(repairedJSON)); len(left) > 0 || len(repaired) != 1 {
			t.Errorf("%s: %s still has %v; repaired %v", c.name, repairedJSON, left, repaired)
		}
		if was, now := For(Kind([]byte(c.has)), []byte(c.has), catalogue), For(Kind(repairedJSON), repairedJSON, catalogue); len(now.Faults) > len(was.Faults) {
			t.Errorf("%s: the repair makes faults: %v", c.name, now.Faults)
		}
	}
}

// TestRepairAllRepairsTogether: repairs do not move each other's places, and of two members
// that want one name the second stays.
func TestRepairAllRepairsTogether(t *testing.T) {
	body := `{"model":"writer","max_tokens":5,"max_completion_tokens":6,"temprature":9,
"plugins":[{"id":"web"},{"id":"web"},{"id":"auto-router"},{"id":"pareto-router"},{"id":"web","max_uses":0}],
"tools":[{"type":"web_fetch"},{"name":"f","input_schema":{}}],"input":"hi","stop":["x"]}`
	repairedJSON, repaired := RepairAll([]byte(body), func(b []byte) []Finding { return hints(string(b)) })
	want := `{"model":"sim/writer","max_output_tokens":5,"max_completion_tokens":6,"temperature":2,
"plugins":[{"id":"web"},{"id":"auto-router"}],
"tools":[{"type":"service:web_fetch"},{"type":"function","name":"f","parameters":{}}],"input":"hi","stop":["x"]}`
	if string(repairedJSON) != want {
		t.Errorf("got\n%s\nwant\n%s\nrepaired %v", repairedJSON, want, repaired)
	}
	if left := hints(string(repairedJSON)); len(left) != 3 {
		t.Errorf("left: %v", left)
	}
}

func TestUnknownMembers(t *testing.T) {
	got := Unknown([]byte(`{"model":"m","temprature":1,"max_tokens":3,"stop":["x"],"zzz":1,"reasoning":{"efort":"low"},"plugins":[{"id":"web","x":1}],"temperature":5,"input":[{"role":"robot"}]}`))
	if want := "temprature max_tokens stop zzz reasoning.efort plugins[0].x"; strings.Join(got, " ") != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
