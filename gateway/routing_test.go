package gateway_test

import (
	"fmt"
	"strings"
	"testing"

	"gatehouse/gateway"

	"github.com/tidwall/gjson"
)

const asked = "X-Service-Metadata: enabled"

// summarize returns the attempts of a routing metadata object on one line.
func summarize(m gjson.Result) string {
	var list []string
	for _, a := range m.Get("attempts").Array() {
		list = append(list, fmt.Sprintf("%s@%s/%d", a.Get("model").Str, a.Get("provider").Str, a.Get("status").Int()))
	}
	return strings.Join(list, " ")
}

// Attempts, fallbacks and preferences in the metadata of an answer.
func TestAttempts(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ body, strategy, attempts string }{
		{`{"model":"aurora/dawn"}`, "direct", "aurora/dawn@Cobalt/503 aurora/dawn@Atlas/200"},
		{`{"model":"aurora/dawn","provider":{"order":["granite"]}}`, "direct", "aurora/dawn@Granite/200"},
		{`{"model":"fault/503","models":["no/such","sim/writer"]}`, "fallback", "fault/503@Local/503 no/such@none/404 sim/writer@Local/200"},
		{`{"models":["fjord/abyss","sim/coder"]}`, "fallback", "fjord/abyss@Granite/503 fjord/abyss@Borealis/529 sim/coder@Local/200"},
		{`{"models":["sim/bm25","sim/coder"]}`, "fallback", "sim/bm25@none/400 sim/coder@Local/200"},
		{`{"models":["fault/html-502","sim/coder"]}`, "fallback", "fault/html-502@Local/502 sim/coder@Local/200"},
		{`{"models":["basalt/pebble","fjord/strait"],"route":"sort","provider":{"sort":"latency"}}`, "direct", "basalt/pebble@Halyard/200"},
		{`{"models":["fjord/strait","basalt/pebble"],"route":"sort","provider":{"ignore":["Estuary"]}}`, "fallback", "basalt/pebble@Halyard/200"},
	} {
		for _, streamed := range []string{`false`, `true`} {
			body := c.body[:len(c.body)-1] + `,"input":"hello","stream":` + streamed + `}`
			var m gjson.Result
			if streamed == "true" {
				frames, _ := stream(t, base, body, asked)
				m = gjson.Get(frames[len(frames)-2].data, "response.service_metadata")
			} else {
				_, r := post(t, base, body, asked)
				m = r.Get("service_metadata")
			}
			if m.Get("strategy").Str != c.strategy || summarize(m) != c.attempts || m.Get("attempt").Int() != int64(len(m.Get("attempts").Array())) ||
				m.Get("endpoints.available.#(selected==true)#.model").Raw == "[]" {
				t.Errorf("%s: %s by %s", body, summarize(m), m.Get("strategy"))
			}
		}
	}
}

// However many slugs lead nowhere, the answer stays small.
func TestManySlugs(t *testing.T) {
	var slugs strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&slugs, `"no/such-%d",`, i)
	}
	base := serve(t)
	status, r := post(t, base, `{"models":[`+slugs.String()+`"sim/coder"]}`, asked)
	if status != 200 || r.Get("model").Str != "sim/coder" || r.Get("service_metadata.attempt").Int() != 101 {
		t.Errorf("%d %s, attempt %s", status, r.Get("model"), r.Get("service_metadata.attempt"))
	}
	status, r = post(t, base, `{"models":[`+strings.TrimSuffix(slugs.String(), ",")+`]}`, asked)
	if status != 404 || len(r.Raw) > 2000 {
		t.Errorf("%d in %d bytes: %.500s", status, len(r.Raw), r)
	}
}

// What no endpoint serves: the last provider's status, or a 404 that names the constraint.
func TestUnrouted(t *testing.T) {
	base := serve(t)
	for _, c := range []struct {
		body, constraint, says string
		status                 int
	}{
		{`{"model":"fjord/abyss"}`, "", "Borealis returned 529", 529},
		{`{"model":"aurora/dawn","provider":{"allow_fallbacks":false}}`, "", "Cobalt returned 503", 503},
		{`{"model":"aurora/dawn","provider":{"only":["nobody"]}}`, "provider.only", "provider.only removed 3", 404},
		{`{"model":"sim/writer","provider":{"max_price":{"prompt":"0.01"}}}`, "provider.max_price.prompt", "sim/writer", 404},
		{`{"plugins":[{"id":"auto-router","allowed_models":["none/*"]}]}`, "allowed_models", "allowed_models", 404},
		{`{"plugins":[{"id":"auto-router","excluded_models":["*"]}]}`, "excluded_models", "excluded_models", 404},
		{`{"plugins":[{"id":"pareto-router","max_price":0}]}`, "max_price", "max_price", 404},
		{`{"plugins":[{"id":"pareto-router","max_price":1}],"provider":{"only":["nobody"]}}`, "provider.only", "and", 404},
		{`{"model":"sim/bm25"}`, "", "POST /api/v1/rerank", 400},
	} {
		for _, streamed := range []string{`false`, `true`} {
			resp := do(t, "POST", base+"/responses", c.body[:len(c.body)-1]+`,"stream":`+streamed+`}`, asked)
			b := isError(t, resp, c.status)
			if b.Get("error.metadata.constraint.field").Str != c.constraint || !strings.Contains(b.Get("error.message").Str, c.says) {
				t.Errorf("%s: %s", c.body, b)
			}
			m := b.Get("service_metadata")
			if c.status != 400 && (m.Get("endpoints.available.#(selected==true)").Exists() || !m.Get("pipeline").IsArray() || m.Get("requested").Str == "") {
				t.Errorf("%s: metadata %s", c.body, m)
			}
		}
	}
	failed := isError(t, do(t, "POST", base+"/responses", `{"model":"fjord/abyss"}`), 529)
	if failed.Get("service_metadata").Type != gjson.Null || failed.Get("error.metadata.previous_errors.0.status").Int() != 503 {
		t.Errorf("%s", failed)
	}
	// What a guardrail blocks is not tried anywhere.
	status, b := post(t, base, `{"model":"fjord/abyss","input":"4111 1111 1111 1111"}`, asked)
	if status != 403 || b.Get("service_metadata.attempt").Int() != 0 || b.Get("service_metadata.attempts.#").Int() != 0 {
		t.Errorf("%d %s", status, b)
	}
	// A fault that is the last candidate answers for itself, with what was tried before.
	status, b = post(t, base, `{"models":["fjord/abyss","fault/503","no/such"]}`, asked)
	if want := "fjord/abyss@Granite/503 fjord/abyss@Borealis/529 fault/503@Local/503 no/such@none/404"; status != 503 || summarize(b.Get("service_metadata")) != want {
		t.Errorf("%d %s", status, b)
	}
}

func TestRouters(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ body, requested, strategy, stage, model string }{
		{`{"model":"service/auto","input":"hello"}`, "service/auto", "auto", "auto-router", ""},
		{`{"model":"service/auto-beta","input":"hello"}`, "service/auto-beta", "auto", "auto-beta-router", ""},
		{`{"model":"service/pareto","input":"hello"}`, "service/pareto", "pareto", "pareto-router", "basalt/column-code"},
		{`{"plugins":[{"id":"pareto-router","price_source":"weighted_avg"}],"model":"sim/writer"}`, "sim/writer", "pareto", "pareto-router", "aurora/zenith"},
		{`{"plugins":[{"id":"pareto-router","min_coding_score":0.4}]}`, "service/pareto", "pareto", "pareto-router", "ember/glow"},
		{`{"plugins":[{"id":"pareto-router","max_price":20}]}`, "service/pareto", "pareto", "pareto-router", "aurora/zenith-max"},
		// The best that can be served: a cheaper one of the frontier, else a dominated one.
		{`{"plugins":[{"id":"pareto-router","max_price":2}],"provider":{"only":["kelp"]}}`, "service/pareto", "pareto", "pareto-router", "basalt/pebble"},
		{`{"plugins":[{"id":"pareto-router","max_price":2}],"provider":{"only":["local"]},"models":["x/y"]}`, "x/y", "pareto", "pareto-router", "sim/coder"},
		{`{"plugins":[{"id":"auto-router","cost_tier":"max"}],"input":"debug this code"}`, "service/auto", "auto", "auto-router", "aurora/zenith-max"},
		{`{"plugins":[{"id":"auto-router","allowed_models":["fjord/*"],"cost_quality_tradeoff":0}],"input":"translate this into Polish"}`,
			"service/auto", "auto", "auto-router", "fjord/deep"},
		{`{"plugins":[{"id":"auto-router","pin_model":true}],"input":[{"role":"assistant","content":"a","model":"ember/blaze"},{"role":"user","content":"b"}]}`,
			"service/auto", "auto", "auto-router", "ember/blaze"},
	} {
		status, r := post(t, base, c.body, asked)
		m := r.Get("service_metadata")
		stage := m.Get("pipeline.0")
		if status != 200 || m.Get("requested").Str != c.requested || m.Get("strategy").Str != c.strategy || stage.Get("type").Str != "plugin" ||
			stage.Get("name").Str != c.stage || stage.Get("summary").Str == "" || c.model != "" && r.Get("model").Str != c.model {
			t.Errorf("%s: %d %s %s", c.body, status, r.Get("model"), m)
		}
	}
	if status, r := post(t, serve(t, gateway.WithService("Acme")), `{"model":"acme/auto"}`, "X-Acme-Metadata: enabled"); status != 200 || r.Get("acme_metadata.strategy").Str != "auto" {
		t.Errorf("another service word: %d %s", status, r)
	}
	poor := serve(t, gateway.WithoutRankings())
	for _, slug := range []string{"service/auto", "service/auto-beta", "service/pareto"} {
		_, r := post(t, poor, `{"model":"`+slug+`","input":"hello"}`, asked)
		if s := r.Get("service_metadata.pipeline.0"); !strings.Contains(s.Get("summary").Str, "default model set") || s.Get("data.rankings").Raw != "false" {
			t.Errorf("%s without rankings: %s", slug, s)
		}
	}
}

// A session goes to the provider that served it before, whatever the order would be; the body's id
// counts before the header's.
func TestSessions(t *testing.T) {
	base := serve(t)
	send := func(body string, headers ...string) string {
		t.Helper()
		status, r := post(t, base, body, append(headers, asked)...)
		if status != 200 {
			t.Fatalf("%s: %d %s", body, status, r)
		}
		return summarize(r.Get("service_metadata"))
	}
	const first, second = "aurora/dawn@Cobalt/503 aurora/dawn@Atlas/200", "aurora/dawn@Atlas/200"
	const granite = "aurora/dawn@Granite/200"
	for i, c := range []struct {
		body    string
		headers []string
		want    string
	}{
		{`{"model":"aurora/dawn","session_id":"a"}`, nil, first},
		{`{"model":"aurora/dawn","session_id":"a"}`, nil, second},
		{`{"model":"aurora/dawn"}`, []string{"x-session-id: a"}, second},
		{`{"model":"aurora/dawn","session_id":"a"}`, []string{"Authorization: Bearer other"}, first},
		{`{"model":"aurora/dawn","session_id":"b","provider":{"order":["Granite"]}}`, nil, granite},
		{`{"model":"aurora/dawn","session_id":"b"}`, []string{"x-session-id: a"}, granite},
		{`{"model":"aurora/dawn","session_id":"b","provider":{"sort":"throughput"}}`, nil, granite},
		{`{"model":"aurora/dawn"}`, nil, first},
		{`{"model":"cinder/forge-pro","session_id":"b"}`, nil, "cinder/forge-pro@Granite/200"},
	} {
		if got := send(c.body, c.headers...); got != c.want {
			t.Errorf("request %d, %s %q: %s", i, c.body, c.headers, got)
		}
	}
	for n, want := range map[int]int{256: 200, 257: 400} {
		resp := do(t, "POST", base+"/responses", `{"session_id":"a"}`, "x-session-id: "+strings.Repeat("é", n))
		if resp.StatusCode != want {
			t.Errorf("a header of %d characters: %d", n, resp.StatusCode)
		}
		if want == 400 {
			if b := isError(t, resp, 400); b.Get("error.metadata.faults.0.path").Str != "x-session-id" {
				t.Errorf("%s", b)
			}
		}
	}
}

// The cost is what the provider that served takes.
func TestProviderPrice(t *testing.T) {
	base := serve(t)
	cost := func(provider string) float64 {
		_, r := post(t, base, `{"model":"aurora/dawn","input":"say exactly: \"one two\"","provider":{"only":["`+provider+`"]}}`)
		u := r.Get("usage")
		if u.Get("cost").Num != u.Get("cost_details.upstream_inference_input_cost").Num+u.Get("cost_details.upstream_inference_output_cost").Num ||
			u.Get("is_byok").Raw != "false" || u.Get("cost_details.upstream_inference_cost").Raw != "null" {
			t.Errorf("%s", u)
		}
		return u.Get("cost").Num
	}
	if a, g := cost("Atlas"), cost("Granite"); a <= 0 || g/a < 1.19 || g/a > 1.21 {
		t.Errorf("Atlas %v, Granite %v", a, g)
	}
}
