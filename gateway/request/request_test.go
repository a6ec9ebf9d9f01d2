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
		r.Effort() != "" || r.Summary() || len(r.Functions()) != 0 || r.Tokens() != 0 || len(r.Settings()) != 0 {
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
	const tools = `"tools":[{"type":"function","name":"a"},{"type":"function","name":"b"},{"type":"function","name":"late","defer_loading":true},{"type":"shell","name":"a"}]`
	for choice, want := range map[string]string{
		`null`: "a b", `"auto"`: "a b", `"required"`: "a b !", `"none"`: "", `{"type":"function","name":"b"}`: "b !",
		`{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"a"}]}`:     "a",
		`{"type":"allowed_tools","mode":"required","tools":[{"type":"function","name":"a"}]}`: "a !",
		`{"type":"allowed_tools","tools":[]}`:                                                 "",
		`{"type":"shell"}`:                                                                    "a b", `"new"`: "a b",
	} {
		r := parse(`{"tool_choice":` + choice + `,` + tools + `}`)
		var got []string
		for _, f := range r.Functions() {
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

// Whatever a client sends where the document leaves a structure open, reading
// it never fails.
func FuzzParse(f *testing.F) {
	f.Add(`{"input":[1,null,{"content":{"a":[]}}],"tools":[null,{"parameters":1}],"text":[],"reasoning":"x","tool_choice":1,"models":{"a":1}}`)
	f.Fuzz(func(t *testing.T, body string) {
		if !json.Valid([]byte(body)) {
			t.Skip()
		}
		r := parse(body)
		r.Stream()
		r.Candidates()
		r.Functions()
		r.Settings()
		r.Effort()
		r.Format()
		if n, _ := r.MaxOutputTokens(); n < 0 || r.Tokens() < 0 {
			t.Errorf("%d", n)
		}
	})
}
