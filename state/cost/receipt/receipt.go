// Package receipt computes what an exchange costs, from its tokens and the known prices, and compares that
// with the reported cost. Sums are exact decimals. It reports facts and their consequences, not the reasons
// of a service.
package receipt

import (
	"cmp"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// Subject is an exchange and where it went.
type Subject struct {
	Exchange *state.Exchange
	Address  string // base URL of its connection
	Local    bool   // it went to the local gateway
	At       time.Time
	Batch    bool // it was answered by a batch API
	Book     prices.Book
}

// Result is what comparing says.
type Result string

// The results.
const (
	None       Result = ""           // there is nothing to compute: no answer, or it still runs
	Agrees     Result = "agrees"     // the reported cost follows from the prices
	Differs    Result = "differs"    // it is not
	MayDiffer  Result = "may-differ" // it is not, and the prices may not be those that apply
	Unreported Result = "unreported" // the cost is computed, and none is reported
	Unpriced   Result = "unpriced"   // the tokens are reported, and a price is not known
	NoUsage    Result = "no-usage"   // no tokens are reported, or none of an answer with text
)

// Results returns all but None, in the order in which help lists them.
func Results() []string {
	return []string{string(Agrees), string(Differs), string(MayDiffer), string(Unreported), string(Unpriced), string(NoUsage)}
}

// Receipt is what an exchange costs.
type Receipt struct {
	Model, Provider string // that served, if reported
	Result          Result
	Counts          usage.Counts // of the model; for tools and other models see Extras
	Counted         bool         // tokens or anything else that is paid for is reported
	Price           prices.Price
	Priced          bool // Price is known
	Bill            prices.Bill
	Extras          []Extra         // what others did on its behalf: calls of other models, tools, plugins
	Unpriced        []string        // fees in addition to tokens whose price is not known, such as "2 web searches"
	Computed        decimal.Decimal // USD: the bill and the extras
	Known           bool            // Computed is the complete cost; else some of it has no price
	Reported        Reported
	Findings        []Finding
	Unasked         bool // no usage is reported, and a stream of chat completions has one only where it is asked for
	others          bool // other models or server tools worked on its behalf
	unknownTools    bool // of some of these it is not known whether they cost something
}

// Extra is a part of the cost that the model's tokens do not cover.
type Extra struct {
	Name     string          // a model, a tool, a stage
	Reported decimal.Decimal // USD
	Counts   usage.Counts    // of a model's call
	Counted  bool            // Counts are reported
	Bill     prices.Bill     // of Counts
	Priced   bool            // Bill is known
	Sure     bool            // Reported is what it costs: the service reports it in addition to its tokens
}

// cost returns the computed cost of an extra, else the reported one.
func (e Extra) cost() decimal.Decimal {
	if e.Priced {
		return e.Bill.Total
	}
	return e.Reported
}

// Of computes the receipt of an exchange that has ended.
func Of(s Subject) Receipt {
	x := s.Exchange
	r := Receipt{Counts: usage.None()}
	if x == nil || x.Running() || !x.Known.Answer || x.Made != "" || x.Kind() == state.Other {
		return r
	}
	routing := read.Routing(x.Routing)
	r.Provider = figures.Provider(x, routing)
	r.Model = cmp.Or(x.Model, x.RequestModel)
	if x.Ranking != nil {
		r.Model = cmp.Or(x.Ranking.Model, r.Model)
	}
	r.Reported = reportedOf(x)
	used, _ := usage.Of(x.Usage)
	doubt := splitWrites(&used.Counts, x.Request)
	r.Counts, r.Counted = used.Counts, used.Paid()
	r.Unasked = x.Kind() == state.Chat && x.AsksStream() && string(scan.At(x.Request, "stream_options", "include_usage")) != "true"
	if all := used.Counts[usage.Total]; x.Ranking != nil && all >= 0 {
		r.Counts[usage.Input], r.Counted = all, true // a rerank reports no more than all
	}
	r.others = othersWorked(x)
	r.Unpriced, r.unknownTools = unpricedFees(x, &r.Counts)
	r.extras(s, routing)
	served, _ := routing.Selected()
	r.Price, r.Priced = s.Book.Price(s.query(r.Model, r.Provider, scan.Get(served.Raw, "pricing")))
	if scan.KindOf(scan.Get(x.Usage, "cost")) == scan.Object {
		r.Price = r.Price.Without(usage.Request) // it is an extra, as reported, or none
	}
	r.Price = r.Price.Assume(cmp.Or(doubt, usageDoubt(x, &used)))
	if r.Priced && r.Counted && !r.partial(x) {
		r.charge(r.Price)
	}
	if r.Result = r.compare(x); r.Result == MayDiffer && r.Provider == "" {
		r.tryEndpoints(s)
	}
	r.find(s)
	return r
}

func (r *Receipt) charge(p prices.Price) {
	r.Price, r.Bill = p, p.Bill(r.Counts)
	r.Computed, r.Known = r.Bill.Total, r.Bill.Priced
	for _, e := range r.Extras {
		r.Computed = r.Computed.Add(e.cost())
	}
}

// tryEndpoints looks for the listed endpoint whose price gives the reported cost, if the endpoint that
// served is not reported.
func (r *Receipt) tryEndpoints(s Subject) {
	charged, _ := r.charged()
	for _, e := range s.Book.Endpoints(s.query(r.Model, "", nil)) {
		try := *r
		if try.charge(e.Price); try.Known && charged.near(try.Computed) {
			*r = try
			r.Result = Agrees
			r.Price.Source.Assumed = "which endpoint served is not reported; at the price of this one the cost is as reported"
			return
		}
	}
}

func (s Subject) query(model, provider string, listed []byte) prices.Query {
	q := prices.Query{Address: s.Address, Local: s.Local, Model: model, Provider: provider, At: s.At, Reported: listed}
	q.Terms, q.RequestedTerms = prices.TermsOf(s.Exchange.Request, s.Exchange.Usage, s.Exchange.Tier)
	if s.Batch && !slices.Contains(q.Terms, "service_tier batch") { // one discount, reported or not
		q.Terms = append(q.Terms, "batch")
	}
	return q
}

func (r *Receipt) compare(x *state.Exchange) Result {
	charged, reported := r.charged()
	switch {
	case !r.Counted || r.partial(x):
		if !ended(x) && outputBytes(x) == 0 || x.Ranking != nil && !reported {
			return None
		}
		return NoUsage
	case !r.Known:
		return Unpriced
	case !reported:
		return Unreported
	case charged.near(r.Computed):
		return Agrees
	case r.without(charged):
		return Agrees
	case !r.Bill.Sure || r.unsureExtras():
		return MayDiffer
	}
	return Differs
}

// partial reports whether a usage describes only the beginning of an answer, or only its prompt.
func (r *Receipt) partial(x *state.Exchange) bool {
	return x.UsageBegun || r.Counts[usage.Input] > 0 && r.Counts[usage.Output] == wire.None && x.Ranking == nil && outputBytes(x) > 0
}

func ended(x *state.Exchange) bool {
	return x.Verdict == state.Completed || x.Verdict == state.Incomplete
}

// charged returns the reported cost that the prices apply to: with a provider key of the user that of the
// provider, else all of it.
func (r *Receipt) charged() (Amount, bool) {
	if r.Reported.BYOK {
		return r.Reported.Upstream, r.Reported.Upstream.There
	}
	return r.Reported.Cost, r.Reported.Cost.There
}

// without looks for the extras that a service reports and does not add to the cost: stages that
// are charged apart, say. Those are marked as no part of it.
func (r *Receipt) without(charged Amount) bool {
	stages := slices.DeleteFunc(slices.Clone(r.Extras), func(e Extra) bool { return e.Counted })
	if len(stages) == 0 {
		return false
	}
	rest := r.Computed
	for _, e := range stages {
		rest = rest.Sub(e.cost())
	}
	if !charged.near(rest) {
		return false
	}
	r.Computed = rest
	r.Extras = slices.DeleteFunc(r.Extras, func(e Extra) bool { return !e.Counted })
	return true
}

// unsureExtras reports whether what the extras cost may not be known.
func (r *Receipt) unsureExtras() bool {
	return slices.ContainsFunc(r.Extras, func(e Extra) bool { return !e.Sure && (!e.Priced || !e.Bill.Sure) }) ||
		r.unknownTools && len(r.Extras) == 0 || len(r.Unpriced) > 0
}
