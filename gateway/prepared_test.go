package gateway_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway/plugin/pdftest"

	"github.com/tidwall/gjson"
)

func stages(r gjson.Result) string { return r.Get("service_metadata.pipeline.#.name").Raw }

// Each plugin works when it is there, and not when it is switched off; moderation has no switch.
func TestPluginSwitches(t *testing.T) {
	base := serve(t)
	for id, stage := range map[string]string{
		"web": "web-search", "web-fetch": "web-fetch", "file-parser": "file-parser", "context-compression": "context-compression",
		"response-healing": "response-healing", "moderation": "moderation",
	} {
		for _, c := range []struct {
			enabled string
			there   bool
		}{{"", true}, {`,"enabled":true`, true}, {`,"enabled":false`, id == "moderation"}} {
			_, r := post(t, base, `{"input":"weather in Paris","plugins":[{"id":"`+id+`"`+c.enabled+`}]}`, asked)
			if there := stages(r) == `["`+stage+`"]`; there != c.there || !c.there && stages(r) != "[]" {
				t.Errorf("%s%s: %s", id, c.enabled, stages(r))
			}
			s := r.Get("service_metadata.pipeline.0")
			if c.there && (s.Get("summary").Str == "" || !s.Get("data").IsObject() || s.Get("type").Str == "") {
				t.Errorf("%s", s)
			}
		}
	}
}

func TestHealing(t *testing.T) {
	base := serve(t)
	ask := func(prompt, plugins string, stream bool) string {
		return fmt.Sprintf(`{"model":"sim/broken-json","input":%q,"stream":%t,"plugins":[%s],
			"text":{"format":{"type":"json_schema","name":"n","schema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"array","items":{"type":"integer"}}},"required":["city","days"]}}}}`,
			prompt, stream, plugins)
	}
	// The model breaks its JSON in several ways, by the prompt.
	for i := range 12 {
		prompt := fmt.Sprintf("weather in Paris %d", i)
		_, r := post(t, base, ask(prompt, "", false))
		if broken := r.Get("output.0.content.0.text").Str; gjson.Valid(broken) {
			t.Fatalf("it is whole: %s", broken)
		}
		_, r = post(t, base, ask(prompt, `{"id":"response-healing"}`, false), asked)
		healed := r.Get("output.0.content.0.text").Str
		s := r.Get("service_metadata.pipeline.0")
		if !gjson.Valid(healed) || gjson.Get(healed, "city").Type != gjson.String || s.Get("type").Str != "response_healing" ||
			!s.Get("data.improved").Bool() || s.Get("data.mode").Str != "json_schema" || s.Get("data.healed_length").Int() != int64(len(healed)) {
			t.Errorf("%s\n%s", healed, s)
		}
		frames, _ := stream(t, base, ask(prompt, `{"id":"response-healing"}`, true))
		if text(frames) != healed {
			t.Errorf("streamed: %s", text(frames))
		}
	}
}

func TestFileParser(t *testing.T) {
	base := serve(t)
	ask := func(text, plugins string) string {
		file := base64.StdEncoding.EncodeToString(pdftest.File(true, pdftest.Shows(text)))
		return `{"model":"sim/structured","input":[{"role":"user","content":[{"type":"input_text","text":"What is it?"},
			{"type":"input_file","filename":"a.pdf","file_data":"data:application/pdf;base64,` + file + `"}]}],"plugins":[` + plugins + `]}`
	}
	_, r := post(t, base, ask("The harbour opens at nine.", `{"id":"file-parser"}`), asked)
	if prompt := gjson.Get(r.Get("output.0.content.0.text").Str, "prompt").Str; !strings.Contains(prompt, "harbour opens at nine") {
		t.Errorf("%q", prompt)
	}
	_, r = post(t, base, ask("The harbour opens at nine.", ""))
	if text := r.Get("output.0.content.0.text").Str; strings.Contains(text, "harbour") {
		t.Errorf("read without the plugin: %s", text)
	}
	// The guardrails look at the text, read by a plugin or not.
	for _, plugins := range []string{"", `{"id":"file-parser"}`} {
		b := isError(t, do(t, "POST", base+"/responses", ask("Pay with "+card, plugins)), 403)
		if b.Get("error.metadata.patterns.0").Str != "card-number" {
			t.Errorf("%s", b)
		}
		_, r := post(t, base, ask("It says "+apiKey, plugins), asked)
		if prompt := gjson.Get(r.Get("output.0.content.0.text").Str, "prompt").Str; !strings.Contains(prompt, "redacted: api-key") {
			t.Errorf("%q: %s", prompt, stages(r))
		}
	}
}

func TestCompression(t *testing.T) {
	base := serve(t)
	body := `"input":[{"role":"user","content":"` + strings.Repeat("a ", 70_000) + `"},{"role":"assistant","content":"` + strings.Repeat("b ", 70_000) +
		`"},{"role":"user","content":"say exactly: \"done\""}]}`
	_, r := post(t, base, `{"plugins":[{"id":"context-compression","engine":"middle-out"}],`+body, asked)
	d := r.Get("service_metadata.pipeline.0.data")
	if d.Get("original_count").Int() != 3 || d.Get("compressed_count").Int() != 2 || d.Get("input_type").Str != "messages" ||
		r.Get("usage.input_tokens").Int() > 128_000 || r.Get("output.0.content.0.text").Str != "done" {
		t.Errorf("%s, %s", d, r.Get("usage"))
	}
	if _, r := post(t, base, `{`+body); r.Get("usage.input_tokens").Int() < 140_000 {
		t.Errorf("compressed without the plugin: %s", r.Get("usage"))
	}
}

// The answer cites its quotes; the events and the item have the same citations.
func TestWebCitations(t *testing.T) {
	base := serve(t)
	frames, err := stream(t, base, `{"input":"What is the weather in Paris?","stream":true,"plugins":[{"id":"web","max_results":2}]}`, asked)
	if err != nil {
		t.Fatal(err)
	}
	var announced []gjson.Result
	for _, f := range frames {
		if f.event == "response.output_text.annotation.added" {
			announced = append(announced, gjson.Get(f.data, "annotation"))
		}
	}
	r := gjson.Get(frames[len(frames)-2].data, "response")
	part := r.Get("output.0.content.0")
	list := part.Get("annotations").Array()
	if len(list) != 2 || len(announced) != 2 {
		t.Fatalf("%s", part)
	}
	for i, a := range list {
		quoted := string([]rune(part.Get("text").Str)[a.Get("start_index").Int():a.Get("end_index").Int()])
		if a.Get("type").Str != "url_citation" || !strings.Contains(quoted, a.Get("url").Str) || !strings.Contains(quoted, a.Get("title").Str) || announced[i].Raw != a.Raw {
			t.Errorf("%s cites %q", a, quoted)
		}
	}
	if !strings.Contains(part.Get("text").Str, "Simulated") {
		t.Error("it does not say that the pages are simulated")
	}
	// JSON stays JSON.
	_, r = post(t, base, `{"model":"sim/structured","input":"weather in Paris","plugins":[{"id":"web"}]}`)
	if text := r.Get("output.0.content.0.text").Str; !gjson.Valid(text) {
		t.Errorf("%s", text)
	}
}

func TestWebFetchPlugin(t *testing.T) {
	base := serve(t)
	_, r := post(t, base, `{"input":"Sum up https://docs.example.com/search/rerank please","plugins":[{"id":"web-fetch"}]}`, asked)
	a := r.Get("output.0.content.0.annotations.0")
	if a.Get("url").Str != "https://docs.example.com/search/rerank" || r.Get("service_metadata.pipeline.0.data.fetched.0.title").Str == "" {
		t.Errorf("%s, %s", a, r.Get("service_metadata.pipeline"))
	}
}

func TestModerationFlags(t *testing.T) {
	status, r := post(t, serve(t), `{"input":"a massacre","plugins":[{"id":"moderation"}]}`, asked)
	s := r.Get("service_metadata.pipeline.0")
	if status != 200 || s.Get("data.action").Str != "flagged" || s.Get("data.reasons.0").Str != "violence" || !s.Get("data.flagged").Bool() {
		t.Errorf("%d %s", status, s)
	}
}
