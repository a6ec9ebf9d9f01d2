package cassette

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state/json/tree"
)

// entry is an exchange that was answered with its id.
func entry(id, method, url, base, body string) har.Entry {
	c := &wire.Capture{ID: id, Sent: wire.Sent{Method: method, URL: url, Body: []byte(body)}, Head: &wire.Head{Status: 200, Header: http.Header{}}, End: &wire.End{Cause: wire.EndClean}}
	return har.Entry{Capture: c, About: har.About{BaseURL: base}}
}

const base = "https://gate.example/api/v1"

func post(id, body string) har.Entry { return entry(id, "POST", base+"/responses", base, body) }

func of(t *testing.T, ignore []string, entries ...har.Entry) *Cassette {
	t.Helper()
	ignored, err := Ignore(ignore...)
	if err != nil {
		t.Fatal(err)
	}
	c := New(ignored)
	for _, e := range entries {
		c.Add(e)
	}
	return c
}

// answers returns the IDs of the answers to a request that is repeated.
func (c *Cassette) answers(method, path, body string, times int) string {
	var ids []string
	for range times {
		found, ok := c.Find(wire.Sent{Method: method, URL: "http://127.0.0.1:8089" + path, Body: []byte(body)})
		if !ok {
			return "miss"
		}
		ids = append(ids, found.Capture.ID)
	}
	return strings.Join(ids, " ")
}

// TestTheNthMatchGetsTheNthAnswer: then the last one again; other requests are counted
// separately.
func TestTheNthMatchGetsTheNthAnswer(t *testing.T) {
	c := of(t, nil, post("one", `{"a":1}`), post("x", `{"a":2}`), post("two", `{ "a": 1.0 }`), post("three", `{"a":10e-1}`))
	if got := c.answers("POST", "/responses", `{"a":1}`, 2); got != "one two" {
		t.Error(got)
	}
	if got := c.answers("POST", "/responses", `{"a":2}`, 2); got != "x x" {
		t.Error(got)
	}
	if got := c.answers("POST", "/responses", `{"a":1}`, 3); got != "three three three" {
		t.Error(got)
	}
}

// TestPaths: a program may have the replay's address in place of the base URL or of the
// host.
func TestPaths(t *testing.T) {
	c := of(t, nil, post("r", `{}`), entry("m", "GET", base+"/models?limit=3&key=***", base, ""), entry("f", "GET", "https://h/v1/things/7", "", ""))
	for _, ask := range [][3]string{
		{"POST", "/responses", "r"},
		{"POST", "/api/v1/responses", "r"},
		{"POST", "/gw/responses", "miss"},
		{"GET", "/responses", "miss"},
		{"POST", "/sponses", "miss"},
		{"GET", "/models?limit=3", "m"},
		{"GET", "/models?key=any-other&limit=3", "m"},
		{"GET", "/models", "miss"},
		{"GET", "/v1/things/7", "f"},
		{"GET", "/things/7", "f"},
		{"GET", "/x/v1/things/7", "miss"},
		{"GET", "/hings/7", "miss"},
	} {
		body := ""
		if ask[0] == "POST" {
			body = "{}"
		}
		if got := c.answers(ask[0], ask[1], body, 1); got != ask[2] {
			t.Errorf("%s %s: %s, want %s", ask[0], ask[1], got, ask[2])
		}
	}
}

// TestTargets: the name of a target tells its answers from those of another, and nothing
// else stands for a name.
func TestTargets(t *testing.T) {
	to := func(target string, e har.Entry) har.Entry { e.About.Target = target; return e }
	c := of(t, nil,
		to("one", entry("a", "GET", "https://a/v1/models", "https://a/v1", "")),
		to("two", entry("b", "GET", "https://b/models", "https://b", "")),
		to("two", entry("c", "GET", "https://b/only", "https://b", "")),
		to("gw", entry("l", "GET", "http://127.0.0.1:7/api/v1/things", "", "")))
	for path, want := range map[string]string{
		"/one/models": "a a", "/two/models": "b b", "/zzz/models": "miss", "/models": "miss",
		"/only": "c c", "/two/only": "c c", "/one/only": "miss", "/gw/things": "l l", "/things": "l l",
	} {
		if got := c.answers("GET", path, "", 2); got != want && !(want == "miss" && strings.HasPrefix(got, "miss")) {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	m := c.Miss(wire.Sent{Method: "GET", URL: "http://h/models"})
	if want := "Several targets have a /models; begin the path with the name of one. Recorded: GET /one/models, GET /two/models, "; !strings.HasPrefix(m.Words, want) {
		t.Error(m.Words)
	}
}

// TestParametersOfTheBaseURL are not those of the program.
func TestParametersOfTheBaseURL(t *testing.T) {
	base := "https://a/v1?api-version=2024&x=1"
	c := of(t, nil, entry("a", "GET", "https://a/v1/models?api-version=2024&x=1&x=2", base, ""))
	for path, want := range map[string]string{"/models?x=2": "a", "/v1/models?x=1&x=2&api-version=2024": "a", "/models": "miss", "/models?x=1&x=2": "miss"} {
		if got := c.answers("GET", path, "", 1); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestBodies: JSON is compared by what it means, everything else by its bytes.
func TestBodies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Custom(func(t *rapid.T) map[string]any {
			return rapid.MapOfN(rapid.StringN(0, 4, -1), rapid.OneOf(
				rapid.Map(rapid.Float64(), func(f float64) any { return f }), rapid.Map(rapid.String(), func(s string) any { return s }),
				rapid.Map(rapid.SliceOf(rapid.Int()), func(s []int) any { return s }), rapid.Just[any](nil)), 0, 5).Draw(t, "object")
		})
		first, second := value.Draw(t, "first"), value.Draw(t, "second")
		plain, _ := json.Marshal(first)
		indented, _ := json.MarshalIndent(first, " ", "\t")
		other, _ := json.Marshal(second)
		c := New(nil)
		c.Add(post("it", string(plain)))
		if got := c.answers("POST", "/responses", string(indented), 1); got != "it" {
			t.Fatalf("%s is not found by %s", plain, indented)
		}
		if got := c.answers("POST", "/responses", string(other), 1); (got == "it") != (string(other) == string(plain)) {
			t.Fatalf("%s by %s: %s", plain, other, got)
		}
	})
	c := of(t, nil, post("text", "a=1&b=2"), post("none", ""), post("null", "null"))
	for body, want := range map[string]string{"a=1&b=2": "text", "a=1&b=2 ": "miss", "": "none", "null": "null", " null ": "null"} {
		if got := c.answers("POST", "/responses", body, 1); got != want {
			t.Errorf("%q: %s, want %s", body, got, want)
		}
	}
}

// TestIgnore: what a path names is not compared, be it there or not; everything else is.
func TestIgnore(t *testing.T) {
	c := of(t, []string{".metadata.run_id", "input[].id", `.["a b"]`, ".. | .seed?"}, post("it", `{"metadata":{"run_id":"1","k":1},"input":[{"id":"x","text":"hi","deep":{"seed":4}}],"big":12345678901234567890123}`))
	for body, want := range map[string]string{
		`{"metadata":{"run_id":"2","k":1},"input":[{"text":"hi","deep":{}}],"a b":7,"big":12345678901234567890123}`: "it",
		`{"metadata":{"run_id":"2","k":2},"input":[{"text":"hi","deep":{}}],"big":12345678901234567890123}`:         "miss",
		`{"metadata":{"k":1},"input":[{"text":"hi","deep":{}}],"big":12345678901234567890124}`:                      "miss",
		`{"metadata":"text"}`: "miss",
	} {
		if got := c.answers("POST", "/responses", body, 1); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
	for _, path := range []string{".", "..", ".a | length", "1", ".a, .b", ".[env]", ".a +", "$x", ".a as $x | .b", `.["\(1)"]`, "def f: .; .a"} {
		if _, err := Ignore(path); err == nil || !strings.Contains(err.Error(), "not a jq path") {
			t.Errorf("%s is taken: %v", path, err)
		}
	}
}

// TestMiss: the nearest request is compared, and only differences are shown.
func TestMiss(t *testing.T) {
	long := strings.Repeat("the same words ", 20)
	c := of(t, []string{".run"}, post("far", `{"model":"m","input":"something else","temperature":1,"tools":[]}`),
		post("near", `{"run":1,"model":"m","input":"`+long+`one","temperature":0.5}`), entry("m", "GET", base+"/models", base, ""))
	ask := func(method, path, body string) Miss {
		return c.Miss(wire.Sent{Method: method, URL: "http://h" + path, Body: []byte(body)})
	}
	m := ask("POST", "/responses", `{"run":2,"model":"m","input":"`+long+`two","top_p":1}`)
	want := []string{`input: recorded … same words one", asked … same words two"`, `temperature: recorded 0.5, not asked`, `top_p: not recorded, asked 1`}
	if m.ID != "near" || strings.Join(m.Lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s: %s", m.ID, strings.Join(m.Lines, "\n"))
	}
	c.Add(post("ids", `{"items":[{"id":"a1","text":"one"},{"id":"a2","text":"two"},{"id":"a3","args":[1,{"id":"x"}]}]}`))
	m = ask("POST", "/responses", `{"items":[{"id":"b1","text":"one"},{"id":"b2","text":"two!"},{"id":"b3","args":[1,{"id":"y"}]}]}`)
	want = []string{`items[0].id: recorded "a1", asked "b1" (1 of 3 at items[].id)`, `items[1].text: recorded "two", asked "two!"`, `items[2].args[1].id: recorded "x", asked "y"`}
	if m.ID != "ids" || strings.Join(m.Lines, "\n") != strings.Join(want, "\n") || fmt.Sprint(m.Generated) != "[.items[].id .items[].args[].id]" {
		t.Errorf("%s: %s %v", m.ID, strings.Join(m.Lines, "\n"), m.Generated)
	}
	if _, err := Ignore(m.Generated...); err != nil {
		t.Error(err)
	}
	for _, ask := range []struct {
		m    Miss
		want string
	}{
		{ask("POST", "/responses?a=1", `{"run":2,"model":"m","input":"`+long+`one","temperature":0.50}`), "No recorded request has these parameters. [parameters: recorded none, asked a=1]"},
		{ask("DELETE", "/responses", ""), "No recorded request is a DELETE of /responses. Recorded: POST. []"},
		{ask("POST", "/rerank", "{}"), "No recorded request has the path /rerank. Recorded: POST /responses, GET /models. []"},
		{ask("POST", "/responses", "\x00"), "No recorded request has this body. [body: recorded "},
		{of(t, nil).Miss(wire.Sent{}), "Nothing recorded yet. []"},
	} {
		if got := fmt.Sprint(ask.m.Words, " ", ask.m.Lines); !strings.HasPrefix(got, ask.want) {
			t.Errorf("%s, want %s", got, ask.want)
		}
	}
	var many []string
	for i := range 20 {
		many = append(many, fmt.Sprintf(`"k%d":%d`, i, i))
	}
	if m := ask("POST", "/responses", "{"+strings.Join(many, ",")+"}"); len(m.Lines) != maxLines || m.More < 10 {
		t.Errorf("%d lines, and %d more", len(m.Lines), m.More)
	}
}

// TestAMissShowsNoSecret, however it is cut; and what the record has masked is no
// difference.
func TestAMissShowsNoSecret(t *testing.T) {
	const key = "sk-or-v1-0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	other := key[:40] + strings.Repeat("7", len(key)-40)
	c := of(t, nil, post("a", `{"k":"`+other+`","x":{"password":"hunter2hunter2"},"t":1,"m":"`+strings.Repeat("*", len(key))+`"}`))
	m := c.Miss(wire.Sent{Method: "POST", URL: "http://h/responses?q=" + key, Body: []byte(`{"k":"` + key + `","y":{"password":"hunter3hunter3"},"t":2,"m":"` + key + `"}`)})
	shownText := strings.Join(m.Lines, "\n")
	for _, secret := range []string{"sk-or", "hunter", "abcdef", "7777"} {
		if strings.Contains(shownText, secret) {
			t.Errorf("%s is shown: %s", secret, shownText)
		}
	}
	if !strings.Contains(shownText, "t: recorded 1, asked 2") || strings.Contains(shownText, "m: ") {
		t.Error(shownText)
	}
}

// TestPatternsAreApplied: whatever the names, a request is found without the members that differ; no
// path leaves out a complete body.
func TestPatternsAreApplied(t *testing.T) {
	for _, bodies := range [][2]string{
		{`{"metadata":{"a[0]":1,"b":2}}`, `{"metadata":{"a[0]":3,"b":2}}`},
		{`{"a b":{"c.d":[{"é":1}]}}`, `{"a b":{"c.d":[{"é":2}]}}`},
		{`[[1],[{"x":2}]]`, `[[1],[{"x":3}]]`},
		{`{"":1}`, `{"":2}`},
		{`[1]`, `{}`},
		{`1`, `2`},
	} {
		a, _ := tree.New([]byte(bodies[0]))
		b, _ := tree.New([]byte(bodies[1]))
		var paths []string
		for _, d := range differences(tree.Diff(a, b)) {
			if d.pattern != "" {
				paths = append(paths, d.pattern)
			}
		}
		got := of(t, paths, post("it", bodies[0])).answers("POST", "/responses", bodies[1], 1)
		if root := !strings.HasSuffix(bodies[0], "}") && !strings.Contains(bodies[0], "x"); root != (len(paths) == 0) || root == (got == "it") {
			t.Errorf("%s: %v: %s", bodies[1], paths, got)
		}
	}
}

// TestALargeMissIsNotCompared: it would occupy a processor for seconds.
func TestALargeMissIsNotCompared(t *testing.T) {
	large := func(n int) string { return `{"a":"` + strings.Repeat("x", maxCompared/2) + fmt.Sprint(n) + `"}` }
	m := of(t, nil, post("it", large(1))).Miss(wire.Sent{Method: "POST", URL: "http://h/responses", Body: []byte(large(2))})
	if len(m.Lines) != 1 || !strings.HasSuffix(m.Lines[0], "too large to compare") {
		t.Errorf("%.200s", m.Lines)
	}
}

// TestWithoutAnAnswer: an exchange whose program went away before the answer has none to
// give; one whose gateway was not reached has.
func TestWithoutAnAnswer(t *testing.T) {
	gone, refused := post("gone", "{}"), post("refused", "{}")
	gone.Capture.Head, gone.Capture.End = nil, &wire.End{Cause: wire.EndHungUp}
	refused.Capture.Head, refused.Capture.End = nil, &wire.End{Cause: wire.EndConnect}
	c := of(t, nil, gone, refused)
	if got := c.answers("POST", "/responses", "{}", 1); got != "refused" || c.Len() != 1 || c.Unanswered() != 1 {
		t.Errorf("%s, %d, %d", got, c.Len(), c.Unanswered())
	}
}

// TestWhatLooksGenerated is proposed to be left out; what a request says never is.
func TestWhatLooksGenerated(t *testing.T) {
	for _, path := range []string{"metadata.run", "client_metadata", "prompt_cache_key", "input[].id", "messages[].tool_call_id", "user", "sent_at", "sessionId", `["x"].id`} {
		if !generated(path) {
			t.Errorf("%s is not proposed", path)
		}
	}
	for _, path := range []string{"", ".", "messages", "messages[]", "messages[].content", "input", "input[].content[].text", "model", "stream", "tools", "tools[].parameters.properties.user_id", "format", "instructions"} {
		if generated(path) {
			t.Errorf("%s is proposed", path)
		}
	}
}

// TestOutputsOfToolsAreProposed, as the shell of an agent prints another process id in each run.
func TestOutputsOfToolsAreProposed(t *testing.T) {
	for _, c := range []struct{ path, was, is, want string }{
		{"/responses", `{"input":[{"role":"user","content":"go"},{"type":"function_call_output","call_id":"c","output":"pid 1"}]}`, `{"input":[{"role":"user","content":"go"},{"type":"function_call_output","call_id":"c","output":"pid 2"}]}`, ".input[].output"},
		{"/chat/completions", `{"messages":[{"role":"user","content":"go"},{"role":"tool","content":[{"type":"text","text":"pid 1"}]}]}`, `{"messages":[{"role":"user","content":"go"},{"role":"tool","content":[{"type":"text","text":"pid 2"}]}]}`, ".messages[1].content[0].text"},
		{"/chat/completions", `{"messages":[{"role":"user","content":"go"}]}`, `{"messages":[{"role":"user","content":"stop"}]}`, ""},
		{"/v1/messages", `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"pid 1"}]}]}`, `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"pid 2"}]}]}`, ".messages[].content[].content"},
		{"/v1beta/models/m:generateContent", `{"contents":[{"parts":[{"functionResponse":{"response":{"output":"pid 1"}}}]}]}`, `{"contents":[{"parts":[{"functionResponse":{"response":{"output":"pid 2"}}}]}]}`, ".contents[].parts[].functionResponse.response.output"},
	} {
		recorded := post("a", c.was)
		recorded.Capture.Sent.URL = "http://h" + c.path
		m := of(t, nil, recorded).Miss(wire.Sent{Method: "POST", URL: "http://h" + c.path, Body: []byte(c.is)})
		if got := strings.Join(m.Generated, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.is, got, c.want)
		}
	}
}
