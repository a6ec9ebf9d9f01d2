package gateway_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

const (
	lookup  = `{"type":"function","name":"lookup_order","parameters":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}}`
	cancels = `{"type":"function","name":"cancel_order"}`
)

func worker(parameters string) string {
	return `{"type":"service:subagent","parameters":{` + parameters + `}}`
}

// A subagent calls the functions that it inherits, and no others.
func TestSubagentFunctions(t *testing.T) {
	base := serve(t)
	for parameters, want := range map[string]string{
		`"inherit_functions":true`:                                              "lookup_order cancel_order",
		`"inherited_function_names":["lookup_order"]`:                           "lookup_order",
		`"inherited_function_names":[" cancel_order ","nothing"]`:               "cancel_order",
		`"inherit_functions":true,"inherited_function_names":["cancel_order"]`:  "lookup_order cancel_order",
		`"inherit_functions":false,"inherited_function_names":["lookup_order"]`: "lookup_order",
	} {
		_, r := using(t, base, "delegate: look up order 7, cancel_order", lookup+","+cancels+","+worker(parameters), "")
		sub := r.Get("output.0")
		if sub.Get("type").Str != "service:subagent" || sub.Get("status").Str != "in_progress" || sub.Get("call_id").Str == "" ||
			sub.Get("task_description").Str == "" || sub.Get("outcome").Exists() || r.Get("status").Str != "completed" {
			t.Fatalf("%s: %s", parameters, r.Get("output"))
		}
		var names []string
		for i, call := range r.Get("output").Array()[1:] {
			names = append(names, call.Get("name").Str)
			if call.Get("type").Str != "function_call" || call.Get("subagent_id").Str != sub.Get("call_id").Str || call.Get("subagent_items").IsArray() != (i == 0) {
				t.Errorf("%s: %s", parameters, call)
			}
		}
		if strings.Join(names, " ") != want {
			t.Errorf("%s: calls %q, want %s", parameters, names, want)
		}
	}
	if _, r := using(t, base, "delegate: look up order 7, cancel_order", lookup+","+cancels+","+worker(`"inherit_functions":true`), `,"parallel_tool_calls":false`); kinds(r) != "service:subagent function_call" {
		t.Errorf("one at a time: %s", kinds(r))
	}
	// Without inheriting, it answers by itself, and the model calls.
	_, r := using(t, base, "delegate: look up order 7", lookup+","+worker(""), "")
	if kinds(r) != "service:subagent function_call" || r.Get("output.0.status").Str != "completed" || r.Get("output.1.subagent_id").Exists() {
		t.Errorf("%s", r.Get("output"))
	}
}

// The item of a subagent that waits is announced and not done; its calls say whose they are from
// the start, and have the transcript at the end.
func TestSubagentEvents(t *testing.T) {
	events, r := using(t, serve(t), "delegate: look up order 7", lookup+","+worker(`"inherit_functions":true`), "")
	if got := phases(events, 0); got != "output_item.added" {
		t.Errorf("%s", got)
	}
	if got := phases(events, 1); got != "output_item.added function_call_arguments.delta function_call_arguments.done output_item.done" {
		t.Errorf("%s", got)
	}
	arguments := ""
	for _, e := range events {
		arguments += map[bool]string{true: e.Get("delta").Str}[e.Get("type").Str == "response.function_call_arguments.delta"]
		if item := e.Get("item"); item.Get("type").Str == "function_call" {
			done := strings.HasSuffix(e.Get("type").Str, "done")
			if item.Get("subagent_id").Str == "" || item.Get("subagent_items").Exists() != done {
				t.Errorf("%s", e)
			}
		}
	}
	if arguments != `{"id":7}` || r.Get("output.1.arguments").Str != arguments {
		t.Errorf("%s", arguments)
	}
	u := r.Get("usage")
	if u.Get("total_tokens").Int() != u.Get("input_tokens").Int()+u.Get("output_tokens").Int() || u.Get("output_tokens").Int() == 0 {
		t.Errorf("%s", u)
	}
}

// A subagent continues when the outputs of its calls have arrived: with the same call_id, and the
// model gets the outcome.
func TestSubagentGoesOn(t *testing.T) {
	base := serve(t)
	tools := lookup + "," + cancels + "," + worker(`"inherit_functions":true`)
	const prompt = "delegate: look up order 7, cancel_order"
	_, first := using(t, base, prompt, tools, "")
	again := func(items ...string) gjson.Result {
		t.Helper()
		status, r := post(t, base, fmt.Sprintf(`{"input":[{"role":"user","content":%q},%s],"tools":[%s]}`, prompt, strings.Join(items, ","), tools))
		if status != 200 {
			t.Fatalf("%d %s", status, r)
		}
		return r
	}
	var items []string
	for _, it := range first.Get("output").Array() {
		items = append(items, it.Raw)
	}
	output := func(i int, text string) string {
		return fmt.Sprintf(`{"type":"function_call_output","call_id":%q,"output":%q}`, first.Get(fmt.Sprintf("output.%d.call_id", i)).Str, text)
	}
	all := append(slices.Clone(items), output(1, "shipped"), output(2, "too late"))
	r := again(all...)
	sub := r.Get("output.0")
	if kinds(r) != "service:subagent message" || sub.Get("status").Str != "completed" || sub.Get("call_id").Str != first.Get("output.0.call_id").Str ||
		sub.Get("id").Str == first.Get("output.0.id").Str {
		t.Fatalf("%s", r.Get("output"))
	}
	for _, text := range []string{sub.Get("outcome").Str, r.Get("output.1.content.0.text").Str} {
		if !strings.Contains(text, "shipped") || !strings.Contains(text, "too late") {
			t.Errorf("%s", text)
		}
	}
	// The next request has the complete conversation: nothing is done twice.
	if r := again(append(all, sub.Raw)...); kinds(r) != "message" {
		t.Errorf("%s", r.Get("output"))
	}
	// A missing output makes the subagent fail, not the response.
	for name, part := range map[string][]string{
		"an output is missing":  {items[0], items[1], items[2], output(1, "shipped")},
		"the calls are missing": {items[0]},
	} {
		r := again(part...)
		if r.Get("output.0.status").Str != "failed" || r.Get("output.0.error").Str == "" || r.Get("status").Str != "completed" {
			t.Errorf("%s: %s", name, r.Get("output"))
		}
	}
}

// An advisor with forward_transcript has read the conversation.
func TestAdvisorReadsTheConversation(t *testing.T) {
	base := serve(t)
	ask := func(parameters string) gjson.Result {
		_, r := post(t, base, `{"input":[{"role":"user","content":"tell me about lighthouses in the north"},{"role":"assistant","content":"They are tall."},
			{"role":"user","content":"ask for advice on tea"}],"tools":[{"type":"service:advisor","parameters":{`+parameters+`}}]}`)
		return r
	}
	alone, withTranscript := ask(``), ask(`"forward_transcript":true`)
	if withTranscript.Get("output.0.status").Str != "completed" || withTranscript.Get("output.0.prompt").Str != "ask for advice on tea" {
		t.Fatalf("%s", withTranscript.Get("output.0"))
	}
	if more := withTranscript.Get("usage.input_tokens").Int() - alone.Get("usage.input_tokens").Int(); more < 9 {
		t.Errorf("the advisor read %d tokens more", more)
	}
}
