package stats

import (
	"fmt"
	"strings"
)

const (
	// minForSlow is the number of exchanges of a model below which their 95th percentile is chance.
	minForSlow = 20
	// maxSlowModels bounds the length of the filter.
	maxSlowModels = 12
)

// SlowFilter returns the filter of exchanges that took longer than the 95th percentile of their model,
// from the groups by model, those of the most exchanges first. Other models have a fixed bound.
func SlowFilter(by Dimension, groups []Group, fixed ...string) string {
	var all []string
	others := ""
	for _, g := range groups {
		if g.Name == "" || g.Total.Known < minForSlow || len(all) == maxSlowModels {
			continue
		}
		model := by.Filter(g.Name)
		all = append(all, fmt.Sprintf("%s lasted>%dms", model, g.Total.P95/1000))
		others += " -" + model
	}
	for _, bound := range fixed {
		all = append(all, bound+others)
	}
	return strings.Join(all, " or ")
}
