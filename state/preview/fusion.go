package preview

import (
	"cmp"
	"slices"
	"strconv"

	"gatehouse/client/scan"
)

// The limits and defaults of fusion (document, "Fusion plugin fields").
const (
	maxPanel      = 8
	defaultPreset = "general-high"
	defaultSteps  = 4 // max_tool_calls
)

// Fusion is the set of models that a fusion asks.
type Fusion struct {
	Panel   []string // the models that answer in parallel; nil when the service decides
	Analyst string   // the model that compares; empty when the service decides
	Preset  string   // that fills in the panel or the analyst; empty when both are given
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
		f.Preset = cmp.Or(scan.Text(scan.Get(plugin, "preset")), defaultPreset)
		f.Notes = append(f.Notes, "preset "+f.Preset+" is expanded by the service; its models are known once the request is sent")
	}
	return f
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
