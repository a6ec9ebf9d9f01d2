package route_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"

	"pgregory.net/rapid"
)

// wanted is random preferences, as the test itself understands them.
type wanted struct {
	Only, Ignore  []string
	Quantizations []string
	MaxPrompt     float64
	ZDR, Deny     bool
	NoFallbacks   bool
}

func draw(t *rapid.T) wanted {
	house := rapid.SampledFrom([]string{"Atlas", "Borealis", "Cobalt", "Dynamo", "Estuary", "Granite", "Halyard", "Kelp", "Nobody"})
	return wanted{
		Only:          rapid.SliceOfN(house, 0, 4).Draw(t, "only"),
		Ignore:        rapid.SliceOfN(house, 0, 3).Draw(t, "ignore"),
		Quantizations: rapid.SliceOfN(rapid.SampledFrom([]string{"bf16", "fp16", "fp8", "fp4", "int8"}), 0, 2).Draw(t, "quantizations"),
		MaxPrompt:     rapid.SampledFrom([]float64{0, 0.05, 0.6, 1.5, 8, 100}).Draw(t, "max_price"),
		ZDR:           rapid.Bool().Draw(t, "zdr"),
		Deny:          rapid.Bool().Draw(t, "deny"),
		NoFallbacks:   rapid.Bool().Draw(t, "no fallbacks"),
	}
}

func (w wanted) body() string {
	p := map[string]any{"max_price": map[string]any{"prompt": w.MaxPrompt}, "zdr": w.ZDR, "allow_fallbacks": !w.NoFallbacks}
	if len(w.Only) > 0 {
		p["only"] = w.Only
	}
	if len(w.Ignore) > 0 {
		p["ignore"] = w.Ignore
	}
	if len(w.Quantizations) > 0 {
		p["quantizations"] = w.Quantizations
	}
	if w.Deny {
		p["data_collection"] = "deny"
	}
	b, _ := json.Marshal(map[string]any{"provider": p})
	return string(b)
}

// meets reports whether a provider is one of those that are wanted.
func (w wanted) meets(p catalogue.Provider) bool {
	switch {
	case len(w.Only) > 0 && !slices.Contains(w.Only, p.Name),
		slices.Contains(w.Ignore, p.Name),
		len(w.Quantizations) > 0 && !slices.Contains(w.Quantizations, p.Quantization),
		p.Prompt > w.MaxPrompt,
		w.ZDR && p.Retains,
		w.Deny && (p.Publishes || p.TrainsFree || p.TrainsPaid):
		return false
	}
	return true
}

// For any preferences: only endpoints that meet them are asked, in the order of the models and of
// the prices, up to the first healthy one; the others are listed as dropped; and no endpoint is
// left only if none meets them.
func TestRandomPreferences(t *testing.T) {
	vendors := catalogue.Vendors()
	rapid.Check(t, func(t *rapid.T) {
		w := draw(t)
		models := rapid.SliceOfNDistinct(rapid.SampledFrom(vendors), 1, 4, func(m catalogue.Model) string { return m.Slug }).Draw(t, "models")
		var expect []string
		total, left, served := 0, 0, false
		for _, m := range models {
			total += len(m.Providers)
			var meets []catalogue.Provider
			for _, p := range m.Providers {
				if w.meets(p) {
					meets = append(meets, p)
				}
			}
			slices.SortStableFunc(meets, func(a, b catalogue.Provider) int {
				switch {
				case a.Prompt < b.Prompt:
					return -1
				case a.Prompt > b.Prompt:
					return 1
				}
				return 0
			})
			left += len(meets)
			if w.NoFallbacks {
				meets = meets[:min(1, len(meets))]
			}
			for _, p := range meets {
				if !served {
					expect = append(expect, m.Slug+"@"+p.Name)
				}
				served = served || p.Status == 0
			}
		}
		r, err := route.Serve(ask(w.body(), "", models...))
		var asked []string
		for _, a := range r.Attempts {
			asked = append(asked, a.Model+"@"+a.Provider)
		}
		if !slices.Equal(asked, expect) {
			t.Fatalf("asked %q, want %q", asked, expect)
		}
		var empty *route.EmptyError
		var unavailable *route.UnavailableError
		if errors.As(err, &empty) != (left == 0) || errors.As(err, &unavailable) != (left > 0 && !served) || (err == nil) != served {
			t.Fatalf("%v; %d are left, served %t", err, left, served)
		}
		if r.Total != total || len(r.Dropped) != total-left {
			t.Fatalf("%d in all, %d dropped; want %d and %d", r.Total, len(r.Dropped), total, total-left)
		}
		for _, d := range r.Dropped {
			if !strings.HasPrefix(d.By, "provider.") {
				t.Fatalf("%+v", d)
			}
		}
	})
}

// A session that some provider served goes there again, whatever the sort, as long as it may; who
// fails now does not hold it.
func TestRandomSessions(t *testing.T) {
	vendors := catalogue.Vendors()
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(vendors).Draw(t, "model")
		p := rapid.SampledFrom(m.Providers).Draw(t, "provider")
		sort := rapid.SampledFrom([]string{"", "price", "throughput", "latency", "exacto"}).Draw(t, "sort")
		a := ask(`{"provider":{"sort":"`+sort+`"}}`, p.Name, m)
		r, _ := route.Serve(a)
		if r.Attempts[0].Provider != p.Name || r.Sticky != (p.Status == 0) {
			t.Fatalf("the session was with %s: %+v", p.Name, r.Attempts)
		}
		a.Filters = route.Filters(request.Preferences{Ignore: []string{p.Name}}, request.Parse([]byte(`{}`)))
		if r, err := route.Serve(a); err == nil && (r.Provider.Name == p.Name || r.Sticky) {
			t.Fatalf("%s is ignored: %+v", p.Name, r.Attempts)
		}
	})
}
