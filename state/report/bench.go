package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
)

// Bench reports what candidates answered to cases.
type Bench struct {
	lab.Bench
	Written bool // for a file: how many cases a mean covers is a column
}

func (b Bench) cases() string { return figures.Plural(b.Case) }

// Means reports how good each candidate is over all cases, by figures that need the same of a
// case. The note states how they were computed. Where a mean does not cover all cases, its row has a note
// on that; in a file each row has the number of cases.
func (b Bench) Means(all []lab.Figure, note string) Report {
	r := Report{Title: "OVER ALL " + strings.ToUpper(b.cases()), Sum: quiet(figures.Counted(len(b.Cases), b.Case))}
	table := Table{Columns: []Column{{}}}
	for i, f := range all {
		table.Columns = append(table.Columns, Column{Title: f.MeanTitle, Right: true, Spare: i})
	}
	if b.Written {
		table.Columns = append(table.Columns, Column{Title: b.cases(), Right: true})
	}
	maxCounted := 0
	for i, name := range b.Candidates {
		row, counted := Row{Cells: []Span{{name, Name}}}, 0
		for _, f := range all {
			s := f.Spread(i)
			row.Cells, counted = append(row.Cells, written(f, s.Mean)), s.Cases
		}
		maxCounted = max(maxCounted, counted)
		switch {
		case b.Written:
			row.Cells = append(row.Cells, Span{Text: strconv.Itoa(counted)})
		case counted < len(b.Cases):
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
	for i, second := range b.Candidates {
		for j, first := range b.Candidates[:i] {
			d := lab.Differ(f.Column(j), f.Column(i))
			if d.Cases == 0 {
				continue
			}
			if d.Differing > 0 && (least.Differing == 0 || d.Differing < least.Differing) {
				least = d
			}
			table.Rows = append(table.Rows, Row{Cells: []Span{{first + " − " + second, Name}, {Text: signed(f, d.Mean)}, {Text: interval(f, d)}, {Text: probability(d.P)}, b.meaning(d)}})
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
		words := fmt.Sprintf("%d %s that differ are too few: with them p is never below %s.", least.Differing, b.cases(), probability(least.MinP()))
		if least.Differing == 1 {
			words = "1 " + b.Case + " that differs is too few: with it p is always 1."
		}
		r.Blocks = append(r.Blocks, Span{words, Warn})
	}
	r.Blocks = append(r.Blocks, quiet(b.method()))
	return r
}

// method describes how the p values and intervals of the differences are computed.
func (b Bench) method() string {
	return fmt.Sprintf("p: paired randomisation test over the %s, two-sided: all assignments of up to %d that differ, of more %s drawn with a fixed seed; interval: bootstrap, %s samples with a fixed seed",
		b.cases(), lab.MaxExact, figures.Thousands(lab.Samples), figures.Thousands(lab.Resamples))
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

func interval(f lab.Figure, d lab.Difference) string {
	if math.IsNaN(d.Low) || d.TooFew() { // resampling a few says more than they do
		return "–"
	}
	return signed(f, d.Low) + " to " + signed(f, d.High)
}

// signed writes a difference of a figure, with its unit where it has one.
func signed(f lab.Figure, v float64) string {
	text, zero := f.Write(math.Abs(v)), f.Write(0)
	if f.Share {
		text, zero = strconv.FormatFloat(math.Abs(v), 'f', 3, 64), "0.000"
	}
	switch {
	case text == zero:
		return text
	case v < 0:
		return "−" + text
	}
	return "+" + text
}

func probability(p float64) string {
	if p < 0.001 {
		return "< 0.001"
	}
	return strconv.FormatFloat(p, 'f', 3, 64)
}

// Runs reports how many answers of each candidate arrived, how long they took and what they cost.
func (b Bench) Runs() Report {
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
	return Report{Title: "TIME AND COST", Blocks: []Block{table}}
}

func known(text string) Span {
	if text == "" {
		return quiet("–")
	}
	return Span{Text: text}
}

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
	t := Table{Columns: append([]Column{{Right: true}}, b.columns()...)}
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

// columns returns the columns of the cases and of each candidate.
func (b Bench) columns() []Column {
	columns := []Column{{Title: b.Case}}
	for _, name := range b.Candidates {
		columns = append(columns, Column{Title: name, Right: true})
	}
	return columns
}

// Values returns a row for each case, in the order of the set, with the figure of each candidate.
func (b Bench) Values(f lab.Figure) Table {
	t := Table{Columns: b.columns()}
	for c, words := range b.Cases {
		row := Row{Cells: []Span{{Text: words}}}
		for i := range b.Candidates {
			row.Cells = append(row.Cells, written(f, f.Grid[c][i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// cell returns a figure, or why there is none.
func (b Bench) cell(f lab.Figure, scale scale, c, candidate int) Span {
	switch a, v := b.Answers[c][candidate], f.Grid[c][candidate]; {
	case !math.IsNaN(v) && f.Words != nil:
		return Span{f.Words(c, candidate), scale.role(f, v)}
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

// share returns where a value is between the worst, 0, and the best, 1.
func (s scale) share(f lab.Figure, v float64) float64 {
	if s.high <= s.low {
		return 1
	}
	share := min(max((v-s.low)/(s.high-s.low), 0), 1)
	if f.LowIsBetter() {
		share = 1 - share
	}
	return share
}

func (s scale) role(f lab.Figure, v float64) Role {
	switch share := s.share(f, v); {
	case share >= 0.75:
		return Good
	case share < 0.25:
		return Bad
	case share < 0.5:
		return Warn
	}
	return Value
}

// span writes a value with a bar for its place between the worst and the best.
func (s scale) span(f lab.Figure, v float64) Span {
	if math.IsNaN(v) {
		return quiet("–")
	}
	return Span{f.Write(v) + " " + bar(s.share(f, v)), s.role(f, v)}
}

// Worst reports the three worst cases of each candidate by a figure.
func (b Bench) Worst(f lab.Figure) Report {
	const most = 3
	r := Report{Title: "WORST " + strings.ToUpper(b.cases()), Sum: quiet(b.Case + " (" + f.Title + ")")}
	table := Table{Columns: []Column{{}, {}}}
	for i, name := range b.Candidates {
		var words []string
		for _, c := range f.Worst(i, most, f.LowIsBetter()) {
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
