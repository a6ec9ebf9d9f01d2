package preview

import (
	"fmt"
	"math"
	"strings"

	"gatehouse/client/scan"
)

// Idle says why a plugin does nothing, of the request's plugins the one at an index: it is
// disabled, or skipped. It is empty for one that works.
func Idle(plugins []byte, at int) string {
	if why := Skipped(plugins, at); why != "" {
		return why
	}
	n := 0
	for _, plugin := range scan.Elements(plugins) {
		if n == at && disabled(plugin) {
			return "disabled for the request"
		}
		n++
	}
	return ""
}

// Skipped says why a plugin does nothing whether it is enabled or not: it is given twice, or
// a router behind the one that routes. It is empty for one that would work.
func Skipped(plugins []byte, at int) string {
	var list [][]byte
	for _, plugin := range scan.Elements(plugins) {
		list = append(list, plugin)
	}
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

// Lines is what is known beforehand of a plugin, in a few lines of plain text; nil for one
// that does not route. Lists of models are cut at `most` lines. What comes from the catalogue
// and from the plugin is not made safe for a terminal.
func (c Catalogue) Lines(plugin []byte, most int) []string {
	id := scan.Text(scan.Get(plugin, "id"))
	switch {
	case !Routes(id):
		return nil
	case id == "fusion":
		return c.Fusion(plugin).lines()
	case len(c.Models) == 0:
		return []string{"no catalogue, so the chosen models are not known"}
	case id == "pareto-router":
		return c.pareto(plugin)
	}
	return c.Auto(plugin).lines(most)
}

func (a Auto) lines(most int) []string {
	if a.Empty != "" {
		return append([]string{"no model left (404): " + a.Empty}, a.Notes...)
	}
	left, excluded := 0, 0
	for _, m := range a.Matches {
		if m.Candidate {
			left++
		}
		if m.ExcludedBy != "" {
			excluded++
		}
	}
	out := []string{fmt.Sprintf("%d of %d text models are candidates, %d excluded", left, len(a.Matches), excluded)}
	if a.Band.By != "" {
		in := fmt.Sprintf("cost percentiles %s (%s): %s", a.Band, a.Band.By, models(len(a.InBand())))
		if a.Nearest {
			in = fmt.Sprintf("cost percentiles %s (%s) contain no candidate: the nearest below is used", a.Band, a.Band.By)
		}
		out = append(out, in)
	}
	shown := 0
	for _, s := range a.Candidates {
		if !s.InBand {
			continue
		}
		if shown++; shown > most {
			out = append(out, fmt.Sprintf("  … and %d more", len(a.InBand())-most))
			break
		}
		out = append(out, fmt.Sprintf("  %s  %s, at %.0f", s.Model.Slug, usd(s.Model.Prompt), s.Percentile))
	}
	return append(out, a.Notes...)
}

func (f Fusion) lines() []string {
	out := []string{}
	if f.Panel != nil {
		out = append(out, "panel: "+strings.Join(f.Panel, ", "))
	}
	if f.Analyst != "" {
		out = append(out, "analyst: "+f.Analyst)
	}
	out = append(out, fmt.Sprintf("each with %s, at most %d calls", f.Tools, f.Steps))
	return append(out, f.Notes...)
}

func models(n int) string {
	if n == 1 {
		return "1 model"
	}
	return fmt.Sprintf("%d models", n)
}

// usd writes a price per million tokens.
func usd(f float64) string {
	switch {
	case math.IsNaN(f):
		return "no price"
	case f == 0:
		return "$0/M"
	case f < 0.01:
		return fmt.Sprintf("$%g/M", f)
	}
	return fmt.Sprintf("$%.2f/M", f)
}
