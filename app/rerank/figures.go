package rerank

import (
	"fmt"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"gatehouse/app/screen"
	"gatehouse/state/figures"
	"gatehouse/state/report"
	"gatehouse/views"
)

// showFigures gives the panes the figures that are known.
func (s *Screen) showFigures() {
	d := &s.figures.done
	// Figures of before the last mark or run are shown until the new ones come.
	now := s.inputs()
	now.basis = d.of.basis
	known := d.of == now
	q := s.set.Queries[s.at]
	f := report.Rerankers{Documents: len(s.set.Documents), Depth: s.depth, Queries: d.queries, Marked: q.Marked(), MarkedFor: screen.Short(q.MarkedFor(), 120), Working: !known}
	for q := range s.set.Queries {
		if s.set.Queries[q].MarkedFor() != "" {
			f.Estranged = append(f.Estranged, q)
		}
	}
	grades := make([]string, len(s.set.Models))
	for i, a := range s.compared() {
		one := report.RankRun{Answer: a}
		one.Judged, one.Mean, one.Over = d.judgements(now, s.set.Models, i)
		one.Aged = s.aged(one.Over, i)
		if one.Ranked && !math.IsNaN(one.Judged.NDCG) {
			grades[i] = fmt.Sprintf("nDCG@%d %.3f", s.depth, one.Judged.NDCG)
		}
		f.Runs = append(f.Runs, one)
	}
	pair := report.RankPair{A: s.a, B: s.b}
	if known {
		if d.agreed && d.agreedOn(s.set.Models) {
			pair.Known, pair.Agreement = true, d.agreement
		}
		f.Splits = s.splits(d, pair.Known)
	}
	if len(f.Runs) > 1 {
		f.Pairs = []report.RankPair{pair}
	}
	s.measures.SetFigures(f)
	s.ranking.SetGrades(grades)
}

// splits are the documents that the pair disagrees on most, or all orders.
func (s *Screen) splits(d *measured, pair bool) (all []report.Split) {
	const most = 5
	from := d.all
	if pair {
		from = d.pair
	}
	for _, doc := range from.docs[:min(len(from.docs), most)] {
		if from.places[doc] > 0 {
			all = append(all, report.Split{Document: doc, Places: from.places[doc], Words: screen.Short(s.texts[doc], 200)})
		}
	}
	return all
}

// aged are those of some queries for which a model was asked something else than
// it would be now.
func (s *Screen) aged(queries []int, model int) (aged []int) {
	for _, q := range queries {
		if q < len(s.runs) && s.runs[q][model] != nil && !s.fresh(s.runs[q][model], q, model) {
			aged = append(aged, q)
		}
	}
	return aged
}

// estranged says that the marks of the query that is shown were made for another
// text of it; empty where they were not.
func (s *Screen) estranged() string {
	q := s.set.Queries[s.at]
	words := q.MarkedFor()
	if words == "" {
		return ""
	}
	const room = 22 // in characters, for a line of 80
	return fmt.Sprintf("%s made for “%s”; %s in the list adds a query", figures.Counted(q.Marked(), "mark"), screen.Short(words, room), s.Keys.Name(views.ActRankQueryAdd))
}

// nextPair chooses the next two models whose agreement is shown.
func (s *Screen) nextPair() tea.Cmd {
	n := len(s.set.Models)
	if n < 2 {
		return s.Notify("agreement needs at least two models")
	}
	if s.b++; s.b >= n {
		if s.a++; s.a >= n-1 {
			s.a = 0
		}
		s.b = s.a + 1
	}
	s.invalidate()
	if labels := s.set.Labels(); !s.hasFigures() {
		return s.Notify("now comparing %s and %s; %s shows the figures", labels[s.a], labels[s.b], s.Keys.Name(views.ActRankDefine))
	}
	return nil
}

// deeper is the depth that follows k.
func deeper(k int) int {
	depths := []int{1, 3, 5, firstDepth, 20, 50, 100}
	return depths[(slices.Index(depths, k)+1)%len(depths)]
}

// nextDepth chooses the next depth of nDCG@k and of the overlap.
func (s *Screen) nextDepth() tea.Cmd {
	s.depth = deeper(s.depth)
	s.invalidate()
	if !s.hasFigures() {
		return s.Notify("depth k is now %d; %s shows the figures", s.depth, s.Keys.Name(views.ActRankDefine))
	}
	return nil
}
