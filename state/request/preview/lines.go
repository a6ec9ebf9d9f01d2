package preview

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"gatehouse/client/scan"
)

// Idle returns why the plugin at an index of the request's plugins does nothing, disabled or
// skipped, or "".
func Idle(plugins []byte, at int) string {
	if why := Skipped(plugins, at); why != "" {
		return why
	}
	if list := scan.List(plugins); at >= 0 && at < len(list) && disabled(list[at]) {
		return "disabled for the request"
	}
	return ""
}

// Skipped returns why a plugin does nothing even if it is enabled, or "": it is given twice, or is a
// router after the one that routes.
func Skipped(plugins []byte, at int) string {
	list := scan.List(plugins)
	if at < 0 || at >= len(list) {
		return ""
	}
	mine := scan.Text(scan.Get(list[at], "id"))
	seen := map[string]bool{}
	for _, plugin := range list[:at] {
		id := scan.Text(scan.Get(plugin, "id"))
		switch {
		case id == mine:
			return "only the first " + id + " counts"
		case Routes(id) && Routes(mine) && !seen[id] && !disabled(plugin):
			return id + " comes first and routes the request"
		}
		seen[id] = true
	}
	return ""
}

// Routes reports whether the plugin with an id chooses the model.
func Routes(id string) bool {
	return id == "auto-router" || id == "auto-beta-router" || id == "pareto-router" || id == "fusion"
}

// RoutedBy returns the plugin of a request that chooses the model; nil for none.
func RoutedBy(request []byte) []byte {
	for _, plugin := range scan.Elements(scan.Get(request, "plugins")) {
		if Routes(scan.Text(scan.Get(plugin, "id"))) && !disabled(plugin) {
			return plugin
		}
	}
	return nil
}

func disabled(plugin []byte) bool {
	return string(scan.Get(plugin, "enabled")) == "false" && scan.Text(scan.Get(plugin, "id")) != "moderation"
}

// Lines returns what the settings of a pareto-router select, as plain text; nil for another plugin.
func (c Catalogue) Lines(plugin []byte) []string {
	switch {
	case scan.Text(scan.Get(plugin, "id")) != "pareto-router":
		return nil
	case len(c.Models) == 0:
		return []string{"no catalogue, so the chosen models are not known"}
	}
	return c.pareto(plugin)
}

// usd writes a price per million tokens.
func usd(f float64) string {
	switch {
	case math.IsNaN(f):
		return "no price"
	case f < 0.01:
		return fmt.Sprintf("$%g/M", f)
	}
	return fmt.Sprintf("$%.2f/M", f)
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
