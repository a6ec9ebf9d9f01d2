package rerank

import (
	"fmt"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views"
	labpane "gatehouse/views/rerank/lab"
)

// grid is what the grid of all queries shows, and whether it is being computed.
type grid struct {
	figure  int // of Bench.Figures
	order   lab.Order
	of      gridInputs // of what it was computed last
	working bool
}

// gridInputs are the values that the grid depends on.
type gridInputs struct {
	edit, docs, basis, version uint64
	figure, k                  int
	order                      lab.Order
}

func (s *Screen) gridInputs() gridInputs {
	return gridInputs{s.edit, s.docs, s.basis, s.version, s.grid.figure, s.depth, s.grid.order}
}

// bench returns what the models ranked for all queries, without outdated answers and without runs of other systems.
func (s *Screen) bench() dataset.Bench {
	b := dataset.Bench{Set: s.set, Models: s.set.Labels(), Ties: rank.TiesAverage, Measures: rank.MeasuresTo(s.depth)}
	for q := range s.set.Queries {
		row := make([]dataset.Result, len(b.Models))
		for i, run := range s.runs[q] {
			row[i].Cost = math.NaN()
			if run != nil && s.fresh(run, q, i) {
				row[i] = run.answer.Result()
			}
		}
		b.Results = append(b.Results, row)
	}
	return b
}

// hasGrid reports whether the grid is on the screen.
func (s *Screen) hasGrid() bool { return s.layout.Pages[GridPane].W > 0 }

// measureGrid computes the grid in the background if it is on the screen and outdated.
func (s *Screen) measureGrid() tea.Cmd {
	now := s.gridInputs()
	if !s.hasGrid() || s.grid.working || s.grid.of == now {
		return nil
	}
	s.grid.of, s.grid.working = now, true
	b, name := s.bench(), s.Keys.In(views.Rerank).Name
	judge, run := name(views.ActRankJudge), name(views.ActRankRunAll)
	return func() tea.Msg { return gridMeasured{s, gridOf(b, now, judge, run)} }
}

// gridOf computes a grid; judge and run are keys.
func gridOf(b dataset.Bench, of gridInputs, judge, run string) labpane.Grid {
	b = b.WithRuns()
	reports, figure := report.Bench{Bench: b.Lab()}, b.Figures(of.k)[of.figure]()
	g := labpane.Grid{Order: figure.Sort(of.order, !figure.Share)}
	g.Table = reports.Table(figure, g.Order)
	words := []string{figure.Title, reports.Size()}
	if order := reports.OrderWords(of.order); order != "" {
		words = append(words, order)
	}
	g.Title = strings.Join(words, " · ")
	if unjudged := b.UnjudgedWords(of.k); unjudged != "" {
		g.Notes = append(g.Notes, unjudged+"; "+judge+" judges them")
	}
	if !reports.Started() {
		g.Notes = append(g.Notes, run+" runs every query with every model")
	}
	if chosen := b.Set.Chosen(); chosen != "" {
		g.Notes = append(g.Notes, chosen)
	}
	measures := b.AllMeasures()
	measure := measures[0]
	if of.figure < len(measures) {
		measure = measures[of.figure]
	}
	g.Details = []report.Report{
		reports.Means(measures, b.Ties.Words()), reports.Differences(measure), reports.Worst(figure),
		report.BenchAgreement(b, of.k), reports.Runs(), reports.Price(measure),
	}
	g.Details = slices.DeleteFunc(g.Details, report.Report.Empty)
	return g
}

// gridMeasured has a grid.
type gridMeasured struct {
	screen *Screen
	grid   labpane.Grid
}

func (g gridMeasured) Land() tea.Cmd {
	s := g.screen
	s.grid.working = false
	if s.grid.of.order == s.grid.order { // else the one in the new order follows
		s.gridPane.Show(g.grid)
	}
	return s.measureGrid()
}

// showGrid shows the grid of all queries, or goes back from it to the list.
func (s *Screen) showGrid() tea.Cmd {
	if s.Focus() == GridPane {
		return s.backToList()
	}
	s.gridPane.Select(s.at)
	return s.backToGrid()
}

// backToGrid gives the grid the focus.
func (s *Screen) backToGrid() tea.Cmd {
	s.enlarged = GridPane
	return s.SetFocus(GridPane)
}

// backToList gives the list of documents the focus.
func (s *Screen) backToList() tea.Cmd {
	s.enlarged = ""
	return s.SetFocus(RankingPane)
}

// openQuery shows the rankings of a query.
func (s *Screen) openQuery(query int) tea.Cmd {
	if query < 0 || query >= len(s.set.Queries) {
		return nil
	}
	s.at, s.fault = query, ""
	s.invalidate()
	return s.backToList()
}

// stepFigure shows the next figure in the grid, or the one before.
func (s *Screen) stepFigure(by int) tea.Cmd {
	n := len(dataset.Bench{}.Figures(s.depth))
	s.grid.figure = (s.grid.figure + by + n) % n
	return s.toGrid()
}

// switchOrder sorts the grid, or restores the order of the set if it is sorted that way.
func (s *Screen) switchOrder(order lab.Order) tea.Cmd {
	if s.grid.order == order {
		order = lab.BySet
	}
	s.grid.order = order
	s.gridPane.Begin()
	return s.toGrid()
}

// toGrid gives the grid the focus.
func (s *Screen) toGrid() tea.Cmd {
	s.invalidate()
	if s.Focus() == GridPane {
		return nil
	}
	return s.showGrid()
}

// askExportAll asks where the comparison over all queries is to be written.
func (s *Screen) askExportAll() tea.Cmd {
	model, ok := s.ranking.Column()
	if !ok {
		return s.noModel()
	}
	return s.AskSave(&screen.ToSave{
		Title: "Export all queries", Path: s.InFolder("bench.csv"),
		Note: fmt.Sprintf(".csv: a row per query and model; .json, .md: the means; .run, .qrels: for TREC, the run of %s or the marks; .tsv, .jsonl: the set", s.label(model)),
		Take: func(path string) (screen.Contents, error) {
			write := export.BenchFile(s.bench().WithRuns(), path, model)
			if write == nil {
				return screen.Contents{}, errAllEnding
			}
			return screen.Contents{Write: write}, nil
		},
	})
}
