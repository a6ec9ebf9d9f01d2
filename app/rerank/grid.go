package rerank

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/state/share/export"
	"gatehouse/views"
	gridpane "gatehouse/views/lab/grid"
	"gatehouse/views/rerank/reading"
)

// grid is what the grid of all queries was computed of last, and whether it is being computed.
type grid struct {
	of      gridInputs
	working bool
}

// gridInputs are the values that the grid depends on.
type gridInputs struct {
	edit, docs, basis, version uint64
	k                          int
	choice                     gridpane.Choice
}

func (s *Screen) gridInputs() gridInputs {
	return gridInputs{s.edit, s.docs, s.basis, s.version, s.depth, s.gridPane.Choice()}
}

// bench returns what the models ranked for all queries, without outdated answers and without runs of other systems.
func (s *Screen) bench() dataset.Bench {
	b := dataset.Bench{Set: s.set, Models: s.set.Labels(), Ties: rank.TiesAverage, Measures: rank.MeasuresTo(s.depth)}
	for q := range s.set.Queries {
		row := make([]dataset.Result, len(b.Models))
		for i, run := range s.rankings[q] {
			row[i].Cost = math.NaN()
			if run != nil && s.fresh(run, q, i) {
				row[i] = run.answer.Result()
			}
		}
		b.Results = append(b.Results, row)
	}
	return b
}

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
	return func() tea.Msg {
		g := gridOf(b, now, judge, run)
		return screen.EffectFunc(func() tea.Cmd {
			s.grid.working = false
			if now.choice.Order == s.gridPane.Choice().Order { // else the one in the new order follows
				s.gridPane.Show(g)
			}
			return s.measureGrid()
		})
	}
}

// gridOf computes a grid; judge and run are keys.
func gridOf(b dataset.Bench, of gridInputs, judge, run string) gridpane.Grid {
	b = b.WithRuns()
	reports, all, measures := report.Bench{Bench: b.Lab()}, b.Figures(of.k), b.AllMeasures()
	figure, measure := all[of.choice.Figure](), measures[0]
	if of.choice.Figure < len(measures) {
		measure = measures[of.choice.Figure]
	}
	g := gridpane.Of(reports, figure, of.choice.Order, reports.Means(measures, b.Ties.Words()), reports.Differences(measure), reports.Worst(figure),
		reports.Runs(), report.BenchAgreement(b, of.k), reports.Price(measure))
	g.Figures = len(all)
	if unjudged := b.UnjudgedWords(of.k); unjudged != "" {
		g.Notes = append(g.Notes, unjudged+"; "+judge+" judges them")
	}
	if !reports.Started() {
		g.Notes = append(g.Notes, run+" runs every query with every model")
	}
	if chosen := b.Set.Chosen(); chosen != "" {
		g.Notes = append(g.Notes, chosen)
	}
	return g
}

// showGrid shows the grid of all queries, or goes back from it to the list.
func (s *Screen) showGrid() tea.Cmd {
	if s.Focus() == GridPane {
		return s.backToList()
	}
	s.gridPane.Select(s.at)
	return s.backToGrid()
}

func (s *Screen) backToGrid() tea.Cmd {
	s.enlarged = GridPane
	return s.SetFocus(GridPane)
}

func (s *Screen) backToList() tea.Cmd {
	s.enlarged = ""
	return s.SetFocus(RankingPane)
}

func (s *Screen) openQuery(query int) tea.Cmd {
	if query < 0 || query >= len(s.set.Queries) {
		return nil
	}
	s.at, s.fault = query, ""
	s.invalidate()
	return s.backToList()
}

func (s *Screen) refreshGrid() tea.Cmd {
	s.invalidate()
	if s.Focus() == GridPane {
		return nil
	}
	return s.showGrid()
}

// askExportAll asks where the comparison over all queries is to be written.
func (s *Screen) askExportAll() tea.Cmd {
	model, ok := s.list.Column()
	if !ok {
		return s.noModel()
	}
	return s.AskSave(&screen.ToSave{
		Title: "Export all queries", Path: s.InFolder("bench.csv"),
		Note: fmt.Sprintf(".csv: a row per query and model; .json, .md: the means; .run, .qrels: for TREC, the run of %s or the marks; .tsv, .jsonl: the set", s.label(model)),
		Take: func(path string) (screen.Contents, error) {
			write := export.BenchFile(s.bench().WithRuns(), path, model)
			if write == nil {
				return screen.Contents{}, errors.New("end the name in .csv, .json, .md, .run, .qrels, .tsv or .jsonl to choose the format")
			}
			return screen.Contents{Write: write}, nil
		},
	})
}

// judging is a walk through documents at the top of rankings that have no mark.
type judging struct {
	list    [][2]int // query and document, by their numbers
	at      int
	docs    uint64          // number of the documents
	queries []dataset.Query // as they were
}

// stale reports whether the list refers to documents or queries that have changed.
func (j *judging) stale(s *Screen) bool {
	return j.docs != s.docs || !slices.EqualFunc(j.queries, s.set.Queries, func(a, b dataset.Query) bool { return a.Text == b.Text })
}

// judge begins to judge the unmarked documents of the first k of each model.
func (s *Screen) judge() tea.Cmd {
	j := &judging{docs: s.docs, queries: s.set.Queries}
	ranked := false
	b := s.bench().WithRuns()
	for q, docs := range b.Unjudged(s.depth) {
		for _, doc := range docs {
			j.list = append(j.list, [2]int{q, doc})
		}
		for _, r := range b.Results[q] {
			ranked = ranked || r.Valid
		}
	}
	name := s.Keys.In(views.Rerank).Name
	switch {
	case !ranked:
		return s.Notify("nothing is ranked yet; %s runs every query with every model", name(views.ActRankRunAll))
	case len(j.list) == 0:
		return s.Notify("every document in the top %ds of the models has a mark", s.depth)
	}
	s.judging = j
	s.showJudged()
	s.enlarged = JudgePane
	return s.SetFocus(JudgePane)
}

func (s *Screen) isJudging() bool { return s.judging != nil && s.Focus() == JudgePane }

// showJudged shows the document to be judged, without its ranks.
func (s *Screen) showJudged() {
	j := s.judging
	if j == nil || j.stale(s) {
		return
	}
	query, doc := j.list[j.at][0], j.list[j.at][1]
	if s.at != query {
		s.at, s.fault = query, ""
		s.invalidate()
	}
	s.judgePane.SetFoot(s.judgeWords()...)
	s.judgePane.SetDocument(s.readingOf(doc))
}

// stepJudged goes to another document; after the last it shows the grid.
func (s *Screen) stepJudged(by int) tea.Cmd {
	j := s.judging
	to := j.at + by
	switch {
	case j.stale(s):
		s.judging = nil
		return tea.Batch(s.backToGrid(), s.Notify("the documents or the queries have changed; %s begins again", s.Keys.Name(views.ActRankJudge)))
	case to < 0:
		return s.Notify("this is the first of %s", figures.Counted(len(j.list), "document"))
	case to >= len(j.list):
		left := 0
		for _, one := range j.list {
			if s.set.Queries[one[0]].Mark(one[1]) == rank.None {
				left++
			}
		}
		s.judging = nil
		return tea.Batch(s.backToGrid(), s.Notify("%s judged, %d left", figures.Counted(len(j.list)-left, "document"), left))
	}
	j.at = to
	s.showJudged()
	s.invalidate()
	return nil
}

func (s *Screen) judgeWords() []string {
	name := s.Keys.In(views.Rerank).Name
	question := s.Styles.Strong.Render("How relevant is it to the query?")
	for i, word := range [...]string{"not", "somewhat", "relevant", "highly"} {
		key := name(views.MarkActions()[i])
		question += "   " + s.Styles.Key.Render(key) + " " + s.Styles.Text.Render(word)
	}
	return []string{question, s.Styles.Dim.Render(fmt.Sprintf("unjudged document %d of %s", s.judging.at+1, figures.Thousands(len(s.judging.list))))}
}

// judgedPane is the document being judged.
type judgedPane struct {
	*reading.Model
	keys *views.Keys
}

func (p judgedPane) ShortHelp() []key.Binding {
	keys := p.keys.In(views.Rerank)
	return []key.Binding{views.MarkKeys(keys, "mark, next"), keys.As(views.ActRankQueryNext, "skip"), keys.As(views.ActRankQueryBefore, "before")}
}
