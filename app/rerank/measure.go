package rerank

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/answer/figures"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/report"
	"gatehouse/views"
)

// lastFigures are the agreement and quality of the rankings, as last computed.
type lastFigures struct {
	of      inputs
	working bool
	done    measured
}

// inputs are the values that the figures depend on.
type inputs struct {
	docs  uint64 // number of the documents
	basis uint64 // version of the marks and runs
	at    int    // the query
	k     int    // depth of nDCG@k
}

// measured has the figures of some inputs.
type measured struct {
	screen        *Screen
	of            inputs
	models        []dataset.Model
	figures       report.Rerankers
	disagreements []int // the documents that the orders place most differently first; nil for fewer than two orders
}

// inputs are what the figures would be computed from now.
func (s *Screen) inputs() inputs {
	return inputs{docs: s.docs, basis: s.basis, at: s.at, k: s.depth}
}

// measure computes the figures in the background, once at a time, and shows the known ones until then.
func (s *Screen) measure() tea.Cmd {
	s.showFigures()
	now := s.inputs()
	if s.figures.working || s.figures.of == now {
		return nil
	}
	s.figures.of, s.figures.working = now, true
	set, answers, all, texts := s.set, s.compared(), s.allRanked(), s.texts
	return func() tea.Msg {
		table := set.Table(now.at, now.k, answers...)
		d := measured{screen: s, of: now, models: set.Models, figures: report.RerankersOf(table)}
		addMeans(&d.figures, all, now.k)
		var orders []rank.Order
		for _, a := range table.Columns {
			if a.Ranked {
				orders = append(orders, a.Order)
			}
		}
		if len(orders) > 1 {
			var places []float64
			d.disagreements, places = rank.Disagreements(orders...)
			d.figures.Splits = topSplits(d.disagreements, places, texts)
		}
		return d
	}
}

// allRanked returns the rankings of the present documents for all queries, outdated ones too.
func (s *Screen) allRanked() dataset.Bench {
	b := dataset.Bench{Set: s.set, Models: s.set.Labels(), Ties: rank.TiesAverage}
	for q := range s.set.Queries {
		row := make([]dataset.Result, len(b.Models))
		for i, run := range s.rankings[q] {
			if o := s.requestOrder(run); o != nil {
				row[i] = dataset.Result{Answer: lab.Answer{Valid: true}, Order: *o}
			}
		}
		b.Results = append(b.Results, row)
	}
	return b
}

// addMeans adds the mean of each model over its queries with a relevant document.
func addMeans(f *report.Rerankers, b dataset.Bench, k int) {
	ndcg, rr, ap := b.Measure(rank.Measure{Kind: rank.NDCG, K: k}), b.Measure(rank.Measure{Kind: rank.MRR}), b.Measure(rank.Measure{Kind: rank.MAP})
	counted := map[int]bool{}
	for i := range f.Runs {
		run := &f.Runs[i]
		run.Mean = rank.Judgement{NDCG: ndcg.Spread(i).Mean, RR: rr.Spread(i).Mean, AP: ap.Spread(i).Mean}
		for q, v := range ndcg.Column(i) {
			if !math.IsNaN(v) {
				run.Over = append(run.Over, q)
				counted[q] = true
			}
		}
	}
	f.Queries = len(counted)
}

// topSplits returns the documents that orders place most differently.
func topSplits(docs []int, places []float64, texts []string) (all []report.Split) {
	const maxSplits = 5
	for _, doc := range docs[:min(len(docs), maxSplits)] {
		if places[doc] > 0 {
			all = append(all, report.Split{Document: doc, Places: places[doc], Words: screen.Short(texts[doc], 200)})
		}
	}
	return all
}

func (d measured) Apply() tea.Cmd {
	s := d.screen
	s.figures.working, s.figures.done = false, d
	if d.of != s.inputs() {
		if s.isShown() {
			return s.measure()
		}
		s.shown = 0 // computed again when the screen is shown
		return nil
	}
	s.list.SetDisagreements(d.disagreements)
	s.showFigures()
	return nil
}

// showFigures gives the panes the known figures, outdated ones until the new arrive.
func (s *Screen) showFigures() {
	d, now, q := &s.figures.done, s.inputs(), s.set.Queries[s.at]
	f := d.figures
	f.Working = d.of != now
	now.basis = d.of.basis
	if d.of != now || !slices.EqualFunc(d.models, s.set.Models, dataset.Model.Same) {
		f = report.Rerankers{Working: true}
	}
	known := f.Runs
	f.Depth, f.Documents = s.depth, len(s.set.Documents)
	f.Runs, f.Marked, f.MarkedFor = nil, q.Marked(), screen.Short(q.MarkedFor(), 120)
	for q := range s.set.Queries {
		if s.set.Queries[q].MarkedFor() != "" {
			f.StaleMarks = append(f.StaleMarks, q)
		}
	}
	grades := make([]string, len(s.set.Models))
	for i, a := range s.compared() {
		run := report.RankRun{Judged: rank.Judge(rank.Order{}, nil, s.depth)}
		if known != nil {
			run = known[i]
			run.StaleQueries = s.staleQueries(run.Over, i)
		}
		if run.Answer = a; a.Ranked && !math.IsNaN(run.Judged.NDCG) {
			grades[i] = fmt.Sprintf("nDCG@%d %.3f", s.depth, run.Judged.NDCG)
		}
		f.Runs = append(f.Runs, run)
	}
	s.measures.SetFigures(f)
	s.list.SetGrades(grades)
}

// staleQueries are those of some queries for which a model was asked something else than
// it would be now.
func (s *Screen) staleQueries(queries []int, model int) (aged []int) {
	for _, q := range queries {
		if q < len(s.rankings) && s.rankings[q][model] != nil && !s.fresh(s.rankings[q][model], q, model) {
			aged = append(aged, q)
		}
	}
	return aged
}

// staleMarksNotice says that the marks of the query that is shown were made for another
// text of it; empty where they were not.
func (s *Screen) staleMarksNotice() string {
	q := s.set.Queries[s.at]
	words := q.MarkedFor()
	if words == "" {
		return ""
	}
	const maxWords = 22 // characters, for a line of 80
	return fmt.Sprintf("%s made for “%s”; %s in the list adds a query", figures.Counted(q.Marked(), "mark"), screen.Short(words, maxWords), s.Keys.Name(views.ActRankQueryAdd))
}

// nextDepth returns the depth after k.
func nextDepth(k int) int {
	depths := []int{1, 3, 5, firstDepth, 20, 50, 100}
	return depths[(slices.Index(depths, k)+1)%len(depths)]
}

// stepDepth chooses the next depth of nDCG@k and of the overlap.
func (s *Screen) stepDepth() tea.Cmd {
	s.depth = nextDepth(s.depth)
	s.invalidate()
	if !s.hasFigures() {
		return s.Notify("depth k is now %d; %s shows the figures", s.depth, s.Keys.Name(views.ActRankDefine))
	}
	return nil
}
