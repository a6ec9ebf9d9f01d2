package gateway_test

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"gatehouse/gateway"

	"github.com/tidwall/gjson"
)

// isError checks the error body ("Errors").
func isError(t *testing.T, resp *http.Response, status int) gjson.Result {
	t.Helper()
	b := readJSON(t, resp)
	if resp.StatusCode != status || b.Get("error.code").Int() != int64(status) || b.Get("error.message").Str == "" {
		t.Errorf("status %d, want %d: %s", resp.StatusCode, status, b)
	}
	if ct := resp.Header.Get("Content-Type"); ct != "application/json" {
		t.Errorf("content type %q", ct)
	}
	for _, member := range []string{"service_metadata", "user_id"} {
		if v := b.Get(member); !v.Exists() {
			t.Errorf("no %s in %s", member, b)
		}
	}
	return b
}

func TestUnknownPaths(t *testing.T) {
	base := serve(t)
	root := strings.TrimSuffix(base, gateway.Prefix)
	for _, c := range []struct{ method, url string }{
		{"GET", base + "/responses"}, {"PUT", base + "/responses"}, {"POST", base + "/models"}, {"GET", base + "/rerank"},
		{"POST", base + "/responses/"}, {"POST", root + "/responses"}, {"GET", root + "/"}, {"OPTIONS", base + "/responses"},
		{"POST", base + "/responses/../models"},
	} {
		t.Run(c.method+" "+c.url[len(root):], func(t *testing.T) { isError(t, do(t, c.method, c.url, ""), 404) })
	}
}

func TestAuthorization(t *testing.T) {
	keyed := serve(t, gateway.WithKeys("one", "two"))
	open := serve(t)
	for _, c := range []struct {
		base, header string
		want         int
	}{
		{keyed, "", 401}, {keyed, "Bearer", 401}, {keyed, "Bearer three", 401}, {keyed, "Basic one", 401}, {keyed, "one", 401},
		{keyed, "Bearer one", 200}, {keyed, "bearer two", 200}, {keyed, "Bearer onetwo", 401},
		{open, "", 401}, {open, "Bearer  ", 401}, {open, "Bearer anything", 200},
	} {
		for _, request := range []struct{ method, path, body string }{{"POST", "/responses", "{}"}, {"GET", "/models", ""}} {
			resp := do(t, request.method, c.base+request.path, request.body, "Authorization: "+c.header)
			if resp.StatusCode != c.want {
				t.Errorf("%q on %s: %d, want %d", c.header, request.path, resp.StatusCode, c.want)
			}
			if c.want == 401 {
				if b := isError(t, resp, 401); b.Get("user_id").Type != gjson.Null {
					t.Errorf("a user without a key: %s", b)
				}
			}
		}
	}
	// The key comes before the body.
	isError(t, do(t, "POST", keyed+"/responses", "{", "Authorization: Bearer no"), 401)
}

func TestFaultsInRequests(t *testing.T) {
	base := serve(t)
	for _, c := range []struct {
		body, path string
		status     int
	}{
		{``, ".", 400}, {`{`, ".", 400}, {`[]`, ".", 400}, {`{"a":1,"a":2}`, "a", 400},
		{`{"store":true}`, "store", 400}, {`{"previous_response_id":"resp_1"}`, "previous_response_id", 400},
		{`{"stream":true,"metadata":{"a[0]":1},"plugins":[{"id":"fusion","max_tool_calls":17}]}`, `metadata["a[0]"]`, 400},
		{`{"tool_choice":{"type":"function","name":"x"},"stream":true}`, "tool_choice.name", 422},
	} {
		resp := do(t, "POST", base+"/responses", c.body, "X-Service-Metadata: enabled")
		b := isError(t, resp, c.status)
		if !strings.HasPrefix(b.Get("error.message").Str, c.path+": ") || b.Get("error.metadata.faults.0.path").Str != c.path ||
			b.Get("error.metadata.faults.0.message").Str == "" {
			t.Errorf("%s: %s", c.body, b)
		}
	}
	// JSON is JSON, whatever it is called.
	if status, _ := post(t, base, `{}`, "Content-Type: text/plain"); status != 200 {
		t.Errorf("text/plain: %d", status)
	}
}

func TestUnknownModel(t *testing.T) {
	base := serve(t)
	resp := do(t, "POST", base+"/responses", `{"model":"no/such","stream":true}`, "X-Service-Metadata: enabled")
	b := isError(t, resp, 404)
	m := b.Get("service_metadata")
	if m.Get("requested").Str != "no/such" || m.Get("endpoints.total").Int() != 0 || !m.Get("endpoints.available").IsArray() || m.Get("region").Exists() {
		t.Errorf("metadata %s", m)
	}
	if b := isError(t, do(t, "POST", base+"/responses", `{"model":"no/such"}`), 404); b.Get("service_metadata").Type != gjson.Null {
		t.Error("metadata that nobody asked for")
	}
	for body, want := range map[string]string{
		`{"models":["no/such","sim/coder"]}`:              "sim/coder",
		`{"model":"no/such","models":["sim/coder"]}`:      "sim/coder",
		`{"model":"sim/reasoner","models":["sim/coder"]}`: "sim/reasoner",
		`{}`: "sim/writer",
	} {
		if _, r := post(t, base, body); r.Get("model").Str != want {
			t.Errorf("%s: %s, want %s", body, r.Get("model"), want)
		}
	}
	isError(t, do(t, "POST", base+"/responses", `{"model":""}`), 404)
}

func TestBodyLimit(t *testing.T) {
	base := serve(t, gateway.WithMaxBody(1000))
	body := func(n int) string { return `{"input":"` + strings.Repeat("x", n-12) + `"}` }
	if status, r := post(t, base, body(1000)); status != 200 {
		t.Errorf("1000 bytes: %d %s", status, r)
	}
	isError(t, do(t, "POST", base+"/responses", body(1001)), 413)
	isError(t, do(t, "POST", base+"/responses", body(100_000)), 413)
}

// A body that does not arrive is a 408.
func TestSlowBody(t *testing.T) {
	base := serve(t, gateway.WithTimeLimit(20*time.Millisecond))
	host := strings.TrimPrefix(strings.TrimSuffix(base, gateway.Prefix), "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST %s/responses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: 100\r\n\r\n{", gateway.Prefix)
	answer, _ := io.ReadAll(conn)
	if !strings.HasPrefix(string(answer), "HTTP/1.1 408 ") || !strings.Contains(string(answer), `"code":408`) {
		t.Errorf("%s", answer)
	}
}

// A time limit that is over before anything is sent is a 408 as well.
func TestTimeLimit(t *testing.T) {
	base := serve(t, gateway.WithTimeLimit(time.Nanosecond))
	isError(t, do(t, "POST", base+"/responses", `{"stream":true}`), 408)
	b := isError(t, do(t, "POST", base+"/responses", `{"model":"aurora/dawn"}`, "X-Service-Metadata: enabled"), 408)
	if told := b.Get("service_metadata.attempts.#.status").Raw; told != "[503,408]" {
		t.Errorf("attempts %s", told)
	}
}

func TestMetadataHeader(t *testing.T) {
	base := serve(t)
	acme := serve(t, gateway.WithService("Acme"))
	for _, c := range []struct {
		base    string
		headers []string
		member  string // empty: no metadata
	}{
		{base, nil, ""},
		{base, []string{"X-Service-Metadata: enabled"}, "service_metadata"},
		{base, []string{"x-service-metadata: ENABLED"}, "service_metadata"},
		{base, []string{"X-Service-Experimental-Metadata: Enabled"}, "service_metadata"},
		{base, []string{"X-Service-Metadata: disabled"}, ""},
		{base, []string{"X-Service-Metadata: yes"}, ""},
		{base, []string{"X-Service-Metadata: disabled", "X-Service-Experimental-Metadata: enabled"}, ""},
		{base, []string{"X-Service-Metadata: enabled", "X-Service-Experimental-Metadata: disabled"}, "service_metadata"},
		{base, []string{"X-Acme-Metadata: enabled"}, ""},
		{acme, []string{"X-Acme-Metadata: enabled"}, "acme_metadata"},
		{acme, []string{"X-Service-Metadata: enabled"}, ""},
	} {
		_, r := post(t, c.base, `{"model":"sim/coder","input":"x"}`, c.headers...)
		if c.member == "" {
			for _, name := range []string{"service_metadata", "acme_metadata"} {
				if r.Get(name).Exists() {
					t.Errorf("%q: %s", c.headers, r.Get(name))
				}
			}
			continue
		}
		m := r.Get(c.member)
		if m.Get("requested").Str != "sim/coder" || m.Get("strategy").Str != "direct" || m.Get("attempt").Int() != 1 ||
			m.Get("endpoints.total").Int() != 1 || !m.Get("endpoints.available.0.selected").Bool() || m.Get("is_byok").Raw != "false" ||
			!m.Get("pipeline").IsArray() || m.Get("region").Str == "" || m.Get("summary").Str == "" || m.Get("attempts.0.status").Int() != 200 {
			t.Errorf("%q: %s", c.headers, m)
		}
	}
	frames, _ := stream(t, base, `{"input":"x","stream":true}`, "X-Service-Metadata: enabled")
	for i, f := range frames {
		has := gjson.Get(f.data, "response.service_metadata").Exists()
		if terminal := i == len(frames)-2; has != terminal {
			t.Errorf("frame %d of %d, %s: metadata %t", i, len(frames), f.event, has)
		}
	}
	if b := readJSON(t, do(t, "POST", acme+"/responses", body("fault/guardrail", true), "X-Acme-Metadata: enabled")); b.Get("acme_metadata.pipeline.0.type").Str != "guardrail" {
		t.Errorf("%s", b)
	}
}

func TestModels(t *testing.T) {
	list := readJSON(t, do(t, "GET", serve(t)+"/models?x=y", ""))
	var slugs []string
	for _, m := range list.Get("data").Array() {
		slugs = append(slugs, m.Get("id").Str)
		for _, member := range []string{"object", "owned_by", "name", "description", "pricing.prompt", "pricing.completion", "architecture.input_modalities",
			"canonical_slug", "supported_parameters", "default_parameters", "per_request_limits", "supported_voices", "top_provider.is_moderated", "links.details"} {
			if !m.Get(member).Exists() {
				t.Errorf("no %s in %s", member, m)
			}
		}
		if m.Get("created").Int() == 0 || m.Get("context_length").Int() == 0 {
			t.Errorf("%s", m)
		}
		says := strings.HasPrefix(m.Get("description").Str, "Simulated. ") || strings.HasPrefix(m.Get("description").Str, "Fault. ")
		if !says {
			t.Errorf("%s does not say what it is", m.Get("id"))
		}
	}
	for _, want := range []string{"sim/writer", "sim/coder", "sim/reasoner", "fault/429", "aurora/dawn", "service/auto", "service/auto-beta", "service/pareto", "sim/bm25"} {
		if !slices.Contains(slugs, want) {
			t.Errorf("%s is not listed", want)
		}
	}
	if list.Get("total_count").Int() != int64(len(slugs)) || list.Get("links.next").Raw != "null" {
		t.Errorf("total %s, links %s", list.Get("total_count"), list.Get("links"))
	}
	for _, m := range list.Get("data").Array() {
		takes, want := m.Get("architecture.input_modalities").Raw, `["text","image","file"]`
		if m.Get("architecture.output_modalities.0").Str == "rerank" {
			want = `["text"]`
		}
		if takes != want {
			t.Errorf("%s takes %s, want %s", m.Get("id"), takes, want)
		}
		if price := m.Get("pricing.prompt").Str; len(price) > 14 {
			t.Errorf("%s costs %s", m.Get("id"), price)
		}
	}
	dawn := list.Get(`data.#(id=="aurora/dawn")`)
	if dawn.Get("pricing.prompt").Str != "0.0000006" || dawn.Get("endpoints.#").Int() != 3 || dawn.Get("endpoints.0.answers").Int() != 503 ||
		dawn.Get("endpoints.2.pricing.prompt").Str != "0.00000072" || dawn.Get("coding_score").Num != 0.48 || dawn.Get("task_strengths.code").Num != 0.5 {
		t.Errorf("%s", dawn)
	}
	if p := list.Get(`data.#(id=="service/auto").pricing.prompt`).Str; p != "-1" {
		t.Errorf("a router has the price %s", p)
	}
}

// The log has requests, but neither keys nor bodies.
func TestLog(t *testing.T) {
	var b strings.Builder
	base := serve(t, gateway.WithLogger(slog.New(slog.NewTextHandler(&b, nil))))
	post(t, base, `{"model":"sim/coder","input":"a secret prompt"}`, "Authorization: Bearer a-secret-key")
	line := b.String()
	if !strings.Contains(line, "model=sim/coder") || !strings.Contains(line, "status=200") || strings.Contains(line, "secret") {
		t.Errorf("%s", line)
	}
}
