package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gatehouse/state/figures"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
)

// Bench is what several rerankers ranked for all queries of a set, as reports tell it.
type Bench struct {
	rerankset.Bench
}

// Size says how many queries and models there are.
func (b Bench) Size() string {
	return figures.Counted(len(b.Results), "query") + " × " + figures.Counted(len(b.Models), "model")
}

// Started reports whether any model was asked.
func (b Bench) Started() bool {
	return slices.ContainsFunc(b.Results, func(row []rerankset.Result) bool {
		return slices.ContainsFunc(row, func(r rerankset.Result) bool { return r.Verdict != "" || r.Running })
	})
}

// Means tells how good each model is over all queries, by each measure.
func (b Bench) Means() Report {
	r := Report{Title: "OVER ALL QUERIES", Sum: quiet(figures.Counted(len(b.Results), "query"))}
	table := Table{Columns: []Column{{}}}
	grids := make([]rank.Grid, len(b.Measures))
	for i, m := range b.Measures {
		table.Columns = append(table.Columns, Column{Title: m.MeanTitle(), Right: true, Spare: i})
		grids[i] = b.Grid(m)
	}
	most := 0
	for i, name := range b.Models {
		row, counted := Row{Cells: []Span{{name, Name}}}, 0
		for _, g := range grids {
			s := g.Spread(i)
			row.Cells, counted = append(row.Cells, Span{Text: unit(s.Mean)}), s.Queries
		}
		most = max(most, counted)
		if counted < len(b.Results) {
			row.Note = fmt.Sprintf("over %d of %d", counted, len(b.Results))
		}
		table.Rows = append(table.Rows, row)
	}
	if most == 0 {
		r.Blocks = []Block{quiet("no query has both a ranking and a document marked 1 or more")}
		return r
	}
	r.Blocks = append(r.Blocks, table, quiet(b.Ties.Words()))
	return r
}

// Differences tells of each two models how far their means lie apart by a measure, and whether
// that is more than chance. It is empty for fewer than two models.
func (b Bench) Differences(m rank.Measure) Report {
	if len(b.Models) < 2 {
		return Report{}
	}
	r := Report{Title: "MORE THAN CHANCE?", Sum: quiet("difference of the mean " + m.Title())}
	table := Table{Columns: []Column{{}, {Right: true}, {Title: "95 % interval", Right: true}, {Title: "p", Right: true}, {}}}
	g := b.Grid(m)
	var least rank.Difference
	var all []rank.Difference // that a test was made for
	for i, second := range b.Models {
		for j, first := range b.Models[:i] {
			d := rank.Differ(g.Column(j), g.Column(i))
			if d.Queries == 0 {
				continue
			}
			if d.Differing > 0 && (least.Differing == 0 || d.Differing < least.Differing) {
				least = d
			}
			if d.Differing > 0 {
				all = append(all, d)
			}
			table.Rows = append(table.Rows, Row{Cells: []Span{{first + " − " + second, Name}, {Text: signed(d.Mean)}, {Text: interval(d)}, {Text: probability(d.P)}, meaning(d)}})
		}
	}
	if len(table.Rows) == 0 {
		r.Blocks = []Block{quiet("shown once two models have ranked a query with a document marked 1 or more")}
		return r
	}
	r.Blocks = append(r.Blocks, table)
	if least.Differing == 0 {
		return r
	}
	if least.TooFew() {
		r.Blocks = append(r.Blocks, Span{tooFew(least), Warn})
	}
	r.Blocks = append(r.Blocks, quiet(method(all)))
	return r
}

// Agreement tells how well each two models agree, as means over the queries that both ranked.
// It is empty where no two did.
func (b Bench) Agreement(p float64, k int) Report {
	r := Report{Title: "AGREEMENT", Sum: quiet("means over the queries")}
	table := Table{Columns: []Column{{}, {Title: "tau-b", Right: true}, {Title: "RBO, p " + strconv.FormatFloat(p, 'g', 3, 64), Right: true}, {Title: "overlap@" + strconv.Itoa(k), Right: true}, {Title: "queries", Right: true, Spare: 1}}}
	for i, second := range b.Models {
		for j, first := range b.Models[:i] {
			all := b.Agreements(j, i, p, k)
			if len(all) == 0 {
				continue
			}
			mean := func(of func(rank.Agreement) float64) Span {
				g := make(rank.Grid, len(all))
				for q, a := range all {
					g[q] = []float64{of(a)}
				}
				return Span{Text: unit(g.Spread(0).Mean)}
			}
			table.Rows = append(table.Rows, Row{Cells: []Span{
				{first + " · " + second, Name},
				mean(func(a rank.Agreement) float64 { return a.TauB }),
				mean(func(a rank.Agreement) float64 { return a.RBO }),
				mean(func(a rank.Agreement) float64 { return float64(a.Overlap) / float64(a.K) }),
				{Text: strconv.Itoa(len(all))},
			}})
		}
	}
	if len(table.Rows) > 0 {
		r.Blocks = []Block{table}
	}
	return r
}

// tooFew says why few queries prove nothing.
func tooFew(d rank.Difference) string {
	if d.Differing == 1 {
		return "1 query that differs is too few: with it p is always 1."
	}
	return fmt.Sprintf("%d queries that differ are too few: with them p is never below %s.", d.Differing, probability(d.LeastP()))
}

// method names how the p and the intervals of some differences were worked out.
func method(all []rank.Difference) string {
	words := "p: paired randomisation test over the queries, two-sided, "
	var exact []int // assignments that were counted
	samples, resamples := 0, 0
	for _, d := range all {
		if d.Exact {
			exact = append(exact, 1<<d.Differing)
		}
		samples = max(samples, d.Samples)
		if !d.TooFew() {
			resamples = max(resamples, d.Resamples)
		}
	}
	drawn := figures.Thousands(samples) + " assignments drawn with a fixed seed"
	switch {
	case samples == 0 && slices.Min(exact) == slices.Max(exact):
		words += "all " + figures.Counted(exact[0], "assignment")
	case samples == 0:
		words += fmt.Sprintf("all assignments, of each pair %s to %s", figures.Thousands(slices.Min(exact)), figures.Thousands(slices.Max(exact)))
	case len(exact) > 0:
		words += fmt.Sprintf("all assignments of up to %d queries that differ, of more %s", rank.MaxExact, drawn)
	default:
		words += drawn
	}
	if resamples > 0 {
		words += "; interval: bootstrap, " + figures.Thousands(resamples) + " samples with a fixed seed"
	}
	return words
}

// meaning says in words what a difference says.
func meaning(d rank.Difference) Span {
	switch {
	case d.Differing == 0:
		return quiet("the same")
	case d.TooFew():
		return Span{"too few queries", Warn}
	case d.Significant():
		return Span{"more than chance", Good}
	}
	return quiet("may be chance")
}

func interval(d rank.Difference) string {
	if math.IsNaN(d.Low) || d.TooFew() { // resampling a few says more than they do
		return "–"
	}
	return signed(d.Low) + " to " + signed(d.High)
}

// signed writes a difference.
func signed(v float64) string {
	text := strconv.FormatFloat(v, 'f', 3, 64)
	switch {
	case text == "-0.000" || text == "0.000":
		return "0.000"
	case v > 0:
		return "+" + text
	}
	return "−" + text[1:]
}

// probability writes a p.
func probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

// Runs tells what the answers of each model took: how many came, how long they took and what
// they cost.
func (b Bench) Runs() Report {
	r := Report{Title: "TIME AND COST"}
	table := Table{Columns: []Column{{}, {Title: "answered", Right: true}, {Title: "median", Right: true, Spare: 2}, {Title: "p95", Right: true}, {Title: "cost per query", Right: true, Point: true, Spare: 1}}}
	times, costs := b.Times(), b.Costs()
	for i, name := range b.Models {
		asked, ranked := 0, 0
		for _, row := range b.Results {
			if row[i].Verdict != "" {
				asked++
			}
			if row[i].Ranked {
				ranked++
			}
		}
		if asked == 0 {
			continue
		}
		table.Rows = append(table.Rows, Row{Cells: []Span{
			{name, Name},
			{Text: fmt.Sprintf("%d of %d", ranked, len(b.Results))},
			known(duration(times.Quantile(i, 0.5))),
			known(duration(times.Quantile(i, 0.95))),
			known(price(costs.Spread(i).Mean)),
		}})
	}
	if len(table.Rows) == 0 {
		return Report{}
	}
	r.Blocks = []Block{table}
	return r
}

// known is a figure, or a dash for none.
func known(text string) Span {
	if text == "" {
		return quiet("–")
	}
	return Span{Text: text}
}

// duration writes a time in microseconds; empty where it is not known.
func duration(us float64) string {
	if math.IsNaN(us) {
		return ""
	}
	return figures.Duration(int64(us))
}

// price writes a cost in USD; empty where it is not known.
func price(usd float64) string {
	if math.IsNaN(usd) {
		return ""
	}
	return figures.PriceOf(usd)
}
