package preview

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gatehouse/client/scan"
)

// Pareto is what a pareto-router will do.
type Pareto struct {
	Source     string  // price_source: prompt or weighted_avg
	Tier       string  // low, medium or high; empty with max_price
	MaxPrice   float64 // USD per million input tokens; NaN without one
	Frontier   []Model // models that no other beats in both price and score, the cheapest first
	Dominated  []Model // the other models with a score, the best first
	Order      []Model // the order in which models are tried
	Qualifying int     // how many at the head of Order meet the request; the rest are fallbacks
	Empty      string  // why no model is left, which is a 404; empty when some are
	Notes      []string
}

// TierOf returns the tier that a min_coding_score selects.
func TierOf(score float64) string {
	switch {
	case score >= 0.66:
		return "high"
	case score >= 0.33:
		return "medium"
	}
	return "low"
}

// Price returns the price for a price_source; see Pareto.Source.
func (m Model) Price(source string) float64 {
	if source == "weighted_avg" {
		return cmp.Or(m.Effective, m.Prompt)
	}
	return m.Prompt
}

// Pareto reads the fields of a pareto-router plugin.
func (c Catalogue) Pareto(plugin []byte) Pareto {
	p := Pareto{Source: "prompt", MaxPrice: figure(scan.Get(plugin, "max_price"))}
	if scan.Text(scan.Get(plugin, "price_source")) == "weighted_avg" {
		p.Source = "weighted_avg"
	}
	capped := !math.IsNaN(p.MaxPrice)
	score := figure(scan.Get(plugin, "min_coding_score"))
	switch {
	case !capped && math.IsNaN(score):
		p.Tier = "high"
	case !capped:
		p.Tier = TierOf(score)
	case !math.IsNaN(score):
		p.Notes = append(p.Notes, "min_coding_score has no effect with max_price")
	}
	if !c.Scores {
		p.Notes = append(p.Notes, "the catalogue has no coding scores, so the qualifying models are not known")
		if capped {
			p.priceAlone(c)
		}
		return p
	}
	p.split(c)
	if capped {
		p.cap()
	} else {
		p.tiers()
	}
	return p
}

// figure returns a number, or NaN.
func figure(v []byte) float64 {
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || scan.KindOf(v) != scan.Number {
		return math.NaN()
	}
	return f
}

// split splits the models with a score and a price into the frontier and the others.
func (p *Pareto) split(c Catalogue) {
	pool, unpriced := []Model{}, 0
	for _, m := range c.Texts() {
		switch {
		case m.Coding == 0:
		case !m.Priced():
			unpriced++
		default:
			pool = append(pool, m)
		}
	}
	if unpriced > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("the catalogue has no price for %d models with a coding score; they are not listed here", unpriced))
	}
	slices.SortStableFunc(pool, func(a, b Model) int {
		return cmp.Or(cmp.Compare(a.Price(p.Source), b.Price(p.Source)), cmp.Compare(b.Coding, a.Coding))
	})
	best := 0.0
	for _, m := range pool {
		if m.Coding > best {
			best = m.Coding
			p.Frontier = append(p.Frontier, m)
		} else {
			p.Dominated = append(p.Dominated, m)
		}
	}
	slices.SortStableFunc(p.Dominated, func(a, b Model) int { return cmp.Compare(b.Coding, a.Coding) })
}

// cap orders the models under a price cap: the best frontier model at or below it, then
// cheaper ones, then those off the frontier.
func (p *Pareto) cap() {
	under := func(m Model) bool { return m.Price(p.Source) <= p.MaxPrice }
	for _, m := range slices.Backward(p.Frontier) {
		if under(m) {
			p.Order = append(p.Order, m)
		}
	}
	p.Qualifying = min(1, len(p.Order))
	for _, m := range p.Dominated {
		if under(m) {
			p.Order = append(p.Order, m)
		}
	}
	if len(p.Order) == 0 {
		p.Empty = fmt.Sprintf("no model with a coding score costs at most %v USD per million input tokens by %s", p.MaxPrice, p.Source)
	}
}

// tiers orders the models for a tier: its frontier models, the cheapest first; where none
// can serve, those of the tiers above and then below.
func (p *Pareto) tiers() {
	names := []string{"low", "medium", "high"}
	want := slices.Index(names, p.Tier)
	for _, t := range []int{want, want + 1, want + 2, want - 1, want - 2} {
		for _, m := range p.Frontier {
			if t < 0 || t >= len(names) || TierOf(m.Coding) != names[t] {
				continue
			}
			p.Order = append(p.Order, m)
			if t == want {
				p.Qualifying++
			}
		}
	}
	switch {
	case len(p.Order) == 0:
		p.Empty = "no model with a coding score has a price"
	case p.Qualifying == 0:
		p.Notes = append(p.Notes, "no frontier model in tier "+p.Tier+": higher tiers are tried first, then lower ones")
	}
}

// priceAlone reports what prices show where there are no scores.
func (p *Pareto) priceAlone(c Catalogue) {
	priced, under := 0, 0
	for _, m := range c.Texts() {
		if m.Priced() {
			priced++
			if m.Price(p.Source) <= p.MaxPrice {
				under++
			}
		}
	}
	if priced > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("%d of %d text models with a price cost at most %v USD per million input tokens", under, priced, p.MaxPrice))
	}
}
