package prices

import (
	"github.com/shopspring/decimal"

	"gatehouse/client/wire"
	"gatehouse/state/dialect/usage"
)

// Line is one position of a bill.
type Line struct {
	Kind   usage.Kind
	Count  int
	Each   decimal.Decimal // USD
	Amount decimal.Decimal // USD, Count times Each
	By     usage.Kind      // whose price Each is; another kind if this one has none
	Sure   bool            // it is known that this price counts
	Priced bool            // there is one
}

// Bill is what counts cost.
type Bill struct {
	Lines  []Line
	Total  decimal.Decimal // USD, of the lines that have a price
	Above  int             // the request is charged by the tier of prompts above this many tokens; 0: by none
	Priced bool            // every line has a price
	Sure   bool            // of every line it is known that its price counts, and the parts fit the sum
	Input  decimal.Decimal // USD, of the lines of input
	Output decimal.Decimal // USD, of the lines of output
}

// Bill charges counts: each token once, all of them by the tier of the complete input.
func (p Price) Bill(c usage.Counts) Bill {
	rates, above := p.At(c[usage.Input])
	parts, fit := partsOf(c, rates)
	b := Bill{Above: above, Priced: true, Sure: fit && p.Source.Assumed == ""}
	if _, ok := rates[usage.Request]; ok {
		parts[usage.Request] = 1
	}
	_, tokens := rates[usage.Input]
	if _, units := rates[usage.SearchUnit]; !units {
		parts[usage.SearchUnit] = 0 // a rerank that is charged by its tokens
	} else if !tokens {
		parts[usage.Input] = 0 // and one that is not
	}
	for _, k := range usage.Paid() {
		n := parts[k]
		if n <= 0 {
			continue
		}
		l := Line{Kind: k, Count: n}
		l.Each, l.By, l.Sure, l.Priced = rates.Of(k)
		l.Amount = l.Each.Mul(decimal.NewFromInt(int64(n)))
		b.Lines = append(b.Lines, l)
		b.Total = b.Total.Add(l.Amount)
		b.Priced, b.Sure = b.Priced && l.Priced, b.Sure && l.Sure
		switch k.Root() {
		case usage.Input:
			b.Input = b.Input.Add(l.Amount)
		case usage.Output:
			b.Output = b.Output.Add(l.Amount)
		}
	}
	return b
}

// partsOf returns the counts as they are paid for: each token once, by the kinds that have a price,
// the rest as plain input and output. A part that costs what the rest does remains in it, except
// those of caches. ok is false where the parts are more than the sum.
func partsOf(c usage.Counts, r Rates) (parts usage.Counts, ok bool) {
	if cached := c[usage.AudioCacheRead]; cached > 0 && cached <= c[usage.AudioInput] {
		c[usage.AudioInput] -= cached // audio that was read from a cache is counted in both
	}
	parts, ok = c, true
	for _, k := range usage.Paid() {
		sum := k.PartOf()
		if sum == 0 || parts[k] == wire.None {
			continue
		}
		cache := k == usage.CacheRead || k == usage.CacheWrite || k == usage.CacheWriteHour
		if _, by, sure, priced := r.Of(k); priced && sure && by == sum && !cache {
			parts[k] = wire.None
			continue
		}
		parts[sum] = max(parts[sum], 0) - parts[k]
		if parts[sum] < 0 {
			parts[sum], ok = 0, false
		}
	}
	return parts, ok
}
