package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gatehouse/state/figures"
	"gatehouse/state/lab"
)

// Scatter is a diagram of points; the best are at the top left.
type Scatter struct {
	Up, Across string // what the axes are
	Points     []Point
	WriteUp    func(v float64) string
	Write      func(v float64) string // a value of the Across axis
}

func (Scatter) block() {}

// Point is a point of a Scatter.
type Point struct {
	Mark       string // one letter
	Up, Across float64
	Frontier   bool // no other is better in one and as good in the other
}

// Price compares the quality of each candidate, its mean of a figure, with its mean cost. It is empty
// unless two candidates have both.
func (b Bench) Price(quality lab.Figure) Report {
	costs := b.Costs()
	s := Scatter{Up: "mean " + quality.Title, Across: "cost per " + b.Case, WriteUp: quality.Write, Write: costs.Write}
	table := Table{Columns: []Column{{}, {}, {Title: quality.MeanTitle, Right: true}, {Title: s.Across, Right: true}, {}}}
	var over []int // cases of the mean of each point
	for i, name := range b.Candidates {
		mean, cost := quality.Spread(i), costs.Spread(i).Mean
		if math.IsNaN(mean.Mean) || math.IsNaN(cost) {
			continue
		}
		s.Points = append(s.Points, Point{Mark: string(rune('A' + len(s.Points)%26)), Up: mean.Mean, Across: cost})
		over = append(over, mean.Cases)
		table.Rows = append(table.Rows, Row{Cells: []Span{{}, {name, Name}, written(quality, mean.Mean), written(costs, cost), {}}})
	}
	if len(s.Points) < 2 {
		return Report{}
	}
	for i := range s.Points {
		p, verdict := &s.Points[i], quiet("off the frontier")
		if p.Frontier = s.isFrontier(i); p.Frontier {
			verdict = Span{"on the frontier", Good}
		}
		cells := table.Rows[i].Cells
		cells[0], cells[len(cells)-1] = Span{Text: p.Mark}, verdict
	}
	words := "up is better, left is less"
	switch least, most := slices.Min(over), slices.Max(over); {
	case least != most: // they are not quite comparable
		for i, n := range over {
			table.Rows[i].Note = b.overWords(n)
		}
	case least < len(b.Cases):
		words += "; " + b.overWords(least)
	}
	return Report{Title: "QUALITY AGAINST PRICE", Sum: quiet(words), Blocks: []Block{s, table}}
}

// isFrontier reports whether no other point is better in one figure and as good in the other.
func (s Scatter) isFrontier(at int) bool {
	p := s.Points[at]
	return !slices.ContainsFunc(s.Points, func(q Point) bool {
		better, dearer := apart(q.Up, p.Up, s.WriteUp), apart(q.Across, p.Across, s.Write)
		return better >= 0 && dearer <= 0 && (better > 0 || dearer < 0)
	})
}

func (b Bench) overWords(n int) string {
	return fmt.Sprintf("over %d of %s", n, figures.Counted(len(b.Cases), b.Case))
}

// apart compares two figures as written: figures that read the same are equal.
func apart(a, b float64, write func(float64) string) int {
	if write(a) == write(b) {
		return 0
	}
	return cmp.Compare(a, b)
}
