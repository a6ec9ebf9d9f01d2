package receipt

import (
	"strings"

	"github.com/shopspring/decimal"

	"gatehouse/state/answer/figures"
	"gatehouse/state/cost/prices"
)

// Money writes a sum with every digit that it has, to the cent at least and to the trillionth at
// most, where a service that adds floating-point numbers reports noise.
func Money(usd decimal.Decimal) string {
	usd = usd.Round(12)
	text := usd.Abs().String()
	if whole, decimals, _ := strings.Cut(text, "."); len(decimals) < 2 {
		text = whole + "." + decimals + strings.Repeat("0", 2-len(decimals))
	}
	sign := ""
	if usd.IsNegative() {
		sign = "-"
	}
	return sign + "$" + figures.Grouped(text)
}

// mark precedes a computed sum that may be wrong.
func (r *Receipt) mark() string {
	if r.Bill.Sure && !r.unsureExtras() {
		return ""
	}
	return "~"
}

// Sum writes the computed cost, marked where it may not be right; empty where it is not known.
func (r *Receipt) Sum() string {
	if !r.Known {
		return ""
	}
	return r.mark() + Money(r.Computed)
}

// Assumed returns why the computed cost may be wrong; "" if there is no reason.
func (r *Receipt) Assumed() string {
	if !r.Counted { // nothing is computed
		return ""
	}
	if r.Price.Source.Assumed != "" || !r.Known || r.mark() == "" {
		return r.Price.Source.Assumed
	}
	if len(r.Unpriced) > 0 {
		return "not priced: " + strings.Join(r.Unpriced, ", ")
	}
	for _, l := range r.Bill.Lines {
		if !l.Sure {
			return "no source has a price of " + l.Kind.Words() + ": that of " + l.By.Words() + " may not be the one"
		}
	}
	if r.unknownTools {
		return "the service ran tools or other models, and does not report what they cost"
	}
	return "not every line of it is certain"
}

// deviation writes how much more or less a sum is than another, and as a share of that.
func deviation(off, of decimal.Decimal) string {
	words := Money(off.Abs()) + " more"
	if off.IsNegative() {
		words = Money(off.Abs()) + " less"
	}
	if of.IsZero() {
		return words
	}
	return words + " (" + off.Shift(2).DivRound(of, 1).String() + " %)"
}

// Each writes what one of a kind costs: tokens by the million, anything else by itself.
func Each(l prices.Line) string {
	switch {
	case !l.Priced:
		return "no price"
	case l.Kind.Tokens():
		return Money(l.Each.Shift(6)) + "/M"
	}
	return Money(l.Each)
}
