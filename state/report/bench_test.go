package report_test

import (
	"math"
	"strings"
	"testing"

	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
)

// ranked is a result that orders documents so, which took and cost this.
func ranked(timeUS int64, cost float64, docs ...int) dataset.Result {
	o := rank.Order{Docs: docs, Place: make([]int, len(docs)), Score: make([]float64, len(docs))}
	for place, doc := range docs {
		o.Place[doc], o.Score[doc] = place, float64(len(docs)-place)
	}
	return dataset.Result{Answer: lab.Answer{Verdict: "completed", Valid: true, TimeUS: timeUS, Cost: cost}, Order: o}
}

// threeModels are three models for two queries of three documents. The first and the
// last are relevant; the second query has no relevant document.
func threeModels() dataset.Bench {
	s := dataset.Set{}.WithDocuments(dataset.TextDocument("a"), dataset.TextDocument("b"), dataset.TextDocument("c"))
	s = s.WithQuery(0, dataset.Query{Text: "first"}).WithQuery(1, dataset.Query{Text: "second"}).WithMark(0, 0, 3).WithMark(0, 2, 1)
	return dataset.Bench{
		Set: s, Models: []string{"good", "cheap", "worst"}, Measures: []rank.Measure{{Kind: rank.MRR}}, Ties: rank.TiesAverage,
		Results: [][]dataset.Result{
			{ranked(2000, 0.02, 0, 2, 1), ranked(1000, 0.01, 1, 0, 2), ranked(3000, 0.03, 1, 2, 0)},
			{ranked(2000, 0.02, 0, 1, 2), {Answer: lab.Answer{Verdict: "failed", Cost: math.NaN()}}, {Answer: lab.Answer{Cost: math.NaN()}}},
		},
	}
}

// texts are the cells of a table, a row a line.
func texts(t report.Table) string {
	var lines []string
	for _, row := range t.Rows {
		var cells []string
		for _, cell := range row.Cells {
			cells = append(cells, cell.Text)
		}
		lines = append(lines, strings.TrimSpace(strings.Join(cells, "|")))
	}
	return strings.Join(lines, "\n")
}

func TestGridOfQueriesAndModels(t *testing.T) {
	b := threeModels()
	for _, figure := range b.Figures(10) {
		f := figure()
		got := texts(report.Bench{Bench: b.Lab()}.Table(f, f.Sort(lab.BySet, false)))
		want := map[string]string{
			"RR":                     "1|first|1.000 █|0.500 ▅|0.500 ▅\n2|second|no mark|✗ failed|–\n|mean|1.000 █|0.500 ▅|0.500 ▅\n|median|1.000 █|0.500 ▅|0.500 ▅",
			"first relevant at rank": "1|first|1 █|2 ▁|2 ▁\n2|second|no mark|✗ failed|–\n|mean|1 █|2 ▁|2 ▁\n|median|1 █|2 ▁|2 ▁",
			"time":                   "1|first|2 ms ▅|1 ms █|3 ms ▁\n2|second|2 ms ▅|✗ failed|–\n|mean|2 ms ▅|1 ms █|3 ms ▁\n|median|2 ms ▅|1 ms █|3 ms ▁",
		}[f.Title]
		if want != "" && got != want {
			t.Errorf("%s:\n%s", f.Title, got)
		}
	}
	f := b.Figures(10)[1]()
	if got := f.Sort(lab.ByDisagreement, false); got[0] != 0 {
		t.Errorf("%v", got)
	}
	if got := f.Sort(lab.ByWorst, false); len(got) != 2 || got[1] != 1 {
		t.Errorf("a query without a figure is not last: %v", got)
	}
	if got := b.UnjudgedWords(1); got != "2 documents in the models' top 1s are unjudged, in 2 queries" {
		t.Error(got)
	}
}

func price(b dataset.Bench) report.Report {
	return report.Bench{Bench: b.Lab()}.Price(b.Measure(b.Measures[0]))
}

func differences(b dataset.Bench) report.Report {
	return report.Bench{Bench: b.Lab()}.Differences(b.Measure(b.Measures[0]))
}

// Cheap and good are on the frontier of price; worst is dearer than good and no better.
func TestFrontierOfQualityAndPrice(t *testing.T) {
	all := price(threeModels())
	s := all.Blocks[0].(report.Scatter)
	if len(s.Points) != 3 || !s.Points[0].Frontier || !s.Points[1].Frontier || s.Points[2].Frontier {
		t.Errorf("%+v", s.Points)
	}
	want := "A|good|1.000|$0.02|on the frontier\nB|cheap|0.500|$0.01|on the frontier\nC|worst|0.500|$0.03|off the frontier"
	if got := texts(all.Blocks[1].(report.Table)); got != want {
		t.Errorf("%s", got)
	}
	for i, over := range []string{"over 1 of 2 queries", "over 2 of 2 queries"} { // a model that was asked only some of them
		b := threeModels()
		b.Set = b.Set.WithMark(1, 0, 1)
		b.Results[1][1], b.Results[1][2] = ranked(1000, 0.01, 0, 1, 2), ranked(3000, 0.03, 0, 1, 2)
		b.Results[1][0].Valid = i == 1
		r := price(b)
		if note := r.Blocks[1].(report.Table).Rows[0].Note; i == 0 && note != over || i == 1 && note != "" {
			t.Errorf("%q", note)
		}
	}
	if got := all.Sum.Text; got != "up is better, left is less; over 1 of 2 queries" {
		t.Error(got)
	}
	b := threeModels()
	for q := range b.Results {
		for i := range b.Results[q] {
			b.Results[q][i].Cost = math.NaN()
		}
	}
	if got := price(b); !got.Empty() {
		t.Errorf("%+v", got)
	}
}

func TestDifferencesSayWhenQueriesAreTooFew(t *testing.T) {
	r := differences(threeModels())
	want := "good − cheap|+0.500|–|1.000|too few queries\ngood − worst|+0.500|–|1.000|too few queries\ncheap − worst|0.000|–|1.000|the same"
	if got := texts(r.Blocks[0].(report.Table)); got != want {
		t.Errorf("%s", got)
	}
	if got := r.Blocks[1].(report.Span); got.Text != "1 query that differs is too few: with it p is always 1." || got.Role != report.Warn {
		t.Errorf("%+v", got)
	}
}

func TestMethodNoteIsForATest(t *testing.T) {
	last := func(b dataset.Bench) string {
		r := differences(b)
		return r.Blocks[len(r.Blocks)-1].(report.Span).Text
	}
	if got := last(threeModels()); !strings.HasPrefix(got, "p: paired randomisation test over the queries, two-sided: all assignments of up to 16 that differ, of more 10,000") {
		t.Error(got)
	}
}
