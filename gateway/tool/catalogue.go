package tool

import (
	"cmp"
	"math"
	"slices"

	"gatehouse/gateway/catalogue"
)

// presetModels is how many models a preset has ("Fusion plugin fields": a preset
// of three models).
const presetModels = 3

// Preset is the models of a preset, the analyst first: those that reason best,
// the cheapest, or those whose providers begin first. Only models that are
// ranked for reasoning and have a healthy provider count, where there are any.
func Preset(name string, models []catalogue.Model) []string {
	panel := slices.DeleteFunc(slices.Clone(models), func(m catalogue.Model) bool {
		return !m.Text() || m.Ranks[catalogue.Reasoning] == 0 || math.IsInf(latency(m), 1)
	})
	if len(panel) == 0 {
		panel = slices.DeleteFunc(slices.Clone(models), func(m catalogue.Model) bool { return !m.Text() })
	}
	slices.SortStableFunc(panel, func(a, b catalogue.Model) int {
		switch name {
		case "general-budget":
			return cmp.Compare(a.Completion, b.Completion)
		case "general-fast":
			return cmp.Compare(latency(a), latency(b))
		}
		return cmp.Compare(b.Ranks[catalogue.Reasoning], a.Ranks[catalogue.Reasoning])
	})
	var slugs []string
	for _, m := range panel[:min(presetModels, len(panel))] {
		slugs = append(slugs, m.Slug)
	}
	return slugs
}

// Strongest is the first model of the quality preset.
func Strongest(models []catalogue.Model) string { return Preset("general-high", models)[0] }

// latency is how long the fastest of a model's healthy providers takes to begin,
// in seconds; infinite when none is healthy.
func latency(m catalogue.Model) float64 {
	fastest := math.Inf(1)
	for _, p := range m.Providers {
		if p.Status == 0 {
			fastest = min(fastest, p.Latency)
		}
	}
	return fastest
}
