package route_test

import (
	"errors"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

func models() *catalogue.Catalogue {
	return catalogue.New(
		catalogue.Model{Slug: "a/one", Providers: []catalogue.Provider{{Name: "Atlas"}, {Name: "Borealis"}}},
		catalogue.Model{Slug: "b/two", Providers: []catalogue.Provider{{Name: "Cobalt"}}},
	)
}

func TestDirect(t *testing.T) {
	for _, c := range []struct {
		slugs                      []string
		model, requested, strategy string
	}{
		{nil, "a/one", "a/one", "direct"},
		{[]string{"b/two"}, "b/two", "b/two", "direct"},
		{[]string{"x/y", "b/two", "a/one"}, "b/two", "x/y", "fallback"},
	} {
		r, err := route.Direct(models(), c.slugs)
		if err != nil || r.Model.Slug != c.model || r.Requested != c.requested || r.Strategy != c.strategy || r.Provider != r.Model.Providers[0] {
			t.Errorf("%q: %+v, %v", c.slugs, r, err)
		}
	}
	_, err := route.Direct(models(), []string{"A/ONE", ""})
	var missing *route.NotFoundError
	if !errors.As(err, &missing) || len(missing.Slugs) != 2 || err.Error() == "" {
		t.Errorf("%v", err)
	}
}

func TestMetadata(t *testing.T) {
	r, err := route.Direct(models(), []string{"a/one"})
	if err != nil {
		t.Fatal(err)
	}
	const selected = "endpoints.available.#(selected==true).provider"
	served := gjson.ParseBytes(r.JSON())
	if served.Get(selected).Str != "Atlas" || served.Get("endpoints.total").Int() != 2 || served.Get("attempt").Int() != 1 ||
		served.Get("attempts").Raw != `[{"provider":"Atlas","model":"a/one","status":200}]` || served.Get("pipeline").Raw != "[]" ||
		served.Get("region").Str != route.Region {
		t.Errorf("served: %s", served)
	}
	failed := gjson.ParseBytes(r.FailedJSON(503))
	if failed.Get(selected).Exists() || failed.Get("attempts.0.status").Int() != 503 || failed.Get("attempt").Int() != 1 {
		t.Errorf("failed: %s", failed)
	}
	if r.Attempts[0].Status != 200 {
		t.Error("telling of a failure changes the route")
	}
	r.Pipeline = []route.Stage{{Type: "plugin", Name: "web"}}
	blocked := gjson.ParseBytes(r.BlockedJSON("because"))
	if blocked.Get("attempt").Int() != 0 || blocked.Get("attempts").Raw != "[]" || blocked.Get("summary").Str != "because" ||
		blocked.Get("pipeline.0.type").Str != "plugin" || blocked.Get("pipeline.0.guardrail_id").Exists() {
		t.Errorf("blocked: %s", blocked)
	}
}
