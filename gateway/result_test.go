package gateway_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gatehouse/gateway/output"

	"github.com/tidwall/gjson"
)

// What a response has when nothing was set, as raw JSON; "" where any value will do (wire-notes §3,
// and the document for the echoed settings).
func TestUnsetResult(t *testing.T) {
	status, r := post(t, serve(t), `{"input":"hello"}`)
	if status != 200 {
		t.Fatalf("%d %s", status, r)
	}
	for member, want := range map[string]string{
		"id": "", "object": `"response"`, "created_at": "", "completed_at": "", "status": `"completed"`, "model": `"sim/writer"`,
		"output": "", "error": "null", "incomplete_details": "null", "usage": "",
		"instructions": "null", "max_output_tokens": "null", "metadata": "null", "temperature": "null", "top_p": "null",
		"frequency_penalty": "null", "presence_penalty": "null",
		"parallel_tool_calls": "true", "tool_choice": `"auto"`, "tools": "[]",
		"text": `{"format":{"type":"text"}}`, "reasoning": `{"effort":null,"summary":null}`, "service_tier": `"default"`,
		"background": "false", "store": "false", "truncation": `"disabled"`, "top_logprobs": "0", "max_tool_calls": "null",
		"previous_response_id": "null", "prompt_cache_key": "null", "safety_identifier": "null",
	} {
		if v := r.Get(member); !v.Exists() || want != "" && v.Raw != want {
			t.Errorf("%s is %q, want %s", member, v.Raw, want)
		}
	}
	for _, member := range []string{"error_type", "service_metadata", "user", "prompt"} {
		if r.Get(member).Exists() {
			t.Errorf("%s: %s", member, r.Get(member))
		}
	}
	if r.Get("created_at").Int() == 0 || r.Get("completed_at").Int() < r.Get("created_at").Int() {
		t.Errorf("created %s, completed %s", r.Get("created_at"), r.Get("completed_at"))
	}
	if got := r.Get("output.0"); got.Get("type").Str != "message" || got.Get("role").Str != "assistant" || got.Get("status").Str != "completed" ||
		!got.Get("content.0.annotations").IsArray() || !got.Get("content.0.logprobs").IsArray() {
		t.Errorf("output %s", got)
	}
}

func TestEcho(t *testing.T) {
	_, r := post(t, serve(t), `{
		"input": "hello", "instructions": "Be\nbrief", "max_output_tokens": 500.0, "metadata": {"a": "b"}, "temperature": 0.50, "top_p": 1e-1,
		"frequency_penalty": -5, "presence_penalty": 5, "parallel_tool_calls": false, "tool_choice": "none", "background": true,
		"truncation": "auto", "service_tier": "fast", "user": "u", "safety_identifier": "nobody-knows", "reasoning": {"effort": "low"},
		"text": { "verbosity": "low" },
		"tools": [ {"type": "function", "name": "f"}, {"type":"new","x":1} ], "unheard_of": 1
	}`)
	for member, want := range map[string]string{
		"instructions": `"Be\nbrief"`, "max_output_tokens": "500.0", "metadata": `{"a":"b"}`, "temperature": "0.50", "top_p": "1e-1",
		"frequency_penalty": "-5", "presence_penalty": "5", "parallel_tool_calls": "false", "tool_choice": `"none"`, "background": "true",
		"truncation": `"auto"`, "service_tier": `"priority"`, "user": `"u"`, "safety_identifier": "null",
		"reasoning": `{"effort":"low","summary":null}`, "text": `{"verbosity":"low","format":{"type":"text"}}`,
		"tools": `[{"type":"function","name":"f","description":null,"parameters":null,"strict":null},{"type":"new","x":1}]`,
	} {
		if v := r.Get(member); v.Raw != want {
			t.Errorf("%s is %s, want %s", member, v.Raw, want)
		}
	}
	if strings.Contains(r.Raw, "nobody-knows") || r.Get("unheard_of").Exists() {
		t.Errorf("%s", r)
	}
}

// Usage adds up, and the deltas of a stream are its output tokens.
func TestUsage(t *testing.T) {
	base := serve(t)
	for _, model := range []string{"sim/writer", "sim/reasoner"} {
		frames, err := stream(t, base, `{"model":"`+model+`","input":"what can you do?","stream":true}`)
		if err != nil {
			t.Fatal(err)
		}
		deltas, thoughts := 0, 0
		for _, f := range frames {
			if strings.HasSuffix(f.event, ".delta") {
				deltas++
				if strings.HasPrefix(f.event, "response.reasoning") {
					thoughts++
				}
			}
		}
		u := gjson.Get(frames[len(frames)-2].data, "response.usage")
		if in := u.Get("input_tokens").Int(); in != int64(output.CountTokens("what can you do?")) {
			t.Errorf("%s: %d tokens read", model, in)
		}
		if u.Get("output_tokens").Int() != int64(deltas) || u.Get("output_tokens_details.reasoning_tokens").Int() != int64(thoughts) ||
			u.Get("total_tokens").Int() != u.Get("input_tokens").Int()+u.Get("output_tokens").Int() || !u.Get("input_tokens_details.cached_tokens").Exists() {
			t.Errorf("%s: %d deltas, %d of reasoning: %s", model, deltas, thoughts, u)
		}
		cost, parts := u.Get("cost").Num, u.Get("cost_details.upstream_inference_input_cost").Num+u.Get("cost_details.upstream_inference_output_cost").Num
		if cost <= 0 || math.Abs(cost-parts) > 1e-15 { // the sum of two decimals is not exact in binary
			t.Errorf("%s: %s", model, u)
		}
	}
}

func TestMaxOutputTokens(t *testing.T) {
	base := serve(t)
	_, full := post(t, base, `{"input":"say exactly: \"one two three\""}`)
	if full.Get("usage.output_tokens").Int() != 3 {
		t.Fatalf("%s", full)
	}
	for _, c := range []struct {
		limit        string
		status, text string
		tokens       int64
	}{
		{"4", "completed", "one two three", 3}, {"3", "completed", "one two three", 3}, {"2", "incomplete", "one two", 2},
		{"1", "incomplete", "one", 1}, {"0", "incomplete", "", 0}, {"-7", "incomplete", "", 0}, {"null", "completed", "one two three", 3},
		{"1e300", "completed", "one two three", 3},
	} {
		for _, streamed := range []bool{false, true} {
			body := fmt.Sprintf(`{"input":"say exactly: \"one two three\"","max_output_tokens":%s,"stream":%t}`, c.limit, streamed)
			var r gjson.Result
			if streamed {
				frames, _ := stream(t, base, body)
				last := frames[len(frames)-2]
				if last.event != "response."+c.status || frames[len(frames)-1].data != "[DONE]" || text(frames) != c.text {
					t.Errorf("%s: %+v", body, last)
				}
				r = gjson.Get(last.data, "response")
			} else {
				_, r = post(t, base, body)
			}
			if r.Get("status").Str != c.status || r.Get("output.0.content.0.text").Str != c.text || r.Get("usage.output_tokens").Int() != c.tokens {
				t.Errorf("%s: %s", body, r)
			}
			if c.status == "incomplete" && r.Get("incomplete_details.reason").Str != "max_output_tokens" {
				t.Errorf("%s: reason %s", body, r.Get("incomplete_details"))
			}
			if c.tokens > 0 && r.Get("output.0.status").Str != c.status {
				t.Errorf("%s: the item is %s", body, r.Get("output.0.status"))
			}
		}
	}
	// Reasoning counts too, and comes first.
	_, r := post(t, base, `{"model":"sim/reasoner","input":"hello","max_output_tokens":5}`)
	if r.Get("output.#").Int() != 1 || r.Get("output.0.type").Str != "reasoning" || r.Get("usage.output_tokens_details.reasoning_tokens").Int() != 5 {
		t.Errorf("%s", r)
	}
}

// Two requests are two responses, though the text is the same.
func TestIDs(t *testing.T) {
	base := serve(t)
	one, two := do(t, "POST", base+"/responses", `{"input":"x"}`), do(t, "POST", base+"/responses", `{"input":"x"}`)
	id := one.Header.Get("X-Generation-Id")
	a, b := readJSON(t, one), readJSON(t, two)
	if a.Get("id").Str != id || id == "" || a.Get("id").Str == b.Get("id").Str || a.Get("output.0.id").Str == b.Get("output.0.id").Str {
		t.Errorf("%s and %s, header %q", a.Get("id"), b.Get("id"), id)
	}
	if a.Get("output.0.content.0.text").Str != b.Get("output.0.content.0.text").Str {
		t.Error("the same request got another text")
	}
}

// A refusal is a completed response with the error_type refusal.
func TestRefusedResult(t *testing.T) {
	base := serve(t)
	for prompt, want := range map[string]string{"please refuse": "refusal", "hello": ""} {
		_, r := post(t, base, `{"input":"`+prompt+`"}`)
		if r.Get("status").Str != "completed" || r.Get("error_type").Str != want || r.Get("error").Type != gjson.Null {
			t.Errorf("%s: %s", prompt, r)
		}
		frames, err := stream(t, base, `{"input":"`+prompt+`","stream":true}`)
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range frames {
			errorType := gjson.Get(f.data, "response.error_type").Str
			if terminal := i == len(frames)-2; terminal && errorType != want || !terminal && errorType != "" {
				t.Errorf("%s: frame %d: %s", prompt, i, f.data)
			}
		}
	}
}
