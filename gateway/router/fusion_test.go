package router_test

import (
	"errors"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
	"gatehouse/gateway/router"
)

// Which requests have a panel, and which model writes the answer.
func TestFusion(t *testing.T) {
	models := catalogue.New(append(append(catalogue.Plain(), catalogue.Vendors()...), router.Slugs("service")...)...)
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
		rt, err := route.Serve(r.Ask(req))
		panel := r.Panel(req, rt)
		if err != nil || rt.Model.Slug != c.model || rt.Requested != c.requested || (panel != nil) != (c.panel > 0) || panel != nil && len(panel.Models) != c.panel {
			t.Errorf("%s: %s for %s, panel %+v, %v", c.body, rt.Model.Slug, rt.Requested, panel, err)
		}
	}
	// Another router comes first.
	req := request.Parse([]byte(`{"input":"hello","plugins":[{"id":"auto-router"},{"id":"fusion"}]}`))
	rt, err := route.Serve(r.Ask(req))
	if err != nil || r.Panel(req, rt) != nil || rt.Strategy != "auto" {
		t.Errorf("%s %v", rt.Strategy, err)
	}
	// An analyst that there is not is a 404 that names the member.
	for _, slug := range []string{"no/such", "service/auto"} {
		req := request.Parse([]byte(`{"plugins":[{"id":"fusion","model":"` + slug + `"}]}`))
		_, err := route.Serve(r.Ask(req))
		var empty *route.EmptyError
		if !errors.As(err, &empty) || empty.Constraint != "plugins.fusion.model" {
			t.Errorf("%s: %v", slug, err)
		}
	}
}
