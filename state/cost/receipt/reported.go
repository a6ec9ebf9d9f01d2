package receipt

import (
	"cmp"
	"strings"

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
	for _, m := range []struct {
		to      *Amount
		in, has string
	}{
		{&r.Upstream, "cost_details", "upstream_inference_cost"},
		{&r.Input, "cost_details", "upstream_inference_input_cost"}, {&r.Output, "cost_details", "upstream_inference_output_cost"},
		{&r.Input, "cost_details", "upstream_inference_prompt_cost"}, {&r.Output, "cost_details", "upstream_inference_completions_cost"}, // OpenRouter's chat
		{&r.Input, "cost", "input_tokens_cost"}, {&r.Output, "cost", "output_tokens_cost"}, // Perplexity's
	} {
		if usd, ok := usage.Money(scan.At(x.Usage, m.in, m.has)); ok {
			*m.to = Amount{usd, true, m.in + "." + m.has}
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
	r.fees(scan.Get(s.Exchange.Usage, "cost"))
	r.iterations(s)
	for _, stage := range routing.Pipeline {
		if usd, ok := usage.Money(scan.Get(stage.Raw, "cost_usd")); ok && !usd.IsZero() {
			r.Extras = append(r.Extras, Extra{Name: cmp.Or(stage.Name, stage.Type), Reported: usd})
		}
	}
}

// fees reads what a service reports of its cost in addition to that of tokens and searches: a request_cost, say
// (https://docs.perplexity.ai/getting-started/pricing).
func (r *Receipt) fees(cost []byte) {
	for m := range scan.Members(cost) {
		name, ok := strings.CutSuffix(m.Key, "_cost")
		switch name { // of tokens and searches, or all; https://docs.perplexity.ai/docs/agent-api has the short names
		case "total", "input_tokens", "output_tokens", "reasoning_tokens", "search_queries", "input", "output", "cache_read", "cache_creation":
			continue
		}
		if usd, isSum := usage.Money(m.Value); ok && isSum && !usd.IsZero() {
			r.Extras = append(r.Extras, Extra{Name: strings.ReplaceAll(name, "_", " "), Reported: usd, Sure: true})
		}
	}
}

// iterations reads further passes of the model, which the sums of a usage leave out and which are
// billed: compactions, and answers of an advisor
// (https://platform.claude.com/docs/en/build-with-claude/compaction).
func (r *Receipt) iterations(s Subject) {
	for _, pass := range scan.Elements(scan.Get(s.Exchange.Usage, "iterations")) {
		kind := scan.Text(scan.Get(pass, "type"))
		used, _ := usage.Of(pass)
		if kind == "message" || !used.Paid() {
			continue
		}
		e := Extra{Name: cmp.Or(kind, "iteration"), Counts: used.Counts, Counted: true}
		if p, ok := s.Book.Price(s.query(cmp.Or(scan.Text(scan.Get(pass, "model")), r.Model), r.Provider, nil)); ok {
			e.Bill = p.Bill(e.Counts)
			e.Priced = e.Bill.Priced
		}
		if e.Priced {
			r.Extras = append(r.Extras, e)
		} else {
			r.Unpriced = append(r.Unpriced, "1 "+e.Name)
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
