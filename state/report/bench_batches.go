package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gatehouse/state/figures"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
)

// Batches is a comparison of batch sizes, as reports tell it.
type Batches struct {
	rerankset.Batches
}

// BatchSizes is the title of the first of their reports.
const BatchSizes = "BATCH SIZES"

// Reports tell what each batch size brings by a measure, and what it takes: as a table and, where
// enough is known, as points. There is none before a request in parts was answered.
func (b Batches) Reports(m rank.Measure) []Report {
	if !b.Tried() {
		return nil
	}
	r := Report{Title: BatchSizes, Sum: quiet(b.sample())}
	table := Table{Columns: []Column{
		{}, {Title: "a request", Right: true}, {Title: "requests", Right: true, Spare: 2}, {Title: m.MeanTitle(), Right: true},
		{Title: "p95", Right: true}, {Title: "all requests", Right: true, Spare: 3}, {Title: "cost per query", Right: true, Point: true, Spare: 1}, {Title: "scores", Right: true},
	}}
	bench := Bench{b.Bench}
	quality, times, costs := b.Grid(m), b.Times(), b.Costs()
	for i, c := range b.Columns {
		requests := b.Requests(i)
		if requests == 0 {
			continue
		}
		table.Rows = append(table.Rows, Row{Note: bench.lack(i), Cells: []Span{
			{c.Model, Name}, {Text: b.size(c)}, {Text: figures.Thousands(requests)}, {Text: unit(quality.Spread(i).Mean)},
			known(duration(times.Quantile(i, 0.95))), known(duration(b.Total(i))), known(price(costs.Spread(i).Mean)), b.moved(i),
		}})
	}
	r.Blocks = []Block{table, quiet("p95: of the slowest request of each query, as if they were sent side by side; all requests: the time of all, one after the other")}
	if warning := b.relative(); warning != "" {
		r.Blocks = append(r.Blocks, Span{warning, Warn})
	}
	all := []Report{r}
	for _, picture := range bench.Decisions(m) {
		picture.Title += ", BY BATCH SIZE"
		b.sized(picture)
		if len(picture.Blocks) > 0 {
			all = append(all, picture)
		}
	}
	return all
}

// sized gives the batch size of a point a column of its own, and takes back that one is on the frontier
// where its parts are not one ranking.
func (b Batches) sized(picture Report) {
	var points []Point
	for i, block := range picture.Blocks {
		if s, ok := block.(Scatter); ok {
			points = s.Points // one a row
		}
		t, ok := block.(Table)
		if !ok {
			continue
		}
		const at = 2 // behind the mark and the name
		t.Columns = slices.Insert(t.Columns, at, Column{Title: "a request", Right: true})
		for r := range t.Rows {
			cells := t.Rows[r].Cells
			column := slices.Index(b.Models, cells[1].Text)
			if said := &cells[len(cells)-1]; said.Role == Good && b.Moved(column) > stays {
				*said, points[r].Doubtful = Span{"frontier, scores off", Warn}, true
			}
			cells[1].Text = b.Columns[column].Model
			t.Rows[r].Cells = slices.Insert(cells, at, Span{Text: b.size(b.Columns[column])})
		}
		picture.Blocks[i] = t
	}
}

// size is how many documents a request of a column has.
func (b Batches) size(c rerankset.Batch) string {
	if c.Size > 0 {
		return figures.Thousands(c.Size)
	}
	return AllAtOnce(b.All())
}

// AllAtOnce says that a request has all documents of its query, with their number where it is known.
func AllAtOnce(n int) string {
	if n == 0 {
		return "all"
	}
	return figures.Thousands(n) + " (all)"
}

// sample says of which queries the comparison is.
func (b Batches) sample() string {
	words := figures.Counted(b.Of, "query")
	if b.Sample < b.Of {
		words = fmt.Sprintf("a sample of %s of %s", figures.Thousands(b.Sample), words)
	}
	if n := len(b.Results); n < b.Sample {
		words += fmt.Sprintf("; so far %s, which all rows have", figures.Thousands(n))
	}
	return words
}

// stays is how far scores may move and still count as the same: services round.
const stays = 0.001

// moved says whether parts change the scores of a model.
func (b Batches) moved(column int) Span {
	switch by := b.Moved(column); {
	case math.IsNaN(by):
		return quiet("–")
	case by <= stays:
		return Span{"the same", Good}
	default:
		return Span{fmt.Sprintf("up to %.0f %% off", math.Max(100*by, 1)), Warn}
	}
}

// relative warns of models whose scores depend on the other documents of the request.
func (b Batches) relative() string {
	var names []string
	for i, c := range b.Columns {
		if b.Moved(i) > stays && !slices.Contains(names, c.Model) {
			names = append(names, c.Model)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "A document's score depends on the others of its request (" + strings.Join(names, ", ") + "): merged by score, its parts are not one ranking. Off: the largest difference, of the range of the scores."
}

// lack says for how many queries a column has no ranking, and why where that is known.
func (b Bench) lack(column int) string {
	asked, ranked, why := 0, 0, ""
	for _, row := range b.Results {
		r := row[column]
		if r.Verdict == "" {
			continue
		}
		asked++
		if why = cmp.Or(why, r.Failure); r.Ranked {
			ranked++
		}
	}
	if ranked == asked {
		return ""
	}
	words := fmt.Sprintf("ranked %d of %d", ranked, asked)
	if why != "" {
		words += ": " + why
	}
	return words
}
