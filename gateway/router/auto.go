package router

import (
	"cmp"
	"fmt"
	"slices"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/output"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// auto is the auto-router and the auto-beta-router ("Router fields"): it classifies the prompt,
// selects candidates by the patterns, and of those in the cost band takes the strongest at the task
// first. A pinned model stays unless the patterns exclude it.
func (r *Router) auto(p request.Plugin, req *request.Request) choice {
	a := &auto{plugin: p, rankings: r.rankings, band: costBand(p)}
	a.task, a.signs = classify(req)
	a.allowed, a.excluded = p.Texts("allowed_models"), p.Texts("excluded_models")
	c := choice{strategy: "auto"}
	if m, ok := a.pinnedModel(r.models, req); ok {
		c.models = []catalogue.Model{m}
		c.stage = a.stage(fmt.Sprintf("Kept %s, the model of the last assistant message (pin_model)", m.Slug), map[string]any{"pinned": m.Slug})
		return c
	}
	candidates, err := a.candidates(r.models.Texts())
	if err != nil {
		c.err = err
		c.stage = a.stage(err.Message, map[string]any{"emptied_by": err.Constraint})
		return c
	}
	c.models, c.stage = a.rank(candidates)
	return c
}

type auto struct {
	plugin   request.Plugin
	rankings bool
	task     catalogue.Task
	signs    []string
	allowed  []string // nil: not set
	excluded []string
	band     band
	dropped  []dropped
	pin      string // why a pinned model was not used
	unranked string // what is done without rankings, in a sentence
}

// pinnedModel returns the model of the most recent assistant message if pin_model is set. Only the
// auto-router has the field.
func (a *auto) pinnedModel(models *catalogue.Catalogue, req *request.Request) (catalogue.Model, bool) {
	pin, _ := a.plugin.Member("pin_model")
	if !pin.Bool() || a.plugin.ID != "auto-router" {
		return catalogue.Model{}, false
	}
	slug := req.PinnedModel()
	m, ok := models.Find(slug)
	switch {
	case slug == "":
		a.pin = "no assistant message, or the last one names no model"
	case !ok || !m.Text():
		a.pin = slug + " is not a text model in the catalogue"
	case anyMatches(a.excluded, slug):
		a.pin = slug + " is excluded by excluded_models"
	case a.allowed != nil && !anyMatches(a.allowed, slug):
		a.pin = slug + " is not in allowed_models"
	default:
		return m, true
	}
	return catalogue.Model{}, false
}

// candidates applies the patterns, the exclusions last. Without allowed_models the candidates are
// the models ranked for the task, or the default set if there are no rankings.
func (a *auto) candidates(models []catalogue.Model) ([]catalogue.Model, *route.EmptyError) {
	why := "allowed_models"
	allows := func(m catalogue.Model) bool { return anyMatches(a.allowed, m.Slug) }
	switch {
	case a.allowed != nil && !a.rankings:
		a.unranked = "Rankings are unavailable; the cheapest in the band comes first"
	case a.allowed != nil:
	case a.rankings:
		why = "not ranked for " + string(a.task)
		allows = func(m catalogue.Model) bool { return m.Ranks[a.task] > 0 }
	default:
		a.unranked = noRankings
		why = "not in the default set"
		allows = func(m catalogue.Model) bool { return m.Ordinary }
	}
	left := a.filter(models, why, allows)
	if len(left) == 0 {
		return nil, &route.EmptyError{Constraint: "allowed_models", Message: a.plugin.ID + ": no model left: allowed_models matches no text model"}
	}
	before := len(left)
	left = a.filter(left, "excluded_models", func(m catalogue.Model) bool { return !anyMatches(a.excluded, m.Slug) })
	if len(left) == 0 {
		return nil, &route.EmptyError{Constraint: "excluded_models", Message: fmt.Sprintf(
			"%s: no model left: excluded_models removes every candidate (%d)", a.plugin.ID, before)}
	}
	return left, nil
}

func (a *auto) filter(models []catalogue.Model, why string, allows func(catalogue.Model) bool) []catalogue.Model {
	var left []catalogue.Model
	for _, m := range models {
		if allows(m) {
			left = append(left, m)
		} else {
			a.dropped = append(a.dropped, dropped{m.Slug, why})
		}
	}
	return left
}

type candidate struct {
	Model      string  `json:"model"`
	Percentile float64 `json:"percentile"`
	Price      float64 `json:"price"`
	Strength   float64 `json:"strength"`
}

// rank returns the candidates in the cost band, the strongest at the task first; of equals, the
// cheaper.
func (a *auto) rank(candidates []catalogue.Model) ([]catalogue.Model, route.Stage) {
	byPrice(candidates)
	reported := make([]candidate, len(candidates))
	for i, m := range candidates {
		reported[i] = candidate{m.Slug, 100 * float64(i) / float64(len(candidates)), m.Prompt, m.Ranks[a.task]}
	}
	in, empty := a.band.within(candidates)
	in = slices.Clone(in)
	if a.rankings {
		slices.SortStableFunc(in, func(x, y catalogue.Model) int { return cmp.Compare(y.Ranks[a.task], x.Ranks[a.task]) })
	}
	fit, first := fmt.Sprintf("%d of %d models are", len(in), len(candidates)), fmt.Sprintf("best at %s", a.task)
	switch {
	case empty:
		fit, first = fmt.Sprintf("none of %d models is", len(candidates)), "nearest below"
	case len(in) == 1:
		fit, first = fmt.Sprintf("1 of %d models is", len(candidates)), "selected"
	case !a.rankings:
		first = "cheapest"
	}
	summary := fmt.Sprintf("Task %s; %s in %s (%s); %s: %s", a.task, fit, a.band.words(), a.band.by, first, in[0].Slug)
	order := make([]string, len(in))
	for i, m := range in {
		order[i] = m.Slug
	}
	return in, a.stage(summary, map[string]any{"candidates": reported, "order": order, "band_empty": empty})
}

// stage returns the router's stage in the pipeline, with the data of every run.
func (a *auto) stage(summary string, data map[string]any) route.Stage {
	if a.unranked != "" {
		summary += ". " + a.unranked
	}
	if a.pin != "" {
		summary += ". Not pinned: " + a.pin
		data["not_pinned"] = a.pin
	}
	data["task"], data["signs"] = a.task, a.signs
	data["rankings"] = a.rankings
	data["cost_band"], data["cost_setting"] = a.band.String(), a.band.by
	data["dropped"] = a.dropped
	return route.Stage{Type: "plugin", Name: a.plugin.ID, Summary: summary, Data: data}
}

const noRankings = "Rankings are unavailable; the default model set is used"

func anyMatches(patterns []string, slug string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return output.MatchesStar(p, slug) })
}
