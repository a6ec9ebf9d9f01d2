package preview

import (
	"math"

	"github.com/tidwall/gjson"
)

// Offer is a model at one provider. What the catalogue does not tell is NaN.
type Offer struct {
	Provider           string
	Prompt, Completion float64 // USD per million tokens
	Latency            float64 // seconds
	Throughput         float64 // tokens a second

	write float64 // USD per million tokens that are put into a cache
}

func readOffer(name string, p gjson.Result) Offer {
	number := func(v gjson.Result) float64 {
		if v.Type != gjson.Number {
			return math.NaN()
		}
		return v.Num
	}
	price := func(of string) float64 { return perMillion(p.Get("pricing." + of)) }
	return Offer{name, price("prompt"), price("completion"), number(p.Get("latency")), number(p.Get("throughput")), price("input_cache_write")}
}

// Offer returns a model's offer at a provider from the catalogue, or false and an offer without
// known prices.
func (c Catalogue) Offer(model, provider string) (Offer, bool) {
	m, _ := c.Find(model)
	for _, o := range m.offers {
		if o.Provider == provider {
			return o, true
		}
	}
	nan := math.NaN()
	return Offer{provider, nan, nan, nan, nan, nan}, false
}
