package route_test

import (
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"github.com/tidwall/gjson"
)

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
	asked := []route.Endpoint{{Model: catalogue.Model{Slug: "v/one"}}, {Model: catalogue.Model{Slug: "v/two"}}}
	var models []string
	for b := range route.UpstreamBodies(request.Parse([]byte(`{}`)), asked, "acc") {
		models = append(models, gjson.GetBytes(b, "model").Str)
	}
	if strings.Join(models, " ") != "one two" {
		t.Errorf("%q", models)
	}
	for range route.UpstreamBodies(request.Parse([]byte(`{}`)), asked, "acc") {
		break
	}
}
