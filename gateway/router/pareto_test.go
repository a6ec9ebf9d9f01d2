package router_test

import (
	"errors"
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/route"
)

// coders is six models. By list price p/low, p/mid, p/good and p/best are the frontier; by
// traffic-weighted price p/best is as cheap as p/mid.
func coders() []catalogue.Model {
	m := func(slug string, price, effective, score float64) catalogue.Model {
		return catalogue.Model{Slug: slug, Prompt: price, Effective: effective, Coding: score, Ordinary: slug != "p/best",
			Ranks: catalogue.Ranks{catalogue.Code: score}, Providers: []catalogue.Provider{{Name: "Atlas"}}}
	}
	return []catalogue.Model{
		m("p/best", 8, 2.5, 0.9), m("p/low", 1, 0, 0.32), m("p/mid", 2, 3, 0.33), m("p/beaten", 3, 0, 0.3), m("p/good", 4, 0, 0.66),
		m("p/none", 0.5, 0, 0), m("p/also", 5, 0, 0.65),
	}
}

func TestTiers(t *testing.T) {
	r := over(coders(), true)
	for _, c := range []struct{ fields, want, tier string }{
		{``, "p/good p/best p/mid p/low", "high"},
		{`,"min_coding_score":1`, "p/good p/best p/mid p/low", "high"}, // a tier, no score to reach
		{`,"min_coding_score":0.66`, "p/good p/best p/mid p/low", "high"},
		{`,"min_coding_score":0.6599`, "p/mid p/good p/best p/low", "medium"},
		{`,"min_coding_score":0.33`, "p/mid p/good p/best p/low", "medium"},
		{`,"min_coding_score":0.3299`, "p/low p/mid p/good p/best", "low"},
		{`,"min_coding_score":0`, "p/low p/mid p/good p/best", "low"},
		{`,"price_source":"prompt"`, "p/good p/best p/mid p/low", "high"},
		{`,"price_source":"weighted_avg"`, "p/best p/low", "high"}, // it beats p/mid and p/good now
	} {
		a := ask(r, `{"plugins":[{"id":"pareto-router"`+c.fields+`}]}`)
		if slugs(a) != c.want || a.Strategy != "pareto" || a.Requested != "acme/pareto" || a.Pipeline[0].Data["tier"] != c.tier {
			t.Errorf("%s: %s, want %s: %+v", c.fields, slugs(a), c.want, a.Pipeline[0])
		}
	}
	if a := ask(over(coders(), false), `{"model":"acme/pareto"}`); slugs(a) != "p/good p/mid p/low" || !strings.Contains(a.Pipeline[0].Summary, "default model set") {
		t.Errorf("without rankings: %s, %s", slugs(a), a.Pipeline[0].Summary)
	}
	if a := ask(over(ten(), true), `{"model":"acme/pareto"}`); slugs(a) != "[acme/pareto]" {
		t.Errorf("without any coder: %s", slugs(a))
	}
}

func TestPriceCap(t *testing.T) {
	r := over(coders(), true)
	for _, c := range []struct{ fields, want string }{
		{`"max_price":100`, "p/best p/good p/mid p/low p/also p/beaten"},
		{`"max_price":8`, "p/best p/good p/mid p/low p/also p/beaten"},
		{`"max_price":7.99`, "p/good p/mid p/low p/also p/beaten"},
		{`"max_price":3,"min_coding_score":1`, "p/mid p/low p/beaten"}, // the score is ignored
		{`"max_price":1`, "p/low"},
		{`"max_price":0.99`, "[acme/pareto]"}, // p/none has no coding score
		{`"max_price":0`, "[acme/pareto]"},
		{`"max_price":2.5,"price_source":"weighted_avg"`, "p/best p/low"},
		{`"max_price":2.49,"price_source":"weighted_avg"`, "p/low"},
	} {
		a := ask(r, `{"plugins":[{"id":"pareto-router",`+c.fields+`}]}`)
		if slugs(a) != c.want {
			t.Errorf("%s: %s, want %s", c.fields, slugs(a), c.want)
		}
		if ignored := a.Pipeline[0].Data["ignored"] != nil; ignored != strings.Contains(c.fields, "min_coding_score") {
			t.Errorf("%s: %+v", c.fields, a.Pipeline[0].Data)
		}
		var empty *route.EmptyError
		if err := a.Candidates[0].Err; err != nil && (!errors.As(err, &empty) || empty.Constraint != "max_price" || !strings.Contains(empty.Message, "max_price")) {
			t.Errorf("%s: %v", c.fields, err)
		}
	}
}
