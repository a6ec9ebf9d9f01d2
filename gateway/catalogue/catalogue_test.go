package catalogue_test

import (
	"strings"
	"testing"

	"gatehouse/gateway/catalogue"
)

// The vendors' models are many, say what they are, and give every rule of
// routing something to decide.
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
	c := catalogue.New(catalogue.Model{Slug: "a/text"}, catalogue.Model{Slug: "a/rank", Rerank: true},
		catalogue.Model{Slug: "a/route", Router: "x"}, catalogue.Model{Slug: "fault/x", Fault: true})
	if texts := c.Texts(); len(texts) != 1 || texts[0].Slug != "a/text" || len(c.All()) != 4 {
		t.Errorf("%v", texts)
	}
	if _, ok := c.Find("A/text"); ok {
		t.Error("slugs are compared without case")
	}
}
