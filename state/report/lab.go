package report

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
)

// Lab reports what the variants of a lab did, whether they differ by more than chance, who served them, and
// every case.
func Lab(r lab.Results) []Report {
	passes := r.Figures(lab.Pass)
	b := Bench{Bench: r.Bench()}
	all := []Report{Variants(r)}
	if len(r.Cases) > 1 {
		all = append(all, b.Differences(passes))
	}
	all = append(all, ServedBy(r))
	if len(r.Cases) > 1 {
		order := passes.Sort(lab.BySet, false)
		all = append(all, Report{Title: "CASES", Sum: quiet("share that passed"), Blocks: []Block{b.Table(passes, order)}})
	}
	return append(all, MissedBy(r, math.MaxInt))
}

// Variants reports the figures of each variant. The best of a column is marked where several are known.
func Variants(r lab.Results) Report {
	out := Report{Title: "VARIANTS", Sum: quiet(r.Bench().Size())}
	table := Table{Columns: []Column{
		{}, {Title: r.Title(lab.Pass), Right: true}, {Title: "95 % interval", Right: true, Spare: 5},
		{Title: "first word", Right: true}, {Title: "p95", Right: true, Spare: 6}, {Title: "total", Right: true}, {Title: "p95", Right: true, Spare: 6},
		{Title: "tok/s", Right: true, Spare: 4}, {Title: "tokens", Right: true, Spare: 3},
		{Title: "cost", Right: true, Point: true}, {Title: "per pass", Right: true, Point: true, Spare: 2},
	}}
	var values [][]float64 // by variant; low is better, but for those of high
	for v, name := range r.Variants {
		s := r.Summary(v)
		row := Row{Cells: []Span{{name, Name}, {Text: fmt.Sprintf("%d of %d", s.Passed, s.Of)}, quiet(shareInterval(s))}}
		of := []float64{s.FirstWord.P50, s.FirstWord.P95, s.Total.P50, s.Total.P95, s.Rate, s.Tokens, s.CostOfAnswer, s.CostOfPass()}
		for i, m := range []lab.Measure{lab.FirstWord, lab.FirstWord, lab.Total, lab.Total, lab.Rate, lab.Tokens, lab.Cost, lab.Cost} {
			row.Cells = append(row.Cells, writtenBy(m, of[i]))
		}
		row.Note = remarks(s)
		table.Rows, values = append(table.Rows, row), append(values, of)
	}
	markBest(table.Rows, values)
	out.Blocks = append(out.Blocks, table, quiet("first word, without reasoning, total and tok/s: medians; tokens: of the output; cost: of a completed answer, the mean; ✓ the best"))
	return out
}

// markBest marks the best of each figure: the highest rate, else the lowest, if two variants differ in it.
func markBest(rows []Row, values [][]float64) {
	if len(values) == 0 {
		return
	}
	const rate, tokens, first = 4, 5, 3 // rate and tokens in values; the cell of the first value
	for i := range values[0] {
		if i == tokens {
			continue
		}
		column, written := make([]float64, len(rows)), make([]string, len(rows))
		for v, row := range rows {
			column[v], written[v] = values[v][i], row.Cells[first+i].Text
			if i == rate {
				column[v] = -column[v]
			}
		}
		for v, best := range Best(column, written) {
			if cell := &rows[v].Cells[first+i]; best {
				cell.Text, cell.Role = "✓ "+cell.Text, Good
			}
		}
	}
}

// Best reports which values are the lowest, or written like it; none where all that are known are written alike. NaN is not known.
func Best(values []float64, written []string) []bool {
	best, lowest, known := make([]bool, len(values)), -1, 0
	for i, v := range values {
		if !math.IsNaN(v) {
			if known++; lowest < 0 || v < values[lowest] {
				lowest = i
			}
		}
	}
	for i, v := range values {
		if best[i] = !math.IsNaN(v) && written[i] == written[lowest]; best[i] {
			known--
		}
	}
	if known == 0 {
		clear(best)
	}
	return best
}

func writtenBy(m lab.Measure, v float64) Span { return written(lab.Figure{Write: m.Write}, v) }

// PassIntervals returns the row of the grid with the interval of the share that passed of each variant.
func PassIntervals(r lab.Results) Row {
	row := Row{Cells: []Span{{}, quiet("95 % interval")}}
	for v := range r.Variants {
		row.Cells = append(row.Cells, quiet(shareInterval(r.Summary(v))))
	}
	return row
}

// shareInterval writes the interval of the share that passed.
func shareInterval(s lab.Summary) string {
	if math.IsNaN(s.Low) {
		return "–"
	}
	return figures.Share(s.Low) + " to " + figures.Share(s.High)
}

// remarks returns the failures of a variant, its waits and what was not sent.
func remarks(s lab.Summary) string {
	var words []string
	for _, why := range slices.SortedFunc(maps.Keys(s.Failures), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.Failures[b], s.Failures[a]), strings.Compare(a, b))
	}) {
		words = append(words, fmt.Sprintf("%s ×%d", why, s.Failures[why]))
	}
	if s.Waits > 0 {
		words = append(words, "waited "+figures.Counted(s.Waits, "time")+" as the service asked")
	}
	if s.Unsent > 0 {
		words = append(words, figures.Thousands(s.Unsent)+" not sent")
	}
	return strings.Join(words, "; ")
}

// ServedBy reports which models and providers answered; empty without an answer.
func ServedBy(r lab.Results) Report {
	table := Table{Columns: []Column{{}, {Title: "model"}, {Title: "provider"}, {Title: "share", Right: true}, {Title: "first word", Right: true}, {Title: "cost", Right: true, Point: true, Spare: 1}, {Title: "failed", Right: true, Spare: 2}}}
	for v, name := range r.Variants {
		for i, s := range r.Served(v) {
			label := Span{name, Name}
			if i > 0 {
				label = Span{}
			}
			table.Rows = append(table.Rows, Row{Cells: []Span{label, known(s.Model), known(s.Provider), {Text: figures.Share(s.Share)},
				writtenBy(lab.FirstWord, s.FirstWord.P50), writtenBy(lab.Cost, s.CostOfAnswer), {Text: figures.Thousands(s.Failed)}}})
		}
	}
	if len(table.Rows) == 0 {
		return Report{}
	}
	return Report{Title: "WHO SERVED", Blocks: []Block{table}}
}

// MissedBy lists what was expected and not met, each once with how often, of many the first.
func MissedBy(r lab.Results, most int) Report {
	out := Report{Title: "NOT MET"}
	for c, row := range r.Trials {
		for v, trials := range row {
			count, first := map[string]int{}, map[string]string{}
			var order []string
			sent := 0
			for _, t := range trials {
				if !t.Unsent() {
					sent++
				}
				for _, words := range t.Missed {
					if count[words]++; count[words] == 1 {
						order, first[words] = append(order, words), t.ID
					}
				}
			}
			for _, words := range order {
				f := Finding{Level: Failed, Message: r.Variants[v] + ", " + r.Cases[c] + ": " + words, Exchange: first[words], Frame: -1}
				if first[words] != "" {
					f.Detail = fmt.Sprintf("%d of %d; exchange %s", count[words], sent, first[words])
				}
				out.Blocks = append(out.Blocks, f)
			}
		}
	}
	if more := len(out.Blocks) - most; more > 0 {
		out.Blocks = append(out.Blocks[:most], Span{Text: figures.Thousands(more) + " more are in the answers of the cases"})
	}
	return out
}

// SideBySide reports the answers of variants to one prompt, a column for each: who served, how it ended, the figures
// and the text. An exchange is nil where a variant was not asked.
func SideBySide(prompt string, names []string, all []*state.Exchange) []Report {
	table := Table{Columns: []Column{{}}}
	for _, name := range names {
		table.Columns = append(table.Columns, Column{Title: name, Lines: true})
	}
	row := func(label string, of func(*state.Exchange) string) {
		r := Row{Cells: []Span{{Text: label}}}
		for _, x := range all {
			words := ""
			if x != nil {
				words = of(x)
			}
			r.Cells = append(r.Cells, known(words))
		}
		table.Rows = append(table.Rows, r)
	}
	row("served by", func(x *state.Exchange) string {
		return figures.ServedBy(x.Model, figures.Provider(x, read.Routing(x.Routing)))
	})
	row("ended", func(x *state.Exchange) string {
		if x.Failure != nil && x.Failure.Message != "" {
			return explain.Standing(x) + ": " + x.Failure.Message
		}
		return explain.Standing(x)
	})
	for _, label := range []string{"first word", "time", "speed", "in", "out", "cost"} {
		row(label, func(x *state.Exchange) string { return ByLabel(x, 0)[label] })
	}
	row("answer", func(x *state.Exchange) string {
		var texts []string
		for _, c := range x.Choices() {
			texts = append(texts, c.Text())
		}
		return strings.Join(texts, "\n\n")
	})
	return []Report{{Title: "SIDE BY SIDE", Blocks: []Block{Quote{Text: prompt}, table}}}
}
