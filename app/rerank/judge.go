package rerank

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"gatehouse/state/answer/figures"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
	"gatehouse/views/rerank/reading"
)

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

// isJudging reports whether a document is being judged.
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

// judgeWords returns the question and the progress.
func (s *Screen) judgeWords() []string {
	name := s.Keys.In(views.Rerank).Name
	question := s.Styles.Strong.Render("How relevant is it to the query?")
	for i, word := range [...]string{"not", "somewhat", "relevant", "highly"} {
		key := name([...]views.Action{views.ActRankMark0, views.ActRankMark1, views.ActRankMark2, views.ActRankMark3}[i])
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
	first, last := keys.Name(views.ActRankMark0), keys.Name(views.ActRankMark3)
	mark := key.NewBinding(key.WithKeys(first), key.WithHelp(first+"–"+last, "mark, next"))
	return []key.Binding{mark, keys.As(views.ActRankQueryNext, "skip"), keys.As(views.ActRankQueryBefore, "before")}
}
