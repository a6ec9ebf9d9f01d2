// Package router decides which models a request is for: those that it names, or those that a router
// plugin chooses ("Plugins" in the document). It lets the model that serves answer with the gateway's
// tools, one per step, until it has what the prompt asks for or a limit of the request ends it
// ("Responses request body": max_tool_calls; wire-notes §2: stop_server_tools_when).
package router

import (
	"fmt"
	"slices"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
	"gatehouse/gateway/tool"
)

// Router chooses among the models of one catalogue. It is safe for use by several goroutines.
type Router struct {
	models   catalogue.Catalogue
	word     string
	rankings bool
}

// New returns a router over these models for a service with this word. Without rankings it uses the
// default model set.
func New(models catalogue.Catalogue, word string, rankings bool) *Router {
	return &Router{models, word, rankings}
}

// Slugs returns the catalogue's entries for the routers of a service with this word: each is a
// plugin with its defaults.
func Slugs(word string) []catalogue.Model {
	entry := func(name, plugin, what string) catalogue.Model {
		return catalogue.Model{
			Slug: word + "/" + name, Name: "Router " + name, Router: plugin, Context: 1_000_000,
			Description: "Simulated. Router: " + what + " Same as the plugin " + plugin + " with its defaults; you pay the price of the model it picks.",
		}
	}
	return []catalogue.Model{
		entry("auto", "auto-router", "picks the strongest model for the prompt's task within a price band."),
		entry("auto-beta", "auto-beta-router", "like auto, without pin_model."),
		entry("pareto", "pareto-router", "picks the cheapest top-tier coder that no other model beats on both price and score."),
		entry("fusion", "fusion", "asks three models in parallel; the first of them compares the answers and writes the final one."),
	}
}

// choice is the result of a router: models in the order in which they are tried, or why there are
// none.
type choice struct {
	models   []catalogue.Model
	err      *route.EmptyError
	strategy string
	stage    route.Stage
}

// Plan returns the candidates of a request. The first enabled router plugin chooses them; without
// one they are model and then models, in order, each router slug replaced by its choice.
func (r *Router) Plan(req *request.Request) route.Plan {
	slugs := req.Candidates()
	plugins := r.plugins(req)
	switch {
	case len(plugins) > 0:
		plan := route.Plan{Requested: r.slug(plugins[0].ID)}
		if len(slugs) > 0 {
			plan.Requested = slugs[0]
		}
		r.add(&plan, plan.Requested, r.choose(plugins[0], req))
		for _, p := range plugins[1:] {
			plan.Pipeline = append(plan.Pipeline, route.Stage{
				Type: "plugin", Name: p.ID, Summary: fmt.Sprintf("Skipped: %s comes first in plugins and routes the request", plugins[0].ID),
				Data: map[string]any{"passed_over": true, "routed_by": plugins[0].ID},
			})
		}
		return plan
	case len(slugs) == 0:
		m := r.models[0]
		return route.Plan{Requested: m.Slug, Strategy: "direct", Candidates: []route.Candidate{{Slug: m.Slug, Model: m}}}
	}
	return r.namedModels(slugs, req)
}

const maxMissing = 100 // attempts for unknown slugs: a body can have millions

func (r *Router) namedModels(slugs []string, req *request.Request) route.Plan {
	plan := route.Plan{Requested: slugs[0], Strategy: "direct"}
	tried := map[string]bool{}
	missing := 0
	for i, slug := range slugs {
		if tried[slug] {
			continue // it has just failed
		}
		tried[slug] = true
		m, ok := r.models.Find(slug)
		c := route.Candidate{Slug: slug, Model: m, Extra: i > 0}
		switch {
		case !ok:
			if missing++; missing > maxMissing {
				continue
			}
			c = route.Candidate{Slug: slug, Err: &route.NotFoundError{Slugs: []string{slug}}}
		case m.Rerank:
			c = route.Candidate{Slug: slug, Err: &route.WrongEndpointError{Slug: slug}}
		case m.Router != "":
			strategy := plan.Strategy
			r.add(&plan, slug, r.choose(request.Plugin{ID: m.Router}, req))
			if i > 0 {
				plan.Strategy = strategy
			}
			continue
		}
		plan.Candidates = append(plan.Candidates, c)
	}
	return plan
}

func (r *Router) add(plan *route.Plan, slug string, c choice) {
	plan.Strategy = c.strategy
	plan.Pipeline = append(plan.Pipeline, c.stage)
	if c.err != nil {
		plan.Candidates = append(plan.Candidates, route.Candidate{Slug: slug, Err: c.err})
	}
	for _, m := range c.models {
		plan.Candidates = append(plan.Candidates, route.Candidate{Slug: m.Slug, Model: m, Extra: len(plan.Candidates) > 0})
	}
}

// plugins returns the enabled router plugins.
func (r *Router) plugins(req *request.Request) []request.Plugin {
	return slices.DeleteFunc(req.Plugins(), func(p request.Plugin) bool { return r.slug(p.ID) == "" })
}

// slug returns the slug of a router plugin; "" for another plugin.
func (r *Router) slug(plugin string) string {
	if i := slices.IndexFunc(r.models, func(m catalogue.Model) bool { return m.Router == plugin }); i >= 0 {
		return r.models[i].Slug
	}
	return ""
}

func (r *Router) choose(p request.Plugin, req *request.Request) choice {
	switch p.ID {
	case "pareto-router":
		return r.pareto(p)
	case "fusion":
		return r.fusion(p)
	}
	return r.auto(p, req)
}

type dropped struct {
	Model string `json:"model"`
	By    string `json:"by"`
}

// Panel returns the panel of a route that fusion chose, by the plugin's fields or its defaults; nil
// for any other route.
func (r *Router) Panel(req *request.Request, rt route.Route) *tool.Panel {
	chosen := slices.ContainsFunc(rt.Pipeline, func(s route.Stage) bool { return s.Name == "fusion" && s.Data["passed_over"] == nil })
	if !chosen {
		return nil
	}
	plugin, _ := req.Plugin("fusion")
	panel := tool.PanelOf(plugin.Fields, r.word, r.models)
	if panel.Analyst != rt.Model.Slug {
		return nil // another candidate of the request served
	}
	return &panel
}

// fusion chooses the analyst, which writes the final answer ("Fusion plugin fields"). The panel is
// asked when the answer is made.
func (r *Router) fusion(p request.Plugin) choice {
	panel := tool.PanelOf(p.Fields, r.word, r.models)
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
