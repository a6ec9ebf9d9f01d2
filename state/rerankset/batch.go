package rerankset

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
)

// BatchSizes are how many documents a request has, where they are tried and nobody says others.
func BatchSizes() []int { return []int{10, 25, 50} }

// Parts is in how many requests a query is asked whose documents are split into so many each; 1
// where they are not split.
func (s Set) Parts(query, size int) int {
	if n := s.Count(query); size > 0 && size < n {
		return (n + size - 1) / size
	}
	return 1
}

// CountOf is how many documents each of some queries ranks; 0 where that is not the same for all.
func (s Set) CountOf(queries []int) (n int) {
	for i, q := range queries {
		if i > 0 && s.Count(q) != n {
			return 0
		}
		n = s.Count(q)
	}
	return n
}

// Part is the set in which a query ranks only one of its parts, counted from 0.
func (s Set) Part(query, size, part int) Set {
	q := s.Queries[query]
	from, to := part*size, min((part+1)*size, s.Count(query))
	places := make([]int, 0, to-from)
	for place := from; place < to; place++ {
		places = append(places, s.Document(query, place))
	}
	q.Candidates = places
	return s.WithQuery(query, q)
}

// Sampled are at most so many queries, evenly chosen: of those with a document marked 1 or more,
// where there are some.
func (s Set) Sampled(most int) (queries []int) {
	var asked, marked []int
	for q, query := range s.Queries {
		if strings.TrimSpace(query.Text) == "" {
			continue
		}
		asked = append(asked, q)
		for _, mark := range query.marks {
			if mark > 0 {
				marked = append(marked, q)
				break
			}
		}
	}
	if len(marked) > 0 {
		asked = marked
	}
	n := min(most, len(asked))
	for i := range n {
		queries = append(queries, asked[i*len(asked)/n])
	}
	return queries
}

// Joined is the result of a query that was asked in parts: merged by score, with the time of the
// slowest part, for they can be asked side by side. It is ranked where all parts are and every
// document has a score.
func Joined(topN int, parts []Result) Result {
	if len(parts) == 0 {
		return Result{Cost: math.NaN()}
	}
	all := Result{Ranked: true, Requests: len(parts)}
	var orders []rank.Order
	missing := false
	for _, p := range parts {
		all.Ranked = all.Ranked && p.Ranked
		all.Running = all.Running || p.Running
		if all.Verdict == "" || !p.Ranked && p.Verdict != "" {
			all.Verdict = p.Verdict
		}
		missing = missing || p.Verdict == ""
		all.TimeUS, all.SumUS, all.Cost = max(all.TimeUS, p.TimeUS), all.SumUS+p.TimeUS, all.Cost+p.Cost
		orders = append(orders, p.Order)
	}
	if missing { // what it takes is not known yet
		all.Verdict = ""
		all.TimeUS, all.SumUS, all.Cost = 0, 0, math.NaN()
	}
	if !all.Ranked {
		return all
	}
	if all.Order, all.Ranked = rank.Merged(topN, orders...); !all.Ranked {
		all.Failure = "a document has no score by which the parts could be merged"
	}
	return all
}

// Batches is a comparison of batch sizes: the columns of the Bench are models that were asked for
// all documents of a query at once, each followed by the same in parts.
type Batches struct {
	Bench
	Columns []Batch
	Of      int // queries of the set
	Sample  int // of these, for which sizes are tried; the Bench has those that are done
}

// Batch is a column.
type Batch struct {
	Model string
	Size  int // documents a request; 0 for all
	Whole int // the column of the same model with all
}

// NewBatches lays out a comparison of some queries of a set, by models and sizes; result says
// what came of each query.
func NewBatches(s Set, queries, sizes []int, result func(query, model, size int) Result) Batches {
	b := Batches{Bench: Bench{Set: s}, Of: len(s.Queries), Sample: len(queries)}
	b.Set.Queries = nil
	of := make([]int, 0, (1+len(sizes))*len(s.Models)) // the model of each column
	for model, label := range s.Labels() {
		whole := len(b.Columns)
		for _, size := range append([]int{0}, sizes...) {
			name := label
			if size > 0 {
				name = BatchLabel(label, size)
			}
			b.Models, of = append(b.Models, name), append(of, model)
			b.Columns = append(b.Columns, Batch{Model: label, Size: size, Whole: whole})
		}
	}
	for _, q := range queries {
		b.Set.Queries = append(b.Set.Queries, s.Queries[q])
		row := make([]Result, len(of))
		for i, model := range of {
			row[i] = Result{Cost: math.NaN()}
			if size := b.Columns[i].Size; size == 0 || s.Parts(q, size) > 1 {
				row[i] = result(q, model, size)
			}
		}
		b.Results = append(b.Results, row)
	}
	b.keepDone(queries, s)
	return b
}

// keepDone leaves out the queries that a column has not been asked yet, where it was asked others: means
// over other queries are not compared.
func (b *Batches) keepDone(queries []int, s Set) {
	begun := make([]bool, len(b.Columns))
	for _, row := range b.Results {
		for i, r := range row {
			begun[i] = begun[i] || r.Verdict != ""
		}
	}
	set, results := b.Set.Queries, b.Results
	b.Set.Queries, b.Results = nil, nil
	for n, row := range results {
		done := true
		for i, r := range row {
			split := b.Columns[i].Size == 0 || s.Parts(queries[n], b.Columns[i].Size) > 1
			done = done && (r.Verdict != "" || !begun[i] || !split)
		}
		if done {
			b.Set.Queries, b.Results = append(b.Set.Queries, set[n]), append(b.Results, row)
		}
	}
}

// BatchLabel names a model that is asked for so many documents a request.
func BatchLabel(model string, size int) string { return fmt.Sprintf("%s, %d a request", model, size) }

// All is how many documents each query has; 0 where that is not the same for all.
func (b Batches) All() int {
	queries := make([]int, len(b.Set.Queries))
	for i := range queries {
		queries[i] = i
	}
	return b.Set.CountOf(queries)
}

// Requests is how many requests a column took.
func (b Batches) Requests(column int) (n int) {
	for _, row := range b.Results {
		if row[column].Verdict != "" {
			n += max(row[column].Requests, 1)
		}
	}
	return n
}

// Moved is how far parts moved the scores of a model at most: the largest of all queries; see
// rank.Moved. It is NaN where nothing was split.
func (b Batches) Moved(column int) float64 {
	most := math.NaN()
	if b.Columns[column].Size == 0 {
		return most
	}
	for _, row := range b.Results {
		whole, parts := row[b.Columns[column].Whole], row[column]
		if !whole.Ranked || !parts.Ranked {
			continue
		}
		if by := rank.Moved(whole.Order, parts.Order); !(by <= most) && !math.IsNaN(by) {
			most = by
		}
	}
	return most
}

// Tried reports whether a request in parts was answered.
func (b Batches) Tried() bool {
	return slices.ContainsFunc(b.Results, func(row []Result) bool {
		return slices.ContainsFunc(row, func(r Result) bool { return r.Requests > 1 && r.Verdict != "" })
	})
}

// Total is the time of all requests of a column, one after the other, in microseconds; NaN where
// it is not known.
func (b Batches) Total(column int) float64 {
	sum := int64(0)
	for _, row := range b.Results {
		sum += cmp.Or(row[column].SumUS, row[column].TimeUS)
	}
	if sum == 0 {
		return math.NaN()
	}
	return float64(sum)
}

// Split is the Bench of the columns in parts alone.
func (b Batches) Split() Bench {
	out := b.Bench
	out.Models, out.Results = nil, make([][]Result, len(b.Results))
	for i, c := range b.Columns {
		if c.Size == 0 {
			continue
		}
		out.Models = append(out.Models, b.Models[i])
		for q, row := range b.Results {
			out.Results[q] = append(out.Results[q], row[i])
		}
	}
	return out
}

// JSON writes an object for each column: what it is, how many requests it took, the mean of the
// first measure, the 95th percentile of the times and the time of all requests, the mean cost of
// a query, and how far parts moved the scores at most. What is not known is null.
func (b Batches) JSON() []byte {
	quality, times, costs := b.Grid(b.Measures[0]), b.Times(), b.Costs()
	var all [][]byte
	for i, c := range b.Columns {
		all = append(all, object([]scan.Member{
			{Key: "model", Value: scan.Quote(c.Model)},
			{Key: "documents_per_request", Value: sizeJSON(c.Size)},
			{Key: "requests", Value: integer(b.Requests(i))},
			{Key: "measure", Value: scan.Quote(b.Measures[0].Name())},
			{Key: "mean", Value: number(full(quality.Spread(i).Mean))},
			{Key: "p95_ms", Value: number(full(times.Quantile(i, 0.95) / 1000))},
			{Key: "total_ms", Value: number(full(b.Total(i) / 1000))},
			{Key: "cost", Value: number(full(costs.Spread(i).Mean))},
			{Key: "scores_moved", Value: number(full(b.Moved(i)))},
		}))
	}
	return list(all)
}

func sizeJSON(size int) []byte {
	if size == 0 {
		return scan.Quote("all")
	}
	return integer(size)
}
