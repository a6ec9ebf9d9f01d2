package config

import (
	"errors"
	"maps"
	"slices"

	"github.com/shopspring/decimal"

	"gatehouse/state/cost/prices"
	"gatehouse/state/dialect/usage"
)

// Price is what a model costs, in dollars for a million tokens, or a thousand searches or
// requests; nil: not written.
type Price struct {
	Input          *float64 `toml:"input"`
	Output         *float64 `toml:"output"`
	CacheRead      *float64 `toml:"cache_read"`
	CacheWrite     *float64 `toml:"cache_write"`
	CacheWriteHour *float64 `toml:"cache_write_1h"`
	Reasoning      *float64 `toml:"reasoning"`
	WebSearch      *float64 `toml:"web_search"`
	SearchUnit     *float64 `toml:"search_unit"`
	Request        *float64 `toml:"request"`
}

func (p Price) kinds() map[usage.Kind]*float64 {
	return map[usage.Kind]*float64{
		usage.Input: p.Input, usage.Output: p.Output, usage.CacheRead: p.CacheRead, usage.CacheWrite: p.CacheWrite,
		usage.CacheWriteHour: p.CacheWriteHour, usage.Reasoning: p.Reasoning, usage.WebSearch: p.WebSearch,
		usage.SearchUnit: p.SearchUnit, usage.Request: p.Request,
	}
}

func (p Price) faults() (all []memberFault) {
	written := 0
	for _, k := range usage.Paid() {
		usd := p.kinds()[k]
		if usd == nil {
			continue
		}
		if written++; !(*usd >= 0 && *usd <= maxCost) { // not a number is neither
			all = append(all, memberFault{k.String(), errors.New("not from 0 to 1000000; write " + expectedValue([]string{"prices", "*", k.String()}))})
		}
	}
	if written == 0 {
		all = append(all, memberFault{"", errors.New("no price; write input and output, in dollars for a million tokens")})
	}
	return all
}

// prices returns the prices of the file, longest names first, so that a name takes precedence
// over a pattern with * that matches it.
func (f *File) prices() (all []prices.Override) {
	names := slices.Sorted(maps.Keys(f.Prices))
	slices.SortStableFunc(names, func(a, b string) int { return len(b) - len(a) })
	for _, name := range names {
		price := prices.Override{Model: name, Rates: prices.Rates{}}
		for k, usd := range f.Prices[name].kinds() {
			if usd != nil {
				price.Rates[k] = decimal.NewFromFloat(*usd).Shift(-prices.QuoteExponent(k)) // the shortest decimal of this float, as it was written
			}
		}
		all = append(all, price)
	}
	return all
}
