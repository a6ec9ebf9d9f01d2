package router

import (
	"cmp"
	"fmt"
	"slices"

	"gatehouse/gateway/catalogue"
	"gatehouse/gateway/request"
	"gatehouse/gateway/route"
)

// pareto is the pareto-router ("Pareto router fields"): it considers the models with a coding
// score. The frontier is those for which no other is better in both price and score.
func (r *Router) pareto(p request.Plugin) choice {
	run := &pareto{plugin: p, rankings: r.rankings, bySource: catalogPrice, source: "prompt"}
	if source, _ := p.Member("price_source"); source.Str == "weighted_avg" {
		run.bySource, run.source = effectivePrice, source.Str
	}
	pool := slices.DeleteFunc(r.models.Texts(), func(m catalogue.Model) bool {
		why := ""
		switch {
		case m.Coding == 0:
			why = "no coding score"
		case !r.rankings && !m.Ordinary:
			why = "not in the default set"
		default:
			return false
		}
		run.dropped = append(run.dropped, dropped{m.Slug, why})
		return true
	})
	run.split(pool)
	if price, ok := p.Member("max_price"); ok {
		return run.byMaxPrice(price.Num)
	}
	return run.byTier()
}

type pareto struct {
	plugin    request.Plugin
	rankings  bool
	source    string // the effective price_source
	bySource  func(catalogue.Model) float64
	frontier  []catalogue.Model // by rising price and score
	dominated []catalogue.Model // the others, the strongest first
	dropped   []dropped
}

func catalogPrice(m catalogue.Model) float64 { return m.Prompt }

// effectivePrice returns the list price for a model without traffic data.
func effectivePrice(m catalogue.Model) float64 { return cmp.Or(m.Effective, m.Prompt) }

func (p *pareto) split(models []catalogue.Model) {
	slices.SortStableFunc(models, func(a, b catalogue.Model) int {
		return cmp.Or(cmp.Compare(p.bySource(a), p.bySource(b)), cmp.Compare(b.Coding, a.Coding))
	})
	best := 0.0
	for _, m := range models {
		if m.Coding > best {
			best = m.Coding
			p.frontier = append(p.frontier, m)
		} else {
			p.dominated = append(p.dominated, m)
		}
	}
	slices.SortStableFunc(p.dominated, func(a, b catalogue.Model) int { return cmp.Compare(b.Coding, a.Coding) })
}

// byMaxPrice ignores the tiers: the best frontier model up to the cap, then the cheaper ones, then
// those that are not on the frontier.
func (p *pareto) byMaxPrice(maxPrice float64) choice {
	c := choice{strategy: "pareto"}
	onFrontier := 0
	bestFirst := slices.Clone(p.frontier)
	slices.Reverse(bestFirst)
	for i, m := range append(bestFirst, p.dominated...) {
		if p.bySource(m) > maxPrice {
			p.dropped = append(p.dropped, dropped{m.Slug, "max_price"})
			continue
		}
		c.models = append(c.models, m)
		if i < len(p.frontier) {
			onFrontier++
		}
	}
	if len(c.models) == 0 {
		c.err = &route.EmptyError{Constraint: "max_price", Message: fmt.Sprintf(
			"pareto-router: no model left: none costs at most max_price %v USD per million input tokens (price_source %s)", maxPrice, p.source)}
		c.stage = p.stage(c.err.Message, c.models, map[string]any{"max_price": maxPrice, "emptied_by": "max_price"})
		return c
	}
	summary := fmt.Sprintf("Up to %v USD per million input tokens: %d of %d frontier models, best first, then %d of %d others; first choice: %s",
		maxPrice, onFrontier, len(p.frontier), len(c.models)-onFrontier, len(p.dominated), c.models[0].Slug)
	data := map[string]any{"max_price": maxPrice}
	if _, sent := p.plugin.Member("min_coding_score"); sent {
		data["ignored"] = "min_coding_score, since max_price is set"
	}
	c.stage = p.stage(summary, c.models, data)
	return c
}

// tier returns the tier that min_coding_score selects, from 0, the lowest, to 2. The score is not a
// minimum.
func tier(score float64) int {
	switch {
	case score >= 0.66:
		return 2
	case score >= 0.33:
		return 1
	}
	return 0
}

// byTier returns the frontier models of the tier, the cheapest first, followed by those of the
// tiers above it and then of those below.
func (p *pareto) byTier() choice {
	want, reason := 2, "default"
	if score, ok := p.plugin.Member("min_coding_score"); ok {
		want, reason = tier(score.Num), fmt.Sprintf("min_coding_score %v", score.Num)
	}
	names := []string{"low", "medium", "high"}
	c := choice{strategy: "pareto"}
	if len(p.frontier) == 0 {
		c.err = &route.EmptyError{Constraint: "coding score", Message: "pareto-router: no model left: none has a coding score"}
		c.stage = p.stage(c.err.Message, nil, map[string]any{})
		return c
	}
	count := 0
	for _, t := range []int{want, want + 1, want + 2, want - 1, want - 2} {
		for _, m := range p.frontier {
			if tier(m.Coding) != t {
				continue
			}
			c.models = append(c.models, m)
			if t == want {
				count++
			}
		}
	}
	summary := fmt.Sprintf("Tier %s (%s): %d of %d frontier models, cheapest first; first choice: %s", names[want], reason, count, len(p.frontier), c.models[0].Slug)
	c.stage = p.stage(summary, c.models, map[string]any{"tier": names[want]})
	return c
}

type scored struct {
	Model    string  `json:"model"`
	Price    float64 `json:"price"`
	Coding   float64 `json:"coding_score"`
	Frontier bool    `json:"frontier"`
}

func (p *pareto) stage(summary string, order []catalogue.Model, data map[string]any) route.Stage {
	if !p.rankings {
		summary += ". " + noRankings
	}
	models := []scored{}
	for i, m := range slices.Concat(p.frontier, p.dominated) {
		models = append(models, scored{m.Slug, p.bySource(m), m.Coding, i < len(p.frontier)})
	}
	data["price_source"], data["rankings"] = p.source, p.rankings
	data["candidates"], data["order"], data["dropped"] = models, catalogue.Slugs(order), p.dropped
	return route.Stage{Type: "plugin", Name: p.plugin.ID, Summary: summary, Data: data}
}
