package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gatehouse/state/explain"
	"gatehouse/state/figures"
	"gatehouse/state/lab"
)

// OrderWords describes an order of the cases; "" for the order of the set.
func (b Bench) OrderWords(o lab.Order) string {
	candidates := figures.Plural(b.Candidate)
	switch o {
	case lab.ByDisagreement:
		return "where the " + candidates + " disagree most first"
	case lab.ByWorst:
		return "the worst of all " + candidates + " first"
	}
	return ""
}

// Table returns the grid: a row for each case with the figure of each candidate, then their mean and
// median.
func (b Bench) Table(f lab.Figure, order []int) Table {
	t := Table{Columns: []Column{{Right: true}, {Title: b.Case}}}
	for _, name := range b.Candidates {
		t.Columns = append(t.Columns, Column{Title: name, Right: true})
	}
	scale := scaleOf(f)
	for _, c := range order {
		row := Row{Cells: []Span{quiet(strconv.Itoa(c + 1)), {Text: b.Cases[c]}}}
		for i := range b.Candidates {
			row.Cells = append(row.Cells, b.cell(f, scale, c, i))
		}
		t.Rows = append(t.Rows, row)
	}
	mean, median := Row{Cells: []Span{{}, quiet("mean")}}, Row{Cells: []Span{{}, quiet("median")}}
	for i := range b.Candidates {
		s := f.Spread(i)
		mean.Cells = append(mean.Cells, scale.span(f, s.Mean))
		median.Cells = append(median.Cells, scale.span(f, s.Median))
	}
	t.Rows = append(t.Rows, mean, median)
	return t
}

// cell returns a figure, or why there is none.
func (b Bench) cell(f lab.Figure, scale scale, c, candidate int) Span {
	switch a, v := b.Answers[c][candidate], f.Grid[c][candidate]; {
	case !math.IsNaN(v):
		return scale.span(f, v)
	case a.Running:
		return Span{"…", Running}
	case a.Verdict == "":
		return quiet("–")
	case !a.Valid:
		return Span{explain.Sign(a.Verdict) + " " + string(a.Verdict), VerdictRole(a.Verdict)}
	}
	return quiet(f.Unknown(c))
}

// scale is the range of a grid's figures.
type scale struct{ low, high float64 }

// scaleOf returns 0 to 1 for a share, else the range of the known values.
func scaleOf(f lab.Figure) scale {
	if f.Share {
		return scale{0, 1}
	}
	s := scale{math.NaN(), math.NaN()}
	for i := range f.Candidates() {
		if low := f.Quantile(i, 0); math.IsNaN(s.low) || low < s.low {
			s.low = low
		}
		if high := f.Quantile(i, 1); math.IsNaN(s.high) || high > s.high {
			s.high = high
		}
	}
	return s
}

// span writes a value with a bar for its place between the worst and the best.
func (s scale) span(f lab.Figure, v float64) Span {
	if math.IsNaN(v) {
		return quiet("–")
	}
	share := 1.0
	if s.high > s.low {
		share = min(max((v-s.low)/(s.high-s.low), 0), 1)
		if !f.Share {
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

// Worst reports the three worst cases of each candidate by a figure.
func (b Bench) Worst(f lab.Figure) Report {
	const most = 3
	r := Report{Title: "WORST " + strings.ToUpper(b.cases()), Sum: quiet(b.Case + " (" + f.Title + ")")}
	table := Table{Columns: []Column{{}, {}}}
	for i, name := range b.Candidates {
		var words []string
		for _, c := range f.Worst(i, most, !f.Share) {
			words = append(words, fmt.Sprintf("%d (%s)", c+1, f.Write(f.Grid[c][i])))
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
