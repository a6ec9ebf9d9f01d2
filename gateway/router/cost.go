package router

import (
	"cmp"
	"fmt"
	"slices"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
)

type band struct {
	from, to int
	closed   bool   // to is inclusive
	by       string // the field that sets it
}

func (b band) String() string {
	if b.closed {
		return fmt.Sprintf("[%d,%d]", b.from, b.to)
	}
	return fmt.Sprintf("[%d,%d)", b.from, b.to)
}

// words describes the band for users: percentiles of the candidates sorted by price.
func (b band) words() string {
	if b.from == 0 {
		return fmt.Sprintf("the cheapest %d %%", b.to)
	}
	return fmt.Sprintf("the %d to %d %% price band", b.from, b.to)
}

// costBand returns the band of a plugin ("Router fields"): cost_tier comes before
// cost_quality_tradeoff v, whose cap is 90 − 8·v; the default of v is 9.
func costBand(p request.Plugin) band {
	if tier, ok := p.Member("cost_tier"); ok {
		i := max(0, slices.Index([]string{"low", "medium", "high", "xhigh", "max"}, tier.Str))
		return band{20 * i, 20 * (i + 1), i == 4, "cost_tier " + tier.Str}
	}
	const usual = 9
	v, ok := p.Member("cost_quality_tradeoff")
	if !ok {
		return band{0, 90 - 8*usual, true, fmt.Sprintf("cost_quality_tradeoff %d, the default: 90 − 8 × %d", usual, usual)}
	}
	n := int(v.Num)
	return band{0, 90 - 8*n, true, fmt.Sprintf("cost_quality_tradeoff %d: 90 − 8 × %d", n, n)}
}

func byPrice(models []catalogue.Model) {
	slices.SortStableFunc(models, func(a, b catalogue.Model) int {
		return cmp.Or(cmp.Compare(a.Prompt, b.Prompt), cmp.Compare(a.Completion, b.Completion), cmp.Compare(a.Slug, b.Slug))
	})
}

// within returns the models in the band. They are sorted by price; the i-th of n, from 0, has the
// percentile 100·i/n. An empty band returns the nearest model below it, which exists, since the
// cheapest is at 0.
func (b band) within(models []catalogue.Model) (in []catalogue.Model, empty bool) {
	n := len(models)
	nearest := 0
	for i, m := range models {
		at := 100 * i // of n
		if at < b.from*n {
			nearest = i
			continue
		}
		if at < b.to*n || b.closed && at == b.to*n {
			in = append(in, m)
		}
	}
	if len(in) == 0 && n > 0 {
		return models[nearest : nearest+1], true
	}
	return in, false
}
