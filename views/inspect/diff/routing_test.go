package diff

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/themes"
	"gatehouse/views"
	"gatehouse/views/kit/json"
)

// routed is a pair whose metadata and results are these.
func routed(a, b string) (first, second views.Subject) {
	const request, usage = `{"model":"m"}`, `{"input_tokens":1}`
	return views.Subject{Turn: 1, Exchange: exchange("a", request, "x", usage, a, 7)}, views.Subject{Turn: 2, Exchange: exchange("a", request, "x", usage, b, 7)}
}

// TestRoutingMetadataIsCompared: what differs in a stage, an endpoint, an attempt or next
// to them is listed, whether it is in the API document or not; only that is shown if asked for.
func TestRoutingMetadataIsCompared(t *testing.T) {
	const document = `{"requested":"m","strategy":"direct","is_byok":BYOK,"endpoints":{"total":1,"available":[{"provider":"A","model":"m","selected":true,"zone":ZONE}]},` +
		`"pipeline":[{"type":"guardrail","name":"g","data":{"detected":DETECTED,"engines":["regex"]}},{"type":"plugin","name":"p"}],` +
		`"attempts":[MORE{"provider":"A","model":"m","status":200}],"later":{"deep":[1,LATER]}}`
	a, b := routed(
		strings.NewReplacer("BYOK", "false", "ZONE", "1", "DETECTED", "true", "MORE", "", "LATER", "2").Replace(document),
		strings.NewReplacer("BYOK", "true", "ZONE", `"z"`, "DETECTED", "false", "MORE", `{"provider":"B","status":503},`, "LATER", `"two"`).Replace(document))
	m := newModel(a, b, 120, 60)
	press(m, "=")
	has(t, m, "ROUTING  6 differences", "is_byok − false  + true", "zone − 1", "detected − true  + false", `{"provider":"B","status":503}`, "[1] 2", `[1] "two"`)
	if s := screen(m); strings.Contains(s, "engines") || strings.Contains(s, "plugin") || strings.Contains(s, "strategy") {
		t.Errorf("what is the same is shown\n%s", s)
	}
}

// TestHeadersAndEchoesAreCompared: two requests of one body differ in what was
// asked for in headers, and two answers of one text in what they echo.
func TestHeadersAndEchoesAreCompared(t *testing.T) {
	a, b := routed(`null`, `null`)
	sent := func(more ...string) *wire.Capture {
		h := http.Header{"Accept": {"text/event-stream"}, "Authorization": {"Bearer secret" + strings.Join(more, "")}, "X-Edge-Token": {"secret"}}
		for _, name := range more {
			h.Set(name, "enabled")
		}
		return &wire.Capture{Sent: wire.Sent{Method: "POST", URL: "http://h/api/v1/responses", Header: h, Body: []byte(`{"model":"m"}`)}}
	}
	a.Capture, b.Capture = sent(), sent("X-Service-Metadata")
	a.Exchange.Response = []byte(`{"id":"1","temperature":1,"text":{"format":"x"},"output":[]}`)
	b.Exchange.Response = []byte(`{"id":"2","temperature":0.3,"text":{"format":"x"},"output":[]}`)
	m := newModel(a, b, 120, 60)
	has(t, m, "Accept: text/event-stream", "Authorization: (hidden)", "X-Edge-Token: (hidden)", "keys are hidden and not compared")
	press(m, "=")
	has(t, m, "+ X-Service-Metadata: enabled", "Identical, byte for byte.", "RESULT  1 difference", "~ temperature − 1  + 0.3")
	if s := screen(m); strings.Contains(s, "secret") || strings.Contains(s, "Accept") || strings.Contains(s, "format") {
		t.Errorf("what is secret or the same is shown\n%s", s)
	}
	b.Capture, b.Turn = sent(), 3
	b.Exchange.Response = a.Exchange.Response
	m = newModel(a, b, 120, 60)
	press(m, "=")
	has(t, m, "HEADERS  Same URL and headers; keys are hidden and not compared", "Identical, apart from ids, times and what other sections compare.")
}

// TestNoMemberOfAResultIsLost: what no other section shows is compared, and
// what is another in each result is not.
func TestNoMemberOfAResultIsLost(t *testing.T) {
	const result = `{"id":"ID","created_at":1ID,"model":"m","output":[{"type":"message","id":"ID","content":[{"type":"output_text","text":"ID","annotations":[ANNOTATION]}]},` +
		`{"type":"function_call","id":"ID","arguments":"ARGUMENTS"}],"usage":{"input_tokens":1ID,"cost_details":{"x":COST}},"b_metadata":{"x":OTHER},"service_metadata":{"requested":"m","strategy":"ID"}}`
	made := func(id string, more ...string) []byte {
		values := map[string]string{"ANNOTATION": "1", "ARGUMENTS": "{}", "COST": "1", "OTHER": "1"}
		for _, m := range more {
			values[m] = "2"
		}
		s := strings.ReplaceAll(result, "ID", id)
		for name, value := range values {
			s = strings.ReplaceAll(s, name, value)
		}
		return []byte(s)
	}
	if a, b := remaining(made("1")), remaining(made("2")); string(a) != string(b) {
		t.Errorf("%s\n%s", a, b)
	}
	for _, name := range []string{"ANNOTATION", "ARGUMENTS", "COST", "OTHER"} {
		if a, b := remaining(made("1")), remaining(made("1", name)); string(a) == string(b) {
			t.Errorf("%s: %s", name, a)
		}
	}
	if a := remaining([]byte(`["x"]`)); string(a) != `["x"]` {
		t.Errorf("another value: %s", a)
	}
}

// TestLargeRoutingIsComparedByACmd: off the screen, and a late comparison of another
// pair is not taken.
func TestLargeRoutingIsComparedByACmd(t *testing.T) {
	large := func(end string) string {
		return `{"requested":"m","strategy":"s","pipeline":[{"type":"t","data":{"x":"` + strings.Repeat("x", json.DeltaAtOnce/2) + `","end":"` + end + `"}}]}`
	}
	a, b := routed(large("one"), large("two"))
	styles := themes.Dark()
	m := New(&styles, views.NewKeys(views.DefaultCommands()))
	m.SetSize(100, 60)
	m.SetPair(a, b)
	has(t, m, "Comparing 32.9 KB with 32.9 KB.")
	work := m.Work()
	c, d := routed(`{"requested":"m","strategy":"s"}`, `{"requested":"m","strategy":"other"}`)
	m.SetPair(c, d)
	run(m, work)
	has(t, m, "ROUTING  1 difference", `+ "other"`)
	m.SetPair(a, b)
	run(m, m.Work())
	press(m, "=")
	has(t, m, "ROUTING  1 difference", `− "one"  + "two"`)
	if m.Work() != nil {
		t.Error("it is compared again")
	}
}
