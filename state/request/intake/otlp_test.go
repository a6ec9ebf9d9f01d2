package intake

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gatehouse/client/scan"
)

// attribute writes an attribute that is a text.
func attribute(key, text string) string {
	return `{"key":"` + key + `","value":{"stringValue":` + string(scan.Quote(text)) + `}}`
}

// spans writes OTLP JSON with one span.
func spans(events string, attributes ...string) string {
	return `{"resourceSpans":[{"resource":{},"scopeSpans":[{"scope":{},"spans":[{"traceId":"5b8e","spanId":"eee1","name":"chat m","kind":3,
"startTimeUnixNano":"1750000000000000000","endTimeUnixNano":"1750000001500000000","events":[` + events + `],"attributes":[` + strings.Join(attributes, ",") + `],"status":{}}]}]}]}`
}

const question, answer = `[{"role":"user","parts":[{"type":"text","content":"why?"}]}]`, `[{"role":"assistant","parts":[{"type":"text","content":"so"}],"finish_reason":"stop"}]`

// TestSpansOfTheConventions: the present ones, those in events, and those of one attribute
// for each member say the same.
func TestSpansOfTheConventions(t *testing.T) {
	model := attribute("gen_ai.request.model", "v/m")
	event := func(name string, attributes ...string) string {
		return `{"name":"` + name + `","timeUnixNano":"1","attributes":[` + strings.Join(attributes, ",") + `]}`
	}
	structured := func(key, text string) string {
		return `{"key":"` + key + `","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"role","value":{"stringValue":"` + text + `"}},{"key":"parts","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"type","value":{"stringValue":"text"}},{"key":"content","value":{"stringValue":"` + map[string]string{"user": "why?", "assistant": "so"}[text] + `"}}]}}]}}}]}}]}}}`
	}
	for name, file := range map[string]string{
		"text attributes": spans("", model, attribute("gen_ai.input.messages", question), attribute("gen_ai.output.messages", answer)),
		"structured":      spans("", model, structured("gen_ai.input.messages", "user"), structured("gen_ai.output.messages", "assistant"), `{"key":"gen_ai.response.finish_reasons","value":{"arrayValue":{"values":[{"stringValue":"stop"}]}}}`),
		"content events": spans(event("gen_ai.content.prompt", attribute("gen_ai.prompt", `[{"role":"user","content":"why?"}]`))+","+
			event("gen_ai.content.completion", attribute("gen_ai.completion", `[{"role":"assistant","content":"so","finish_reason":"stop"}]`)), model),
		"message events": spans(event("gen_ai.user.message", attribute("content", "why?"))+","+
			event("gen_ai.choice", attribute("gen_ai.event.content", `{"finish_reason":"stop","message":{"content":"so"}}`)), model),
		"numbered": spans("", model, attribute("gen_ai.prompt.0.role", "user"), attribute("gen_ai.prompt.0.content", "why?"),
			attribute("gen_ai.completion.0.content", "so"), attribute("gen_ai.completion.0.finish_reason", "stop")),
		"a line each": strings.ReplaceAll(spans("", attribute("http.request.method", "GET")), "\n", "") + "\n" +
			strings.ReplaceAll(spans("", model, attribute("gen_ai.input.messages", question), attribute("gen_ai.output.messages", answer)), "\n", "") + "\n",
		"log records": strings.NewReplacer("resourceSpans", "resourceLogs", "scopeSpans", "scopeLogs", `"spans"`, `"logRecords"`).Replace(spans("", model, attribute("gen_ai.input.messages", question), attribute("gen_ai.output.messages", answer))),
	} {
		all, err := OTLP([]byte(file))
		if !IsOTLP([]byte(file)) || err != nil || len(all.List) != 1 {
			t.Fatalf("%s: %+v, %v", name, all, err)
		}
		c := all.List[0].Capture
		request, response := string(c.Sent.Body), c.Body.All()
		if request != `{"model":"v/m","messages":[{"role":"user","content":"why?"}]}` {
			t.Errorf("%s asks %s", name, request)
		}
		choice := firstOf(scan.Get(response, "choices"))
		if scan.Text(scan.At(choice, "message", "content")) != "so" || scan.Text(scan.At(choice, "message", "role")) != "assistant" || scan.Text(scan.Get(choice, "finish_reason")) != "stop" {
			t.Errorf("%s answers %s", name, response)
		}
		if c.Start.Unix() != 1750000000 || c.End.AtUS != 1_500_000 || c.Head.Status != 0 || len(c.Remarks) != 1 {
			t.Errorf("%s: %v, %+v, %+v", name, c.Start, c.End, c.Head)
		}
	}
}

// TestSpansWithTools: calls, results, thoughts, settings and usage.
func TestSpansWithTools(t *testing.T) {
	all, err := OTLP([]byte(spans("", attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.request.model", "m"), attribute("server.address", "api.example"),
		attribute("gen_ai.system_instructions", `[{"type":"text","content":"be brief"}]`),
		attribute("gen_ai.input.messages", `[{"role":"assistant","parts":[{"type":"tool_call","id":"c","name":"f","arguments":{"a":1}}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"c","response":{"b":2}}]}]`),
		attribute("gen_ai.output.messages", `[{"role":"assistant","parts":[{"type":"reasoning","content":"hm"},{"type":"tool_call","id":"d","name":"g","arguments":"{}"}],"finish_reason":"tool_call"}]`),
		`{"key":"gen_ai.request.temperature","value":{"doubleValue":0.5}}`, `{"key":"gen_ai.usage.input_tokens","value":{"intValue":"7"}}`, `{"key":"gen_ai.usage.output_tokens","value":{"intValue":3}}`)))
	if err != nil {
		t.Fatal(err)
	}
	c := all.List[0].Capture
	if got, want := string(c.Sent.Body), `{"model":"m","messages":[{"role":"system","content":"be brief"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}}]},{"role":"tool","tool_call_id":"c","content":"{\"b\":2}"}],"temperature":0.5}`; got != want {
		t.Errorf("asks\n%s, want\n%s", got, want)
	}
	if got, want := string(c.Body.All()), `{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"d","type":"function","function":{"name":"g","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":7,"completion_tokens":3}}`; got != want {
		t.Errorf("answers\n%s, want\n%s", got, want)
	}
	if c.Sent.URL != "https://api.example/chat/completions" {
		t.Error(c.Sent.URL)
	}
}

// TestSpansThatHoldLess: what a span does not say is not known, and a file without messages
// is refused with words.
func TestSpansThatHoldLess(t *testing.T) {
	model := attribute("gen_ai.request.model", "m")
	one := func(file string) *Exchange {
		all, err := OTLP([]byte(file))
		if err != nil || len(all.List) != 1 {
			t.Fatalf("%+v, %v", all, err)
		}
		return &all.List[0]
	}
	asked := one(spans("", model, attribute("gen_ai.input.messages", question))).Capture
	answered := one(spans("", model, attribute("gen_ai.output.messages", answer))).Capture
	failed := one(strings.Replace(spans("", model, attribute("gen_ai.input.messages", question)), `"status":{}`, `"status":{"code":2,"message":"rate limited"}`, 1)).Capture
	if !asked.Lacks.Answer || asked.Head != nil || !answered.Lacks.Request || answered.Sent.Body != nil || failed.Lacks.Answer || failed.End.Message != "rate limited" {
		t.Errorf("%+v, %+v, %+v", asked.Lacks, answered.Lacks, failed.End)
	}
	for file, want := range map[string]error{
		spans("", model): ErrNoMessages, spans("", attribute("db.system", "x")): ErrNoModelSpans,
		spans("", model, attribute("gen_ai.operation.name", "invoke_agent"), attribute("gen_ai.input.messages", question)): ErrNoModelSpans,
	} {
		if _, err := OTLP([]byte(file)); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// TestFilesAreNamed: what is not read is called what it is.
func TestFilesAreNamed(t *testing.T) {
	for file, want := range map[string]string{
		`{"_type":"export","__export_format":4,"resources":[]}`:                        "an Insomnia export",
		"type: collection.insomnia.rest/5.0\nname: x\n":                                "an Insomnia collection",
		`[{"id":"1","traceId":"t","type":"GENERATION","startTime":"x"}]`:               "a Langfuse export",
		`{"id":"1","traceId":"t","type":"SPAN","startTime":"x"}` + "\n" + `{"id":"2"}`: "a Langfuse export",
		`{"batch":[{"type":"trace-create","body":{}}]}`:                                "a Langfuse export",
		`{"resourceMetrics":[]}`:                                                       "OTLP JSON with metrics",
		`{"resource_spans":[]}`:                                                        "OTLP in another JSON",
		`{"name":"env","values":[],"_postman_variable_scope":"environment"}`:           "a Postman environment",
		`{"id":"1","name":"old","order":[],"requests":[]}`:                             "a Postman collection of version 1",
		`{"data":[{"traceID":"x","spans":[]}]}`:                                        "a Jaeger export",
		`[{"traceId":"x","id":"y","localEndpoint":{}}]`:                                "a Zipkin export",
		`{"openapi":"3.1.0"}`:                                                          "an OpenAPI description",
		`{"model":"x"}`:                                                                "", `[1]`: "", "": "", "text": "",
	} {
		if got := NameOf([]byte(file)); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s is %q, want %q", file, got, want)
		}
	}
}

// FuzzForeignExchanges: no file makes the readers panic.
func FuzzForeignExchanges(f *testing.F) {
	f.Add([]byte(spans("", attribute("gen_ai.request.model", "m"), attribute("gen_ai.input.messages", question))))
	f.Add([]byte(postmanFile))
	f.Fuzz(func(t *testing.T, file []byte) {
		NameOf(file)
		IsOTLP(file)
		IsPostman(file)
		OTLP(file)
		Postman(file, postmanTime)
	})
}

// TestSpansWithPlainTexts: a text instead of a message is its content.
func TestSpansWithPlainTexts(t *testing.T) {
	model := attribute("gen_ai.request.model", "m")
	event := func(name string, attributes ...string) string {
		return `{"name":"` + name + `","timeUnixNano":"1","attributes":[` + strings.Join(attributes, ",") + `]}`
	}
	for name, file := range map[string]string{
		"lists":      spans("", model, attribute("gen_ai.prompt", `["why?"]`), attribute("gen_ai.completion", `["so"]`)),
		"texts":      spans("", model, attribute("gen_ai.prompt", "why?"), attribute("gen_ai.completion", "so")),
		"values":     spans("", model, `{"key":"gen_ai.prompt","value":{"arrayValue":{"values":[{"stringValue":"why?"}]}}}`, `{"key":"gen_ai.completion","value":{"arrayValue":{"values":[{"stringValue":"so"}]}}}`),
		"one object": spans("", model, attribute("gen_ai.prompt", `{"role":"user","content":"why?"}`), attribute("gen_ai.completion", `{"content":"so"}`)),
		"parts":      spans("", model, attribute("gen_ai.input.messages", `[{"role":"user","parts":["why?"]}]`), attribute("gen_ai.output.messages", `[{"role":"assistant","parts":["so"]}]`)),
		"events":     spans(event("gen_ai.content.prompt", attribute("gen_ai.prompt", "why?"))+","+event("gen_ai.content.completion", attribute("gen_ai.completion", `["so"]`)), model),
	} {
		all, err := OTLP([]byte(file))
		if err != nil || len(all.List) != 1 {
			t.Fatalf("%s: %+v, %v", name, all, err)
		}
		c := all.List[0].Capture
		if got := string(c.Sent.Body); got != `{"model":"m","messages":[{"role":"user","content":"why?"}]}` {
			t.Errorf("%s asks %s", name, got)
		}
		message := scan.Get(firstOf(scan.Get(c.Body.All(), "choices")), "message")
		if scan.Text(scan.Get(message, "content")) != "so" || scan.Text(scan.Get(message, "role")) != "assistant" {
			t.Errorf("%s answers %s", name, c.Body.All())
		}
	}
}

// TestSpansHaveTheirCacheCounts in each spelling of the conventions
// (https://github.com/open-telemetry/semantic-conventions-genai).
func TestSpansHaveTheirCacheCounts(t *testing.T) {
	for names, want := range map[string]string{
		"input_tokens cache_read.input_tokens output_tokens":                `{"prompt_tokens":1,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":2}}`,
		"prompt_tokens cache_read_input_tokens cache_creation_input_tokens": `{"prompt_tokens":1,"prompt_tokens_details":{"cached_tokens":2,"cache_write_tokens":3}}`,
		"input_tokens cache_creation.input_tokens reasoning.output_tokens":  `{"prompt_tokens":1,"prompt_tokens_details":{"cache_write_tokens":2},"completion_tokens_details":{"reasoning_tokens":3}}`,
		"input_tokens cache_write.input_tokens":                             `{"prompt_tokens":1,"prompt_tokens_details":{"cache_write_tokens":2}}`,
		"input_tokens cache_hits.input_tokens":                              `{"prompt_tokens":1}`, // no attribute of theirs
	} {
		all := []string{attribute("gen_ai.request.model", "m"), attribute("gen_ai.input.messages", question), attribute("gen_ai.output.messages", answer)}
		for i, name := range strings.Fields(names) {
			all = append(all, fmt.Sprintf(`{"key":"gen_ai.usage.%s","value":{"intValue":"%d"}}`, name, i+1))
		}
		read, err := OTLP([]byte(spans("", all...)))
		if err != nil || len(read.List) != 1 {
			t.Fatal(err)
		}
		if got := string(scan.Get(read.List[0].Capture.Body.All(), "usage")); got != want {
			t.Errorf("%s: %s, want %s", names, got, want)
		}
	}
}
