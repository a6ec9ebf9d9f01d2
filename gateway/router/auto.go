package router

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

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
func (a *auto) pinnedModel(models catalogue.Catalogue, req *request.Request) (catalogue.Model, bool) {
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
	return in, a.stage(summary, map[string]any{"candidates": reported, "order": catalogue.Slugs(in), "band_empty": empty})
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

type band struct {
	from, to int
	closed   bool   // to is inclusive
	by       string // the field that sets it
}

func (b band) String() string {
	if b.closed {
		return fmt.Sprintf("[%d,%d]", b.from, b.to)
	}
	return fmt.Sprintf("[%d,%d)", b.from, b.to)
}

// words describes the band for users: percentiles of the candidates sorted by price.
func (b band) words() string {
	if b.from == 0 {
		return fmt.Sprintf("the cheapest %d %%", b.to)
	}
	return fmt.Sprintf("the %d to %d %% price band", b.from, b.to)
}

// costBand returns the band of a plugin ("Router fields"): cost_tier comes before
// cost_quality_tradeoff v, whose cap is 90 − 8·v; the default of v is 9.
func costBand(p request.Plugin) band {
	if tier, ok := p.Member("cost_tier"); ok {
		i := max(0, slices.Index([]string{"low", "medium", "high", "xhigh", "max"}, tier.Str))
		return band{20 * i, 20 * (i + 1), i == 4, "cost_tier " + tier.Str}
	}
	const usual = 9
	v, ok := p.Member("cost_quality_tradeoff")
	if !ok {
		return band{0, 90 - 8*usual, true, fmt.Sprintf("cost_quality_tradeoff %d, the default: 90 − 8 × %d", usual, usual)}
	}
	n := int(v.Num)
	return band{0, 90 - 8*n, true, fmt.Sprintf("cost_quality_tradeoff %d: 90 − 8 × %d", n, n)}
}

func byPrice(models []catalogue.Model) {
	slices.SortStableFunc(models, func(a, b catalogue.Model) int {
		return cmp.Or(cmp.Compare(a.Prompt, b.Prompt), cmp.Compare(a.Completion, b.Completion), cmp.Compare(a.Slug, b.Slug))
	})
}

// within returns the models in the band. They are sorted by price; the i-th of n, from 0, has the
// percentile 100·i/n. An empty band returns the nearest model below it, which exists, since the
// cheapest is at 0.
func (b band) within(models []catalogue.Model) (in []catalogue.Model, empty bool) {
	n := len(models)
	nearest := 0
	for i, m := range models {
		at := 100 * i // of n
		if at < b.from*n {
			nearest = i
			continue
		}
		if at < b.to*n || b.closed && at == b.to*n {
			in = append(in, m)
		}
	}
	if len(in) == 0 && n > 0 {
		return models[nearest : nearest+1], true
	}
	return in, false
}

var (
	codeSigns = output.Lazy("(?i)```|\\b(?:code|coding|function|functions|bug|bugs|debug|compile[rs]?|refactor|regex|unit tests?|stack trace|script|" +
		"algorithm|implement|python|golang|rust|java|javascript|typescript|sql|html|css|bash|api|class|program|programs?)\\b")
	reasoningSigns = output.Lazy(`(?i)\b(?:prove|proof|theorem|solve|equation|integral|probability|calculate|derive|logic|puzzle|riddle|` +
		`step by step|reason|reasoning|why|math|maths|mathematics|how many|optimal|deduce|plan)\b`)
	writingSigns = output.Lazy(`(?i)\b(?:poem|poems|story|stories|essay|novel|haiku|lyrics|blog|article|letter|speech|slogan|rewrite|rephrase|` +
		`draft|tone|headline|email|write)\b`)
	extractionSigns = output.Lazy(`(?i)\b(?:extract|summari[sz]e|summary|classify|categori[sz]e|json|csv|table|list all|find all|key points|` +
		`entities|parse|fields?)\b`)
	translationSigns = output.Lazy(`(?i)\b(?:translate|translation|into (?:english|french|german|spanish|italian|portuguese|polish|japanese|` +
		`chinese|korean|arabic|russian|greek|dutch)|in (?:french|german|spanish|italian|portuguese|polish|japanese|chinese|korean|arabic|russian|greek|dutch))\b`)
)

// classify returns the task of the newest user message, and the signs of it: the task with the most
// different signs, and of several the first in the order of the rules. A message without signs is
// chat. JSON in text.format is a sign of extraction.
func classify(req *request.Request) (task catalogue.Task, signs []string) {
	prompt := output.Prefix(req.Prompt(), 4000)
	format, _ := req.Format()
	task = catalogue.Chat
	for _, rule := range []struct {
		catalogue.Task
		words func() *regexp.Regexp
	}{
		{catalogue.Translation, translationSigns},
		{catalogue.Code, codeSigns},
		{catalogue.Reasoning, reasoningSigns},
		{catalogue.Extraction, extractionSigns},
		{catalogue.Writing, writingSigns},
	} {
		var found []string
		if rule.Task == catalogue.Extraction && format != "text" {
			found = append(found, "text.format "+format)
		}
		for _, w := range rule.words().FindAllString(prompt, -1) {
			if w = strings.ToLower(w); !slices.Contains(found, w) {
				found = append(found, w)
			}
		}
		if len(found) > len(signs) {
			task, signs = rule.Task, found
		}
	}
	return task, signs
}
