package report

import (
	"slices"
	"time"

	"gatehouse/state"
	"gatehouse/state/figures"
	"gatehouse/state/stats"
)

// parts are the parts of the bars; failures are at the bottom, where they are most visible.
var parts = []struct {
	ChartPart
	verdicts []state.Verdict
}{
	{ChartPart{"failed", Bad}, []state.Verdict{state.Failed, state.Truncated}},
	{ChartPart{"other", Warn}, []state.Verdict{state.Incomplete, state.Cancelled, state.Unknown}},
	{ChartPart{"completed", Model}, []state.Verdict{state.Completed}},
}

// Chart returns the exchanges over time.
func (s Statistics) Chart() Chart {
	low, high := s.Values.figures()
	c := Chart{Label: s.Values.String(), Selected: s.Selected, Rows: s.Rows, Write: low.Unit.Words}
	if s.Values == OfTTFT {
		c.Low, c.High = "p50", "p95"
	}
	for _, p := range parts {
		c.Parts = append(c.Parts, p.ChartPart)
	}
	for i := range s.Bins {
		b := &s.Bins[i]
		bar := Bar{When: b.From.Format("2006-01-02 15:04"), Tick: s.tick(i), Rank: tickRank(b.From)}
		for _, p := range parts {
			n := 0
			for v, count := range b.Verdicts {
				if slices.Contains(p.verdicts, stats.Verdicts[v]) {
					n += count
				}
			}
			bar.Counts = append(bar.Counts, n)
		}
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
