package router_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/router"

	"pgregory.net/rapid"
)

// like is a pattern as a regular expression.
func like(pattern string) *regexp.Regexp {
	return regexp.MustCompile(`(?s)^` + strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `.*`) + `$`)
}

func likeAny(patterns []string, slug string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return like(p).MatchString(slug) })
}

// For any lists and cost setting: a candidate is allowed, not excluded and within the band by its
// formula, and without candidates the lists really leave none.
func TestRandomLists(t *testing.T) {
	models := catalogue.Vendors()
	r := router.New(catalogue.Catalogue(slices.Concat(models, router.Slugs("acme"))), "acme", true)
	pattern := rapid.StringMatching(`(\*|aurora|basalt|cinder|fjord|ember)(/|\*|/\*)(dawn|\*|glow|de.p|inlet|a)?\*?`)
	rapid.Check(t, func(t *rapid.T) {
		allowed := rapid.SliceOfN(pattern, 1, 4).Draw(t, "allowed")
		excluded := rapid.SliceOfN(pattern, 0, 3).Draw(t, "excluded")
		v := rapid.IntRange(0, 10).Draw(t, "tradeoff")
		body, _ := json.Marshal(map[string]any{"plugins": []any{map[string]any{
			"id": "auto-beta-router", "allowed_models": allowed, "excluded_models": excluded, "cost_quality_tradeoff": v,
		}}})
		var left []catalogue.Model
		for _, m := range models {
			if likeAny(allowed, m.Slug) && !likeAny(excluded, m.Slug) {
				left = append(left, m)
			}
		}
		slices.SortFunc(left, func(a, b catalogue.Model) int { return int(1e6 * (a.Prompt - b.Prompt)) })
		want := map[string]bool{}
		for i, m := range left {
			if 100*float64(i)/float64(len(left)) <= float64(90-8*v)+1e-9 {
				want[m.Slug] = true
			}
		}
		got := ask(r, string(body)).Candidates
		if len(left) == 0 {
			if len(got) != 1 || got[0].Err == nil {
				t.Fatalf("%v for no candidate", got)
			}
			return
		}
		if len(got) != len(want) {
			t.Fatalf("%d candidates, want %v", len(got), want)
		}
		for _, c := range got {
			if !want[c.Slug] {
				t.Fatalf("%s, want %v", c.Slug, want)
			}
		}
	})
}

// The frontier by both price sources: no model on it is dominated, and every other one is.
func TestFrontier(t *testing.T) {
	models := catalogue.Vendors()
	r := router.New(catalogue.Catalogue(slices.Concat(models, router.Slugs("acme"))), "acme", true)
	orders := map[string]string{}
	for _, source := range []string{"prompt", "weighted_avg"} {
		price := func(m catalogue.Model) float64 {
			if source == "weighted_avg" && m.Effective > 0 {
				return m.Effective
			}
			return m.Prompt
		}
		on := map[string]bool{}
		for _, c := range ask(r, fmt.Sprintf(`{"plugins":[{"id":"pareto-router","price_source":%q,"min_coding_score":0}]}`, source)).Candidates {
			on[c.Slug] = true
			orders[source] += c.Slug + " "
		}
		for _, m := range models {
			beaten := m.Coding == 0 || slices.ContainsFunc(models, func(o catalogue.Model) bool {
				return price(o) <= price(m) && o.Coding >= m.Coding && (price(o) < price(m) || o.Coding > m.Coding)
			})
			if on[m.Slug] == beaten {
				t.Errorf("%s: on the frontier %t, beaten %t (%s)", m.Slug, on[m.Slug], beaten, source)
			}
		}
	}
	if orders["prompt"] == orders["weighted_avg"] {
		t.Errorf("both price sources give %s", orders["prompt"])
	}
}
