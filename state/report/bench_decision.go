package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gatehouse/state/figures"
	"gatehouse/state/rank"
)

// Scatter is points between two axes, of which the best lie up and on the left.
type Scatter struct {
	Up, Across string // what the axes are
	Points     []Point
	WriteUp    func(v float64) string
	Write      func(v float64) string // of what is across
}

func (Scatter) block() {}

// Point is a point of a Scatter.
type Point struct {
	Mark       string // one letter
	Up, Across float64
	Frontier   bool // no other is better in one and as good in the other
}

// Decisions tell what the quality of each model, its mean by a measure, costs: in money and in
// time. Each is empty where fewer than two models have both figures.
func (b Bench) Decisions(m rank.Measure) []Report {
	quality, costs, times := b.Grid(m), b.Costs(), b.Times()
	var mean, cost, p95 []float64
	var over []int // queries that the mean of each is of
	for i := range b.Models {
		s := quality.Spread(i)
		mean, over = append(mean, s.Mean), append(over, s.Queries)
		cost = append(cost, costs.Spread(i).Mean)
		p95 = append(p95, times.Quantile(i, 0.95))
	}
	return []Report{
		b.decision("QUALITY AGAINST PRICE", m, mean, over, "cost per query", "cost per query", cost, price),
		b.decision("QUALITY AGAINST TIME", m, mean, over, "p95 of the time", "p95", p95, duration),
	}
}

func (b Bench) decision(title string, m rank.Measure, mean []float64, over []int, across, short string, values []float64, write func(float64) string) Report {
	s := Scatter{Up: "mean " + m.Title(), Across: across, WriteUp: unit, Write: write}
	table := Table{Columns: []Column{{}, {}, {Title: m.MeanTitle(), Right: true}, {Title: short, Right: true}, {}}}
	var shown []int // queries that the mean of each point is of
	for i, name := range b.Models {
		if math.IsNaN(mean[i]) || math.IsNaN(values[i]) {
			continue
		}
		p := Point{Mark: string(rune('A' + len(s.Points)%26)), Up: mean[i], Across: values[i], Frontier: true}
		for j := range b.Models {
			better, dearer := apart(mean[j], mean[i], unit), apart(values[j], values[i], write)
			if better >= 0 && dearer <= 0 && (better > 0 || dearer < 0) {
				p.Frontier = false
			}
		}
		s.Points, shown = append(s.Points, p), append(shown, over[i])
		said := quiet("off the frontier")
		if p.Frontier {
			said = Span{"on the frontier", Good}
		}
		table.Rows = append(table.Rows, Row{Cells: []Span{{Text: p.Mark}, {name, Name}, {Text: unit(p.Up)}, {Text: write(p.Across)}, said}})
	}
	if len(s.Points) < 2 {
		return Report{}
	}
	words := "up is better, left is less"
	switch least, most := slices.Min(shown), slices.Max(shown); {
	case least != most: // they are not quite comparable
		for i, n := range shown {
			table.Rows[i].Note = b.overWords(n)
		}
	case least < len(b.Results):
		words += "; " + b.overWords(least)
	}
	return Report{Title: title, Sum: quiet(words), Blocks: []Block{s, table}}
}

// overWords say of how many queries a mean is.
func (b Bench) overWords(n int) string {
	return fmt.Sprintf("over %d of %s", n, figures.Counted(len(b.Results), "query"))
}

// apart compares two figures as they are written: what reads the same is no difference. A figure that
// is not known is no better and no worse.
func apart(a, b float64, write func(float64) string) int {
	if write(a) == write(b) {
		return 0
	}
	return cmp.Compare(a, b)
}
