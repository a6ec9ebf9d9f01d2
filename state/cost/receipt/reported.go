package receipt

import (
	"cmp"

	"github.com/shopspring/decimal"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
)

// Amount is a sum of money that a service reports.
type Amount struct {
	USD   decimal.Decimal
	There bool   // it is reported
	Where string // its member or header
}

// near reports whether a computed sum is the reported one, rounded to its digits but to at least six
// decimals, and up to the error of a sum of binary fractions.
func (a Amount) near(computed decimal.Decimal) bool {
	const decimals, noise = 6, 9 // of a dollar; digits
	off := a.USD.Sub(computed).Abs()
	if off.LessThanOrEqual(computed.Abs().Shift(-noise)) {
		return true
	}
	half := decimal.New(5, min(a.USD.Exponent(), 0)-1)
	if most := decimal.New(5, -decimals-1); half.GreaterThan(most) {
		half = most
	}
	return off.LessThanOrEqual(half) && (!a.USD.IsZero() || computed.LessThan(decimal.New(1, -9)))
}

// Reported is what a service says of the cost.
type Reported struct {
	Cost     Amount
	BYOK     bool   // a provider key of the user was used: Cost is the service's fee
	Upstream Amount // what the provider charges
	Input    Amount // of Upstream, or of Cost
	Output   Amount
}

// reportedOf reads what is reported of the cost.
func reportedOf(x *state.Exchange) (r Reported) {
	r.Cost.USD, r.Cost.Where, r.Cost.There = figures.ReportedCost(x)
	r.BYOK = string(scan.Get(x.Usage, "is_byok")) == "true"
	for member, to := range map[string]*Amount{"upstream_inference_cost": &r.Upstream, "upstream_inference_input_cost": &r.Input, "upstream_inference_output_cost": &r.Output} {
		if usd, ok := usage.Money(scan.At(x.Usage, "cost_details", member)); ok {
			*to = Amount{usd, true, "cost_details." + member}
		}
	}
	if r.BYOK && !r.Upstream.There && r.Input.There && r.Output.There {
		r.Upstream = Amount{r.Input.USD.Add(r.Output.USD), true, "cost_details"}
	}
	return r
}

// extras reads what others did on behalf of the exchange, and takes the tokens of other models'
// calls out of the counts where they are reported: a usage counts them in.
func (r *Receipt) extras(s Subject, routing wire.Routing) {
	details := scan.Get(s.Exchange.Usage, "cost_details")
	for _, call := range scan.Elements(scan.Get(details, "calls")) {
		r.call(s, call)
	}
	if usd, ok := usage.Money(scan.Get(details, "server_tool_cost")); ok && len(r.Extras) == 0 && !usd.IsZero() {
		r.Extras = append(r.Extras, Extra{Name: "server tools", Reported: usd})
	}
	for _, stage := range routing.Pipeline {
		if usd, ok := usage.Money(scan.Get(stage.Raw, "cost_usd")); ok && !usd.IsZero() {
			r.Extras = append(r.Extras, Extra{Name: cmp.Or(stage.Name, stage.Type), Reported: usd})
		}
	}
}

// call reads one answer of another model.
func (r *Receipt) call(s Subject, call []byte) {
	usd, ok := usage.Money(scan.Get(call, "cost"))
	if !ok {
		return
	}
	e := Extra{Name: cmp.Or(scan.Text(scan.Get(call, "model")), scan.Text(scan.Get(call, "name")), "unnamed"), Reported: usd}
	used, _ := usage.Of(call)
	in, out := used.Counts[usage.Input], used.Counts[usage.Output]
	if in >= 0 && out >= 0 && in <= r.Counts[usage.Input] && out <= r.Counts[usage.Output] {
		e.Counts, e.Counted = used.Counts, true
		r.Counts[usage.Input] -= in
		r.Counts[usage.Output] -= out
		if p, ok := s.Book.Price(s.query(e.Name, scan.Text(scan.Get(call, "provider")), nil)); ok {
			e.Bill = p.Bill(e.Counts)
			e.Priced = e.Bill.Priced
		}
	}
	r.Extras = append(r.Extras, e)
}
