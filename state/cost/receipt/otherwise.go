package receipt

import (
	"slices"

	"github.com/shopspring/decimal"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state/cost/prices"
)

// Other is what the same tokens would have cost at an endpoint.
type Other struct {
	Model, Provider string
	Cost            decimal.Decimal
	Known           bool // Cost is
	Served          bool // it is the endpoint that served
	Assumed         string
}

const maxOthers = 12

// Otherwise returns what the tokens of an exchange would have cost at each endpoint that the
// routing metadata lists, or without metadata the connection's list: the cheapest first, at most
// maxOthers.
func (r *Receipt) Otherwise(s Subject) []Other {
	if !r.Counted || s.Exchange.UsageBegun {
		return nil
	}
	var all []Other
	for _, e := range read.Routing(s.Exchange.Routing).Endpoints {
		o := Other{Model: e.Model, Provider: e.Provider, Served: e.Selected}
		if p, ok := s.Book.Price(s.query(e.Model, e.Provider, scan.Get(e.Raw, "pricing"))); ok {
			o.price(p, r)
		}
		all = append(all, o)
	}
	if len(all) == 0 {
		for _, e := range s.Book.Endpoints(s.query(r.Model, r.Provider, nil)) {
			if e.Provider != "" {
				o := Other{Model: e.Model, Provider: e.Provider, Served: e.Provider == r.Provider}
				o.price(e.Price, r)
				all = append(all, o)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Other) int {
		switch {
		case a.Known == b.Known:
			return a.Cost.Cmp(b.Cost)
		case a.Known:
			return -1
		}
		return 1
	})
	return all[:min(len(all), maxOthers)]
}

// price sets the cost of the tokens at a price, with what other models and tools cost.
func (o *Other) price(p prices.Price, r *Receipt) {
	b := p.Bill(r.Counts)
	o.Cost, o.Known, o.Assumed = b.Total, b.Priced, p.Source.Assumed
	for _, e := range r.Extras {
		o.Cost = o.Cost.Add(e.cost())
	}
}
