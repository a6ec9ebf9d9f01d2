package request_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/request"
)

func parse(body string) *request.Request { return request.Parse([]byte(body)) }

func TestDefaults(t *testing.T) {
	r := parse(`{}`)
	if r.Stream() || r.Candidates() != nil || r.Prompt() != "" || r.Instructions() != "" || !r.ParallelToolCalls() || len(r.Input) != 0 ||
		r.Effort() != "" || r.Summary() || len(r.Offered()) != 0 || r.Tokens() != 0 || len(r.Settings()) != 0 {
		t.Errorf("%+v", r)
	}
	if _, ok := r.MaxOutputTokens(); ok {
		t.Error("a limit that was not set")
	}
	if typ, schema := r.Format(); typ != "text" || schema != "" {
		t.Errorf("format %s %s", typ, schema)
	}
}

func TestInput(t *testing.T) {
	if r := parse(`{"input":"hi"}`); !reflect.DeepEqual(r.Input, []request.Item{{Type: "message", Role: "user", Text: "hi"}}) {
		t.Errorf("%+v", r.Input)
	}
	r := parse(`{"input":[
		{"role":"user","content":"first"},
		{"type":"message","role":"assistant","content":[{"type":"output_text","text":"a"},{"type":"refusal","refusal":"b"},{"type":"new","x":1}]},
		{"type":"message","role":"user","content":[{"type":"input_text","text":"second"}]},
		{"type":"reasoning","id":"rs","content":[{"type":"reasoning_text","text":"why"}],"signature":"s","summary":null},
		{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},
		{"type":"function_call_output","call_id":"c","output":[{"type":"input_text","text":"out"}]},
		{"type":"message","role":"assistant","content":null},
		{"type":"new","content":5}
	]}`)
	var texts []string
	for _, it := range r.Input {
		texts = append(texts, it.Text)
	}
	if want := []string{"first", "a\nb", "second", "why", "{}", "out", "", "5"}; !slices.Equal(texts, want) {
		t.Errorf("texts %q", texts)
	}
	if r.Prompt() != "second" || !slices.Equal(r.Prompts(), []string{"first", "second"}) || len(r.SincePrompt()) != 5 {
		t.Errorf("prompt %q of %q, %d items since", r.Prompt(), r.Prompts(), len(r.SincePrompt()))
	}
	if it := r.Input[3]; it.Signature != "s" || it.ID != "rs" {
		t.Errorf("%+v", it)
	}
	if it := r.Input[5]; it.CallID != "c" {
		t.Errorf("%+v", it)
	}
}

func TestChoice(t *testing.T) {
	const tools = `"tools":[{"type":"function","name":"a"},{"type":"function","name":"b"},{"type":"function","name":"late","defer_loading":true},{"type":"shell","name":"a"},{"type":"custom","name":"c"},
		{"type":"namespace","name":"n","tools":[{"type":"function","name":"in"},{"type":"function","name":"hidden","defer_loading":true}]}]`
	for choice, want := range map[string]string{
		`null`: "a b c in", `"auto"`: "a b c in", `"required"`: "a b c in !", `"none"`: "", `{"type":"function","name":"b"}`: "b !",
		`{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"a"}]}`:     "a",
		`{"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"a"}]}`: "a !",
		`{"type":"allowed_tools","tools":[]}`:                                                 "",
		`{"type":"allowed_tools","tools":[{"type":"namespace","name":"n"}]}`:                  "in",
		`{"type":"shell"}`: "!", `"new"`: "a b c in", `{"type":"custom","name":"c"}`: "c !", `{"type":"function","name":"in"}`: "in !",
		`{"type":"auto"}`: "a b c in", `{"type":"allowed_tools","tools":[{"type":"custom"},{"name":"b"},{}]}`: "b c",
	} {
		r := parse(`{"tool_choice":` + choice + `,` + tools + `}`)
		var got []string
		for _, f := range r.Offered() {
			if !f.Callable() || f.Deferred() {
				continue
			}
			got = append(got, f.Name)
		}
		if r.Choice().Must {
			got = append(got, "!")
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", choice, got, want)
		}
	}
}

func TestToolMembers(t *testing.T) {
	r := parse(`{"tools":[
		{"type":"web_search","filters":{"allowed_domains":["a",1]},"max_results":2.0},
		{"type":"service:web_search","parameters":{"max_results":-3,"excluded_domains":["b"],"max_uses":null}},
		{"type":"mcp","server_label":"lab"},{"type":"function","name":"f"},{"type":"namespace","name":"n","tools":[{"type":"custom","name":"c"}]}
	],"input":[{"type":"additional_tools","tools":[{"type":"function","name":"late"}]}]}`)
	plain, server := r.Tools[0], r.Tools[1]
	if !slices.Equal(plain.Texts("allowed_domains"), []string{"a"}) || plain.Count("max_results", 5) != 2 || plain.Count("max_uses", 7) != 7 {
		t.Errorf("%+v", plain)
	}
	if !slices.Equal(server.Texts("excluded_domains"), []string{"b"}) || server.Count("max_results", 5) != 0 || server.Count("max_uses", 7) != 7 {
		t.Errorf("%+v", server)
	}
	var labels []string
	for _, tool := range r.Offered() {
		labels = append(labels, tool.Label()+"/"+tool.Namespace)
	}
	if want := []string{"web_search/", "service:web_search/", "lab/", "f/", "c/n", "late/"}; !slices.Equal(labels, want) {
		t.Errorf("%q", labels)
	}
	if tool, ok := r.OfType("mcp"); !ok || tool.Type != "mcp" {
		t.Errorf("%+v", tool)
	}
	if _, ok := r.OfType("x"); ok {
		t.Error("a tool that is not there")
	}
}

func TestReferences(t *testing.T) {
	r := parse(`{"input":[{"type":"item_reference","id":"m2"},{"type":"message","role":"user","id":"m1","content":"one"},
		{"type":"item_reference","id":"m1"},{"type":"item_reference","id":"gone"},{"role":"user","id":"m2","content":"two"},
		{"type":"item_reference","id":"gone"},{"type":"item_reference"}]}`)
	if !slices.Equal(r.Prompts(), []string{"two", "one", "one", "two"}) || !slices.Equal(r.Dangling, []string{"gone", "gone", ""}) {
		t.Errorf("%q, dangling %q", r.Prompts(), r.Dangling)
	}
}

// What each kind of item says, where the document or wire-notes §4 shows it.
func TestItemTexts(t *testing.T) {
	for item, want := range map[string]string{
		`{"type":"custom_tool_call","input":"in","call_id":"c","name":"n"}`:                                "in",
		`{"type":"custom_tool_call_output","output":"out","call_id":"c"}`:                                  "out",
		`{"type":"shell_call_output","output":[{"stdout":"a","stderr":"b","outcome":{"type":"timeout"}}]}`: "a\nb",
		`{"type":"code_interpreter_call","code":"print(1)","outputs":null}`:                                "print(1)",
		`{"type":"service:web_fetch","content":"page","url":"u"}`:                                          "page",
		`{"type":"service:advisor","advice":"do","prompt":"p"}`:                                            "do",
		`{"type":"agent_message","content":[{"type":"input_text","text":"hi"}]}`:                           "hi",
		`{"type":"compaction","encrypted_content":"x"}`:                                                    "",
	} {
		it := parse(`{"input":[` + item + `]}`).Input[0]
		if want = strings.ReplaceAll(want, `\n`, "\n"); it.Text != want {
			t.Errorf("%s: %q", item, it.Text)
		}
		if it.IsOutput() != strings.Contains(item, "_output\"") || it.IsCall() != (strings.Contains(item, "_call\"") || strings.Contains(item, "service:")) {
			t.Errorf("%s: output %t, call %t", item, it.IsOutput(), it.IsCall())
		}
	}
}

func TestSettings(t *testing.T) {
	r := parse(`{"temperature": 0.50, "input": "x", "top_p": null, "metadata": {"a": "b c"}, "tools": [], "safety_identifier": "who"}`)
	want := []request.Setting{{Name: "temperature", Value: "0.50"}, {Name: "metadata", Value: `{"a":"b c"}`}}
	if got := r.Settings(); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	if n := len(`{"a": 1 }`); parse(`{"a": 1 }`).Bytes() != n {
		t.Error("the size is not that of the body")
	}
}

// Whatever a client sends where the document leaves a structure open, reading it never fails.
func FuzzParse(f *testing.F) {
	f.Add(`{"input":[1,null,{"content":{"a":[]}}],"tools":[null,{"parameters":1}],"text":[],"reasoning":"x","tool_choice":1,"models":{"a":1}}`)
	f.Fuzz(func(t *testing.T, body string) {
		if !json.Valid([]byte(body)) {
			t.Skip()
		}
		r := parse(body)
		r.Stream()
		r.Candidates()
		r.Offered()
		r.Settings()
		r.Effort()
		r.Format()
		if n, _ := r.MaxOutputTokens(); n < 0 || r.Tokens() < 0 {
			t.Errorf("%d", n)
		}
	})
}

func TestWith(t *testing.T) {
	sent := request.Parse([]byte(`{ "instructions": "a", "input": "b" }`))
	if sent.Sent() != sent || string(sent.Body()) != `{"instructions":"a","input":"b"}` {
		t.Errorf("%s", sent.Body())
	}
	once := sent.With([]byte(`{"instructions":"c","input":"dd"}`))
	twice := once.With([]byte(`{"instructions":"e","input":[{"role":"user","content":"f"}]}`))
	if twice.Sent() != sent || twice.Prompt() != "f" || twice.Instructions() != "e" || twice.Bytes() != sent.Bytes() || string(once.Body()) == string(sent.Body()) {
		t.Errorf("%+v", twice)
	}
	if sent.Prompt() != "b" {
		t.Errorf("%q", sent.Prompt())
	}
}

func TestPlugins(t *testing.T) {
	r := request.Parse([]byte(`{"plugins":[
		{"id":"web","enabled":false},{"id":"auto-router","allowed_models":["a/*"],"cost_tier":null},
		{"id":"moderation","enabled":false},{"id":"web"},{"id":"auto-router","allowed_models":["b/*"]}]}`))
	var ids []string
	for _, p := range r.Plugins() {
		ids = append(ids, p.ID)
	}
	if !slices.Equal(ids, []string{"auto-router", "moderation"}) {
		t.Errorf("enabled: %q", ids)
	}
	p, ok := r.Plugin("auto-router")
	if list := p.Texts("allowed_models"); !ok || !slices.Equal(list, []string{"a/*"}) {
		t.Errorf("%q", list)
	}
	if _, sent := p.Member("cost_tier"); sent {
		t.Error("null counts as sent")
	}
	if p.Texts("excluded_models") != nil {
		t.Error("a list that was not sent")
	}
	if _, ok := r.Plugin("web"); ok {
		t.Error("web is enabled")
	}
	if _, sent := (request.Plugin{ID: "auto-router"}).Member("id"); sent {
		t.Error("a default has fields")
	}
}

func TestPinnedModel(t *testing.T) {
	for input, want := range map[string]string{
		`"x"`: "",
		`[{"role":"assistant","content":"a","model":"a/one"},{"role":"user","content":"b"}]`:                                       "a/one",
		`[{"role":"assistant","content":"a","model":"a/one"},{"type":"message","role":"assistant","content":"b","model":"b/two"}]`: "b/two",
		`[{"role":"assistant","content":"a","model":"a/one"},{"role":"assistant","content":"b"}]`:                                  "",
		`[{"role":"user","content":"a","model":"a/one"}]`:                                                                          "",
	} {
		if got := request.Parse([]byte(`{"input":` + input + `}`)).PinnedModel(); got != want {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
}

func TestPreferences(t *testing.T) {
	p := request.Parse([]byte(`{"route":"sort","provider":{
		"order":["Atlas",1,"granite"],"only":[],"allow_fallbacks":false,"require_parameters":true,"zdr":true,"data_collection":"deny",
		"enforce_distillable_text":true,"sort":"latency","max_price":{"prompt":"0.5","completion":2},
		"preferred_max_latency":{"p50":0.5,"p99":0.3},"preferred_min_throughput":{"p50":50,"p90":80}}}`)).Preferences()
	if !slices.Equal(p.Order, []string{"Atlas", "granite"}) || p.Only == nil || len(p.Only) != 0 || p.Ignore != nil ||
		!p.NoFallbacks || !p.Parameters || !p.ZDR || !p.DenyTraining || !p.Distillable || p.Sort != "latency" || !p.Across ||
		*p.MaxPrompt != 0.5 || *p.MaxCompletion != 2 || *p.MaxLatency != 0.3 || *p.MinThroughput != 80 {
		t.Errorf("%+v", p)
	}
	// What makes no sense is taken as not sent: the document shows no structure.
	p = request.Parse([]byte(`{"route":"fallback","provider":{"order":"Atlas","sort":{"by":"colour","partition":"none"},
		"max_price":{"prompt":"much","completion":[]},"allow_fallbacks":null,"preferred_max_latency":true}}`)).Preferences()
	if p.Order != nil || p.Sort != "" || !p.Across || p.MaxPrompt != nil || p.MaxCompletion != nil || p.NoFallbacks || p.MaxLatency != nil {
		t.Errorf("%+v", p)
	}
	if p := request.Parse([]byte(`{"route":"sort","provider":{"sort":{"partition":"model"}}}`)).Preferences(); p.Across {
		t.Error("route counts before provider.sort.partition")
	}
}
