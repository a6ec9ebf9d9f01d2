package rerankset

import (
	"bytes"
	"cmp"
	"math"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
	"gatehouse/state/spelling"
)

// Bench is what several models ranked for all queries of a set.
type Bench struct {
	Set      Set      // whose marks count
	Models   []string // labels
	Results  [][]Result
	Measures []rank.Measure
	Ties     rank.Ties
}

// Result is what came of one query and one model; of a query's by place in its request.
type Result struct {
	Verdict string // empty: it was not run, or runs
	Running bool
	Ranked  bool       // Order is what came
	Order   rank.Order // by place in the request of its query
	Whole   bool       // Order is by document of the set instead: it is that of a run file
	TimeUS  int64      // 0: unknown
	Cost    float64    // in USD; NaN: unknown
}

// Grid is one measure of every query by every model.
func (b Bench) Grid(m rank.Measure) rank.Grid {
	return b.grid(func(query int, marks []int, r Result) float64 {
		if !r.Ranked {
			return math.NaN()
		}
		return m.Of(b.order(query, r), marks)
	})
}

// FirstRelevant is the rank of the first relevant document of every query by every model.
func (b Bench) FirstRelevant() rank.Grid {
	return b.grid(func(query int, marks []int, r Result) float64 {
		return rank.FirstRelevant(b.order(query, r), marks)
	})
}

// Times is how long every run took that was ranked, in microseconds: a failure is no quick answer.
func (b Bench) Times() rank.Grid {
	return b.grid(func(_ int, _ []int, r Result) float64 {
		if r.TimeUS <= 0 || !r.Ranked {
			return math.NaN()
		}
		return float64(r.TimeUS)
	})
}

// Costs is what every run cost, in USD.
func (b Bench) Costs() rank.Grid {
	return b.grid(func(_ int, _ []int, r Result) float64 {
		if r.Verdict == "" {
			return math.NaN()
		}
		return r.Cost
	})
}

// order is an order with its ties broken, where they are to be.
func (b Bench) order(query int, r Result) rank.Order {
	switch {
	case b.Ties != rank.TiesTREC:
		return r.Order
	case r.Whole:
		return r.Order.Untied(b.Set.DocumentID)
	}
	return r.Order.Untied(func(place int) string { return b.Set.DocumentID(b.Set.Document(query, place)) })
}

// Agreements are how well two models agree on each query that both ranked, p and k as for
// rank.Agree.
func (b Bench) Agreements(i, j int, p float64, k int) (all []rank.Agreement) {
	for q, row := range b.Results {
		if row[i].Ranked && row[j].Ranked {
			first, second := row[i].Order, row[j].Order
			if row[i].Whole || row[j].Whole { // else both are of one request, which takes a hundredth of the time
				first, second = b.whole(q, row[i]), b.whole(q, row[j])
			}
			all = append(all, rank.Agree(first, second, p, k))
		}
	}
	return all
}

// whole is an order by document of the set.
func (b Bench) whole(query int, r Result) rank.Order {
	if r.Whole || b.Set.Queries[query].Candidates == nil {
		return r.Order
	}
	return r.Order.Among(len(b.Set.Documents), func(place int) int { return b.Set.Document(query, place) })
}

func (b Bench) grid(of func(query int, marks []int, r Result) float64) rank.Grid {
	g := make(rank.Grid, len(b.Results))
	for q, row := range b.Results {
		marks := b.Set.Marks(q)
		g[q] = make([]float64, len(row))
		for i, r := range row {
			if r.Whole {
				g[q][i] = of(q, b.Set.AllMarks(q), r)
				continue
			}
			g[q][i] = of(q, marks, r)
		}
	}
	return g
}

// Unjudged lists by query the documents of the set without a mark that a result has among its
// first k, each once, by their number: that tells nothing of who brought them.
func (b Bench) Unjudged(k int) [][]int {
	all := make([][]int, len(b.Results))
	for q, row := range b.Results {
		for _, r := range row {
			for _, place := range r.Order.Docs[:min(k, len(r.Order.Docs))] {
				doc := place
				if !r.Whole {
					doc = b.Set.Document(q, place)
				}
				if b.Set.Queries[q].Mark(doc) == rank.None {
					all[q] = append(all[q], doc)
				}
			}
		}
		slices.Sort(all[q])
		all[q] = slices.Compact(all[q])
	}
	return all
}

// CSV writes a row for each query and model (RFC 4180, lines ending in LF): the ids, the query,
// the model, how it ended, its time and cost, and each measure. Unknown values are empty.
func (b Bench) CSV() []byte {
	row := []string{"query_id", "query", "model", "status", "time_ms", "cost"}
	grids := make([]rank.Grid, len(b.Measures))
	for i, m := range b.Measures {
		row, grids[i] = append(row, m.Name()), b.Grid(m)
	}
	rows := [][]string{row}
	for q, results := range b.Results {
		for i, r := range results {
			row = []string{visible(b.Set.QueryID(q)), visible(b.Set.Queries[q].Text), visible(b.Models[i]), r.Verdict, Column{TimeUS: r.TimeUS}.time(), full(r.Cost)}
			for _, g := range grids {
				row = append(row, full(g[q][i]))
			}
			rows = append(rows, row)
		}
	}
	return spelling.ReportCSV(rows)
}

// Markdown writes the means as a table, then each query's first measure by every model.
func (b Bench) Markdown() []byte {
	var out bytes.Buffer
	line := func(cells ...string) { row(&out, cells...) }
	head, rule := []string{"Model"}, []string{"---"}
	for _, m := range b.Measures {
		head, rule = append(head, m.MeanTitle()), append(rule, "---:")
	}
	line(append(head, "Queries")...)
	line(append(rule, "---:")...)
	for i, model := range b.Models {
		cells, queries := []string{cell(model)}, 0
		for _, m := range b.Measures {
			s := b.Grid(m).Spread(i)
			cells, queries = append(cells, rounded(s.Mean)), s.Queries
		}
		line(append(cells, strconv.Itoa(queries))...)
	}
	out.WriteString("\nMeans over the queries that a model ranked for and that have a relevant document; " + b.Ties.Words() + ".\n")
	if len(b.Measures) == 0 {
		return out.Bytes()
	}
	out.WriteString("\n" + b.Measures[0].Title() + " of each query:\n\n")
	head, rule = []string{"Query"}, []string{"---"}
	for _, model := range b.Models {
		head, rule = append(head, cell(model)), append(rule, "---:")
	}
	line(head...)
	line(rule...)
	for q, row := range b.Grid(b.Measures[0]) {
		cells := []string{cell(b.Set.Queries[q].Text)}
		for _, v := range row {
			cells = append(cells, rounded(v))
		}
		line(cells...)
	}
	return out.Bytes()
}

// JSON writes the measures as one object: each model's mean, median and number of queries, and
// of each two models the difference with its test.
func (b Bench) JSON() []byte {
	var measures [][]byte
	for _, m := range b.Measures {
		g := b.Grid(m)
		var models, pairs [][]byte
		for i, label := range b.Models {
			s := g.Spread(i)
			models = append(models, object([]scan.Member{
				{Key: "model", Value: scan.Quote(label)},
				{Key: "mean", Value: number(full(s.Mean))},
				{Key: "median", Value: number(full(s.Median))},
				{Key: "queries", Value: integer(s.Queries)},
			}))
			for j := range i {
				pairs = append(pairs, b.difference(j, i, rank.Differ(g.Column(j), g.Column(i))))
			}
		}
		measures = append(measures, object([]scan.Member{
			{Key: "measure", Value: scan.Quote(m.Name())},
			{Key: "models", Value: list(models)},
			{Key: "differences", Value: list(pairs)},
		}))
	}
	return object([]scan.Member{{Key: "ties", Value: scan.Quote(string(cmp.Or(b.Ties, rank.TiesAverage)))}, {Key: "measures", Value: list(measures)}})
}

func (b Bench) difference(i, j int, d rank.Difference) []byte {
	test, assignments := "exact", 1<<min(d.Differing, 62)
	if !d.Exact {
		test, assignments = "sampled", d.Samples
	}
	return object([]scan.Member{
		{Key: "a", Value: scan.Quote(b.Models[i])},
		{Key: "b", Value: scan.Quote(b.Models[j])},
		{Key: "queries", Value: integer(d.Queries)},
		{Key: "mean", Value: number(full(d.Mean))},
		{Key: "low", Value: number(full(d.Low))},
		{Key: "high", Value: number(full(d.High))},
		{Key: "p", Value: number(full(d.P))},
		{Key: "least_p", Value: number(full(d.LeastP()))},
		{Key: "test", Value: scan.Quote(test)},
		{Key: "assignments", Value: integer(assignments)},
		{Key: "bootstrap_samples", Value: integer(d.Resamples)},
	})
}

func integer(n int) []byte { return strconv.AppendInt(nil, int64(n), 10) }
