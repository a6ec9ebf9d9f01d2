package dataset

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gatehouse/state/answer/figures"
	"gatehouse/state/history/output"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/text/spelling"
)

// Bench is what several models ranked for all queries of a set.
type Bench struct {
	Set      Set      // whose marks count
	Models   []string // labels
	Results  [][]Result
	Measures []rank.Measure
	Ties     rank.Ties
}

// Result is the answer of one model to one query.
type Result struct {
	lab.Answer
	Order  rank.Order // by place in the request of its query, if the answer is valid
	OfSet  bool       // Order is by document of the set instead, then of Others: it is from a run file
	Others []string   // ids of the documents with a mark that the set lacks, then of those in Order
}

// Lab returns the answers without their orders.
func (b Bench) Lab() lab.Bench {
	l := lab.Bench{Case: "query", Candidate: "model", Candidates: b.Models}
	for q, results := range b.Results {
		l.Cases = append(l.Cases, b.Set.Queries[q].Text)
		row := make([]lab.Answer, len(results))
		for i, r := range results {
			row[i] = r.Answer
		}
		l.Answers = append(l.Answers, row)
	}
	return l
}

// Figures returns what a grid can show, measures to a depth k.
func (b Bench) Figures(k int) (all []func() lab.Figure) {
	for _, m := range rank.MeasuresTo(k) {
		all = append(all, func() lab.Figure { return b.Measure(m) })
	}
	return append(all, b.FirstRelevant, b.Lab().Times, b.Lab().Costs)
}

// Measure returns a measure of every query by every model.
func (b Bench) Measure(m rank.Measure) lab.Figure {
	f := lab.Figure{Title: m.Title(), MeanTitle: m.MeanTitle(), Share: true, Write: func(v float64) string { return strconv.FormatFloat(v, 'f', 3, 64) }, Needs: "a ranking and a document marked 1 or more", Unknown: b.unmeasured}
	f.Grid = b.grid(func(query int, marks []int, r Result) float64 {
		if !r.Valid {
			return math.NaN()
		}
		return m.Of(b.order(query, r), marks)
	})
	return f
}

// AllMeasures returns the measures of the bench.
func (b Bench) AllMeasures() []lab.Figure {
	all := make([]lab.Figure, len(b.Measures))
	for i, m := range b.Measures {
		all[i] = b.Measure(m)
	}
	return all
}

// FirstRelevant returns the rank of the first relevant document of every query by every model.
func (b Bench) FirstRelevant() lab.Figure {
	f := lab.Figure{Title: "first relevant at rank", Unknown: b.unmeasured, Write: func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }}
	f.Grid = b.grid(func(query int, marks []int, r Result) float64 {
		return rank.FirstRelevant(b.order(query, r), marks)
	})
	return f
}

// unmeasured returns why a ranking of a query has no measure.
func (b Bench) unmeasured(query int) string {
	switch marks := b.Set.AllMarks(query); {
	case b.Set.Queries[query].Marked() == 0:
		return "no mark"
	case slices.Max(marks) == 0:
		return "none relevant"
	}
	return "not returned"
}

// order returns the order of a result, with ties broken for TiesTREC.
func (b Bench) order(query int, r Result) rank.Order {
	if b.Ties != rank.TiesTREC {
		return r.Order
	}
	return r.Order.Untied(func(doc int) string { return b.documentID(query, r, doc) })
}

// documentID returns the id of a document in the order of a result.
func (b Bench) documentID(query int, r Result, doc int) string {
	switch n := len(b.Set.Documents); {
	case !r.OfSet:
		return b.Set.DocumentID(b.Set.Document(query, doc))
	case doc >= n:
		return r.Others[doc-n]
	}
	return b.Set.DocumentID(doc)
}

// Agreements returns the agreement of two models on each query that both ranked, to a depth k.
func (b Bench) Agreements(i, j int, k int) (all []rank.Agreement) {
	for q, row := range b.Results {
		if row[i].Valid && row[j].Valid {
			first, second := row[i].Order, row[j].Order
			if row[i].OfSet || row[j].OfSet { // else both refer to one request, which takes a hundredth of the time
				first, second = b.inSet(q, row[i]), b.inSet(q, row[j])
			}
			all = append(all, rank.Agree(first, second, rank.Persistence, k))
		}
	}
	return all
}

// inSet returns an order by document of the set, without documents that it lacks.
func (b Bench) inSet(query int, r Result) rank.Order {
	switch n := len(b.Set.Documents); {
	case r.OfSet:
		o := rank.NewOrder(n)
		copy(o.Score, r.Order.Score)
		for _, doc := range r.Order.Docs {
			if doc < n {
				o.Place[doc], o.Docs = len(o.Docs), append(o.Docs, doc)
			}
		}
		return o
	case b.Set.Queries[query].Candidates == nil:
		return r.Order
	}
	return r.Order.Among(len(b.Set.Documents), func(place int) int { return b.Set.Document(query, place) })
}

func (b Bench) grid(of func(query int, marks []int, r Result) float64) lab.Grid {
	g := make(lab.Grid, len(b.Results))
	for q, row := range b.Results {
		ofRequest, all := b.Set.Marks(q), []int(nil)
		for _, r := range row {
			marks := ofRequest
			if r.OfSet && b.Set.Queries[q].Candidates != nil {
				if all == nil {
					all = b.Set.AllMarks(q)
				}
				marks = all
			}
			g[q] = append(g[q], of(q, marks, r))
		}
	}
	return g
}

// Unjudged lists by query the documents without a mark that a result has among its first k, each once and
// by number, so that the list does not show which model returned them.
func (b Bench) Unjudged(k int) [][]int {
	all := make([][]int, len(b.Results))
	for q, row := range b.Results {
		for _, r := range row {
			for _, place := range r.Order.Docs[:min(k, len(r.Order.Docs))] {
				doc := place
				if !r.OfSet {
					doc = b.Set.Document(q, place)
				}
				if doc < len(b.Set.Documents) && b.Set.Queries[q].Mark(doc) == rank.None {
					all[q] = append(all[q], doc)
				}
			}
		}
		slices.Sort(all[q])
		all[q] = slices.Compact(all[q])
	}
	return all
}

// UnjudgedWords returns how many documents Unjudged lists, or "" for none.
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

// CSV writes a row for each query and model (RFC 4180, lines ending in LF): the ids, the query,
// the model, how it ended, its time and cost, and each measure. Unknown values are empty.
func (b Bench) CSV() []byte {
	row := []string{"query_id", "query", "model", "status", "time_ms", "cost"}
	grids := make([]lab.Grid, len(b.Measures))
	for i, m := range b.Measures {
		row, grids[i] = append(row, m.Name()), b.Measure(m).Grid
	}
	rows := [][]string{row}
	for q, results := range b.Results {
		for i, r := range results {
			row = []string{Visible(b.Set.QueryID(q)), Visible(b.Set.Queries[q].Text), Visible(b.Models[i]), string(r.Verdict), milliseconds(r.TimeUS), full(r.Cost)}
			for _, g := range grids {
				row = append(row, full(g[q][i]))
			}
			rows = append(rows, row)
		}
	}
	return spelling.ReportCSV(rows)
}

// JSON writes the measures as one object: each model's mean, median and number of queries, and
// of each two models the difference with its test.
func (b Bench) JSON() []byte {
	var measures [][]byte
	for _, m := range b.Measures {
		g := b.Measure(m)
		var models, pairs [][]byte
		for i, label := range b.Models {
			s := g.Spread(i)
			var o output.Object
			o.Text("model", label)
			o.Raw("mean", []byte(full(s.Mean)))
			o.Raw("median", []byte(full(s.Median)))
			o.Int("queries", int64(s.Cases))
			models = append(models, o.End())
			for j := range i {
				pairs = append(pairs, b.difference(j, i, lab.Differ(g.Column(j), g.Column(i))))
			}
		}
		var o output.Object
		o.Text("measure", m.Name())
		o.Raw("models", output.List(models...))
		o.Raw("differences", output.List(pairs...))
		measures = append(measures, o.End())
	}
	var o output.Object
	o.Text("ties", string(cmp.Or(b.Ties, rank.TiesAverage)))
	o.Raw("measures", output.List(measures...))
	return o.End()
}

func (b Bench) difference(i, j int, d lab.Difference) []byte {
	test, assignments := "exact", 1<<min(d.Differing, 62)
	if !d.Exact {
		test, assignments = "sampled", d.Samples
	}
	var o output.Object
	o.Text("a", b.Models[i])
	o.Text("b", b.Models[j])
	o.Int("queries", int64(d.Cases))
	o.Raw("mean", []byte(full(d.Mean)))
	low, high := full(d.Low), full(d.High)
	if d.TooFew() { // resampling a few says more than they do
		low, high = "", ""
	}
	o.Raw("low", []byte(low))
	o.Raw("high", []byte(high))
	o.Raw("p", []byte(full(d.P)))
	o.Raw("least_p", []byte(full(d.MinP())))
	o.Text("test", test)
	o.Int("assignments", int64(assignments))
	o.Int("bootstrap_samples", int64(d.Resamples))
	return o.End()
}
