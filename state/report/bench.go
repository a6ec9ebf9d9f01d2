package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state/figures"
	"gatehouse/state/lab"
)

// Bench reports what candidates answered to cases.
type Bench struct{ lab.Bench }

func (b Bench) cases() string { return figures.Plural(b.Case) }

// Means reports how good each candidate is over all cases, by figures that need the same of a
// case. The note states how they were computed.
func (b Bench) Means(all []lab.Figure, note string) Report {
	r := Report{Title: "OVER ALL " + strings.ToUpper(b.cases()), Sum: quiet(figures.Counted(len(b.Cases), b.Case))}
	table := Table{Columns: []Column{{}}}
	for i, f := range all {
		table.Columns = append(table.Columns, Column{Title: f.MeanTitle, Right: true, Spare: i})
	}
	maxCounted := 0
	for i, name := range b.Candidates {
		row, counted := Row{Cells: []Span{{name, Name}}}, 0
		for _, f := range all {
			s := f.Spread(i)
			row.Cells, counted = append(row.Cells, written(f, s.Mean)), s.Cases
		}
		maxCounted = max(maxCounted, counted)
		if counted < len(b.Cases) {
			row.Note = fmt.Sprintf("over %d of %d", counted, len(b.Cases))
		}
		table.Rows = append(table.Rows, row)
	}
	if maxCounted == 0 {
		r.Blocks = []Block{quiet("no " + b.Case + " has both " + all[0].Needs)}
		return r
	}
	r.Blocks = append(r.Blocks, table, quiet(note))
	return r
}

func written(f lab.Figure, v float64) Span {
	if math.IsNaN(v) {
		return quiet("–")
	}
	return Span{Text: f.Write(v)}
}

// Differences reports for each two candidates the difference of their means of a figure, and whether
// it is more than chance. It is empty for fewer than two candidates.
func (b Bench) Differences(f lab.Figure) Report {
	if len(b.Candidates) < 2 {
		return Report{}
	}
	r := Report{Title: "MORE THAN CHANCE?", Sum: quiet("difference of the mean " + f.Title)}
	table := Table{Columns: []Column{{}, {Right: true}, {Title: "95 % interval", Right: true}, {Title: "p", Right: true}, {}}}
	var least lab.Difference
	var all []lab.Difference // that a test was made for
	for i, second := range b.Candidates {
		for j, first := range b.Candidates[:i] {
			d := lab.Differ(f.Column(j), f.Column(i))
			if d.Cases == 0 {
				continue
			}
			if d.Differing > 0 && (least.Differing == 0 || d.Differing < least.Differing) {
				least = d
			}
			if d.Differing > 0 {
				all = append(all, d)
			}
			table.Rows = append(table.Rows, Row{Cells: []Span{{first + " − " + second, Name}, {Text: signed(d.Mean)}, {Text: interval(d)}, {Text: probability(d.P)}, b.meaning(d)}})
		}
	}
	if len(table.Rows) == 0 {
		r.Blocks = []Block{quiet("shown once two " + figures.Plural(b.Candidate) + " have " + f.Needs + " for the same " + b.Case)}
		return r
	}
	r.Blocks = append(r.Blocks, table)
	if least.Differing == 0 {
		return r
	}
	if least.TooFew() {
		r.Blocks = append(r.Blocks, Span{b.tooFew(least), Warn})
	}
	r.Blocks = append(r.Blocks, quiet(b.method(all)))
	return r
}

func (b Bench) tooFew(d lab.Difference) string {
	if d.Differing == 1 {
		return "1 " + b.Case + " that differs is too few: with it p is always 1."
	}
	return fmt.Sprintf("%d %s that differ are too few: with them p is never below %s.", d.Differing, b.cases(), probability(d.MinP()))
}

// method describes how the p values and intervals of the differences were computed.
func (b Bench) method(all []lab.Difference) string {
	words := "p: paired randomisation test over the " + b.cases() + ", two-sided, "
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
		words += fmt.Sprintf("all assignments of up to %d %s that differ, of more %s", lab.MaxExact, b.cases(), drawn)
	default:
		words += drawn
	}
	if resamples > 0 {
		words += "; interval: bootstrap, " + figures.Thousands(resamples) + " samples with a fixed seed"
	}
	return words
}

func (b Bench) meaning(d lab.Difference) Span {
	switch {
	case d.Differing == 0:
		return quiet("the same")
	case d.TooFew():
		return Span{"too few " + b.cases(), Warn}
	case d.Significant():
		return Span{"more than chance", Good}
	}
	return quiet("may be chance")
}

func interval(d lab.Difference) string {
	if math.IsNaN(d.Low) || d.TooFew() { // resampling a few says more than they do
		return "–"
	}
	return signed(d.Low) + " to " + signed(d.High)
}

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

func probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

// Runs reports how many answers of each candidate arrived, how long they took and what they cost.
func (b Bench) Runs() Report {
	r := Report{Title: "TIME AND COST"}
	table := Table{Columns: []Column{{}, {Title: "answered", Right: true}, {Title: "median", Right: true, Spare: 2}, {Title: "p95", Right: true}, {Title: "cost per " + b.Case, Right: true, Point: true, Spare: 1}}}
	times, costs := b.Times(), b.Costs()
	for i, name := range b.Candidates {
		asked, valid := 0, 0
		for _, row := range b.Answers {
			if row[i].Verdict != "" {
				asked++
			}
			if row[i].Valid {
				valid++
			}
		}
		if asked == 0 {
			continue
		}
		table.Rows = append(table.Rows, Row{Cells: []Span{
			{name, Name},
			{Text: fmt.Sprintf("%d of %d", valid, len(b.Answers))},
			written(times, times.Quantile(i, 0.5)),
			written(times, times.Quantile(i, 0.95)),
			written(costs, costs.Spread(i).Mean),
		}})
	}
	if len(table.Rows) == 0 {
		return Report{}
	}
	r.Blocks = []Block{table}
	return r
}

func known(text string) Span {
	if text == "" {
		return quiet("–")
	}
	return Span{Text: text}
}
