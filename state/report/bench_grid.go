package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state"
	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/rank"
)

// Figure is what a grid of queries and models shows: a measure, or one of the others.
type Figure struct {
	rank.Measure
	other otherFigure // empty for a measure
}

type otherFigure string

// The figures that are no measures.
const (
	firstRelevant otherFigure = "first relevant at rank"
	timeTaken     otherFigure = "time"
	costPaid      otherFigure = "cost"
)

// Figures are what a grid can show, measures to a depth k.
func Figures(k int) []Figure {
	all := []Figure{}
	for _, m := range rank.MeasuresTo(k) {
		all = append(all, Figure{Measure: m})
	}
	for _, other := range []otherFigure{firstRelevant, timeTaken, costPaid} {
		all = append(all, Figure{other: other})
	}
	return all
}

// Title is what the figure of one query is called.
func (f Figure) Title() string {
	if f.other != "" {
		return string(f.other)
	}
	return f.Measure.Title()
}

// LowIsBetter reports whether less of the figure is better.
func (f Figure) LowIsBetter() bool { return f.other != "" }

// Write writes a value of the figure; empty where it is not known.
func (f Figure) Write(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case f.other == timeTaken:
		return duration(v)
	case f.other == costPaid:
		return price(v)
	case f.other == firstRelevant:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return unit(v)
}

// Values is the figure of every query by every model.
func (b Bench) Values(f Figure) rank.Grid {
	switch f.other {
	case firstRelevant:
		return b.FirstRelevant()
	case timeTaken:
		return b.Times()
	case costPaid:
		return b.Costs()
	}
	return b.Grid(f.Measure)
}

// GridOrder is the order of the queries of a grid.
type GridOrder int

// The orders.
const (
	BySet GridOrder = iota
	ByDisagreement
	ByWorst
)

// Order returns the queries in an order of the grid.
func (o GridOrder) Order(g rank.Grid, f Figure) []int {
	switch o {
	case ByDisagreement:
		return g.ByDisagreement()
	case ByWorst:
		return g.ByMean(f.LowIsBetter())
	}
	return g.Queries()
}

// Words describes the order; empty for that of the set.
func (o GridOrder) Words() string {
	switch o {
	case ByDisagreement:
		return "where the models disagree most first"
	case ByWorst:
		return "the worst of all models first"
	}
	return ""
}

// Table is the grid: a row for each query in an order, with its figure by each model, then rows
// with their mean and median.
func (b Bench) Table(f Figure, g rank.Grid, order []int) Table {
	t := Table{Columns: []Column{{Right: true}, {Title: "query"}}}
	for _, name := range b.Models {
		t.Columns = append(t.Columns, Column{Title: name, Right: true})
	}
	scale := scaleOf(g, f)
	for _, q := range order {
		row := Row{Cells: []Span{quiet(strconv.Itoa(q + 1)), {Text: b.Set.Queries[q].Text}}}
		for i := range b.Models {
			row.Cells = append(row.Cells, b.cell(f, scale, q, i, g[q][i]))
		}
		t.Rows = append(t.Rows, row)
	}
	mean, median := Row{Cells: []Span{{}, quiet("mean")}}, Row{Cells: []Span{{}, quiet("median")}}
	for i := range b.Models {
		s := g.Spread(i)
		mean.Cells = append(mean.Cells, scale.span(f, s.Mean))
		median.Cells = append(median.Cells, scale.span(f, s.Median))
	}
	t.Rows = append(t.Rows, mean, median)
	return t
}

// cell is one figure, or why there is none.
func (b Bench) cell(f Figure, scale scale, query, model int, v float64) Span {
	switch r := b.Results[query][model]; {
	case !math.IsNaN(v):
		return scale.span(f, v)
	case r.Running:
		return Span{"…", Running}
	case r.Verdict == "":
		return quiet("–")
	case !r.Ranked:
		verdict := state.Verdict(r.Verdict)
		return Span{explain.Sign(verdict) + " " + r.Verdict, VerdictRole(verdict)}
	}
	return quiet(b.without(f, query))
}

// without says why a ranking has no figure.
func (b Bench) without(f Figure, query int) string {
	switch marked, most := b.Set.Queries[query].Marked(), slices.Max(append(b.Set.AllMarks(query), rank.None)); {
	case f.other == timeTaken || f.other == costPaid:
		return "not known"
	case marked == 0:
		return "no mark"
	case most == 0:
		return "none relevant"
	}
	return "not returned"
}

// scale is the range of a grid's figures.
type scale struct{ low, high float64 }

// scaleOf is 0 to 1 for a measure, else the range of the values that are known.
func scaleOf(g rank.Grid, f Figure) scale {
	if f.other == "" {
		return scale{0, 1}
	}
	s := scale{math.NaN(), math.NaN()}
	for i := range g.Models() {
		if low := g.Quantile(i, 0); math.IsNaN(s.low) || low < s.low {
			s.low = low
		}
		if high := g.Quantile(i, 1); math.IsNaN(s.high) || high > s.high {
			s.high = high
		}
	}
	return s
}

// span writes a value with a bar that says where it lies between the worst and the best.
func (s scale) span(f Figure, v float64) Span {
	if math.IsNaN(v) {
		return quiet("–")
	}
	share := 1.0
	if s.high > s.low {
		share = min(max((v-s.low)/(s.high-s.low), 0), 1)
		if f.LowIsBetter() {
			share = 1 - share
		}
	}
	bars := []rune("▁▂▃▄▅▆▇█")
	role := Value
	switch {
	case share >= 0.75:
		role = Good
	case share < 0.25:
		role = Bad
	case share < 0.5:
		role = Warn
	}
	return Span{f.Write(v) + " " + string(bars[min(int(share*float64(len(bars))), len(bars)-1)]), role}
}

// Worst names the three worst queries of each model by a figure.
func (b Bench) Worst(f Figure, g rank.Grid) Report {
	const most = 3
	r := Report{Title: "WORST QUERIES", Sum: quiet("query (" + f.Title() + ")")}
	table := Table{Columns: []Column{{}, {}}}
	for i, name := range b.Models {
		var words []string
		for _, q := range g.Worst(i, most, f.LowIsBetter()) {
			words = append(words, fmt.Sprintf("%d (%s)", q+1, f.Write(g[q][i])))
		}
		if len(words) > 0 {
			table.Rows = append(table.Rows, Row{Cells: []Span{{name, Name}, {Text: strings.Join(words, ", ")}}})
		}
	}
	if len(table.Rows) > 0 {
		r.Blocks = []Block{table}
	}
	return r
}

// UnjudgedWords says how many of the first k documents of the models no one has marked; empty
// for none.
func (b Bench) UnjudgedWords(k int) string {
	documents, queries := 0, 0
	for _, docs := range b.Unjudged(k) {
		documents += len(docs)
		queries += min(len(docs), 1)
	}
	if documents == 0 {
		return ""
	}
	are := "are"
	if documents == 1 {
		are = "is"
	}
	return fmt.Sprintf("%s in the models' top %ds %s unjudged, in %s", figures.Counted(documents, "document"), k, are, figures.Counted(queries, "query"))
}
