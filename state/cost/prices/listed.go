package prices

import (
	"cmp"
	"slices"
	"time"

	"github.com/shopspring/decimal"
	"github.com/tidwall/gjson"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/usage"
)

// List is the prices in GET /models of a connection, and when they were listed. Of several
// lists, a later one need have only what changed: see Book.Changed.
type List struct {
	Address string       // the connection's base URL; empty for the local gateway, whose port varies
	At      time.Time    // the zero time: it is always so
	Models  []wire.Model // see Trim
}

// Endpoint is a model at one provider of a list.
type Endpoint struct {
	Model, Provider string // an empty provider: the list names none
	Price           Price
	Down            bool // the list says that it fails
}

// Trim returns a list of models with only the members for prices and limits, and what package
// preview reads of them.
func Trim(models []wire.Model) []wire.Model {
	var out []wire.Model
	for _, m := range models {
		var members []any
		for member := range scan.Members(m.Raw) {
			switch member.Key {
			case "id", "canonical_slug", "pricing", "endpoints", "providers", "top_provider", "context_length",
				"architecture", "coding_score", "task_strengths", "traffic_weighted_price": // what routers go by
				members = append(members, member.Key, member.Value)
			}
		}
		if len(members) > 0 {
			out = append(out, wire.Model{ID: m.ID, Context: m.Context, Raw: scan.MakeObject(members...)})
		}
	}
	return out
}

// priceOf reads a member pricing of the common shape: USD for one token, one search, one
// request, in text or as a number. A model whose price is another's, which is written as -1,
// has none.
func priceOf(pricing gjson.Result) (Price, bool) {
	rates := Rates{}
	for k, charge := range charges {
		for i, member := range charge.members {
			v := pricing.Get(member)
			if i > 0 && v.Type != gjson.String {
				continue // as a number some services mean a million tokens
			}
			if usd, ok := amount(v); ok && !usd.IsNegative() {
				if !charge.zeroMeansNone || !usd.IsZero() {
					rates[k] = usd
				}
				break
			}
		}
	}
	_, in := rates[usage.Input]
	_, units := rates[usage.SearchUnit]
	return Price{Rates: rates}, in || units
}

// amount reads a price as it is spelled.
func amount(v gjson.Result) (decimal.Decimal, bool) {
	text := v.Raw
	if v.Type == gjson.String {
		text = v.Str
	} else if v.Type != gjson.Number {
		return decimal.Zero, false
	}
	usd, err := decimal.NewFromString(text)
	return usd, err == nil
}

// endpointsOf returns the endpoints of a model in a list, or the model alone where it names none.
func (l List) endpointsOf(m wire.Model) []Endpoint {
	e := gjson.ParseBytes(m.Raw)
	source := Source{From: Listed, Name: m.ID, URL: "GET /models"}
	if !l.At.IsZero() {
		source.Date = l.At.UTC().Format(time.DateOnly)
	}
	var all []Endpoint
	for _, list := range []string{"endpoints", "providers"} {
		for _, p := range e.Get(list).Array() {
			name := cmp.Or(p.Get("provider").Str, p.Get("provider_name").Str, p.Get("providerId").Str)
			if price, ok := priceOf(p.Get("pricing")); ok && name != "" {
				price.Source = source
				price.Source.Name = name + " " + m.ID
				all = append(all, Endpoint{m.ID, name, price, p.Get("answers").Num >= 400})
			}
		}
	}
	if len(all) > 0 {
		return all
	}
	if price, ok := priceOf(e.Get("pricing")); ok {
		if price.Source = source; e.Get("top_provider").Exists() {
			price.Source.Assumed = "the list does not say what each endpoint costs"
		}
		all = append(all, Endpoint{Model: m.ID, Price: price})
	}
	return all
}

// price returns the price of a model at a provider.
func (l List) price(m wire.Model, provider string) (Price, bool) {
	all := l.endpointsOf(m)
	if len(all) == 0 {
		return Price{}, false
	}
	if i := slices.IndexFunc(all, func(e Endpoint) bool { return provider != "" && plain(e.Provider) == plain(provider) }); i >= 0 {
		return all[i].Price, true
	}
	price := all[0].Price
	switch {
	case provider != "" && all[0].Provider != "":
		price = price.Assume("the list has no price of " + provider)
	case slices.ContainsFunc(all, func(e Endpoint) bool { return !e.Price.Same(price) }):
		price = price.Assume("which endpoint served is not reported, and their prices differ")
	}
	return price, true
}
