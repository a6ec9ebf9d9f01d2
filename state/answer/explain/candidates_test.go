package explain_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/sjson"

	"gatehouse/client"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/statetest"
)

// talk makes an exchange with the local gateway.
func talk(t *testing.T, body string) *state.Exchange {
	t.Helper()
	x, _ := statetest.Talk(t, body, client.MetadataOn)
	return x
}

// changed makes the edits of a relaxation.
func changed(t *testing.T, request string, edits []explain.Edit) string {
	t.Helper()
	for _, e := range edits {
		path := strings.ReplaceAll(strings.TrimPrefix(e.Pointer, "/"), "/", ".")
		path = strings.ReplaceAll(path, ".-", ".-1")
		var err error
		if e.Value == nil {
			request, err = sjson.Delete(request, path)
		} else {
			request, err = sjson.SetRaw(request, path, string(e.Value))
		}
		if err != nil || !json.Valid([]byte(request)) {
			t.Fatalf("%s: %v: %s", e.Pointer, err, request)
		}
	}
	return request
}

// TestEveryRelaxationHelps: what the local gateway refuses for a constraint is
// explained by it, and each change that is suggested is one it serves.
func TestEveryRelaxationHelps(t *testing.T) {
	for _, tt := range []struct{ request, obstacle, first string }{
		{
			`{"plugins":[{"id":"web"},{"id":"pareto-router","max_price":0}],"input":"hi"}`,
			"max_price 0 excludes every model: the cheapest of 21 priced models, driftwood/skiff, costs 0.03 USD",
			"raise max_price to 0.03, the price of driftwood/skiff",
		},
		{
			`{"plugins":[{"id":"auto-router","allowed_models":["zzz/*"]}],"input":"hi"}`,
			"allowed_models (“zzz/*”) matches no model.", "remove allowed_models",
		},
		{
			`{"plugins":[{"id":"auto-router","excluded_models":["*"]}],"input":"hi"}`,
			"excluded_models (“*”) excludes every model", "remove excluded_models",
		},
		{
			`{"model":"sim/writer","provider":{"only":["zap"]},"input":"hi"}`,
			"provider.only (zap) leaves no provider", "remove provider.only",
		},
		{
			`{"model":"sim/writer","provider":{"ignore":["local"]},"input":"hi"}`,
			"provider.ignore (local) excludes every provider", "remove provider.ignore",
		},
		{
			`{"model":"sim/writer","provider":{"order":["zap"],"allow_fallbacks":false},"input":"hi"}`,
			"provider.order (zap) with allow_fallbacks false", "allow fallbacks",
		},
		{
			`{"model":"sim/writer","provider":{"max_price":{"prompt":0}},"input":"hi"}`,
			"provider.max_price.prompt 0 (USD per million tokens) is below", "remove provider.max_price.prompt",
		},
		{
			`{"plugins":[{"id":"fusion","model":"no/such"}],"input":"hi"}`,
			"plugins.fusion.model (no/such) left no candidates", "remove plugins.fusion.model",
		},
		{
			`{"model":"sim/writr","input":"hi"}`,
			"There is no model “sim/writr”", "request sim/writer, which has a similar name",
		},
	} {
		x := talk(t, tt.request)
		if got := explain.Obstacle(x); !strings.HasPrefix(got, tt.obstacle) {
			t.Errorf("%s\n got %s\nwant %s", tt.request, got, tt.obstacle)
		}
		list := explain.Relaxations(x, []string{"sim/writer", "aurora/dawn"})
		if len(list) == 0 || !strings.HasPrefix(list[0].Words, tt.first) {
			t.Fatalf("%s: %+v", tt.request, list)
		}
		for _, r := range list {
			if again := talk(t, changed(t, tt.request, r.Edits)); again.Verdict != state.Completed {
				t.Errorf("%s: %s: %v", tt.request, r.Words, again.Verdict)
			}
		}
	}
}

// TestObstacleOfOtherBodies: shapes of errors that the local gateway does not
// send.
func TestObstacleOfOtherBodies(t *testing.T) {
	for _, tt := range []struct {
		status             int
		request, body      string
		obstacle           string
		words              []string
		header             []string
		wantWait, wantNone bool
	}{
		{status: 404, request: `{"model":"m","provider":{"only":["a"],"zdr":true}}`,
			body:     `{"error":{"message":"m","error_type":"not_found","http_status":404,"availability":{"code":"privacy_restricted","constraint":{"field":"provider.zdr","detail":"d"},"fallback_models":["m2","m3"]}}}`,
			obstacle: "Data policy: provider.zdr (true)",
			words:    []string{"allow providers that store prompts (zdr false)", "request m2, suggested by the gateway", "request m3, suggested by the gateway"}},
		{status: 429, request: `{"model":"m"}`, header: []string{"Retry-After", "2"},
			body:     `{"error":{"code":429,"message":"m","availability":{"code":"capacity_exhausted","affected_providers":["Zeta","Alpha"]}}}`,
			obstacle: "The model's providers are out of capacity: Alpha, Zeta (capacity_exhausted).", wantWait: true,
			words: []string{"send it again now (the service asked to wait 2 s)"}},
		{status: 402, request: `{"model":"m"}`, body: `{"error":{"code":402,"message":"You requested up to 4096 tokens, but can only afford 312."}}`,
			words: []string{"lower max_output_tokens to 312, which your credits cover"}},
		{status: 503, request: `{"model":"m","provider":{"only":["a","b"],"allow_fallbacks":false}}`,
			body:     `{"error":{"code":503,"message":"m"},"x_metadata":{"requested":"m","strategy":"direct","attempt":2,"attempts":[{"provider":"a","model":"m","status":429},{"provider":"b","model":"m","status":503}],"endpoints":{"total":3,"available":[{"provider":"a","model":"m"},{"provider":"b","model":"n"}]}}}`,
			obstacle: "Both endpoints tried failed. a m: rate limited (429); b m: temporarily unavailable (503).",
			words:    []string{"send the same request again", "allow fallbacks to other providers", "remove provider.only (a, b)", "request n, which was available and not tried"}},
		{status: 400, request: `{"model":"m","plugins":[]}`, body: `{"error":{"code":400,"message":"m","metadata":{"error_type":"context_length_exceeded"}}}`,
			words: []string{"add the context-compression plugin"}},
		{status: 404, request: `{"model":"m"}`, body: `{"error":{"code":404,"message":"m","metadata":{"constraint":{"field":"enable_paid_model_training","detail":"d"}}}}`,
			obstacle: "Data policy: the guardrail setting enable_paid_model_training is off", wantNone: true},
		{status: 404, request: `{"model":"m"}`, body: `404 page not found`, wantNone: true},
		{status: 404, request: `{"model":"m"}`, body: `{"error":{"code":404,"message":"m","metadata":{"constraint":[1,{"field":3}]}},"a_metadata":{"pipeline":[{"data":{"dropped":{"by":1},"emptied_by":[]}}]}}`, wantNone: true},
	} {
		x := statetest.Answered(tt.status, tt.request, tt.body, tt.header...)
		if got := explain.Obstacle(x); !strings.HasPrefix(got, tt.obstacle) || tt.obstacle == "" && got != "" {
			t.Errorf("%s\n got %s\nwant %s", tt.body, got, tt.obstacle)
		}
		var words []string
		for _, r := range explain.Relaxations(x, nil) {
			words = append(words, r.Words)
			if tt.wantWait && r.WaitMS != 2000 {
				t.Errorf("%+v", r)
			}
			changed(t, tt.request, r.Edits)
		}
		if !slices.Equal(words, tt.words) || tt.wantNone && words != nil {
			t.Errorf("%s\n got %q\nwant %q", tt.body, words, tt.words)
		}
	}
	if explain.Obstacle(nil) != "" || explain.Relaxations(nil, nil) != nil {
		t.Error("no exchange needs no change")
	}
}

func TestNear(t *testing.T) {
	known := []string{"sim/writer", "sim/coder", "aurora/dawn", "aurora/dawn-mini", strings.Repeat("x", 500)}
	for slug, want := range map[string]string{
		"sim/writr": "[sim/writer]", "writer": "[sim/writer]", "borealis/dawn": "[aurora/dawn aurora/dawn-mini]",
		"SIM/CODER": "[sim/coder]", "nothing/alike": "[]", strings.Repeat("y", 5000): "[]",
	} {
		if got := fmt.Sprint(explain.SimilarSlugs(slug, known, 3)); !strings.HasPrefix(want, got[:len(got)-1]) || got == "[]" && want != "[]" {
			t.Errorf("%.20s: %s, want %s", slug, got, want)
		}
	}
}

func TestNoRouting(t *testing.T) {
	ok := `{"id":"r","object":"response","status":"completed","output":[]}`
	for _, tt := range []struct {
		x     *state.Exchange
		asked bool
		words string
	}{
		{state.NewExchange("x", []byte("{}")), false, "no X-Service-Metadata: enabled"},
		{state.NewExchange("x", []byte("{}")), true, "arrives at the end"},
		{statetest.Answered(200, "{}", ok), true, "Requested, not returned."},
		{statetest.Answered(200, "{}", ok, "X-Gateway-Cache-Status", "HIT"), true, "response cache"},
		{statetest.Answered(429, "{}", `{"error":{"code":429,"message":"m"}}`), true, "this error (429) was returned before"},
		{statetest.Answered(500, "{}", `{"error":{"code":500,"message":"m"}}`), true, "a 500 never includes it"},
		{statetest.Answered(502, "{}", `<html>`), true, "did not come from the gateway"},
		{statetest.Answered(503, "{}", `{"error":{"code":503,"message":"m"}}`), true, "this error does not include it"},
		{talk(t, `{"model":"fault/cut","input":"x","stream":true}`), true, "which was not received"},
	} {
		if got := explain.NoRouting(tt.x, tt.asked, ""); !strings.Contains(got, tt.words) {
			t.Errorf("%q, want %q", got, tt.words)
		}
	}
	if got := explain.NoRouting(talk(t, `{"model":"sim/writer","input":"x"}`), true, "h"); got != "" {
		t.Error(got)
	}
}
