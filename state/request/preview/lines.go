package preview

import (
	"fmt"
	"math"

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

// RoutedBy is the plugin of a request that chooses the model; nil for none.
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
