package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/history/stats"
)

// Statistics are the figures of many exchanges and what the screen shows of them.
type Statistics struct {
	*stats.Table
	Values   Measure
	Selected int    // bin of the chart; -1: none
	Sorted   string // column that the groups are sorted by
	Reversed bool   // in reverse
	Rows     int    // lines of the chart
	Now      time.Time
}

// Measure is what the chart shows for each bin in addition to the number of exchanges.
type Measure int

const (
	OfTTFT Measure = iota
	OfCost
	OfTokens
	Measures int = iota
)

func (m Measure) String() string { return [...]string{"TTFT", "cost", "tokens"}[m] }

// Report returns all of it: sum, chart, table, and notes on the tests.
func (s Statistics) Report() Report {
	r := Report{Blocks: []Block{s.Sum()}}
	if s.All.Count == 0 {
		return r
	}
	if len(s.Bins) > 0 {
		r.Blocks = append(r.Blocks, Span{}, s.Chart(), Span{})
	}
	r.Blocks = append(r.Blocks, s.Groups())
	for _, words := range s.Notes() {
		r.Blocks = append(r.Blocks, quiet(words))
	}
	return r
}

// Sum returns a summary in a line.
func (s Statistics) Sum() Span { return s.sum(false) }

// SumInShort is Sum without the times of the day.
func (s Statistics) SumInShort() Span { return s.sum(true) }

func (s Statistics) sum(short bool) Span {
	if s.All.Count == 0 {
		return quiet("no exchanges")
	}
	words := []string{figures.Counted(s.All.Count, "exchange")}
	if known := s.Known(); !known.From.IsZero() {
		words[0] += ", " + s.between(known, short)
	}
	if s.All.Failed > 0 {
		words = append(words, figures.Share(s.All.FailedShare())+" failed")
	}
	if cost := s.All.Cost; cost.Known > 0 {
		words = append(words, figures.Dollars(stats.Dollars(float64(cost.Sum)))+of(cost.Known, s.All.Count))
	}
	switch {
	case s.Before != nil && short:
		words = append(words, "against "+figures.Thousands(s.Before.Count))
	case s.Before != nil:
		words = append(words, "against "+figures.Counted(s.Before.Count, "exchange")+", "+s.between(s.Was, false))
	}
	return Span{Text: strings.Join(words, "   ")}
}

// of returns how many exchanges a figure covers, if not all.
func of(known, all int) string {
	if known == all {
		return ""
	}
	return " (of " + figures.Thousands(known) + ")"
}

func (s Statistics) between(span stats.Span, short bool) string {
	layout := "Jan 2"
	if !short && span.To.Sub(span.From) < 3*24*time.Hour {
		layout = "Jan 2 15:04"
	}
	from, to := span.From.In(s.Now.Location()).Format(layout), span.To.Add(-time.Second).In(s.Now.Location()).Format(layout)
	if from == to {
		return from
	}
	return from + " to " + to
}

// column is a column of figures in the table of groups.
type column struct {
	figure string
	title  string
	spare  int
	cell   func(g *stats.Group, words string) Span // of a known figure; nil: its words
}

// columns are the columns of figures in the table of groups.
var columns = []column{
	{"exchanges", "exchanges", 0, nil},
	{"failed", "failed", 0, failedCell},
	{"ttft_p50", "TTFT", 1, nil},
	{"ttft_p95", "p95", 4, nil},
	{"total_p50", "total", 3, nil},
	{"total_p95", "p95", 5, nil},
	{"tok_s_p50", "tok/s", 6, nil},
	{"input", "in", 7, nil},
	{"cached_share", "cached", 6, nil},
	{"output", "out", 7, func(g *stats.Group, words string) Span { return Span{Text: about(g.Guessed > 0) + words} }},
	{"cost", "cost", 0, func(g *stats.Group, words string) Span {
		if partlyPriced(g) {
			words += "+"
		}
		return Span{Text: words}
	}},
	{"cache_lost", lostTitle, 5, func(g *stats.Group, _ string) Span {
		if g.Lost.Sum <= 0 {
			return quiet("–")
		}
		return lostCell(stats.Dollars(float64(g.Lost.Sum)))
	}},
	{"cost_each", "each", 2, nil},
}

// StatisticsOrders returns the figures that the table of groups can be sorted by, and at last the name.
func StatisticsOrders() (orders []string) {
	for _, c := range columns {
		orders = append(orders, c.figure)
	}
	return append(orders, stats.ByName)
}

func partlyPriced(g *stats.Group) bool { return g.Cost.Known > 0 && g.Cost.Known < g.Count }

// manyFailed is the share of failures that is drawn as bad.
const manyFailed = 0.1

func failedCell(g *stats.Group, words string) Span {
	switch {
	case g.Failed == 0:
		return quiet(words)
	case g.FailedShare() >= manyFailed:
		return Span{words, Bad}
	}
	return Span{words, Value}
}

// figureColumn is a column and its figure.
type figureColumn struct {
	column
	stats.Figure
}

// figureColumns returns the columns with their figures.
func figureColumns(withLoss bool) (all []figureColumn) {
	for _, c := range columns {
		if c.figure != "cache_lost" || withLoss {
			f, _ := stats.FigureOf(c.figure)
			all = append(all, figureColumn{c, f})
		}
	}
	return all
}

// of returns the cell of a group; a dash if the figure is unknown.
func (c figureColumn) of(g *stats.Group) Span {
	v, known := c.Value(g)
	if known == 0 {
		return quiet("–")
	}
	words := c.Unit.Words(v)
	if c.cell == nil {
		return Span{Text: words}
	}
	return c.cell(g, words)
}

// spareOf returns the Spare of a column. The column that the groups are sorted by stays. For groups or an
// order by cache, the cache columns stay too, and failures and times are dropped first.
func (s Statistics) spareOf(c column) int {
	const first = 9 // together with the line over time
	ofCache := func(name string) bool { return name == "cached_share" || name == "cache_lost" }
	switch {
	case c.figure == s.Sorted:
		return 0
	case s.By.Name != "cache" && !ofCache(s.Sorted):
		return c.spare
	case ofCache(c.figure):
		return 0
	case c.figure == "failed", c.figure == "tok_s_p50", strings.HasPrefix(c.figure, "ttft"), strings.HasPrefix(c.figure, "total"):
		return first + c.spare
	}
	return c.spare
}

func (s Statistics) Groups() Table {
	var t Table
	mark := func(name string) string {
		if name != s.Sorted {
			return ""
		}
		if s.Reversed {
			return " ▴"
		}
		return " ▾"
	}
	t.Columns = append(t.Columns, Column{Title: s.By.Name + mark(stats.ByName), MaxWidth: 64})
	columns := figureColumns(s.All.Lost.Sum > 0)
	for _, c := range columns {
		t.Columns = append(t.Columns, Column{Title: c.title + mark(c.figure), Right: true, Point: c.Unit == stats.Money, Spare: s.spareOf(c.column)})
		if s.Comparing() && c.Change != nil {
			t.Columns = append(t.Columns, Column{Title: "was", Spare: s.spareOf(c.column)})
		}
	}
	t.Columns = append(t.Columns, Column{Title: "over time", Spare: 9})
	for i := range s.Table.Groups {
		t.Rows = append(t.Rows, s.row(&s.Table.Groups[i], columns))
	}
	return t
}

func (s Statistics) row(c *stats.Compared, columns []figureColumn) Row {
	name := Span{Text: groupName(s.By, c.Now.Name), Role: Name}
	if c.Now.Name == "" {
		name.Role = Quiet
	}
	r := Row{ID: "group " + c.Now.Name, Cells: []Span{name}}
	for _, column := range columns {
		cell := quiet("–")
		if c.Now.Count > 0 {
			cell = column.of(&c.Now)
		}
		r.Cells = append(r.Cells, cell)
		if s.Comparing() && column.Change != nil {
			v, _ := column.Value(&c.Before)
			r.Cells = append(r.Cells, changeCell(column.Change(c), column.Unit.Words(v)))
		}
	}
	r.Cells = append(r.Cells, Span{sparkline(c.Now.Line), Model})
	return r
}

// changeCell shows the earlier figure and whether it changed.
func changeCell(c stats.Change, was string) Span {
	switch c.Verdict {
	case stats.More:
		return Span{"▲ " + was, Warn}
	case stats.Less:
		return Span{"▼ " + was, Good}
	case stats.TooFew:
		return quiet("too few")
	}
	return quiet("  " + was)
}

// sparkline draws counts as a row of bars, relative to the highest; "" if all are 0.
func sparkline(counts []int) string {
	peak := 0
	for _, n := range counts {
		peak = max(peak, n)
	}
	if peak == 0 {
		return ""
	}
	var b strings.Builder
	for _, n := range counts {
		if n == 0 {
			b.WriteByte(' ')
		} else {
			b.WriteString(bar(float64(n) / float64(peak)))
		}
	}
	return b.String()
}

// bar draws a share from 0 to 1 in a cell.
func bar(share float64) string {
	levels := []rune("▁▂▃▄▅▆▇█")
	return string(levels[min(int(share*float64(len(levels))), len(levels)-1)])
}

// Notes explain the marks in the table.
func (s Statistics) Notes() (notes []string) {
	if guessed := s.All.Guessed; guessed > 0 {
		notes = append(notes, "~ in "+figures.Counted(guessed, "exchange")+" output tokens are an estimate")
	}
	if slices.ContainsFunc(s.Table.Groups, func(c stats.Compared) bool { return partlyPriced(&c.Now) }) {
		notes = append(notes, "+ "+figures.Counted(s.All.Count-s.All.Cost.Known, "exchange")+" reported no cost")
	}
	if undated := s.undated(); undated > 0 && !s.By.ByTime() {
		notes = append(notes, figures.Counted(undated, "exchange")+" of an unknown time: in no bar")
	}
	switch {
	case s.Comparing():
		notes = append(notes, "▲ ▼ more than chance: Fisher, Mann-Whitney, Bonferroni; "+significance(s.Tests))
	case s.Before != nil:
		notes = append(notes, "groups by time are not compared with those before")
	}
	return notes
}

// significance describes the level of significance for a number of tests.
func significance(tests int) string {
	return fmt.Sprintf("p < %v, %s", stats.Significance, figures.Counted(tests, "test"))
}

func groupName(d stats.Dimension, name string) string {
	switch trimmed := strings.TrimSpace(name); {
	case name == "":
		return "none"
	case trimmed == "":
		return strconv.Quote(name)
	case d.Name == "route":
		return stats.RouteInShort(name)
	}
	return name
}

// undated returns how many exchanges are in no bin.
func (s Statistics) undated() int {
	n := s.All.Count
	for i := range s.Bins {
		n -= s.Bins[i].Count
	}
	return n
}

// PairOf compares two groups.
func PairOf(d stats.Dimension, c stats.Compared) Report {
	a, b := c.Now.Name, c.Before.Name
	name := func(n string) string { return groupName(d, n) }
	t := Table{Columns: []Column{{}, {Title: name(a), Right: true}, {Title: name(b), Right: true}, {}}}
	for _, column := range figureColumns(true) {
		row := Row{ID: column.figure, Cells: []Span{{column.Title, Quiet}, column.of(&c.Now), column.of(&c.Before), {}}}
		if column.Change != nil {
			switch column.Change(&c).Verdict {
			case stats.More:
				row.Cells[3] = Span{"higher: " + name(a), Warn}
			case stats.Less:
				row.Cells[3] = Span{"higher: " + name(b), Warn}
			case stats.TooFew:
				row.Cells[3] = quiet("too few to compare")
			default:
				row.Cells[3] = quiet("may be by chance")
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return Report{Title: "Two groups by " + d.Name, Blocks: []Block{t, Report{Blocks: []Block{quiet("Compared: shares by Fisher's exact test, times and costs by the rank-sum test (Mann-Whitney); " +
		significance(stats.TestsOfGroup) + " (Bonferroni).")}}}}
}

// parts are the parts of the bars; failures are at the bottom, where they are most visible. Faults on purpose are others.
var parts = []ChartPart{{"failed", Bad}, {"other", Warn}, {"completed", Model}}

// Chart returns the exchanges over time.
func (s Statistics) Chart() Chart {
	low, high := s.Values.figures()
	c := Chart{Parts: parts, Label: s.Values.String(), Selected: s.Selected, Rows: s.Rows, Write: low.Unit.Words}
	if s.Values == OfTTFT {
		c.Low, c.High = "p50", "p95"
	}
	for i := range s.Bins {
		b := &s.Bins[i]
		bar := Bar{When: b.From.Format("2006-01-02 15:04"), Tick: s.tick(i), Rank: tickRank(b.From)}
		completed := b.Verdicts[slices.Index(stats.Verdicts[:], state.Completed)]
		bar.Counts = []int{b.Failed, b.Count - b.Failed - completed, completed}
		var known int
		if bar.Low, known = low.Value(&b.Group); known == 0 {
			bar.Low, bar.High = -1, -1
		} else {
			bar.High, _ = high.Value(&b.Group)
		}
		c.Bars = append(c.Bars, bar)
	}
	return c
}

// Table has a row for each bar with a count: its beginning, the counts of its parts, and the values.
func (c Chart) Table() Table {
	t := Table{Columns: []Column{{Title: "from"}}}
	right := func(title string) { t.Columns = append(t.Columns, Column{Title: title, Right: true}) }
	for _, p := range c.Parts {
		right(p.Label)
	}
	switch {
	case c.Label != "" && c.Low != "":
		right(c.Label + " " + c.Low)
		right(c.Label + " " + c.High)
	case c.Label != "":
		right(c.Label)
	}
	for _, b := range c.Bars {
		row, sum := Row{Cells: []Span{{Text: b.When}}}, 0
		for _, n := range b.Counts {
			row.Cells, sum = append(row.Cells, Span{Text: figures.Thousands(n)}), sum+n
		}
		for _, value := range []float64{b.Low, b.High}[:len(t.Columns)-len(row.Cells)] {
			words := "–"
			if value >= 0 {
				words = c.Write(value)
			}
			row.Cells = append(row.Cells, Span{Text: words})
		}
		if sum > 0 {
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// figures returns the figures that the measure shows: the lower and the higher one, which may be the same.
func (m Measure) figures() (low, high stats.Figure) {
	names := [...][2]string{OfTTFT: {"ttft_p50", "ttft_p95"}, OfCost: {"cost", "cost"}, OfTokens: {"tokens", "tokens"}}[m]
	low, _ = stats.FigureOf(names[0])
	high, _ = stats.FigureOf(names[1])
	return low, high
}

// tick returns the label of a bin on the axis, where a day or an hour begins.
func (s Statistics) tick(i int) string {
	at := s.Bins[i].From
	switch step := s.Bins[i].To.Sub(at); {
	case step >= 20*time.Hour, step >= 3*time.Hour && (i == 0 || at.YearDay() != s.Bins[i-1].From.YearDay()):
		return at.Format("Jan 2")
	case step >= 3*time.Hour:
		return ""
	case i == 0 || at.YearDay() != s.Bins[i-1].From.YearDay():
		if at.Hour() == 0 && at.Minute() == 0 {
			return at.Format("Jan 2")
		}
		return at.Format("Jan 2 15:04")
	case step >= 5*time.Minute && at.Minute() != 0, step >= time.Minute && at.Minute()%10 != 0, at.Second() != 0:
		return ""
	}
	return at.Format("15:04")
}

// tickRank returns how fine a division of the day begins at a moment: 0 for the day.
func tickRank(at time.Time) int {
	for i, minutes := range []int{24 * 60, 12 * 60, 6 * 60, 3 * 60, 60, 30, 10} {
		if (at.Hour()*60+at.Minute())%minutes == 0 {
			return i
		}
	}
	return 7
}

// Bin describes the selected bin in a line; the measure of the chart is the first.
func (s Statistics) Bin() []Span {
	if s.Selected < 0 || s.Selected >= len(s.Bins) {
		return nil
	}
	b := &s.Bins[s.Selected]
	layout := "Jan 2 15:04"
	end := "15:04"
	switch step := b.To.Sub(b.From); {
	case step >= 20*time.Hour:
		layout, end = "Mon Jan 2", "Mon Jan 2"
	case step < time.Minute:
		layout, end = "Jan 2 15:04:05", "15:04:05"
	}
	when := b.From.Format(layout)
	if until := b.To.Format(end); layout != end || b.To.Sub(b.From) > 26*time.Hour {
		when += " to " + until
	}
	spans := []Span{{when, Title}, {figures.Counted(b.Count, "exchange"), Value}}
	if b.Failed > 0 {
		spans = append(spans, Span{figures.Share(b.FailedShare()) + " failed", Bad})
	}
	for i := range Measures {
		if words := ((s.Values + Measure(i)) % Measure(Measures)).words(&b.Group); words != "" {
			spans = append(spans, Span{words, Value})
		}
	}
	return spans
}

// words returns the measure of a group; "" if it is not known.
func (m Measure) words(g *stats.Group) string {
	low, high := m.figures()
	v, known := low.Value(g)
	words := low.Unit.Words(v)
	switch {
	case known == 0:
		return ""
	case m == OfTTFT:
		p95, _ := high.Value(g)
		return "TTFT " + words + ", p95 " + high.Unit.Words(p95)
	case m == OfTokens:
		return about(g.Guessed > 0) + words + " tokens"
	}
	return words
}
