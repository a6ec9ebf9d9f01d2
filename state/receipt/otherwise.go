package receipt

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/shopspring/decimal"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/state/figures"
	"gatehouse/state/preview"
	"gatehouse/state/prices"
)

// Other is what the same tokens would have cost otherwise.
type Other struct {
	Setting         string // of the request, that is another then; empty: none is
	Model, Provider string // a Model of several, in words, where which one is not known
	Cost, Most      decimal.Decimal
	Known           bool // Cost is; up to Most where it depends on which endpoint serves
	Served          bool // it is the endpoint that served
	Assumed         string
}

// mostOthers bounds what is listed of each kind.
const mostOthers = 12

// Otherwise is what the tokens of an exchange would have cost at each endpoint that was listed
// for it, the cheapest first, and with another cost_tier or max_price where a router chose the
// model. Another model would have written other tokens: the figures say what these would cost.
func (r *Receipt) Otherwise(s Subject) []Other {
	if len(r.Counts) == 0 || s.Exchange.UsageBegun {
		return nil
	}
	return slices.Concat(r.elsewhere(s), r.routed(s))
}

// elsewhere are the endpoints that the routing metadata lists; without them those of the
// connection's list for the model.
func (r *Receipt) elsewhere(s Subject) []Other {
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
		if a.Known != b.Known {
			return map[bool]int{true: -1, false: 1}[a.Known]
		}
		return a.Cost.Cmp(b.Cost)
	})
	return all[:min(len(all), mostOthers)]
}

// price says what the tokens cost at a price, with what others did.
func (o *Other) price(p prices.Price, r *Receipt) {
	b := p.Bill(r.Counts)
	o.Cost, o.Known, o.Assumed = b.Total, b.Priced, p.Source.Assumed
	for _, e := range r.Extras {
		o.Cost = o.Cost.Add(e.cost())
	}
	o.Most = o.Cost
}

// routed is what a router would have taken with another setting, by the local gateway's rules
// and the connection's list.
func (r *Receipt) routed(s Subject) (all []Other) {
	plugin := router(s.Exchange.Request, s.Exchange.RequestModel)
	if plugin == nil {
		return nil
	}
	catalogue := preview.ReadCatalogue(s.Book.Models(s.query("", "", nil)))
	if len(catalogue.Models) == 0 {
		return nil
	}
	if strings.HasPrefix(scan.Text(scan.Get(plugin, "id")), "pareto") {
		return r.capped(s, catalogue, plugin)
	}
	task := taskOf(s.Exchange.Routing)
	now := scan.Text(scan.Get(plugin, "cost_tier"))
	for _, tier := range []string{"low", "medium", "high", "xhigh", "max"} {
		if tier == now {
			continue
		}
		auto := catalogue.Auto(with(plugin, "cost_tier", strconv.Quote(tier)), task)
		o := Other{Setting: "cost_tier " + tier}
		if order := auto.Strongest(task); s.Local && order != nil {
			r.first(s, &o, order)
		} else {
			r.among(s, &o, auto.InBand())
		}
		all = append(all, o)
	}
	return all
}

// capped are the other bounds of price at which a pareto-router takes another model.
func (r *Receipt) capped(s Subject, catalogue preview.Catalogue, plugin []byte) (all []Other) {
	for _, m := range catalogue.Pareto(plugin).Frontier {
		price := strconv.FormatFloat(m.Price(scan.Text(scan.Get(plugin, "price_source"))), 'f', -1, 64)
		o := Other{Setting: "max_price " + price}
		if order := catalogue.Pareto(with(plugin, "max_price", price)).Order; len(order) > 0 && m.Slug != r.Model && len(all) < mostOthers {
			r.first(s, &o, order)
			all = append(all, o)
		}
	}
	return all
}

// first prices the first of the models that an endpoint serves: the cheapest of those, by which
// the local gateway goes where the request does not say otherwise.
func (r *Receipt) first(s Subject, o *Other, order []preview.Model) {
	for _, m := range order {
		var served []Other
		for _, e := range s.Book.Endpoints(s.query(m.Slug, "", nil)) {
			if !e.Down {
				one := Other{Setting: o.Setting, Model: e.Model, Provider: e.Provider}
				one.price(e.Price, r)
				served = append(served, one)
			}
		}
		if len(served) == 0 {
			continue
		}
		list := func(e Other) decimal.Decimal { return e.listPrice(s) }
		slices.SortStableFunc(served, func(a, b Other) int { return list(a).Cmp(list(b)) })
		*o = served[0]
		if chosen := !scan.IsNull(scan.Get(s.Exchange.Request, "provider")) || !scan.IsNull(scan.Get(s.Exchange.Request, "session_id")); chosen || !s.Local {
			o.spread(served)
		}
		return
	}
}

// listPrice is what a token of input and one of output cost there, by which endpoints are ordered.
func (o Other) listPrice(s Subject) decimal.Decimal {
	p, _ := s.Book.Price(s.query(o.Model, o.Provider, nil))
	return p.Rates[prices.Input].Add(p.Rates[prices.Output])
}

// among prices models of which any may be taken.
func (r *Receipt) among(s Subject, o *Other, models []preview.Model) {
	var all []Other
	for _, m := range models {
		for _, e := range s.Book.Endpoints(s.query(m.Slug, "", nil)) {
			if !e.Down {
				one := Other{Model: e.Model, Provider: e.Provider}
				one.price(e.Price, r)
				all = append(all, one)
			}
		}
	}
	if len(all) == 0 {
		return
	}
	o.Model = models[0].Slug
	if len(models) > 1 {
		o.Model = "one of " + figures.Thousands(len(models)) + " models"
	}
	o.spread(all)
	o.Assumed = cmp.Or(o.Assumed, "which model is taken depends on the prompt")
}

// spread is the range of what some endpoints cost.
func (o *Other) spread(all []Other) {
	o.Cost, o.Most, o.Known, o.Provider = all[0].Cost, all[0].Cost, true, ""
	for _, one := range all {
		o.Cost, o.Most = decimal.Min(o.Cost, one.Cost), decimal.Max(o.Most, one.Cost)
		o.Known = o.Known && one.Known
		o.Assumed = cmp.Or(o.Assumed, one.Assumed)
	}
	if !o.Cost.Equal(o.Most) {
		o.Assumed = cmp.Or(o.Assumed, "which endpoint serves is not known")
	}
}

// router is the plugin that chose the model, as the request has it, or with the defaults where
// the model named it; nil for none.
func router(request []byte, model string) []byte {
	if plugin := preview.RoutedBy(request); plugin != nil {
		if scan.Text(scan.Get(plugin, "id")) == "fusion" {
			return nil
		}
		return plugin
	}
	_, name, _ := strings.Cut(model, "/")
	if id := name + "-router"; id == "auto-router" || id == "auto-beta-router" || id == "pareto-router" {
		return []byte(`{"id":` + strconv.Quote(id) + `}`)
	}
	return nil
}

// with is a plugin with another value of a member.
func with(plugin []byte, name, value string) []byte {
	members := []any{name, []byte(value)}
	for m := range scan.Members(plugin) {
		if m.Key != name {
			members = append(members, m.Key, m.Value)
		}
	}
	return scan.MakeObject(members...)
}

// taskOf is the kind of task that the router's stage reports; empty for none.
func taskOf(routing []byte) string {
	for _, stage := range read.Routing(routing).Pipeline {
		if task := scan.Text(scan.At(stage.Raw, "data", "task")); task != "" {
			return task
		}
	}
	return ""
}
