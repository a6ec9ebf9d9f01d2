package preview

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/text/spelling"
)

// Band is a range of the candidates' cost percentiles.
type Band struct {
	From, To int
	Closed   bool   // To is inside the band
	By       string // the setting that it comes from
}

func (b Band) String() string {
	if b.Closed {
		return fmt.Sprintf("[%d,%d]", b.From, b.To)
	}
	return fmt.Sprintf("[%d,%d)", b.From, b.To)
}

// Words describes the part of the candidates in a band, by their price.
func (b Band) Words() string {
	switch {
	case b.From == 0 && b.To == 100:
		return "any price"
	case b.From == 0:
		return fmt.Sprintf("cheapest %d %%", b.To)
	case b.To == 100:
		return fmt.Sprintf("dearest %d %%", 100-b.From)
	}
	return fmt.Sprintf("%d to %d %% of price", b.From, b.To)
}

// defaultTradeoff applies when no cost setting is given.
const defaultTradeoff = 9

// CostBand returns the band for a router plugin: cost_tier takes precedence. It is false
// for a setting that no service accepts.
func CostBand(plugin []byte) (Band, bool) {
	if tier := scan.Get(plugin, "cost_tier"); !scan.IsNull(tier) {
		word := scan.Text(tier)
		i := slices.Index([]string{"low", "medium", "high", "xhigh", "max"}, word)
		return Band{20 * i, 20 * (i + 1), i == 4, "cost_tier " + word}, i >= 0
	}
	tradeoff, by := float64(defaultTradeoff), "the default, cost_quality_tradeoff "
	if v := scan.Get(plugin, "cost_quality_tradeoff"); !scan.IsNull(v) {
		tradeoff, by = figure(v), "cost_quality_tradeoff "
	}
	if tradeoff != math.Trunc(tradeoff) || tradeoff < 0 || tradeoff > 10 { // NaN too
		return Band{}, false
	}
	return Band{0, 90 - 8*int(tradeoff), true, by + strconv.Itoa(int(tradeoff))}, true
}

// Candidate is a candidate and the percentile of its list price.
type Candidate struct {
	Model      Model
	Percentile float64 // 0 is the cheapest
	InBand     bool    // within the band
}

// Within sorts models by list price, the cheapest first: the i-th of n, from 0, is at
// 100·i/n. Nearest reports that the band is empty and the nearest model below it is taken.
// Models without a price are left out.
func Within(models []Model, b Band) (list []Candidate, nearest bool) {
	models = slices.DeleteFunc(slices.Clone(models), func(m Model) bool { return !m.Priced() })
	slices.SortStableFunc(models, func(a, b Model) int {
		return cmp.Or(cmp.Compare(a.Prompt, b.Prompt), cmp.Compare(a.Completion, b.Completion), cmp.Compare(a.Slug, b.Slug))
	})
	n, below, in := len(models), 0, 0
	for i, m := range models {
		at := 100 * i // of n
		s := Candidate{Model: m, Percentile: float64(at) / float64(n)}
		if at < b.From*n {
			below = i
		} else if s.InBand = at < b.To*n || b.Closed && at == b.To*n; s.InBand {
			in++
		}
		list = append(list, s)
	}
	if in == 0 && n > 0 {
		list[below].InBand = true
		return list, true
	}
	return list, false
}

// Auto is what an auto-router or auto-beta-router will choose among. Which model within
// the band it takes depends on the prompt.
type Auto struct {
	Matches    []Match
	Band       Band
	Candidates []Candidate // the candidates, the cheapest first
	Nearest    bool        // the band is empty: the nearest model below it is taken
	Empty      string      // why no model is left, which is a 404; empty when some are
	Notes      []string    // what is unknown, and other remarks
}

// Auto reads the fields of a router plugin.
func (c Catalogue) Auto(plugin []byte) Auto {
	allowed, excluded := texts(scan.Get(plugin, "allowed_models")), texts(scan.Get(plugin, "excluded_models"))
	a := Auto{Matches: c.Match(allowed, excluded)}
	if allowed == nil {
		a.Notes = append(a.Notes, "without allowed_models, only models ranked for the task are candidates; the task is known once the request is sent")
	}
	var left []Model
	let := 0
	for _, m := range a.Matches {
		if m.ByPattern != "" || allowed == nil {
			let++
		}
		if m.Candidate {
			left = append(left, m.Model)
		}
	}
	switch {
	case len(a.Matches) == 0:
		a.Notes = append(a.Notes, "the catalogue has no text models")
	case len(left) > 0:
	case let == 0:
		a.Empty = "allowed_models matches no text model in the catalogue"
	case allowed == nil:
		a.Empty = "excluded_models removes every candidate"
	default:
		a.Empty = fmt.Sprintf("excluded_models removes all %d models that allowed_models matches", let)
	}
	a.cost(plugin, left)
	if string(scan.Get(plugin, "pin_model")) == "true" && scan.Text(scan.Get(plugin, "id")) == "auto-router" {
		a.Notes = append(a.Notes, "with pin_model, a turn after an assistant message that names its model stays with that model, unless the patterns exclude it")
	}
	return a
}

func (a *Auto) cost(plugin []byte, left []Model) {
	band, ok := CostBand(plugin)
	if !ok {
		a.Notes = append(a.Notes, "the cost setting is not one that services accept")
		return
	}
	a.Band = band
	a.Candidates, a.Nearest = Within(left, band)
	if unpriced := len(left) - len(a.Candidates); unpriced > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("the catalogue has no price for %d of %d candidates, so their percentile is not known", unpriced, len(left)))
	}
}

// InBand returns the models within the band, the cheapest first.
func (a Auto) InBand() []Model {
	var in []Model
	for _, s := range a.Candidates {
		if s.InBand {
			in = append(in, s.Model)
		}
	}
	return in
}

// texts reads a list of strings; nil for anything else.
func texts(v []byte) []string {
	if scan.KindOf(v) != scan.Array {
		return nil
	}
	out := []string{}
	for _, e := range scan.Elements(v) {
		if scan.KindOf(e) == scan.String {
			out = append(out, scan.Text(e))
		}
	}
	return out
}

// Match is the effect of a router plugin's patterns on a model.
type Match struct {
	Model      Model
	ByPattern  string // the first of allowed_models that matches; empty for none
	ExcludedBy string // the first of excluded_models that matches; empty for none
	Candidate  bool   // it remains a candidate
}

// Match matches every text model against the two lists. A nil allowed is a field that is
// not set and excludes nothing; an empty one excludes everything.
func (c Catalogue) Match(allowed, excluded []string) []Match {
	var out []Match
	for _, m := range c.Texts() {
		by, not := firstMatch(allowed, m.Slug), firstMatch(excluded, m.Slug)
		out = append(out, Match{Model: m, ByPattern: by, ExcludedBy: not, Candidate: (by != "" || allowed == nil) && not == ""})
	}
	return out
}

// firstMatch returns the first pattern that matches a slug, or "".
func firstMatch(patterns []string, slug string) string {
	if i := slices.IndexFunc(patterns, func(p string) bool { return spelling.Wildcard(p, slug) }); i >= 0 {
		return patterns[i]
	}
	return ""
}
