package router_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
	"gatehouse/gateway/router"

	"github.com/go-json-experiment/json"
	"github.com/tidwall/gjson"
)

// ten is ten models; the n-th costs n. The even ones are ranked for code, the more expensive the
// better.
func ten() (models []catalogue.Model) {
	for n := 1; n <= 10; n++ {
		m := catalogue.Model{
			Slug: fmt.Sprintf("v/m%02d", n), Prompt: float64(n), Completion: float64(20 - n), Ordinary: n <= 2,
			Ranks: catalogue.Ranks{catalogue.Chat: float64(n) / 10}, Providers: []catalogue.Provider{{Name: "Atlas"}},
		}
		if n%2 == 0 {
			m.Ranks[catalogue.Code] = float64(n) / 10
		}
		models = append(models, m)
	}
	return append(models, catalogue.Model{Slug: "v/rank", Rerank: true}, catalogue.Model{Slug: "fault/x", Fault: true})
}

func over(models []catalogue.Model, rankings bool) *router.Router {
	return router.New(catalogue.Catalogue(slices.Concat(models, router.Slugs("acme"))), "acme", rankings)
}

func ask(r *router.Router, body string) route.Plan { return r.Plan(request.Parse([]byte(body))) }

// slugs is the candidates on one line, an error in brackets.
func slugs(a route.Plan) string {
	var list []string
	for _, c := range a.Candidates {
		if c.Err != nil {
			list = append(list, "["+c.Slug+"]")
			continue
		}
		list = append(list, c.Slug)
	}
	return strings.Join(list, " ")
}

func TestNamed(t *testing.T) {
	r := over(ten(), true)
	for _, c := range []struct{ body, requested, strategy, want string }{
		{`{}`, "v/m01", "direct", "v/m01"},
		{`{"model":"v/m02"}`, "v/m02", "direct", "v/m02"},
		{`{"model":"v/m02","models":["x/y","v/m02","v/m01"]}`, "v/m02", "direct", "v/m02 [x/y] v/m01"},
		{`{"models":["v/rank","v/m03"]}`, "v/rank", "direct", "[v/rank] v/m03"},
		{`{"model":"V/M02"}`, "V/M02", "direct", "[V/M02]"},
		{`{"model":"acme/auto"}`, "acme/auto", "auto", "v/m02 v/m01"},
		{`{"models":["x/y","acme/auto"]}`, "x/y", "direct", "[x/y] v/m02 v/m01"},
		{`{"plugins":[{"id":"auto-router","enabled":false}],"model":"v/m03"}`, "v/m03", "direct", "v/m03"},
		{`{"plugins":[{"id":"auto-router"}],"model":"v/m03"}`, "v/m03", "auto", "v/m02 v/m01"},
		{`{"plugins":[{"id":"web"},{"id":"auto-beta-router"}]}`, "acme/auto-beta", "auto", "v/m02 v/m01"},
	} {
		a := ask(r, c.body)
		if a.Requested != c.requested || a.Strategy != c.strategy || slugs(a) != c.want {
			t.Errorf("%s: %s by %s: %s", c.body, a.Requested, a.Strategy, slugs(a))
		}
	}
	a := ask(r, `{"plugins":[{"id":"pareto-router","enabled":false},{"id":"auto-router"},{"id":"pareto-router"},{"id":"auto-beta-router"}]}`)
	if len(a.Pipeline) != 2 || a.Pipeline[0].Name != "auto-router" || a.Pipeline[1].Name != "auto-beta-router" || a.Pipeline[1].Data["routed_by"] != "auto-router" {
		t.Errorf("%+v", a.Pipeline)
	}
}

// The cost settings over ten candidates; the i-th cheapest has the percentile 10·i.
func TestCost(t *testing.T) {
	r := over(ten(), true)
	for _, c := range []struct{ setting, want string }{
		{``, "v/m02 v/m01"}, // 9: at most 18
		{`,"cost_quality_tradeoff":10`, "v/m02 v/m01"},
		{`,"cost_quality_tradeoff":9.0`, "v/m02 v/m01"},
		{`,"cost_quality_tradeoff":8`, "v/m03 v/m02 v/m01"}, // 26
		{`,"cost_quality_tradeoff":5`, "v/m06 v/m05 v/m04 v/m03 v/m02 v/m01"},
		{`,"cost_quality_tradeoff":0`, "v/m10 v/m09 v/m08 v/m07 v/m06 v/m05 v/m04 v/m03 v/m02 v/m01"},
		{`,"cost_tier":"low"`, "v/m02 v/m01"},
		{`,"cost_tier":"medium"`, "v/m04 v/m03"},
		{`,"cost_tier":"high"`, "v/m06 v/m05"},
		{`,"cost_tier":"xhigh"`, "v/m08 v/m07"},
		{`,"cost_tier":"max"`, "v/m10 v/m09"},
		{`,"cost_tier":"high","cost_quality_tradeoff":10`, "v/m06 v/m05"},  // the tier takes precedence
		{`,"cost_tier":"max","allowed_models":["v/m0*"]`, "v/m09"},         // of nine: 88
		{`,"cost_tier":"max","allowed_models":["v/m01","v/m02"]`, "v/m02"}, // 0 and 50: none in [80,100], the nearest below
		{`,"cost_tier":"medium","allowed_models":["v/m01","v/m02"]`, "v/m01"},
		{`,"cost_tier":"max","allowed_models":["v/m07"]`, "v/m07"},
	} {
		a := ask(r, `{"plugins":[{"id":"auto-router"`+c.setting+`}]}`)
		if slugs(a) != c.want {
			t.Errorf("%s: %s, want %s: %s", c.setting, slugs(a), c.want, a.Pipeline[0].Summary)
		}
		if empty := strings.Contains(a.Pipeline[0].Summary, "nearest below"); empty != (a.Pipeline[0].Data["band_empty"] == true) {
			t.Errorf("%s: %+v", c.setting, a.Pipeline[0])
		}
	}
	// 0 permits up to the 90th percentile; the last of eleven candidates is above it.
	eleven := append([]catalogue.Model{{Slug: "v/m11", Prompt: 11, Ranks: catalogue.Ranks{catalogue.Chat: 1}, Providers: []catalogue.Provider{{}}}}, ten()...)
	if a := ask(over(eleven, true), `{"plugins":[{"id":"auto-router","cost_quality_tradeoff":0}]}`); strings.Contains(slugs(a), "v/m11") || !strings.Contains(slugs(a), "v/m10") {
		t.Errorf("%s", slugs(a))
	}
}

func TestPatterns(t *testing.T) {
	r := over(ten(), true)
	const all = `"cost_quality_tradeoff":0`
	for _, c := range []struct{ lists, want string }{
		{`"allowed_models":["v/m1*"]`, "v/m10"},
		{`"allowed_models":["*m02","v/m01"]`, "v/m02 v/m01"},
		{`"allowed_models":["*/*0*3"]`, "v/m03"},
		{`"allowed_models":["v*1"]`, "v/m01"}, // * runs over /
		{`"allowed_models":["*0*1*"]`, "v/m01"},
		{`"allowed_models":["v/m0?"]`, "[acme/auto]"},
		{`"allowed_models":["V/*"]`, "[acme/auto]"},
		{`"allowed_models":["v/m0"]`, "[acme/auto]"},
		{`"allowed_models":[""]`, "[acme/auto]"},
		{`"allowed_models":[]`, "[acme/auto]"},
		{`"allowed_models":["v/rank","fault/*","acme/*"]`, "[acme/auto]"}, // no text models
		{`"allowed_models":["v/m01","v/m02"],"excluded_models":["v/m02"]`, "v/m01"},
		{`"allowed_models":["v/m01"],"excluded_models":["*1"]`, "[acme/auto]"},
		{`"excluded_models":["v/m*0*"]`, "[acme/auto]"},
		{`"excluded_models":["v/m0*"]`, "v/m10"},
		{`"excluded_models":[]`, "v/m10 v/m09 v/m08 v/m07 v/m06 v/m05 v/m04 v/m03 v/m02 v/m01"},
	} {
		a := ask(r, `{"plugins":[{"id":"auto-router",`+all+`,`+c.lists+`}]}`)
		if slugs(a) != c.want {
			t.Errorf("%s: %s, want %s", c.lists, slugs(a), c.want)
		}
		var empty *route.EmptyError
		if a.Candidates[0].Err == nil {
			continue
		}
		constraint := "allowed_models"
		if strings.Contains(c.lists, "excluded_models") {
			constraint = "excluded_models"
		}
		if !errors.As(a.Candidates[0].Err, &empty) || empty.Constraint != constraint || !strings.Contains(empty.Message, constraint) || len(a.Pipeline) != 1 {
			t.Errorf("%s: %v", c.lists, a.Candidates[0].Err)
		}
	}
}

// The prompt is a task; only models that are ranked for it are candidates.
func TestTasks(t *testing.T) {
	r := over(ten(), true)
	for _, c := range []struct{ body, task string }{
		{`"input":"hello"`, "chat"},
		{`"input":"Fix this bug in my Python function"`, "code"},
		{"\"input\":\"what is ```x``` here\"", "code"},
		{`"input":"Prove the theorem step by step"`, "reasoning"},
		{`"input":"Write a poem about a bridge"`, "writing"},
		{`"input":"Summarize the key points as a table"`, "extraction"},
		{`"input":"hello","text":{"format":{"type":"json_object"}}`, "extraction"},
		{`"input":"Translate this into French"`, "translation"},
		{`"input":[{"role":"user","content":"debug the code"},{"role":"user","content":"and now a story"}]`, "writing"}, // the newest counts
		{`"instructions":"debug the code","input":"hi"`, "chat"},
	} {
		a := ask(r, `{"plugins":[{"id":"auto-router"}],`+c.body+`}`)
		if got := fmt.Sprint(a.Pipeline[0].Data["task"]); got != c.task {
			t.Errorf("%s: %s, want %s", c.body, got, c.task)
		}
	}
	a := ask(r, `{"plugins":[{"id":"auto-router","cost_quality_tradeoff":0}],"input":"debug the code"}`)
	if slugs(a) != "v/m10 v/m08 v/m06 v/m04 v/m02" {
		t.Errorf("ranked for code: %s", slugs(a))
	}
	stage, err := json.Marshal(a.Pipeline[0])
	if err != nil {
		t.Fatal(err)
	}
	data := gjson.GetBytes(stage, "data")
	if data.Get("signs").Raw != `["debug","code"]` || data.Get("candidates.#").Int() != 5 || data.Get("candidates.1.percentile").Num != 20 ||
		data.Get("dropped.#").Int() != 5 || data.Get("dropped.0.by").Str != "not ranked for code" || data.Get("cost_band").Str != "[0,90]" {
		t.Errorf("%s", stage)
	}
}

func TestNoRankings(t *testing.T) {
	r := over(ten(), false)
	a := ask(r, `{"plugins":[{"id":"auto-router","cost_quality_tradeoff":0}],"input":"debug the code"}`)
	if slugs(a) != "v/m01 v/m02" || !strings.Contains(a.Pipeline[0].Summary, "default model set") || a.Pipeline[0].Data["rankings"] != false {
		t.Errorf("%s: %+v", slugs(a), a.Pipeline[0])
	}
	a = ask(r, `{"plugins":[{"id":"auto-router","allowed_models":["v/m05"]}]}`)
	if s := a.Pipeline[0].Summary; slugs(a) != "v/m05" || strings.Contains(s, "default model set") || !strings.Contains(s, "Rankings are unavailable") {
		t.Errorf("%s, %s: a list of one's own needs no rankings", slugs(a), s)
	}
}

func TestPin(t *testing.T) {
	r := over(ten(), true)
	conversation := func(model string) string {
		return `"input":[{"role":"user","content":"a"},{"role":"assistant","content":"b","model":"` + model + `"},{"role":"user","content":"c"}]`
	}
	for _, c := range []struct{ plugin, input, want, why string }{
		{`"id":"auto-router","pin_model":true`, conversation("v/m09"), "v/m09", ""},
		{`"id":"auto-router","pin_model":true,"cost_tier":"low"`, conversation("v/m09"), "v/m09", ""},
		{`"id":"auto-router","pin_model":false`, conversation("v/m09"), "v/m02 v/m01", ""},
		{`"id":"auto-router"`, conversation("v/m09"), "v/m02 v/m01", ""},
		{`"id":"auto-beta-router","pin_model":true`, conversation("v/m09"), "v/m02 v/m01", ""},
		{`"id":"auto-router","pin_model":true`, `"input":"a"`, "v/m02 v/m01", "no assistant message"},
		{`"id":"auto-router","pin_model":true`, conversation("v/none"), "v/m02 v/m01", "not a text model"},
		{`"id":"auto-router","pin_model":true`, conversation("v/rank"), "v/m02 v/m01", "not a text model"},
		{`"id":"auto-router","pin_model":true,"excluded_models":["v/m09"]`, conversation("v/m09"), "v/m02 v/m01", "excluded_models"},
		{`"id":"auto-router","pin_model":true,"allowed_models":["v/m03"]`, conversation("v/m09"), "v/m03", "allowed_models"},
	} {
		a := ask(r, `{"plugins":[{`+c.plugin+`}],`+c.input+`}`)
		notPinned, _ := a.Pipeline[0].Data["not_pinned"].(string)
		if slugs(a) != c.want || !strings.Contains(notPinned, c.why) || (c.why == "") != (notPinned == "") {
			t.Errorf("%s: %s, %q", c.plugin, slugs(a), notPinned)
		}
	}
}

// Which requests have a panel, and which model writes the answer.
func TestFusion(t *testing.T) {
	models := catalogue.Catalogue(append(append(catalogue.Plain(), catalogue.Vendors()...), router.Slugs("service")...))
	r := router.New(models, "service", true)
	for _, c := range []struct {
		body, model, requested string
		panel                  int // models
	}{
		{`{"model":"service/fusion"}`, "aurora/zenith-max", "service/fusion", 3},
		{`{"plugins":[{"id":"fusion"}]}`, "aurora/zenith-max", "service/fusion", 3},
		{`{"model":"sim/coder","plugins":[{"id":"fusion","model":"sim/writer","analysis_models":["a","b"]}]}`, "sim/writer", "sim/coder", 2},
		{`{"models":["no/such","service/fusion"]}`, "aurora/zenith-max", "no/such", 3},
		{`{"models":["sim/coder","service/fusion"]}`, "sim/coder", "sim/coder", 0},
		{`{"model":"sim/coder","plugins":[{"id":"fusion","enabled":false}]}`, "sim/coder", "sim/coder", 0},
		{`{"model":"sim/coder"}`, "sim/coder", "sim/coder", 0},
	} {
		req := request.Parse([]byte(c.body))
		rt, err := route.Serve(r.Plan(req))
		panel := r.Panel(req, rt)
		if err != nil || rt.Model.Slug != c.model || rt.Requested != c.requested || (panel != nil) != (c.panel > 0) || panel != nil && len(panel.Models) != c.panel {
			t.Errorf("%s: %s for %s, panel %+v, %v", c.body, rt.Model.Slug, rt.Requested, panel, err)
		}
	}
	// Another router comes first.
	req := request.Parse([]byte(`{"input":"hello","plugins":[{"id":"auto-router"},{"id":"fusion"}]}`))
	rt, err := route.Serve(r.Plan(req))
	if err != nil || r.Panel(req, rt) != nil || rt.Strategy != "auto" {
		t.Errorf("%s %v", rt.Strategy, err)
	}
	// An analyst that there is not is a 404 that names the member.
	for _, slug := range []string{"no/such", "service/auto"} {
		req := request.Parse([]byte(`{"plugins":[{"id":"fusion","model":"` + slug + `"}]}`))
		_, err := route.Serve(r.Plan(req))
		var empty *route.EmptyError
		if !errors.As(err, &empty) || empty.Constraint != "plugins.fusion.model" {
			t.Errorf("%s: %v", slug, err)
		}
	}
}
