package app

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
	"gatehouse/views/measures"
)

// Of the figures: p of the rank-biased overlap, and how many of the documents
// that are disagreed on are named.
const (
	persistence = 0.9 // the reader goes on from one place to the next nine times of ten
	splitsShown = 5
)

// rankFigures are the figures as they were worked out last.
type rankFigures struct {
	of      figuresOf
	working bool
	done    rankMeasured
}

// figuresOf is what the figures depend on, all of it comparable.
type figuresOf struct {
	docs, edits uint64 // versions of the documents, and of the marks and runs
	at, a, b, k int
}

// rankMeasured brings the figures of what was there when they were asked for.
type rankMeasured struct {
	of        figuresOf
	agreed    bool
	agreement rank.Agreement
	models    []rerankset.Model
	judged    []rank.Judgement // by model
	mean      []rank.Judgement // by model, over its queries
	over      [][]int          // by model, the queries that have a relevant document and its order
	queries   int              // in any of over
	split     split            // of all orders
	pair      split            // of the two whose agreement it is
}

// figuresNow is what the figures would be worked out of now.
func (r *rankings) figuresNow() figuresOf {
	return figuresOf{docs: r.docs, edits: r.weighed, at: r.at, a: r.a, b: r.b, k: r.depth}
}

// measure works the figures out beside the screen, one set of them at a time,
// and shows meanwhile what is known.
func (m *Model) measure() tea.Cmd {
	r := &m.rankings
	m.showFigures()
	f := &r.figures
	if now := r.figuresNow(); f.working || f.of == now {
		return nil
	} else {
		f.of, f.working = now, true
	}
	of, models := f.of, r.set.Models
	orders := make([][]*rank.Order, len(r.set.Queries))
	for q := range orders {
		for _, run := range r.runs[q] {
			orders[q] = append(orders[q], r.orderFor(run))
		}
	}
	set := r.set
	return func() tea.Msg {
		marks := make([][]int, len(orders))
		for q := range marks {
			marks[q] = set.Marks(q)
		}
		d := measured(of, orders, marks)
		d.models = models
		return d
	}
}

func (d rankMeasured) apply(m *Model) tea.Cmd {
	r := &m.rankings
	r.figures.working, r.figures.done = false, d
	if d.of != r.figuresNow() {
		if m.screens.shown == rerankScreen {
			return m.measure()
		}
		r.shown = 0 // worked out anew when the screen is shown
		return nil
	}
	if len(d.split.docs) == len(r.texts) {
		r.ranking.SetDisagreements(d.split.docs)
	} else {
		r.ranking.SetDisagreements(nil)
	}
	m.showFigures()
	return nil
}

// showFigures gives the pane what is known.
func (m *Model) showFigures() {
	r := &m.rankings
	d := &r.figures.done
	// Figures of before the last mark or run stay until the new ones have come.
	now := r.figuresNow()
	now.edits = d.of.edits
	known := d.of == now
	labels := r.set.Labels()
	f := measures.Figures{A: r.a, B: r.b, Depth: r.depth, Queries: d.queries, Marked: r.set.Queries[r.at].Marked(), MarkedFor: screen.Short(r.set.Queries[r.at].MarkedFor(), 120), Working: !known}
	for q := range r.set.Queries {
		if r.set.Queries[q].MarkedFor() != "" {
			f.Estranged = append(f.Estranged, q)
		}
	}
	grades := make([]string, len(labels))
	for i, run := range r.row() {
		one := measures.Run{Name: labels[i]}
		if run != nil {
			one.Asked, one.Verdict, one.Used, one.Facts = true, run.exchange.Verdict, run.used(), run.facts()
			one.TimeUS = run.took()
			one.Ranked, one.Tied = r.orderFor(run) != nil, run.order.AllTied()
			one.Notes, one.Earlier = run.notes(), r.earlier(run, i)
			if !run.ranked && !run.onItsWay() {
				one.Failure = run.failure()
			}
		}
		one.Judged, one.Mean, one.Over = d.judgements(now, r.set.Models, i)
		one.Aged = r.aged(one.Over, i)
		if one.Ranked && !math.IsNaN(one.Judged.NDCG) {
			grades[i] = fmt.Sprintf("nDCG@%d %.3f", r.depth, one.Judged.NDCG)
		}
		f.Runs = append(f.Runs, one)
	}
	if known {
		if d.agreed && d.isOf(r.set.Models) {
			f.Agreed, f.Agreement = true, d.agreement
		}
		split := d.split
		if f.Agreed {
			split = d.pair
		}
		for _, doc := range split.docs[:min(len(split.docs), splitsShown)] {
			if split.places[doc] > 0 {
				f.Splits = append(f.Splits, measures.Split{Document: doc, Places: split.places[doc], Words: screen.Short(r.texts[doc], 60)})
			}
		}
	}
	r.measures.SetFigures(f)
	r.ranking.SetGrades(grades)
}

// aged are those of some queries for which a model was asked something else than
// it would be now.
func (r *rankings) aged(queries []int, model int) (aged []int) {
	for _, q := range queries {
		if q < len(r.runs) && r.runs[q][model] != nil && !r.freshFor(r.runs[q][model], q, model) {
			aged = append(aged, q)
		}
	}
	return aged
}

// estranged says that the marks of the query that is shown were made for other
// words; empty where they were not.
func (r *rankings) estranged(keys *views.Keys) string {
	q := r.set.Queries[r.at]
	words := q.MarkedFor()
	if words == "" {
		return ""
	}
	const room = 22 // in characters, for a line of 80
	return fmt.Sprintf("%s made for “%s”; %s in the list begins a new query", counted(q.Marked(), "mark"), screen.Short(words, room), keys.Name(views.ActRankQueryAdd))
}

// isOf reports whether the agreement is that of the models which stand at its
// places.
func (d *rankMeasured) isOf(models []rerankset.Model) bool {
	for _, i := range [2]int{d.of.a, d.of.b} {
		if i >= len(models) || i >= len(d.models) || !sameModel(d.models[i], models[i]) {
			return false
		}
	}
	return true
}

// judgements are those of a model of the set: nothing where they are of another
// query, of other documents or to another depth.
func (d *rankMeasured) judgements(now figuresOf, models []rerankset.Model, i int) (judged, mean rank.Judgement, over []int) {
	at := i // where two are asked alike, each keeps to its place
	if at >= len(d.models) || !sameModel(d.models[at], models[i]) {
		at = slices.IndexFunc(d.models, func(m rerankset.Model) bool { return sameModel(m, models[i]) })
	}
	if at < 0 || d.of.docs != now.docs || d.of.at != now.at || d.of.k != now.k {
		unknown, _ := rank.Mean(nil)
		return unknown, unknown, nil
	}
	return d.judged[at], d.mean[at], d.over[at]
}

// figuresStand reports whether the figures are on the screen.
func (m *Model) figuresStand() bool { return m.layout.Measures.W > 0 }

// nextPair chooses the next two models whose agreement is shown.
func (m *Model) nextPair() tea.Cmd {
	r := &m.rankings
	n := len(r.set.Models)
	if n < 2 {
		return m.Notify("two models have to be there to agree")
	}
	if r.b++; r.b >= n {
		if r.a++; r.a >= n-1 {
			r.a = 0
		}
		r.b = r.a + 1
	}
	r.changed()
	if labels := r.set.Labels(); !m.figuresStand() {
		return m.Notify("the figures compare %s and %s; %s shows them", labels[r.a], labels[r.b], m.Keys.Name(views.ActRankDefine))
	}
	return nil
}

// nextDepth chooses the next depth of nDCG@k and of the overlap.
func (m *Model) nextDepth() tea.Cmd {
	r := &m.rankings
	depths := []int{1, 3, 5, firstDepth, 20, 50, 100}
	r.depth = depths[(slices.Index(depths, r.depth)+1)%len(depths)]
	r.changed()
	if !m.figuresStand() {
		return m.Notify("the figures go to depth %d; %s shows them", r.depth, m.Keys.Name(views.ActRankDefine))
	}
	return nil
}
