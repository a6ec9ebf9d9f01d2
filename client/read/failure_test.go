package read

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"gatehouse/client/wire"
)

// arrived is a frame with an event and an event line.
func arrived(e wire.Event, line string) *wire.Arrival {
	return &wire.Arrival{Kind: wire.ArrivedFrame, Decoded: true, Event: e, Frame: wire.Frame{Event: line, Data: e.Data}}
}

// eventEnding is the failure that an event reports.
func eventEnding(e wire.Event) (wire.Failure, bool) {
	ending, _ := Ending(arrived(e, ""))
	if ending.Failure == nil {
		return wire.Failure{}, false
	}
	return *ending.Failure, true
}

func ptr[T any](v T) *T { return &v }

// TestReadFailureShapes has one row for each shape of wire-notes §7.
func TestReadFailureShapes(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		want   wire.Failure
	}{
		"the document's": {
			404, `{"error":{"code":404,"message":"Resource not found","metadata":{"error_type":"not_found"}},"service_metadata":null,"user_id":"user_1"}`,
			wire.Failure{Code: []byte("404"), Message: "Resource not found", Type: "not_found", Metadata: []byte(`{"error_type":"not_found"}`), UserID: ptr("user_1")},
		},
		"a neighbour's": {
			400, `{"error":{"message":"bad","type":"invalid_request_error","param":"input","code":null}}`,
			wire.Failure{Code: []byte("null"), Message: "bad", Type: "invalid_request_error", Param: "input"},
		},
		"a word as code": {
			400, `{"error":{"code":"invalid_prompt","message":"no"},"metadata":null}`,
			wire.Failure{Code: []byte(`"invalid_prompt"`), Message: "no"},
		},
		"availability without code": {
			404, `{"error":{"message":"no endpoints","error_type":"not_found","http_status":404,"availability":{"code":"no_endpoints","retryable":false}}}`,
			wire.Failure{Message: "no endpoints", Type: "not_found", Available: []byte(`{"code":"no_endpoints","retryable":false}`)},
		},
		"aimock's": {
			404, `{"error":{"message":"No fixture matched","type":"invalid_request_error","code":"no_fixture_match"}}`,
			wire.Failure{Code: []byte(`"no_fixture_match"`), Message: "No fixture matched", Type: "invalid_request_error"},
		},
		"a string for an error": {500, `{"error":"model not loaded"}`, wire.Failure{Message: "model not loaded"}},
		"message at the top":    {400, `{"object":"error","message":"too long","code":400}`, wire.Failure{Code: []byte("400"), Message: "too long"}},
		"detail": {
			422, `{"detail":[{"loc":["body"],"msg":"field required"}]}`,
			wire.Failure{Message: `[{"loc":["body"],"msg":"field required"}]`},
		},
		"details":            {422, `{"code":422,"details":"too many logprobs"}`, wire.Failure{Code: []byte("422"), Message: "too many logprobs"}},
		"error: true":        {500, `{"error":true,"message":"boom"}`, wire.Failure{Message: "boom"}},
		"words of their own": {500, `{"error_code":336003,"error_msg":"the prompt is empty"}`, wire.Failure{Code: []byte("336003"), Message: "the prompt is empty"}},
		"in a list":          {429, `[{"error":{"code":429,"message":"slow down"}}]`, wire.Failure{Code: []byte("429"), Message: "slow down"}},
		"as an event":        {502, "event: error\ndata: {\"type\":\"error\",\"code\":\"x\",\"message\":\"gone\"}\n\n", wire.Failure{Code: []byte(`"x"`), Message: "gone"}},
		"the edge's JSON":    {524, `{"cloudflare_error":true,"title":"A timeout occurred","status":524}`, wire.Failure{Message: "A timeout occurred"}},
		"JSON about nothing": {500, `{}`, wire.Failure{Message: "a JSON body that names no error"}},
		"message empty":      {500, `{"error":{"code":500,"message":""}}`, wire.Failure{Code: []byte("500"), Message: "500"}},
		"behind a BOM":       {500, "\uFEFF {\"error\":{\"message\":\"m\"}}", wire.Failure{Message: "m"}},
		"plain text":         {404, "404 page not found\n", wire.Failure{Message: "404 page not found", Document: true}},
		"markdown":           {520, "# Web server error\n\nmore", wire.Failure{Message: "Web server error", Document: true}},
		"empty":              {503, " \r\n", wire.Failure{Message: "the body is empty", Document: true}},
		"a web page": {
			502, "<!doctype html>\n<HTML><head><title>\n Bad &lt;Gateway&gt; </title></head><body><h1>x</h1>",
			wire.Failure{Message: "Bad <Gateway>", Document: true},
		},
		"a page with a heading": {502, "<html><title></title><h1 class=a>Oh <b>no</b></h1>", wire.Failure{Message: "Oh no", Document: true}},
		"a page with neither":   {502, "<html><p>nginx</p>", wire.Failure{Message: "nginx", Document: true}},
		"JSON cut in the middle": {
			500, `{"error":{"code":500,"message":"cut"},"user_id":"us`, wire.Failure{Code: []byte("500"), Message: "cut"},
		},
		"not JSON after all": {500, `{error}`, wire.Failure{Message: "{error}", Document: true}},
	} {
		got := Failure(c.status, nil, []byte(c.body), int64(len(c.body)), time.Time{})
		c.want.Status, c.want.Body, c.want.BodySize = c.status, []byte(c.body), int64(len(c.body))
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\ngot  %+v\nwant %+v", name, got, c.want)
		}
	}
}

func TestReadFailureKeepsTheRoutingUnderAnyWord(t *testing.T) {
	const routing = `{"requested":"a/b","strategy":"direct"}`
	for name, body := range map[string]string{
		"service":  `{"error":{"code":404},"service_metadata":` + routing + `}`,
		"any word": `{"error":{"code":404},"other_metadata":{"x":1},"acme_metadata":` + routing + `}`,
	} {
		if f := Failure(404, nil, []byte(body), 0, time.Time{}); string(f.Routing) != routing {
			t.Errorf("%s: %s", name, f.Routing)
		}
	}
	partial := Failure(404, nil, []byte(`{"error":{},"acme_metadata":{"requested":"a/b"},"user_metadata":{"k":"v"}}`), 0, time.Time{})
	if string(partial.Routing) != `{"requested":"a/b"}` {
		t.Errorf("partial: %s", partial.Routing)
	}
}

// TestMessageOf403: a relay drops the metadata of a block, and a refusal for another
// reason names no management key.
func TestMessageOf403(t *testing.T) {
	for message, want := range map[string]struct{ guardrail, managed bool }{
		"Only management keys can perform this operation":                  {managed: true},
		"This endpoint requires a Management API key.":                     {managed: true},
		"Only management keys can change a guardrail that blocks requests": {managed: true},
		"openrouter error: Request blocked by the guardrail pii: iban":     {guardrail: true},
		"Guardrail intervened":                                   {guardrail: true},
		"Guardrails need another plan":                           {},
		"Request blocked":                                        {},
		"Key limit exceeded (total limit).":                      {},
		"User is not authorized to perform: bedrock:InvokeModel": {},
		"": {},
	} {
		body, _ := json.Marshal(map[string]any{"error": map[string]any{"code": 403, "message": message}})
		for _, status := range []int{403, 400} {
			f := Failure(status, nil, body, int64(len(body)), time.Time{})
			if is := status == 403; f.Guardrail != (is && want.guardrail) || f.Managed != (is && want.managed) {
				t.Errorf("%d %q: guardrail %v, management key %v", status, message, f.Guardrail, f.Managed)
			}
		}
	}
	page := []byte("<title>Blocked by a guardrail</title>")
	if f := Failure(403, nil, page, int64(len(page)), time.Time{}); f.Guardrail {
		t.Error("a web page is not the gateway's block")
	}
}

// TestGuardrailStatus: a gateway that runs guardrails as hooks answers 446.
func TestGuardrailStatus(t *testing.T) {
	const message = "The guardrail checks defined in the config failed. You can find more information in the `hook_results` object."
	for body, want := range map[string]bool{
		`{"error":{"message":"` + message + `","type":"hooks_failed","param":null,"code":null},"hook_results":{"before_request_hooks":[]}}`: true,
		`{"error":{"message":"no","type":"hooks_failed"}}`: true,
		`{"error":{"message":"` + message + `"}}`:          true,
		`{"error":{"message":"no"}}`:                       false,
	} {
		for status, blocks := range map[int]bool{446: true, 403: true, 400: false} {
			if f := Failure(status, nil, []byte(body), 0, time.Time{}); f.Guardrail != (want && blocks) {
				t.Errorf("%d %s: guardrail %v", status, body, f.Guardrail)
			}
		}
	}
}

func TestGuardrailAndPermission403(t *testing.T) {
	const stage = `"service_metadata":{"requested":"m","strategy":"direct","pipeline":[{"type":"plugin"},{"type":"guardrail","data":{"action":"%s","patterns":["p2"]}}]}`
	blockedStage, passedStage := strings.ReplaceAll(stage, "%s", "blocked"), strings.ReplaceAll(stage, "%s", "allowed")
	for name, c := range map[string]struct {
		status    int
		body      string
		guardrail bool
		patterns  []string
	}{
		"patterns":        {403, `{"error":{"code":403,"message":"m","metadata":{"patterns":["p1"]}}}`, true, []string{"p1"}},
		"both":            {403, `{"error":{"code":403,"metadata":{"patterns":["p1"]}},` + blockedStage + `}`, true, []string{"p1"}},
		"a stage alone":   {403, `{"error":{"code":403},` + blockedStage + `}`, true, []string{"p2"}},
		"a stage passed":  {403, `{"error":{"code":403},` + passedStage + `}`, false, nil},
		"moderation":      {403, `{"error":{"code":403,"metadata":{"reasons":["violence"],"flagged_input":"…"}}}`, true, nil},
		"management key":  {403, `{"error":{"code":403,"message":"Only management keys can perform this operation"}}`, false, nil},
		"another status":  {400, `{"error":{"code":400,"metadata":{"patterns":["p1"]}}}`, false, []string{"p1"}},
		"patterns odd":    {403, `{"error":{"code":403,"metadata":{"patterns":"p1"}}}`, false, nil},
		"patterns absent": {403, `<html>`, false, nil},
	} {
		f := Failure(c.status, nil, []byte(c.body), 0, time.Time{})
		if f.Guardrail != c.guardrail || !reflect.DeepEqual(f.Patterns, c.patterns) {
			t.Errorf("%s: guardrail %v, patterns %q", name, f.Guardrail, f.Patterns)
		}
	}
}

func TestRetryForms(t *testing.T) {
	at := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	date := func(d time.Duration) string { return at.Add(d).Format(http.TimeFormat) }
	for name, c := range map[string]struct {
		header map[string]string
		body   string
		want   *wire.Retry
	}{
		"none":                 {},
		"seconds":              {header: map[string]string{"Retry-After": "2"}, want: &wire.Retry{AfterMS: 2000, Source: "Retry-After", Raw: "2"}},
		"a fraction":           {header: map[string]string{"Retry-After": "0.25"}, want: &wire.Retry{AfterMS: 250, Source: "Retry-After", Raw: "0.25"}},
		"a date":               {header: map[string]string{"Retry-After": date(90 * time.Second)}, want: &wire.Retry{AfterMS: 90000, Source: "Retry-After", Raw: date(90 * time.Second)}},
		"a date long past":     {header: map[string]string{"Retry-After": date(-time.Hour)}, want: &wire.Retry{AfterMS: 0, Source: "Retry-After", Raw: date(-time.Hour)}},
		"by the service clock": {header: map[string]string{"Retry-After": date(30 * time.Second), "Date": date(20 * time.Second)}, want: &wire.Retry{AfterMS: 10000, Source: "Retry-After", Raw: date(30 * time.Second)}},
		"milliseconds":         {header: map[string]string{"Retry-After-Ms": "1500", "Retry-After": "9"}, want: &wire.Retry{AfterMS: 1500, Source: "retry-after-ms", Raw: "1500"}},
		"negative":             {header: map[string]string{"Retry-After": "-3"}, want: &wire.Retry{AfterMS: 0, Source: "Retry-After", Raw: "-3"}},
		"beyond all reason":    {header: map[string]string{"Retry-After": "1e300"}, want: &wire.Retry{AfterMS: 1 << 53, Source: "Retry-After", Raw: "1e300"}},
		"no number at all":     {header: map[string]string{"Retry-After": "soon"}},
		"not a number":         {header: map[string]string{"Retry-After": "NaN"}},
		"in the body":          {body: `{"error":{"availability":{"retry_after":7}}}`, want: &wire.Retry{AfterMS: 7000, Source: "availability.retry_after", Raw: "7"}},
		"in the body as text":  {body: `{"error":{"availability":{"retry_after":"1.5"}}}`, want: &wire.Retry{AfterMS: 1500, Source: "availability.retry_after", Raw: "1.5"}},
		"the header first":     {header: map[string]string{"Retry-After": "1"}, body: `{"error":{"availability":{"retry_after":7}}}`, want: &wire.Retry{AfterMS: 1000, Source: "Retry-After", Raw: "1"}},
	} {
		header := http.Header{}
		for k, v := range c.header {
			header.Set(k, v)
		}
		if f := Failure(503, header, []byte(c.body), 0, at); !reflect.DeepEqual(f.Retry, c.want) {
			t.Errorf("%s: %+v", name, f.Retry)
		}
	}
}

func TestFailureKeepsTheFirst64KiB(t *testing.T) {
	body := []byte(`{"error":{"message":"big","metadata":{"x":"` + strings.Repeat("y", 1<<20) + `"}}}`)
	f := Failure(500, nil, body, int64(len(body)), time.Time{})
	if f.Message != "big" || len(f.Body) != 64<<10 || f.BodySize != int64(len(body)) {
		t.Errorf("%q, %d of %d", f.Message, len(f.Body), f.BodySize)
	}
	page := Failure(502, nil, []byte("<html>"+strings.Repeat("word ", 1<<20)), 0, time.Time{})
	if len(page.Message) > 2*titleLength {
		t.Errorf("a title of %d bytes", len(page.Message))
	}
}

func TestFailureInAnUnsupportedCoding(t *testing.T) {
	f := Failure(502, http.Header{"Content-Encoding": {"lzma"}}, []byte("\x8b\x03\x80"), 3, time.Time{})
	if !strings.Contains(f.Message, "encoded as lzma") {
		t.Errorf("%q", f.Message)
	}
}

// TestEventFailureShapes has the shapes (a) to (d) of wire-notes §7, and what
// looks like one and is none.
func TestEventFailureShapes(t *testing.T) {
	for name, c := range map[string]struct {
		data, message, code, kind string
		none                      bool
	}{
		"(a) failed":        {data: `{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"boom"},"error_type":"server"}}`, message: "boom", code: `"server_error"`, kind: "server"},
		"(a) without error": {data: `{"type":"response.failed","response":{"id":"r","status":"failed","error":null}}`, message: "failed, and no reason was given"},
		"(a) bare":          {data: `{"type":"response.failed"}`, message: "failed, and no reason was given"},
		"(b) flat":          {data: `{"type":"error","code":"rate_limit_exceeded","message":"slow","param":null,"sequence_number":3}`, message: "slow", code: `"rate_limit_exceeded"`},
		"(c) nested":        {data: `{"type":"error","error":{"type":"server_error","code":null,"message":"in","param":null}}`, message: "in", code: "null", kind: "server_error"},
		"(c) other name":    {data: `{"type":"response.error","error":{"code":502,"message":"up"}}`, message: "up", code: "502"},
		"(c) own type":      {data: `{"type":"upstream_error","error":{"message":"up"}}`, message: "up"},
		"(d) bare":          {data: `{"error":{"code":429,"message":"bare"},"choices":[]}`, message: "bare", code: "429"},
		"(d) text":          {data: `{"error":"bare text"}`, message: "bare text"},
		"completed with":    {data: `{"type":"response.completed","response":{"status":"completed","error":{"code":"x","message":"yet"}}}`, message: "yet", code: `"x"`},
		"null beside":       {data: `{"type":"response.output_text.delta","delta":"a","error":null}`, none: true},
		"null alone":        {data: `{"error":null}`, none: true},
		"completed":         {data: `{"type":"response.completed","response":{"error":null}}`, none: true},
		"a tool's error":    {data: `{"type":"response.fusion_call.panel.failed","error":{"message":"panel"}}`, none: true},
		"no type":           {data: `{"delta":"x"}`, none: true},
	} {
		e, err := Event([]byte(c.data))
		if err != nil {
			t.Fatal(err)
		}
		f, ok := eventEnding(e)
		if ok == c.none {
			t.Errorf("%s: %v", name, ok)
			continue
		}
		if f.Message != c.message || string(f.Code) != c.code || f.Type != c.kind || f.Status != 0 {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

func TestBodyFailureFindsTheErrorInA200(t *testing.T) {
	for body, want := range map[string]string{
		`{"error":{"code":500,"message":"m"}}`:                                       "m",
		`{"id":"r","status":"failed","error":{"code":"server_error","message":"m"}}`: "m",
		`{"id":"r","status":"failed","error":null}`:                                  "failed, and no reason was given",
		`{"id":"r","status":"completed","error":null}`:                               "",
		`{"error":{"message":"m"}`:                                                   "",
		`[{"error":1}]`:                                                              "",
	} {
		f, ok := BodyFailure([]byte(body))
		if f.Message != want || ok != (want != "") {
			t.Errorf("%s: %+v, %v", body, f, ok)
		}
	}
}

// FuzzReadFailure: no body makes it panic, and there is always a message.
func FuzzReadFailure(f *testing.F) {
	for _, seed := range []string{
		`{"error":{"message":"m","metadata":{"patterns":[1]}}}`, "<title>", "<title>x", "data: {", "\xEF\xBB", `[`, `[{"error"`, `{"error":{"message":`, "# \n",
	} {
		f.Add(403, []byte(seed))
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		got := Failure(status, http.Header{"Retry-After": {string(body)}}, body, int64(len(body)), time.Time{})
		if got.Message == "" {
			t.Errorf("nothing is said of %q", body)
		}
		BodyFailure(body)
	})
}

// TestErrorMetadataOfAnyShape: only an object's members are read.
func TestErrorMetadataOfAnyShape(t *testing.T) {
	for metadata, want := range map[string]string{
		`[1,[2],{"patterns":["p"]}]`: `[1,[2],{"patterns":["p"]}]`,
		`"{\"patterns\":[\"p\"]}"`:   `"{\"patterns\":[\"p\"]}"`,
		`7`:                          `7`,
		`null`:                       ``,
	} {
		body := []byte(`{"error":{"code":403,"message":"m","metadata":` + metadata + `}}`)
		if f := Failure(403, nil, body, 0, time.Time{}); string(f.Metadata) != want || f.Guardrail || f.Patterns != nil {
			t.Errorf("%s: %s %v %q", metadata, f.Metadata, f.Guardrail, f.Patterns)
		}
	}
}

// TestLongFailureIsStoredOnce: no more of an error's message is stored than is shown of a body,
// and nothing that is taken from it retains the rest.
func TestLongFailureIsStoredOnce(t *testing.T) {
	long := strings.Repeat("é", 40<<10)
	data := []byte(`{"type":"response.failed","response":{"status":"failed","error":{"code":"server_error","message":"` + long + `"}}}`)
	f, ok := eventEnding(wire.Event{Type: "response.failed", Data: data})
	if !ok || f.Message != long[:64<<10]+"… (and 16384 bytes more)" {
		t.Errorf("the message has %d bytes and ends in %q", len(f.Message), f.Message[len(f.Message)-40:])
	}
	copy(data[bytes.Index(data, []byte("server_error")):], "overwritten!")
	if string(f.Code) != `"server_error"` {
		t.Errorf("the code is %s: it shares the document", f.Code)
	}
}
