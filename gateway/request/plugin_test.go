package request_test

import (
	"slices"
	"testing"

	"gatehouse/gateway/request"
)

func TestPlugins(t *testing.T) {
	r := request.Parse([]byte(`{"plugins":[
		{"id":"web","enabled":false},{"id":"auto-router","allowed_models":["a/*"],"cost_tier":null},
		{"id":"moderation","enabled":false},{"id":"web"},{"id":"auto-router","allowed_models":["b/*"]}]}`))
	var ids []string
	for _, p := range r.Plugins() {
		ids = append(ids, p.ID)
	}
	if !slices.Equal(ids, []string{"auto-router", "moderation"}) {
		t.Errorf("enabled: %q", ids)
	}
	p, ok := r.Plugin("auto-router")
	if list := p.Texts("allowed_models"); !ok || !slices.Equal(list, []string{"a/*"}) {
		t.Errorf("%q", list)
	}
	if _, sent := p.Member("cost_tier"); sent {
		t.Error("null counts as sent")
	}
	if p.Texts("excluded_models") != nil {
		t.Error("a list that was not sent")
	}
	if _, ok := r.Plugin("web"); ok {
		t.Error("web is enabled")
	}
	if _, sent := (request.Plugin{ID: "auto-router"}).Member("id"); sent {
		t.Error("a default has fields")
	}
}

func TestPinnedModel(t *testing.T) {
	for input, want := range map[string]string{
		`"x"`: "",
		`[{"role":"assistant","content":"a","model":"a/one"},{"role":"user","content":"b"}]`:                                       "a/one",
		`[{"role":"assistant","content":"a","model":"a/one"},{"type":"message","role":"assistant","content":"b","model":"b/two"}]`: "b/two",
		`[{"role":"assistant","content":"a","model":"a/one"},{"role":"assistant","content":"b"}]`:                                  "",
		`[{"role":"user","content":"a","model":"a/one"}]`:                                                                          "",
	} {
		if got := request.Parse([]byte(`{"input":` + input + `}`)).PinnedModel(); got != want {
			t.Errorf("%s: %q, want %q", input, got, want)
		}
	}
}

func TestPreferences(t *testing.T) {
	p := request.Parse([]byte(`{"route":"sort","provider":{
		"order":["Atlas",1,"granite"],"only":[],"allow_fallbacks":false,"require_parameters":true,"zdr":true,"data_collection":"deny",
		"enforce_distillable_text":true,"sort":"latency","max_price":{"prompt":"0.5","completion":2},
		"preferred_max_latency":{"p50":0.5,"p99":0.3},"preferred_min_throughput":{"p50":50,"p90":80}}}`)).Preferences()
	if !slices.Equal(p.Order, []string{"Atlas", "granite"}) || p.Only == nil || len(p.Only) != 0 || p.Ignore != nil ||
		!p.NoFallbacks || !p.Parameters || !p.ZDR || !p.DenyTraining || !p.Distillable || p.Sort != "latency" || !p.Across ||
		*p.MaxPrompt != 0.5 || *p.MaxCompletion != 2 || *p.MaxLatency != 0.3 || *p.MinThroughput != 80 {
		t.Errorf("%+v", p)
	}
	// What makes no sense is taken as not sent: the document shows no structure.
	p = request.Parse([]byte(`{"route":"fallback","provider":{"order":"Atlas","sort":{"by":"colour","partition":"none"},
		"max_price":{"prompt":"much","completion":[]},"allow_fallbacks":null,"preferred_max_latency":true}}`)).Preferences()
	if p.Order != nil || p.Sort != "" || !p.Across || p.MaxPrompt != nil || p.MaxCompletion != nil || p.NoFallbacks || p.MaxLatency != nil {
		t.Errorf("%+v", p)
	}
	if p := request.Parse([]byte(`{"route":"sort","provider":{"sort":{"partition":"model"}}}`)).Preferences(); p.Across {
		t.Error("route counts before provider.sort.partition")
	}
}
