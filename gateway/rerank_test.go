package gateway_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"gatehouse/gateway"
	"gatehouse/gateway/fault"

	"github.com/tidwall/gjson"
)

// rerank sends a request to /rerank and reads the JSON answer.
func rerank(t testing.TB, base, body string, headers ...string) (int, gjson.Result) {
	t.Helper()
	resp := do(t, "POST", base+"/rerank", body, headers...)
	return resp.StatusCode, readJSON(t, resp)
}

func indices(r gjson.Result) string { return r.Get("results.#.index").Raw }

func TestRerank(t *testing.T) {
	base := serve(t)
	const documents = `["a recipe for bread","the gateway routes a request","gatewayy routess"]`
	for model, want := range map[string]string{
		"sim/bm25": "[1,0,2]", "sim/trigram": "[2,1,0]", "sim/position": "[0,1,2]",
	} {
		status, r := rerank(t, base, `{"model":"`+model+`","query":"gateway routes","documents":`+documents+`}`)
		if status != 200 || indices(r) != want {
			t.Errorf("%s: %d, %s, want %s: %s", model, status, indices(r), want, r)
		}
		for _, member := range []string{"id", "model", "provider", "usage.search_units", "usage.total_tokens", "results.0.document.text", "results.0.relevance_score"} {
			if !r.Get(member).Exists() {
				t.Errorf("%s: no %s in %s", model, member, r)
			}
		}
		if r.Get("model").Str != model || !strings.HasPrefix(r.Get("id").Str, "gen-rerank-") {
			t.Errorf("%s", r)
		}
	}
}

func TestRerankDocuments(t *testing.T) {
	base := serve(t)
	for _, c := range []struct{ documents, more, want string }{
		// A document without text comes last, an image is ignored, and equal scores preserve the
		// order.
		{`[{"image":"data:image/png;base64,AA=="},"x",{"text":"cat","image":"https://example.com/a.png"},"y",{}]`, "", "[2,1,3,0,4]"},
		{`["cat","dog","cat"]`, `,"top_n":1`, "[0]"},
		{`["cat","dog","cat"]`, `,"top_n":2.0`, "[0,2]"},
		{`["cat","dog","cat"]`, `,"top_n":99`, "[0,2,1]"},
		{`["cat"]`, `,"top_n":1e99`, "[0]"},
		{`["dog","cat"]`, `,"stream":true,"unheard_of":1`, "[1,0]"},
	} {
		status, r := rerank(t, base, `{"model":"sim/bm25","query":"cat","documents":`+c.documents+c.more+`}`, "X-Service-Metadata: enabled")
		if status != 200 || indices(r) != c.want {
			t.Errorf("%s%s: %d %s, want %s", c.documents, c.more, status, indices(r), c.want)
		}
		if r.Get("service_metadata").Exists() {
			t.Errorf("metadata: %s", r)
		}
	}
	_, r := rerank(t, base, `{"model":"sim/bm25","query":"cat","documents":[{"image":"x"}]}`)
	if r.Get("results.0.document").Raw != `{"text":""}` || r.Get("results.0.relevance_score").Num != 0 {
		t.Errorf("%s", r)
	}
}

func TestRerankFaultsInRequests(t *testing.T) {
	base := serve(t)
	with := func(member string) string { return `{"model":"sim/bm25","query":"q","documents":["a"],` + member + `}` }
	for _, c := range []struct{ body, path string }{
		{``, "."}, {`[]`, "."}, {`{"query":"q","documents":["a"]}`, "model"}, {`{"model":"m","documents":["a"]}`, "query"},
		{`{"model":"m","query":"q"}`, "documents"}, {`{"model":"m","query":"q","documents":[]}`, "documents"},
		{`{"model":"m","query":"q","documents":"a"}`, "documents"}, {`{"model":"m","query":"q","documents":["a",1]}`, "documents[1]"},
		{`{"model":"m","query":"q","documents":[{"text":1}]}`, "documents[0].text"}, {`{"model":null,"query":"q","documents":["a"]}`, "model"},
		{with(`"top_n":0`), "top_n"}, {with(`"top_n":1.5`), "top_n"}, {with(`"top_n":null`), "top_n"},
		{with(`"provider":null`), "provider"}, {with(`"provider":{"allow_fallbacks":"no"}`), "provider.allow_fallbacks"},
		{with(`"query":"again"`), "query"},
	} {
		resp := do(t, "POST", base+"/rerank", c.body, "X-Service-Metadata: enabled")
		if b := isError(t, resp, 400); b.Get("error.metadata.faults.0.path").Str != c.path || !strings.HasPrefix(b.Get("error.message").Str, c.path+": ") {
			t.Errorf("%s: %s, want the path %s", c.body, b, c.path)
		}
	}
	if status, r := rerank(t, base, with(`"top_n":1,"provider":{}`)); status != 200 {
		t.Errorf("%d %s", status, r)
	}
}

// A model of the wrong endpoint is a 400 that names the right one.
func TestRerankModels(t *testing.T) {
	base := serve(t)
	ask := func(slug string) string { return fmt.Sprintf(`{"model":%q,"query":"q","documents":["a"]}`, slug) }
	for _, slug := range []string{"sim/writer", "fault/403", "fault/408", "fault/422", "fault/guardrail", "fault/gap"} {
		b := isError(t, do(t, "POST", base+"/rerank", ask(slug)), 400)
		if !strings.Contains(b.Get("error.message").Str, "/responses") {
			t.Errorf("%s: %s", slug, b)
		}
	}
	b := isError(t, do(t, "POST", base+"/responses", `{"model":"sim/bm25","input":"x"}`), 400)
	if !strings.Contains(b.Get("error.message").Str, "/rerank") {
		t.Errorf("%s", b)
	}
	isError(t, do(t, "POST", base+"/rerank", ask("no/such")), 404)
	isError(t, do(t, "POST", base+"/rerank", ask("sim/bm25"), "Authorization: "), 401)
}

func TestRerankFallbacks(t *testing.T) {
	base := serve(t)
	ask := func(provider string) string {
		return `{"model":"sim/trigram","query":"q","documents":["a"],"provider":` + provider + `}`
	}
	for _, provider := range []string{`{}`, `{"allow_fallbacks":true}`} {
		if status, r := rerank(t, base, ask(provider)); status != 200 || r.Get("provider").Str != "Local" {
			t.Errorf("%s: %d %s", provider, status, r)
		}
	}
	resp := do(t, "POST", base+"/rerank", ask(`{"allow_fallbacks":false}`))
	if resp.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	isError(t, resp, 503)
	if status, _ := rerank(t, base, `{"model":"sim/bm25","query":"q","documents":["a"],"provider":{"allow_fallbacks":false}}`); status != 200 {
		t.Errorf("a first provider that is up: %d", status)
	}
}

// What a request says of its providers counts as for POST /responses.
func TestRerankProviders(t *testing.T) {
	base := serve(t)
	ask := func(provider string) (int, gjson.Result) {
		return rerank(t, base, `{"model":"sim/trigram","query":"q","documents":["a"],"provider":`+provider+`}`, asked)
	}
	for provider, want := range map[string]string{
		`{"order":["local-reserve"]}`:                                 "Local Reserve",
		`{"order":["nobody","Local Reserve"]}`:                        "Local Reserve",
		`{"order":["local-standby","local-reserve"]}`:                 "Local Reserve",
		`{"order":["local"],"allow_fallbacks":false}`:                 "Local",
		`{"only":["LOCAL-RESERVE"]}`:                                  "Local Reserve",
		`{"ignore":["local"]}`:                                        "Local Reserve",
		`{"ignore":["local-standby"],"allow_fallbacks":false}`:        "Local",
		`{"sort":"latency"}`:                                          "Local Reserve",
		`{"sort":"price"}`:                                            "Local",
		`{"max_price":{"prompt":"0.01"},"zdr":true,"only":"ignored"}`: "Local",
	} {
		if status, r := ask(provider); status != 200 || r.Get("provider").Str != want {
			t.Errorf("%s: %d %s, want %s", provider, status, r, want)
		}
	}
	_, cheap := ask(`{"only":["local"]}`)
	_, dear := ask(`{"only":["local-reserve"]}`)
	if c, d := cheap.Get("usage.cost").Num, dear.Get("usage.cost").Num; c <= 0 || d <= c {
		t.Errorf("%v and %v", c, d)
	}
	for provider, want := range map[string]struct {
		status int
		field  string
	}{
		`{"only":["nobody"]}`: {404, "provider.only"},
		`{"ignore":["local","local-standby","local-reserve"]}`: {404, "provider.ignore"},
		`{"only":["local-standby"]}`:                           {503, ""},
		`{"order":["local-standby"],"allow_fallbacks":false}`:  {503, ""},
	} {
		status, r := ask(provider)
		if status != want.status || r.Get("error.code").Int() != int64(want.status) || r.Get("error.metadata.constraint.field").Str != want.field ||
			r.Get("service_metadata").Type != gjson.Null {
			t.Errorf("%s: %d %s", provider, status, r)
		}
	}
}

func TestRerankStatusFaults(t *testing.T) {
	base := serve(t)
	for _, status := range []int{400, 401, 402, 404, 413, 429, 500, 502, 503, 524, 529} {
		resp := do(t, "POST", base+"/rerank", fmt.Sprintf(`{"model":"fault/%d","query":"q","documents":["a"]}`, status), "X-Service-Metadata: enabled")
		if b := isError(t, resp, status); b.Get("service_metadata").Type != gjson.Null {
			t.Errorf("%s", b)
		}
	}
	resp := do(t, "POST", base+"/rerank", `{"model":"fault/html-502","query":"q","documents":["a"]}`)
	if b, _ := io.ReadAll(resp.Body); resp.StatusCode != 502 || string(b) != fault.BadGatewayPage {
		t.Errorf("%d %s", resp.StatusCode, b)
	}
}

func TestRerankBrokenBodies(t *testing.T) {
	base := serve(t)
	for slug, want := range map[string]error{"fault/cut": nil, "fault/reset": syscall.ECONNRESET} {
		resp := do(t, "POST", base+"/rerank", `{"model":"`+slug+`","query":"q","documents":["a","b"]}`)
		b, err := io.ReadAll(resp.Body)
		if !errors.Is(err, want) || resp.StatusCode != 200 || len(b) == 0 || gjson.ValidBytes(b) || resp.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d, %v, %s", slug, resp.StatusCode, err, b)
		}
	}
}

// Those that take their time take it: 60 s of silence after the half, and 20 pieces 200 ms apart.
func TestRerankSlowBodies(t *testing.T) {
	for slug, want := range map[string]time.Duration{"fault/stall": fault.Silence, "fault/slow": 19 * fault.SlowPace} {
		synctest.Test(t, func(t *testing.T) {
			p, stop := running(gateway.WithPace(0))
			req, _ := http.NewRequestWithContext(t.Context(), "POST", "http://local"+gateway.Prefix+"/rerank",
				strings.NewReader(`{"model":"`+slug+`","query":"q","documents":["a","b"]}`))
			req.Header.Set("Authorization", "Bearer x")
			start := time.Now()
			resp, err := p.client().Do(req)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(resp.Body)
			took := time.Since(start)
			if complete := slug == "fault/slow"; err != nil || took != want || gjson.ValidBytes(b) != complete {
				t.Errorf("%s: %v, %v, %s", slug, took, err, b)
			}
			resp.Body.Close()
			if err := stop(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRerankTimeLimit(t *testing.T) {
	base := serve(t, gateway.WithTimeLimit(time.Nanosecond))
	isError(t, do(t, "POST", base+"/rerank", `{"model":"sim/bm25","query":"q","documents":["a"]}`), 524)
}

func TestRerankModelsAreListed(t *testing.T) {
	var slugs []string
	for _, id := range readJSON(t, do(t, "GET", serve(t)+"/models", "")).Get("data.#.id").Array() {
		slugs = append(slugs, id.Str)
	}
	for _, want := range []string{"sim/bm25", "sim/trigram", "sim/position"} {
		if !slices.Contains(slugs, want) {
			t.Errorf("%s is not listed", want)
		}
	}
}
