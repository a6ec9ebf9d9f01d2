package main

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// place is a member and the values that are right there, written as JSON.
type place struct {
	name  string
	right []string
}

// some writes an object with some of the members, each with one of its values,
// in any order.
func some(t *rapid.T, places []place, first ...place) *node {
	n := newObject()
	for _, p := range first {
		n.with(p.name, value(rapid.SampledFrom(p.right).Draw(t, p.name)))
	}
	order := rapid.Permutation(places).Draw(t, "order")
	most := min(6, len(order)) // with more, nearly all requests would be alike
	for _, p := range order[:rapid.IntRange(0, most).Draw(t, "members")] {
		n.with(p.name, value(rapid.SampledFrom(p.right).Draw(t, p.name)))
	}
	return n
}

func places(lines string) (all []place) {
	for line := range strings.Lines(lines) {
		if f := strings.Fields(line); len(f) > 0 {
			all = append(all, place{f[0], f[1:]})
		}
	}
	return all
}

// settings are the members of a request that hold no lists of objects. The
// document's rows, each with values on the limits.
func settings() []place {
	long := func(n int) string { return `"` + strings.Repeat("é", n) + `"` }
	return append(places(`
		model "sim/writer" "sim/coder" "no/such" "service/auto"
		models ["sim/writer"] []
		instructions null "be&brief"
		stream true false
		store false
		previous_response_id null
		background true null
		cache_control {"type":"ephemeral"} {"type":"ephemeral","ttl":"1h"}
		debug {"echo_upstream_body":true} {}
		frequency_penalty 0.5 null
		presence_penalty -3 null
		temperature 1 null
		top_p 0.1 null
		top_k 4 3.0
		top_logprobs 2 null
		max_output_tokens 16 null
		max_tool_calls 30 0 null
		parallel_tool_calls true null
		image_config {"a":1,"b":"x","c":[]}
		include ["reasoning.encrypted_content"] ["file_search_call.results","code_interpreter_call.outputs"] null
		metadata {"k":"v","l":"w"} {} null
		modalities ["text","image"] ["text"]
		prompt_cache_key "k" null
		safety_identifier "s" null
		service_tier "auto" "flex" null
		session_id "s"
		user "u"
		provider {} {"order":["a"],"allow_fallbacks":true}
		prompt {"id":"p"}
		prompt_cache_options {"mode":"explicit"}
		reasoning {"effort":"low"} {}
		route "fallback"
		stop_server_tools_when [{"type":"step_count_is","step_count":2}]
		text {"format":{"type":"text"}} {"format":{"type":"json_schema","name":"n","schema":{"type":"object"}}}
		tool_choice "auto" "none" {"type":"function","name":"f"} {"type":"shell"} {"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"f"}]}
		trace {"trace_id":"t"}
		truncation "auto"
		unheard_of null 5 {"a":[1]}
	`), place{"session_id", []string{long(256)}}, place{"user", []string{long(256), long(257)}},
		place{"metadata", []string{`{"k":` + long(512) + `}`, `{` + long(64) + `:"v"}`, `{` + long(65) + `:"v"}`, pairs(16), pairs(17)}})
}

func pairs(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(`"k%d":"v"`, i))
	}
	return "{" + strings.Join(list, ",") + "}"
}

// plugins gives the members of each plugin.
func plugins() map[string][]place {
	router := `
		enabled true false
		allowed_models ["sim/*"] []
		excluded_models ["fjord/*","x"]
		cost_tier "low" "max"
		cost_quality_tradeoff 0 10
		pin_model true false
	`
	return map[string][]place{
		"auto-router": places(router), "auto-beta-router": places(router),
		"context-compression": places("enabled true false\n engine \"middle-out\" \"new\""),
		"file-parser":         places("enabled true\n pdf {} {\"engine\":\"native\"}"),
		"fusion": places(`
			enabled true false
			analysis_models ["sim/writer"] ["a","b","c","d","e","f","g","h"]
			model "sim/writer"
			preset "general-fast"
			max_tool_calls 1 16
			tools [] [{"type":"service:web_search","parameters":{}}]
		`),
		"moderation":       places("enabled 5 null\n x 1"),
		"pareto-router":    places("enabled true false\n max_price 0 9.5\n min_coding_score 0 1 0.5\n price_source \"prompt\" \"weighted_avg\""),
		"response-healing": places("enabled true"),
		"web": places(`
			enabled true false
			engine "exa" "new"
			mode "fast"
			include_domains ["*.a/b"] []
			exclude_domains ["a"]
			max_results 2
			max_uses 1
			search_prompt "p"
			user_location {"city":null}
		`),
		"web-fetch": places("enabled true false\n max_uses 5 null"),
	}
}

// items are elements of input; calls and their outputs are in any order.
func items() []string {
	return []string{
		`{"role":"user","content":"hello"}`, `{"type":"message","role":"user","content":[{"type":"input_text","text":"hi","cache_control":{"type":"ephemeral"}}]}`,
		`{"type":"message","role":"assistant","id":"m","status":"completed","content":[{"type":"output_text","text":"a","annotations":[]},{"type":"refusal","refusal":"b"}]}`,
		`{"role":"assistant","content":null,"model":"sim/writer"}`,
		`{"type":"reasoning","id":"r","status":"completed","format":"unknown","signature":null,"content":[{"type":"reasoning_text","text":"a"}],"summary":[{"type":"summary_text","text":"b"}]}`,
		`{"type":"reasoning","content":null,"summary":null}`, `{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}`,
		`{"type":"function_call_output","call_id":"c1","output":"1"}`, `{"type":"function_call_output","name":"goal_objective","output":"1"}`, `{"type":"item_reference","id":"m"}`,
		`{"type":"additional_tools","tools":[{"type":"function","name":"g"},{"type":"shell"}]}`, `{"type":"hologram","content":5}`,
		`{"type":"message","role":"user","content":[{"type":"input_image","image_url":"https://a.example/x"},{"type":"scent"}]}`,
	}
}

func tools() []string {
	return []string{
		`{"type":"function","name":"f","description":"d","parameters":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}`,
		`{"type":"function","name":"g","parameters":null,"description":null,"strict":true}`, `{"type":"function","name":"late","defer_loading":true}`,
		`{"type":"service:tool_search"}`, `{"type":"shell"}`, `{"type":"service:datetime","parameters":{"timezone":"UTC"}}`, `{"type":"custom","name":"f"}`,
		`{"type":"namespace","name":"n","tools":[{"type":"function","name":"f"}]}`, `{"type":"web_search_preview"}`, `{"type":"new","name":5}`,
	}
}

// several draws a list.
func several(t *rapid.T, from []string, name string) *node {
	n := array()
	for range rapid.IntRange(0, 4).Draw(t, name) {
		n.inner = append(n.inner, value(rapid.SampledFrom(from).Draw(t, name)))
	}
	return n
}

// randomRequest is a request to /responses, most often without a fault.
func randomRequest(t *rapid.T) *node {
	n := some(t, settings())
	if rapid.Bool().Draw(t, "items") {
		n.with("input", several(t, items(), "input"))
	} else {
		n.with("input", atom(`"hello"`))
	}
	if rapid.Bool().Draw(t, "tools") {
		n.with("tools", several(t, tools(), "tools"))
	}
	if rapid.Bool().Draw(t, "plugins") {
		list := array()
		all := plugins()
		for range rapid.IntRange(0, 3).Draw(t, "plugins") {
			id := rapid.SampledFrom([]string{"auto-router", "auto-beta-router", "context-compression", "file-parser", "fusion",
				"moderation", "pareto-router", "response-healing", "web", "web-fetch"}).Draw(t, "id")
			list.inner = append(list.inner, some(t, all[id], place{"id", []string{`"` + id + `"`}}))
		}
		n.with("plugins", list)
	}
	return n
}

// randomRerank is a request to /rerank.
func randomRerank(t *rapid.T) *node {
	return some(t, places(`
		top_n 1 2.0 99
		provider {} {"allow_fallbacks":true,"order":["a"]}
		stream true
		user null
	`), places(`
		model "sim/bm25" "sim/position" "no/such"
		query "q" ""
		documents ["a","b"] [{"text":"a"},{"image":"https://a.example/x"},{}]
	`)...)
}

// randomSchema is a JSON Schema.
func randomSchema(t *rapid.T, depth int) *node {
	n := some(t, places(`
		type "object" ["string","null"] "integer"
		required ["a","b"] []
		enum [1,"a"] []
		minLength 0 3.0
		maxItems 4
		multipleOf 0.5
		minimum -1.5
		exclusiveMaximum 5 true
		uniqueItems true
		pattern "^(?!a)"
		title "t"
		$ref "#"
		additionalProperties false {}
		dependentRequired {"a":["b"]}
		dependencies {"a":["b"],"c":{}}
		examples [1]
		default null
		x-own 5
		const null
	`))
	if depth > 2 {
		return n
	}
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"items", "not", "contains", "anyOf", "prefixItems", "properties", "$defs"}), 0, 2, rapid.ID[string]).Draw(t, "nested") {
		inner := randomSchema(t, depth+1)
		switch name {
		case "anyOf", "prefixItems":
			inner = array(inner, randomSchema(t, depth+1))
		case "properties", "$defs":
			inner = newObject().with("type", inner).with("b c", atom("true"))
		}
		n.with(name, inner)
	}
	return n
}
