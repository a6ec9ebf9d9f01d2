package cache

import (
	"github.com/shopspring/decimal"

	"gatehouse/state/prices"
)

// Charge is what a token of a prompt costs, in USD: one that is read from the cache, one that is
// written to it, and any other.
type Charge struct {
	Known             bool
	Read, Write, Full decimal.Decimal
}

// chargeOf is that of an exchange by its price.
func chargeOf(p prices.Price, counts prices.Counts) (c Charge) {
	rates, _ := p.At(counts[prices.Input])
	write := prices.CacheWrite
	if counts[prices.CacheWriteHour] > 0 {
		write = prices.CacheWriteHour
	}
	sure := [3]bool{}
	c.Read, _, sure[0], _ = rates.Of(prices.CacheRead)
	c.Write, _, sure[1], _ = rates.Of(write)
	c.Full, _, sure[2], c.Known = rates.Of(prices.Input)
	if _, priced := rates[prices.CacheRead]; priced {
		sure[0] = true
	}
	c.Known = c.Known && sure[0] && sure[1] && sure[2] && (counts[prices.CacheWrite] == 0 || counts[prices.CacheWriteHour] == 0)
	return c
}

// writtenOf is how many tokens were written to a cache; -1 where that is not reported.
func writtenOf(counts prices.Counts) int {
	five, known := counts[prices.CacheWrite]
	hour, knownToo := counts[prices.CacheWriteHour]
	if !known && !knownToo {
		return -1
	}
	return five + hour
}

// Cost returns how much more tokens cost than if they had been read from the cache, in USD; written of
// them were written to it. ok is false if that is not known.
func (c Charge) Cost(tokens, written int) (usd decimal.Decimal, ok bool) {
	if !c.Known || tokens < 0 {
		return usd, false
	}
	wrote := min(tokens, max(written, 0))
	usd = c.Write.Sub(c.Read).Mul(decimal.NewFromInt(int64(wrote)))
	return usd.Add(c.Full.Sub(c.Read).Mul(decimal.NewFromInt(int64(tokens - wrote)))), true
}
