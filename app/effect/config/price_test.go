package config

import (
	"strings"
	"testing"

	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

func TestPricesOfTheSettings(t *testing.T) {
	file, err := Parse("config.toml", []byte(`
[prices."acme/*"]
input = 3
[prices."acme/large-3.5"]
input = 0.075
output = 15
web_search = 10
request = 0
`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Merge(file, Environment{}, Flags{})
	if err != nil {
		t.Fatal(err)
	}
	book := prices.Book{Overrides: s.Prices}
	for model, want := range map[string]string{"acme/large-3.5": "0.000000075", "acme/small": "0.000003"} {
		p, ok := book.Price(prices.Query{Model: model})
		if !ok || p.Rates[usage.Input].String() != want || p.Source.From != prices.Config {
			t.Errorf("%s: %v %+v", model, ok, p)
		}
	}
	p, _ := book.Price(prices.Query{Model: "acme/large-3.5"})
	if search := p.Rates[usage.WebSearch]; search.String() != "0.01" {
		t.Errorf("a search costs %s", search)
	}
}

func TestFaultsOfPrices(t *testing.T) {
	for text, want := range map[string]string{
		"[prices.\"acme/m-3.5\"]\ninput = -1\n":  "c:2: prices.acme/m-3.5.input: not from 0 to 1000000; write dollars for a million input tokens, for example 3",
		"[prices.\"acme/m\"]\n":                  "c:1: prices.acme/m: no price; write input and output, in dollars for a million tokens",
		"[prices.\"acme/m\"]\ninput = \"3\"\n":   "write dollars for a million input tokens, for example 3",
		"[prices.\"acme/m\"]\ncache_reads = 1\n": "did you mean cache_read?",
		"[prices.\"acme/m\"]\ninput = nan\n":     "not from 0 to 1000000",
	} {
		_, err := Parse("c", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
