package receipt

import (
	"strconv"

	"github.com/shopspring/decimal"

	"gatehouse/client/scan"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/dialect/usage"
)

// cause is a way of charging that amounts to a difference to the last digit. It is arithmetic:
// which one the service used is not known where several do.
type cause struct {
	line  usage.Kind // of the bill; 0: all of them
	words string
}

// causes returns the ways of charging that amount to the reported cost exactly.
func (r *Receipt) causes(x *state.Exchange, reported decimal.Decimal) (found []cause) {
	off := reported.Sub(r.Computed)
	try := func(line usage.Kind, sum decimal.Decimal, words string) {
		exact := off.Sub(sum).Abs().LessThanOrEqual(sum.Abs().Shift(-7).Add(decimal.New(1, -12))) // but for the rest of binary fractions
		if !sum.IsZero() && exact {
			found = append(found, cause{line, words})
		}
	}
	rates, _ := r.Price.At(r.Counts[usage.Input])
	input, _, _, _ := rates.Of(usage.Input)
	for _, l := range r.Bill.Lines {
		if l.Kind == usage.CacheRead || l.Kind == usage.CacheWrite || l.Kind == usage.CacheWriteHour {
			tokens := figures.Thousands(l.Count) + " tokens (" + l.Kind.Words() + ")"
			atInput := input.Mul(decimal.NewFromInt(int64(l.Count)))
			try(l.Kind, atInput.Sub(l.Amount), tokens+" charged as uncached input")
			try(l.Kind, atInput, tokens+" charged twice, also as uncached input")
			try(l.Kind, l.Amount, tokens+" charged twice")
		}
	}
	if n := r.Counts[usage.Reasoning]; n > 0 {
		output, _, _, _ := rates.Of(usage.Reasoning)
		sum := output.Mul(decimal.NewFromInt(int64(n)))
		try(usage.Output, sum.Neg(), figures.Thousands(n)+" reasoning tokens left out")
		try(usage.Output, sum, figures.Thousands(n)+" reasoning tokens charged twice")
	}
	for _, m := range multiples {
		if m.tier == tierOf(x) {
			try(0, r.Computed.Mul(m.factor).Sub(r.Computed), m.words)
		}
	}
	if decimals := -reported.Exponent(); decimals >= 2 && !reported.IsZero() && r.Computed.Round(decimals).Equal(reported) {
		found = append(found, cause{0, "the computed cost rounded to " + strconv.Itoa(int(decimals)) + " decimals"})
	}
	return found
}

// multiples are what vendors charge for a request as a multiple of the list price, of tiers where
// the request asks for them or the answer names them.
var multiples = []struct {
	tier   string // empty: no other than the standard one
	factor decimal.Decimal
	words  string
}{
	// https://openai.com/api/pricing, 2026-11: flex costs half, priority of the GPT-5 family twice the price.
	{"flex", decimal.New(5, -1), "half of it, the price of the service tier flex"},
	{"priority", decimal.New(2, 0), "twice of it, the price of the service tier priority"},
	// OpenAI, Anthropic and Google charge half for batches: wire-notes of usage, 2026-11.
	{"", decimal.New(5, -1), "half of it, the price of a batch"},
}

// tierOf returns the service tier that an answer names, else the one that its request asks for.
func tierOf(x *state.Exchange) string {
	for _, tier := range []string{x.Tier, scan.Text(scan.Get(x.Usage, "service_tier")), scan.Text(scan.Get(x.Request, "service_tier"))} {
		if tier != "" && tier != "auto" && tier != "default" {
			return tier
		}
	}
	return ""
}
