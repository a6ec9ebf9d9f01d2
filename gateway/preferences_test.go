package gateway_test

import (
	"testing"

	"github.com/tidwall/gjson"
)

// Each preference over HTTP and the real catalogue: who is asked, and what the metadata says of
// those who are not.
func TestPreferences(t *testing.T) {
	base := serve(t)
	for _, c := range []struct {
		body, attempts string
		total, left    int64
		by             string // what dropped the first that was dropped
	}{
		{`{"model":"ember/glow"}`, "ember/glow@Cobalt/200", 3, 3, ""},
		{`{"model":"ember/glow","provider":null}`, "", 0, 0, ""}, // a 400: the document has no null there
		{`{"model":"ember/glow","provider":{}}`, "ember/glow@Cobalt/200", 3, 3, ""},
		{`{"model":"ember/glow","provider":{"order":["halyard","estuary"]}}`, "ember/glow@Halyard/200", 3, 3, ""},
		{`{"model":"ember/glow","provider":{"order":["halyard"],"allow_fallbacks":false}}`, "ember/glow@Halyard/200", 3, 1, "provider.order"},
		{`{"model":"ember/glow","provider":{"only":["Estuary","Halyard"]}}`, "ember/glow@Estuary/200", 3, 2, "provider.only"},
		{`{"model":"ember/glow","provider":{"ignore":["COBALT"]}}`, "ember/glow@Estuary/200", 3, 2, "provider.ignore"},
		{`{"model":"ember/glow","provider":{"sort":"latency"}}`, "ember/glow@Halyard/200", 3, 3, ""},
		{`{"model":"ember/glow","provider":{"sort":{"by":"throughput","partition":"model"}}}`, "ember/glow@Halyard/200", 3, 3, ""},
		{`{"model":"ember/glow","provider":{"sort":"exacto"}}`, "ember/glow@Halyard/200", 3, 3, ""},
		{`{"model":"ember/glow","provider":{"max_price":{"prompt":0.25,"completion":"0.7"}}}`, "ember/glow@Cobalt/200", 3, 1, "provider.max_price.completion"},
		{`{"model":"ember/glow","provider":{"data_collection":"deny"}}`, "ember/glow@Halyard/200", 3, 1, "provider.data_collection"},
		{`{"model":"ember/glow","provider":{"data_collection":"allow","zdr":false}}`, "ember/glow@Cobalt/200", 3, 3, ""},
		{`{"model":"ember/glow","top_logprobs":1,"provider":{"require_parameters":true,"ignore":["Cobalt"]}}`, "ember/glow@Halyard/200", 3, 1, "provider.ignore"},
		{`{"model":"basalt/massif","provider":{"zdr":true,"quantizations":["bf16"]}}`, "basalt/massif@Granite/200", 2, 1, "provider.quantizations"},
		{`{"model":"ember/glow","provider":{"preferred_max_latency":0.25}}`, "ember/glow@Halyard/200", 3, 3, ""},
		{`{"model":"ember/glow","provider":{"preferred_min_throughput":{"p50":100,"p99":150}}}`, "ember/glow@Halyard/200", 3, 3, ""},
		{`{"models":["ember/glow","basalt/pebble"],"provider":{"sort":{"by":"price","partition":"none"}}}`, "basalt/pebble@Halyard/200", 5, 5, ""},
		{`{"models":["ember/glow","basalt/pebble"],"provider":{"enforce_distillable_text":true}}`, "basalt/pebble@Halyard/200", 5, 2, "provider.enforce_distillable_text"},
		{`{"models":["ember/glow","basalt/pebble"],"route":"fallback"}`, "ember/glow@Cobalt/200", 5, 5, ""},
		{`{"models":["ember/glow","basalt/pebble"],"route":"colour"}`, "ember/glow@Cobalt/200", 5, 5, ""},
		{`{"models":["ember/glow","basalt/pebble"],"route":"sort","provider":{"sort":{"by":"price","partition":"model"}}}`, "ember/glow@Cobalt/200", 5, 5, ""},
	} {
		status, r := post(t, base, c.body, asked)
		m := r.Get("service_metadata")
		if c.attempts == "" {
			if status != 400 {
				t.Errorf("%s: %d", c.body, status)
			}
			continue
		}
		if status != 200 || summarize(m) != c.attempts || m.Get("endpoints.total").Int() != c.total || m.Get("endpoints.available.#").Int() != c.left {
			t.Errorf("%s: %d %s, %s", c.body, status, summarize(m), m.Get("endpoints"))
		}
		if dropped := m.Get("params.dropped"); int64(len(dropped.Array())) != c.total-c.left || dropped.Get("0.by").Str != c.by {
			t.Errorf("%s: dropped %s", c.body, dropped)
		}
		served := m.Get("endpoints.available.#(selected==true)#")
		if len(served.Array()) != 1 || served.Get("0.provider").Str != m.Get("attempts.@reverse.0.provider").Str || served.Get("0.model").Str != r.Get("model").Str {
			t.Errorf("%s: selected %s", c.body, served)
		}
	}
}

// A 404 of providers lists what each constraint removed, in the error and in the metadata.
func TestNoProviderLeft(t *testing.T) {
	base := serve(t)
	for field, provider := range map[string]string{
		"provider.only":                     `{"only":["Granite"]}`,
		"provider.ignore":                   `{"ignore":["cobalt","estuary","halyard"]}`,
		"provider.order":                    `{"order":["granite"],"allow_fallbacks":false}`,
		"provider.quantizations":            `{"quantizations":["fp4"]}`,
		"provider.max_price.prompt":         `{"max_price":{"prompt":"0.19"}}`,
		"provider.max_price.completion":     `{"max_price":{"completion":0.5}}`,
		"provider.zdr":                      `{"zdr":true}`,
		"provider.enforce_distillable_text": `{"enforce_distillable_text":true}`,
		"provider.data_collection":          `{"data_collection":"deny","ignore":["halyard"]}`,
	} {
		status, r := post(t, base, `{"model":"ember/glow","provider":`+provider+`}`, asked)
		if status != 404 || r.Get("error.metadata.constraint.field").Str != field || r.Get("error.metadata.error_type").Str != "not_found" ||
			r.Get("service_metadata.endpoints.total").Int() != 3 || r.Get("service_metadata.endpoints.available").Raw != "[]" ||
			len(r.Get("service_metadata.params.dropped").Array()) != 3 {
			t.Errorf("%s: %d %s", provider, status, r)
		}
		if _, r := post(t, base, `{"model":"ember/glow","provider":`+provider+`}`); r.Get("service_metadata").Type != gjson.Null {
			t.Errorf("%s: metadata that nobody asked for", provider)
		}
	}
}

// GET /models shows the numbers that these rules go by.
func TestListedEndpoints(t *testing.T) {
	list := readJSON(t, do(t, "GET", serve(t)+"/models", ""))
	glow := list.Get(`data.#(id=="ember/glow")`)
	if glow.Get("endpoints.#.provider").Raw != `["Cobalt","Estuary","Halyard"]` || glow.Get("endpoints.2.pricing.completion").Str != "0.00000084" ||
		glow.Get("endpoints.1.trains_on_paid_prompts").Raw != "true" || glow.Get("endpoints.1.lacks").Raw != `["top_logprobs"]` || glow.Get("endpoints.0.answers").Exists() {
		t.Errorf("%s", glow)
	}
	if rerank := list.Get(`data.#(id=="sim/bm25")`); rerank.Get("architecture.output_modalities").Raw != `["rerank"]` || rerank.Get("supported_parameters").Raw != "[]" {
		t.Errorf("%s", rerank)
	}
	if fault := list.Get(`data.#(id=="fault/503")`); fault.Get("endpoints").Exists() {
		t.Errorf("%s", fault)
	}
	if m := list.Get(`data.#(id=="aurora/zenith")`); m.Get("traffic_weighted_price").Str != "0.0000012" || m.Get("supported_parameters.#(==reasoning)").Str == "" {
		t.Errorf("%s", m)
	}
	inlet := list.Get(`data.#(id=="fjord/inlet")`)
	if inlet.Get("coding_score").Exists() || inlet.Get("traffic_weighted_price").Exists() || inlet.Get("task_strengths.code").Exists() {
		t.Errorf("%s", inlet)
	}
}
