package preview_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/gateway"
	"gatehouse/state/request/preview"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"
)

// What a preview says is held against what the local gateway does.

func ask(g http.Handler, method, path, body string) (int, gjson.Result) {
	r := httptest.NewRequest(method, gateway.Prefix+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer k")
	r.Header.Set("X-Service-Metadata", "enabled")
	w := httptest.NewRecorder()
	g.ServeHTTP(w, r)
	return w.Code, gjson.ParseBytes(w.Body.Bytes())
}

func local(t *testing.T) (*gateway.Gateway, preview.Catalogue) {
	t.Helper()
	g := gateway.New(gateway.WithPace(0))
	_, list := ask(g, "GET", "/models", "")
	models, err := read.Models([]byte(list.Raw))
	if err != nil {
		t.Fatal(err)
	}
	return g, preview.ReadCatalogue(models)
}

// decision is the stage of the router in the answer to a request with one plugin.
func decision(g http.Handler, plugin string) (status int, data gjson.Result) {
	status, answer := ask(g, "POST", "/responses", `{"input":"hello there","plugins":[`+plugin+`]}`)
	return status, answer.Get("service_metadata.pipeline.#(type==plugin).data")
}

func slugs(models []preview.Model) []string {
	out := []string{}
	for _, m := range models {
		out = append(out, m.Slug)
	}
	return out
}

func slugsOf(list gjson.Result) []string {
	out := []string{}
	for _, e := range list.Array() {
		out = append(out, e.String())
	}
	return out
}

func TestCatalogueOfTheLocalGateway(t *testing.T) {
	_, c := local(t)
	kinds := map[string]int{}
	for _, m := range c.Models {
		switch {
		case m.Fault:
			kinds["fault"]++
		case m.Rerank:
			kinds["rerank"]++
		case m.Router:
			kinds["router"]++
		case m.Text():
			kinds["text"]++
		}
	}
	if kinds["fault"] < 20 || kinds["rerank"] != 3 || kinds["router"] != 4 || kinds["text"] < 25 {
		t.Errorf("%v", kinds)
	}
	m, ok := c.Find("aurora/zenith")
	if !ok || m.Prompt != 3 || m.Completion != 12 || m.Effective != 1.2 || m.Coding != 0.82 || strings.Join(m.Providers, " ") != "Dynamo Atlas Borealis" {
		t.Errorf("%+v", m)
	}
	if p := c.Providers(); !slices.Contains(p, "Halyard") || !slices.IsSorted(p) || len(slices.Compact(p)) != len(p) {
		t.Errorf("%v", p)
	}
	if p := c.Patterns(); !slices.Contains(p, "basalt/*") || !slices.Contains(p, "basalt/column") || slices.Contains(p, "fault/*") {
		t.Errorf("%v", p)
	}
}

// Whatever the plugin asks for, the auto-router's candidates, their percentiles
// and the band are those of the preview; and where it says that no model is
// left, the request is a 404.
func TestAutoAgrees(t *testing.T) {
	g, c := local(t)
	pattern := rapid.StringMatching(`(\*|aurora|basalt|cinder|fjord|ember|sim|fault|a\*a)(/|\*|/\*)(dawn|\*|glow|de.p|inlet|a)?\*?`)
	rapid.Check(t, func(t *rapid.T) {
		p := map[string]any{"id": rapid.SampledFrom([]string{"auto-router", "auto-beta-router"}).Draw(t, "id")}
		p["allowed_models"] = rapid.SliceOfN(pattern, 0, 4).Draw(t, "allowed")
		if rapid.Bool().Draw(t, "exclude") {
			p["excluded_models"] = rapid.SliceOfN(pattern, 0, 3).Draw(t, "excluded")
		}
		if rapid.Bool().Draw(t, "tiered") {
			p["cost_tier"] = rapid.SampledFrom([]string{"low", "medium", "high", "xhigh", "max"}).Draw(t, "tier")
		}
		if rapid.Bool().Draw(t, "traded") {
			p["cost_quality_tradeoff"] = rapid.IntRange(0, 10).Draw(t, "tradeoff")
		}
		plugin, _ := json.Marshal(p)
		status, data := decision(g, string(plugin))
		a := c.Auto(plugin)
		if (a.Empty != "") != (data.Get("emptied_by").Str != "") || (a.Empty != "") != (status == 404) {
			t.Fatalf("%s: status %d, %s; the preview: %q", plugin, status, data, a.Empty)
		}
		if a.Empty != "" {
			if by := data.Get("emptied_by").Str; !strings.HasPrefix(a.Empty, by) {
				t.Fatalf("%s: %q, emptied by %s", plugin, a.Empty, by)
			}
			return
		}
		var standing, want []string
		for _, s := range a.Candidates {
			standing = append(standing, fmt.Sprintf("%s at %.6f for %v", s.Model.Slug, s.Percentile, s.Model.Prompt))
		}
		for _, s := range data.Get("candidates").Array() {
			want = append(want, fmt.Sprintf("%s at %.6f for %v", s.Get("model").Str, s.Get("percentile").Num, s.Get("price").Num))
		}
		in, order := slugs(a.InBand()), slugsOf(data.Get("order"))
		slices.Sort(in)
		slices.Sort(order)
		if !slices.Equal(standing, want) || !slices.Equal(in, order) || a.Nearest != data.Get("band_empty").Bool() || a.Band.String() != data.Get("cost_band").Str {
			t.Fatalf("%s:\n%v %v\nwant %s", plugin, standing, in, data)
		}
	})
}

// TestIdlePluginsHaveNoStage: a plugin that is reported to do nothing has no working stage in the
// answer, and every other one has.
func TestIdlePluginsHaveNoStage(t *testing.T) {
	g, _ := local(t)
	drawPlugin := func(t *rapid.T) map[string]any {
		id := rapid.SampledFrom([]string{"auto-router", "auto-beta-router", "pareto-router", "fusion", "web"}).Draw(t, "id")
		p := map[string]any{"id": id}
		member := func(name string, value any) {
			if rapid.Bool().Draw(t, "with "+name) {
				p[name] = value
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "off") == 0 {
			p["enabled"] = false
		}
		switch id {
		case "auto-router", "auto-beta-router":
			p["allowed_models"] = rapid.SliceOfN(rapid.SampledFrom([]string{"aurora/*", "basalt/*", "*dawn*", "sim/*", "*/spark", "*"}), 1, 3).Draw(t, "allowed")
			member("excluded_models", rapid.SliceOfN(rapid.SampledFrom([]string{"*max", "sim/*", "basalt/*"}), 0, 2).Draw(t, "excluded"))
			member("cost_tier", rapid.SampledFrom([]string{"low", "medium", "high", "xhigh", "max"}).Draw(t, "tier"))
			member("cost_quality_tradeoff", rapid.IntRange(0, 10).Draw(t, "tradeoff"))
		case "pareto-router":
			member("max_price", rapid.SampledFrom([]float64{0.1, 0.25, 1.2, 15, 100}).Draw(t, "cap"))
			member("min_coding_score", rapid.SampledFrom([]float64{0, 0.3299, 0.33, 0.66, 1}).Draw(t, "score"))
			member("price_source", rapid.SampledFrom([]string{"prompt", "weighted_avg"}).Draw(t, "source"))
		}
		return p
	}
	rapid.Check(t, func(t *rapid.T) {
		var list []any
		for range rapid.IntRange(1, 3).Draw(t, "plugins") {
			list = append(list, drawPlugin(t))
		}
		prompt := rapid.SampledFrom([]string{"hello there", "write a function in Go", "prove that 17 is prime"}).Draw(t, "prompt")
		body, _ := json.Marshal(map[string]any{"input": prompt, "plugins": list})
		_, answer := ask(g, "POST", "/responses", string(body))
		seen := map[string]bool{}
		for i, p := range gjson.GetBytes(body, "plugins").Array() {
			id := p.Get("id").Str
			stage := answer.Get(`service_metadata.pipeline.#(name=="` + id + `")`)
			idle := preview.Idle([]byte(gjson.GetBytes(body, "plugins").Raw), i)
			if works := stage.Exists() && !stage.Get("data.passed_over").Bool(); !seen[id] && id != "web" && works != (idle == "") {
				t.Fatalf("%s: plugin %d: %q, the stage: %s", body, i, idle, stage.Raw)
			}
			seen[id] = true
			if by := stage.Get("data.routed_by").Str; by != "" && strings.Contains(idle, "routes") && !strings.HasPrefix(idle, by) {
				t.Fatalf("%s: %q, routed by %s", body, idle, by)
			}
		}
	})
}
