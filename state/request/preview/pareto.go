package preview

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"gatehouse/client/scan"
)

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

// Price returns the price for a price_source, prompt or weighted_avg.
func (m Model) Price(source string) float64 {
	if source == "weighted_avg" {
		return cmp.Or(m.Effective, m.Prompt)
	}
	return m.Prompt
}

// pareto returns what the settings of a pareto-router select: the tier, or how many models are
// under the price cap.
func (c Catalogue) pareto(plugin []byte) []string {
	price, score := figure(scan.Get(plugin, "max_price")), figure(scan.Get(plugin, "min_coding_score"))
	if math.IsNaN(price) {
		tier := "high" // the default
		if !math.IsNaN(score) {
			tier = TierOf(score)
		}
		return []string{"coding tier " + tier}
	}
	source := cmp.Or(scan.Text(scan.Get(plugin, "price_source")), "prompt")
	priced, under := 0, 0
	for _, m := range c.Texts() {
		if m.Priced() {
			priced++
			if m.Price(source) <= price {
				under++
			}
		}
	}
	out := []string{fmt.Sprintf("%d of %d text models with a price cost at most %s by %s", under, priced, usd(price), source)}
	if !math.IsNaN(score) {
		out = append(out, "min_coding_score has no effect with max_price")
	}
	return out
}

// figure returns a number, or NaN.
func figure(v []byte) float64 {
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || scan.KindOf(v) != scan.Number {
		return math.NaN()
	}
	return f
}
