package route_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

// one has three providers, the cheapest of them down; two has one more.
func one() catalogue.Model {
	return catalogue.Model{Slug: "a/one", Prompt: 1, Completion: 2, Providers: []catalogue.Provider{
		{Name: "Atlas", Prompt: 3, Completion: 3, Latency: 0.1, Throughput: 10, Accuracy: 0.5, Quantization: "fp8", Retains: true},
		{Name: "Blue Sky", Prompt: 2, Completion: 2, Latency: 0.3, Throughput: 30, Accuracy: 0.9, Quantization: "bf16", TrainsPaid: true},
		{Name: "Cobalt", Status: 503, Latency: 0.2, Throughput: 20, Accuracy: 0.7, Quantization: "fp8", Lacks: []string{"tools"}},
	}}
}

func two() catalogue.Model {
	return catalogue.Model{Slug: "b/two", Prompt: 0.5, Distillable: true, Providers: []catalogue.Provider{{Name: "Delta", Latency: 0.05}, {Name: "Atlas", Prompt: 9}}}
}

func candidates(models ...catalogue.Model) (list []route.Candidate) {
	for i, m := range models {
		list = append(list, route.Candidate{Slug: m.Slug, Model: m, Extra: i > 0})
	}
	return list
}

// ask is what a body with these members asks for.
func ask(body, session string, models ...catalogue.Model) route.Plan {
	req := request.Parse([]byte(body))
	p := req.Preferences()
	return route.Plan{
		Requested: "a/one", Strategy: "direct", Candidates: candidates(models...),
		Filters: route.Filters(p, req), Rank: route.Rank{Preferences: p, Session: session},
	}
}

// tried is the attempts on one line.
func tried(r route.Route) string {
	var list []string
	for _, a := range r.Attempts {
		list = append(list, fmt.Sprintf("%s/%d", a.Provider, a.Status))
	}
	return strings.Join(list, " ")
}

// What a request may say about providers, and who is asked then.
func TestProviders(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`{}`, "Cobalt/503 Blue Sky/200"},
		{`{"provider":{"order":["atlas"]}}`, "Atlas/200"},
		{`{"provider":{"order":["nobody","BLUE-SKY"]}}`, "Blue Sky/200"},
		{`{"provider":{"order":["Cobalt","Atlas"],"allow_fallbacks":false}}`, "Cobalt/503 Atlas/200"},
		{`{"provider":{"order":["Cobalt"],"allow_fallbacks":false}}`, "Cobalt/503"},
		{`{"provider":{"allow_fallbacks":false}}`, "Cobalt/503"},
		{`{"provider":{"only":["atlas"]}}`, "Atlas/200"},
		{`{"provider":{"only":[]}}`, "Cobalt/503 Blue Sky/200"},
		{`{"provider":{"ignore":["cobalt","blue sky"]}}`, "Atlas/200"},
		{`{"provider":{"sort":"price"}}`, "Cobalt/503 Blue Sky/200"},
		{`{"provider":{"sort":"latency"}}`, "Atlas/200"},
		{`{"provider":{"sort":{"by":"throughput"}}}`, "Blue Sky/200"},
		{`{"provider":{"sort":"exacto"}}`, "Blue Sky/200"},
		{`{"provider":{"sort":"colour"}}`, "Cobalt/503 Blue Sky/200"},
		{`{"provider":{"quantizations":["fp8"]}}`, "Cobalt/503 Atlas/200"},
		{`{"provider":{"max_price":{"prompt":2,"completion":"2"}}}`, "Cobalt/503 Blue Sky/200"},
		{`{"provider":{"max_price":{"prompt":1.9},"ignore":["Cobalt"]}}`, ""},
		{`{"provider":{"data_collection":"deny"}}`, "Cobalt/503 Atlas/200"},
		{`{"provider":{"zdr":true}}`, "Cobalt/503 Blue Sky/200"},
		{`{"tools":[],"provider":{"require_parameters":true}}`, "Blue Sky/200"},
		{`{"provider":{"require_parameters":true}}`, "Cobalt/503 Blue Sky/200"},
		{`{"provider":{"preferred_max_latency":0.1}}`, "Atlas/200"},
		{`{"provider":{"preferred_min_throughput":{"p50":30}}}`, "Blue Sky/200"},
		{`{"provider":{"preferred_min_throughput":1000}}`, "Cobalt/503 Blue Sky/200"},
		{`{"provider":{"enforce_distillable_text":true}}`, ""},
	} {
		r, err := route.Serve(ask(c.body, "", one()))
		if got := tried(r); got != c.want {
			t.Errorf("%s: %q, want %q", c.body, got, c.want)
		}
		if served := strings.HasSuffix(c.want, "200"); served != (err == nil) || served && r.Strategy != "direct" {
			t.Errorf("%s: %v, %s", c.body, err, r.Strategy)
		}
	}
}

// Models are tried in their order, unless the sort goes across them.
func TestModels(t *testing.T) {
	down := catalogue.Model{Slug: "c/down", Providers: []catalogue.Provider{{Name: "Echo", Status: 529}}}
	for _, c := range []struct {
		body           string
		models         []catalogue.Model
		want, strategy string
	}{
		{`{}`, []catalogue.Model{down, one()}, "Echo/529 Cobalt/503 Blue Sky/200", "fallback"},
		{`{}`, []catalogue.Model{one(), two()}, "Cobalt/503 Blue Sky/200", "direct"},
		{`{"route":"fallback"}`, []catalogue.Model{one(), two()}, "Cobalt/503 Blue Sky/200", "direct"},
		{`{"route":"sort"}`, []catalogue.Model{one(), two()}, "Delta/200", "fallback"},
		{`{"provider":{"sort":{"by":"latency","partition":"none"}}}`, []catalogue.Model{one(), two()}, "Atlas/200", "fallback"},
		{`{"provider":{"sort":"latency"}}`, []catalogue.Model{one(), two()}, "Atlas/200", "direct"},
		{`{"provider":{"only":["delta"]}}`, []catalogue.Model{one(), two()}, "Delta/200", "fallback"},
		{`{"provider":{"allow_fallbacks":false}}`, []catalogue.Model{one(), two()}, "Cobalt/503 Delta/200", "fallback"},
	} {
		r, err := route.Serve(ask(c.body, "", c.models...))
		if tried(r) != c.want || r.Strategy != c.strategy || err != nil {
			t.Errorf("%s: %q %s, %v", c.body, tried(r), r.Strategy, err)
		}
		if r.Attempts[len(r.Attempts)-1].Provider != r.Provider.Name {
			t.Errorf("%s: %v", c.body, r.Attempts)
		}
	}
	// What leads to no model is an attempt as well, but no endpoint.
	a := ask(`{}`, "", two())
	a.Candidates = append([]route.Candidate{
		{Slug: "x/y", Err: &route.NotFoundError{}}, {Slug: "r/r", Err: &route.WrongEndpointError{Slug: "r/r"}},
	}, a.Candidates...)
	if r, err := route.Serve(a); tried(r) != "none/404 none/400 Delta/200" || err != nil {
		t.Errorf("%q, %v", tried(r), err)
	}
}

func TestErrors(t *testing.T) {
	var missing *route.NotFoundError
	_, err := route.Serve(route.Plan{Candidates: []route.Candidate{{Slug: "A/ONE", Err: &route.NotFoundError{}}, {Slug: "", Err: &route.NotFoundError{}}}})
	if !errors.As(err, &missing) || len(missing.Slugs) != 2 || !strings.Contains(err.Error(), "A/ONE") {
		t.Errorf("%v", err)
	}
	// The constraint is the one that removed the last endpoint; all that removed one are listed.
	r, err := route.Serve(ask(`{"provider":{"ignore":["Atlas"],"max_price":{"prompt":"0.5"}}}`, "", one()))
	var empty *route.EmptyError
	if !errors.As(err, &empty) || empty.Constraint != "provider.max_price.prompt" || !strings.Contains(err.Error(), "provider.ignore removed 1") ||
		!strings.Contains(err.Error(), "provider.max_price.prompt removed 2") || len(r.Dropped) != 3 || r.Total != 3 {
		t.Errorf("%v, %+v", err, r.Dropped)
	}
	m := gjson.ParseBytes(r.NoRouteJSON(err))
	if m.Get("endpoints.total").Int() != 3 || m.Get("endpoints.available.#").Int() != 0 || m.Get("params.dropped.#").Int() != 3 || m.Get("region").Exists() {
		t.Errorf("%s", m)
	}
	r, err = route.Serve(ask(`{"provider":{"only":["Cobalt"]}}`, "", one()))
	var unavailable *route.UnavailableError
	if !errors.As(err, &unavailable) || unavailable.Status() != 503 || !strings.Contains(err.Error(), "Cobalt returned 503") {
		t.Errorf("%v", err)
	}
	m = gjson.ParseBytes(r.NoRouteJSON(err))
	if m.Get("attempt").Int() != 1 || m.Get("endpoints.available.#(selected==true)").Exists() || m.Get("endpoints.available.#").Int() != 1 || m.Get("region").Str == "" {
		t.Errorf("%s", m)
	}
}

// A session stays with its provider, but for what the request says by name.
func TestSession(t *testing.T) {
	for _, c := range []struct {
		body, session, want string
		sticky              bool
	}{
		{`{}`, "", "Cobalt/503 Blue Sky/200", false},
		{`{}`, "Blue Sky", "Blue Sky/200", true},
		{`{"provider":{"sort":"latency"}}`, "Blue Sky", "Blue Sky/200", true},
		{`{"provider":{"order":["Atlas"]}}`, "Blue Sky", "Atlas/200", false},
		{`{"provider":{"order":["Atlas"]}}`, "Atlas", "Atlas/200", false},
		{`{"provider":{"ignore":["Blue Sky"]}}`, "Blue Sky", "Cobalt/503 Atlas/200", false},
		{`{}`, "Zulu", "Cobalt/503 Blue Sky/200", false},
	} {
		r, err := route.Serve(ask(c.body, c.session, one()))
		if tried(r) != c.want || r.Sticky != c.sticky || err != nil {
			t.Errorf("%s in a session with %q: %q, held %t, %v", c.body, c.session, tried(r), r.Sticky, err)
		}
		if told := gjson.GetBytes(r.JSON(), "params.session").Exists(); told != c.sticky {
			t.Errorf("%s: %s", c.body, r.JSON())
		}
	}
}

func TestMetadata(t *testing.T) {
	r, err := route.Serve(ask(`{}`, "", one()))
	if err != nil {
		t.Fatal(err)
	}
	const selected = "endpoints.available.#(selected==true)#.provider"
	served := gjson.ParseBytes(r.JSON())
	if served.Get(selected).Raw != `["Blue Sky"]` || served.Get("endpoints.total").Int() != 3 || served.Get("attempt").Int() != 2 ||
		served.Get("attempts").Raw != `[{"provider":"Cobalt","model":"a/one","status":503},{"provider":"Blue Sky","model":"a/one","status":200}]` ||
		served.Get("pipeline").Raw != "[]" || served.Get("region").Str != route.Region || served.Get("params").Exists() {
		t.Errorf("served: %s", served)
	}
	failed := gjson.ParseBytes(r.FailedJSON(524))
	if failed.Get(selected).Raw != "[]" || failed.Get("attempts.1.status").Int() != 524 || failed.Get("attempt").Int() != 2 {
		t.Errorf("failed: %s", failed)
	}
	if r.Attempts[1].Status != 200 {
		t.Error("telling of a failure changes the route")
	}
	r.Pipeline = []route.Stage{{Type: "plugin", Name: "web"}}
	blocked := gjson.ParseBytes(r.BlockedJSON("because"))
	if blocked.Get("attempt").Int() != 0 || blocked.Get("attempts").Raw != "[]" || blocked.Get("summary").Str != "because" ||
		blocked.Get("pipeline.0.type").Str != "plugin" || blocked.Get("pipeline.0.guardrail_id").Exists() {
		t.Errorf("blocked: %s", blocked)
	}
}

// The memory for sessions is bounded.
func TestSessions(t *testing.T) {
	s := route.NewSessions()
	s.Store("u", "", "Atlas")
	if s.Provider("u", "") != "" {
		t.Error("a request without an id has a session")
	}
	s.Store("u", "first", "Atlas")
	s.Store("u", "second", "Cobalt")
	for i := range 9_998 {
		s.Store("v", fmt.Sprint(i), "Delta")
	}
	if s.Provider("u", "first") != "Atlas" || s.Provider("v", "first") != "" {
		t.Error("a session is forgotten, or is that of another account")
	}
	s.Store("v", "one more", "Delta")
	if s.Provider("u", "second") != "" || s.Provider("u", "first") != "Atlas" {
		t.Error("not the session that was used longest ago was forgotten")
	}
	s.Store("u", "first", "Echo")
	if s.Provider("u", "first") != "Echo" {
		t.Error("a session does not move on")
	}
}

// Many requests at once neither mix sessions up nor lose them.
func TestSessionsAtOnce(t *testing.T) {
	s := route.NewSessions()
	var all sync.WaitGroup
	for i := range 50 {
		all.Go(func() {
			user, provider := fmt.Sprint("user", i%5), fmt.Sprint("provider", i)
			for n := range 100 {
				id := fmt.Sprint(i, "-", n)
				s.Store(user, id, provider)
				if got := s.Provider(user, id); got != provider {
					t.Errorf("%s of %s is with %q", id, user, got)
				}
			}
		})
	}
	all.Wait()
	if got := s.Provider("user1", "1-0"); got != "provider1" {
		t.Errorf("a session of five thousand is with %q", got)
	}
	if got := s.Provider("user2", "1-0"); got != "" {
		t.Errorf("another account's session is with %q", got)
	}
}

func TestBody(t *testing.T) {
	for sent, want := range map[string]string{
		`{}`: `{"model":"m","safety_identifier":"acc"}`,
		`{"model":"v/m","input":"x","store":false,"safety_identifier":null}`: `{"model":"m","input":"x","safety_identifier":"acc"}`,
		`{ "service_tier" : "fast", "b" : [ 1 ] }`:                           `{"model":"m","service_tier":"priority","b":[1],"safety_identifier":"acc"}`,
		`{"service_tier":"flex","route":"sort","trace":{},"\u0061":1e-1}`:    `{"model":"m","service_tier":"flex","a":1e-1,"safety_identifier":"acc"}`,
	} {
		if got := string(route.UpstreamBody(request.Parse([]byte(sent)), "v/m", "acc")); got != want {
			t.Errorf("%s: %s", sent, got)
		}
	}
	b := route.UpstreamBody(request.Parse([]byte(`{"safety_identifier":"me"}`)), "v/m", "acc")
	if id := gjson.GetBytes(b, "safety_identifier").Str; id != route.Identity("me", "acc") || strings.Contains(string(b), `"me"`) {
		t.Errorf("%s", b)
	}
}

// Bodies makes no more than are wanted.
func TestBodies(t *testing.T) {
	r := route.Route{Attempts: []route.Attempt{{"none", "v/missing", 404}, {"A", "v/one", 503}, {"B", "v/two", 200}}}
	var models []string
	for b := range r.UpstreamBodies(request.Parse([]byte(`{}`)), "acc") {
		models = append(models, gjson.GetBytes(b, "model").Str)
	}
	if strings.Join(models, " ") != "one two" {
		t.Errorf("%q", models)
	}
	for range r.UpstreamBodies(request.Parse([]byte(`{}`)), "acc") {
		break
	}
}
