package router

import (
	"fmt"
	"slices"

	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
	"gatehouse/gateway/tool"
)

// Panel returns the panel of a route that fusion chose, by the plugin's fields or its defaults; nil
// for any other route.
func (r *Router) Panel(req *request.Request, rt route.Route) *tool.Panel {
	chosen := slices.ContainsFunc(rt.Pipeline, func(s route.Stage) bool { return s.Name == "fusion" && s.Data["passed_over"] == nil })
	if !chosen {
		return nil
	}
	plugin, _ := req.Plugin("fusion")
	panel := tool.PanelOf(plugin, r.word, r.models.All())
	if panel.Analyst != rt.Model.Slug {
		return nil // another candidate of the request served
	}
	return &panel
}

// fusion chooses the analyst, which writes the final answer ("Fusion plugin fields"). The panel is
// asked when the answer is made.
func (r *Router) fusion(p request.Plugin) choice {
	panel := tool.PanelOf(p, r.word, r.models.All())
	c := choice{strategy: "fusion", stage: route.Stage{
		Type: "plugin", Name: "fusion",
		Summary: fmt.Sprintf("A panel of %d answers in parallel; %s compares the answers and writes the final one", len(panel.Models), panel.Analyst),
		Data:    map[string]any{"analysis_models": panel.Models, "model": panel.Analyst, "max_tool_calls": panel.Steps},
	}}
	if m, ok := r.models.Find(panel.Analyst); ok && !m.Rerank && m.Router == "" {
		c.models = append(c.models, m)
		return c
	}
	c.err = &route.EmptyError{Constraint: "plugins.fusion.model", Message: fmt.Sprintf("No text model %q, the fusion plugin's analyst.", panel.Analyst)}
	return c
}
