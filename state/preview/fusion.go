package preview

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"gatehouse/client/scan"
)

// The limits and defaults of fusion (document, "Fusion plugin fields").
const (
	maxPanel      = 8
	defaultPreset = "general-high"
	defaultSteps  = 4 // max_tool_calls
	presetSize    = 3
)

// Fusion is the set of models that a fusion asks.
type Fusion struct {
	Panel   []string // the models that answer in parallel; nil when the service decides
	Analyst string   // the model that compares; empty when the service decides
	Preset  string   // the preset for what is not given; empty when both are
	Steps   int      // max_tool_calls of each
	Tools   string   // the tools of the panel, in words
	Notes   []string
}

// Fusion reads the fields of a fusion plugin. Explicit analysis_models and model take
// precedence over the preset.
func (c Catalogue) Fusion(plugin []byte) Fusion {
	f := Fusion{Panel: texts(scan.Get(plugin, "analysis_models")), Analyst: scan.Text(scan.Get(plugin, "model")), Steps: defaultSteps}
	if len(f.Panel) == 0 {
		f.Panel = nil
	}
	if v := figure(scan.Get(plugin, "max_tool_calls")); v >= 1 && v <= 16 {
		f.Steps = int(v)
	}
	f.Tools = panelTools(scan.Get(plugin, "tools"))
	if len(f.Panel) > maxPanel {
		f.Notes = append(f.Notes, "a panel has at most "+strconv.Itoa(maxPanel)+" models")
	}
	for _, slug := range append(slices.Clone(f.Panel), f.Analyst) {
		if m, ok := c.Find(slug); slug != "" && len(c.Models) > 0 && (!ok || !m.Text() && !m.Fault) {
			f.Notes = append(f.Notes, slug+" is not a text model in the catalogue")
		}
	}
	if f.Panel == nil || f.Analyst == "" {
		f.preset(c, plugin)
	}
	return f
}

func (f *Fusion) preset(c Catalogue, plugin []byte) {
	f.Preset = cmp.Or(scan.Text(scan.Get(plugin, "preset")), defaultPreset)
	models := c.preset(f.Preset)
	if len(models) == 0 {
		f.Notes = append(f.Notes, "preset "+f.Preset+" is expanded by the service; its models are known once the request is sent")
		return
	}
	if f.Panel == nil {
		f.Panel = models
	}
	if f.Analyst == "" {
		f.Analyst = models[0]
	}
}

// preset is the models of a preset, the analyst first, where the catalogue tells
// strengths as the local gateway's does: of the models that are ranked for
// reasoning and have a healthy provider those that reason best, the cheapest, or
// those whose providers begin first. Nil for any other catalogue.
func (c Catalogue) preset(name string) []string {
	if !c.Strengths {
		return nil
	}
	panel := slices.DeleteFunc(c.Texts(), func(m Model) bool { return m.strengths["reasoning"] <= 0 || math.IsInf(m.latency, 1) })
	slices.SortStableFunc(panel, func(a, b Model) int {
		switch name {
		case "general-budget":
			return cmp.Compare(a.Completion, b.Completion)
		case "general-fast":
			return cmp.Compare(a.latency, b.latency)
		}
		return cmp.Compare(b.strengths["reasoning"], a.strengths["reasoning"])
	})
	var slugs []string
	for _, m := range panel[:min(presetSize, len(panel))] {
		slugs = append(slugs, m.Slug)
	}
	return slugs
}

func panelTools(v []byte) string {
	if scan.KindOf(v) != scan.Array {
		return "web search and web fetch"
	}
	words := ""
	for _, tool := range scan.Elements(v) {
		if words != "" {
			words += ", "
		}
		words += scan.Text(scan.Get(tool, "type"))
	}
	return cmp.Or(words, "no tools")
}
