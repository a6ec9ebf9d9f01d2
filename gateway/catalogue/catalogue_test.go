package catalogue_test

import (
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
)

// The vendors' models are many, say what they are, and give every rule of routing something to
// decide.
func TestVendors(t *testing.T) {
	models := catalogue.Vendors()
	vendors := map[string]int{}
	unhealthyFirst, down, noTraffic, unmeasured, otherOrder := 0, 0, 0, 0, 0
	for _, m := range models {
		vendor, _, _ := strings.Cut(m.Slug, "/")
		vendors[vendor]++
		if !m.Text() || m.Prompt <= 0 || m.Completion <= 0 || m.Context < 32_000 || !strings.HasPrefix(m.Description, "Simulated. ") || m.Coding < 0 || m.Coding > 1 {
			t.Errorf("%+v", m)
		}
		healthy := 0
		for _, p := range m.Providers {
			if p.Latency <= 0 || p.Throughput <= 0 || p.Quantization == "" || p.Prompt < m.Prompt {
				t.Errorf("%s at %+v", m.Slug, p)
			}
			if p.Status == 0 {
				healthy++
			}
		}
		if m.Providers[0].Status != 0 {
			unhealthyFirst++
		}
		if healthy == 0 {
			down++
		}
		if m.Effective == 0 {
			noTraffic++
		}
		if m.Coding == 0 {
			unmeasured++
		}
		for _, other := range models {
			if m.Effective > 0 && other.Effective > 0 && m.Prompt < other.Prompt && m.Effective > other.Effective {
				otherOrder++
			}
		}
	}
	if len(models) < 20 || len(vendors) < 5 || unhealthyFirst < 3 || down != 1 || noTraffic == 0 || unmeasured == 0 || otherOrder == 0 {
		t.Errorf("%d models of %v: %d with an unhealthy first provider, %d down, %d without traffic, %d unmeasured, %d pairs in another order",
			len(models), vendors, unhealthyFirst, down, noTraffic, unmeasured, otherOrder)
	}
}

func TestProviders(t *testing.T) {
	p := catalogue.Provider{Name: "Blue Sky"}
	for word, want := range map[string]bool{"Blue Sky": true, "blue-sky": true, "BLUE SKY": true, "blue": false, "": false} {
		if p.Is(word) != want {
			t.Errorf("%q: %t", word, !want)
		}
	}
	m := catalogue.Model{Prompt: 1, Completion: 2}
	if at := m.At(p); at.Prompt != 1 || at.Completion != 2 {
		t.Errorf("the list price does not hold: %+v", at)
	}
	if at := m.At(catalogue.Provider{Prompt: 3, Completion: 4}); at.Prompt != 3 || at.Completion != 4 {
		t.Errorf("the provider's own price does not hold: %+v", at)
	}
}

func TestTexts(t *testing.T) {
	c := catalogue.Catalogue{{Slug: "a/text"}, {Slug: "a/rank", Rerank: true}, {Slug: "a/route", Router: "x"}, {Slug: "fault/x", Fault: true}}
	if texts := c.Texts(); len(texts) != 1 || texts[0].Slug != "a/text" || len(c) != 4 {
		t.Errorf("%v", texts)
	}
	if _, ok := c.Find("A/text"); ok {
		t.Error("slugs are compared without case")
	}
}

// What providers do with prompts, and what they know of requests, divides them: each rule leaves
// some and drops some.
func TestHouses(t *testing.T) {
	rules := map[string]func(catalogue.Provider) bool{
		"retains":     func(p catalogue.Provider) bool { return p.Retains },
		"publishes":   func(p catalogue.Provider) bool { return p.Publishes },
		"trains free": func(p catalogue.Provider) bool { return p.TrainsFree },
		"trains paid": func(p catalogue.Provider) bool { return p.TrainsPaid },
		"lacks tools": func(p catalogue.Provider) bool { return len(p.Lacks) > 0 && p.Lacks[0] == "tools" },
		"is down":     func(p catalogue.Provider) bool { return p.Status != 0 },
		"is fast":     func(p catalogue.Provider) bool { return p.Throughput > 100 },
	}
	for name, rule := range rules {
		yes, no, all := 0, 0, 0
		for _, m := range catalogue.Vendors() {
			holds := 0
			for _, p := range m.Providers {
				if rule(p) {
					yes++
					holds++
				} else {
					no++
				}
			}
			if holds == len(m.Providers) {
				all++
			}
		}
		if yes == 0 || no == 0 || all == len(catalogue.Vendors()) {
			t.Errorf("%s: %d yes, %d no, %d models of none else", name, yes, no, all)
		}
	}
	// One whose every provider trains or publishes, for a rule that leaves none.
	none := 0
	for _, m := range catalogue.Vendors() {
		clean := 0
		for _, p := range m.Providers {
			if !p.Publishes && !p.TrainsFree && !p.TrainsPaid {
				clean++
			}
		}
		if clean == 0 {
			none++
		}
	}
	if none == 0 {
		t.Error("every model has a provider that does nothing with prompts")
	}
}

// The plain models stay where they are, and the first of them answers requests that name none.
func TestPlain(t *testing.T) {
	c := catalogue.Catalogue(append(catalogue.Plain(), catalogue.Vendors()...))
	if c[0].Slug != "sim/writer" {
		t.Errorf("%s", c[0].Slug)
	}
	for _, m := range catalogue.Plain() {
		if p := m.At(m.Providers[0]); p.Prompt != m.Prompt || p.Completion != m.Completion || p.Status != 0 {
			t.Errorf("%s at %+v", m.Slug, p)
		}
		if broken := m.Slug == "sim/broken-json"; broken != (len(m.Ranks) == 0) {
			t.Errorf("%s is ranked %v", m.Slug, m.Ranks)
		}
	}
	seen := map[string]bool{}
	for _, m := range c {
		if seen[m.Slug] {
			t.Errorf("%s stands twice", m.Slug)
		}
		seen[m.Slug] = true
	}
}
