package cache

import (
	"github.com/shopspring/decimal"

	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// Charge is what a token of a prompt costs, in USD: one that is read from the cache, one that is
// written to it, and any other.
type Charge struct {
	Known             bool
	Read, Write, Full decimal.Decimal
}

func chargeOf(p prices.Price, counts usage.Counts) (c Charge) {
	rates, _ := p.At(counts[usage.Input])
	write := usage.CacheWrite
	if counts[usage.CacheWriteHour] > 0 {
		write = usage.CacheWriteHour
	}
	sure := [3]bool{}
	c.Read, _, sure[0], _ = rates.Of(usage.CacheRead)
	c.Write, _, sure[1], _ = rates.Of(write)
	c.Full, _, sure[2], c.Known = rates.Of(usage.Input)
	if _, priced := rates[usage.CacheRead]; priced {
		sure[0] = true
	}
	c.Known = c.Known && sure[0] && sure[1] && sure[2] && (counts[usage.CacheWrite] <= 0 || counts[usage.CacheWriteHour] <= 0)
	return c
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
