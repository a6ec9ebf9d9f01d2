package apptest

import (
	"testing"

	"gatehouse/app/rerank"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
	"gatehouse/views/rerank/ranking"
)

// RunOnRerank runs a test on the screen Rerank, in an empty folder.
func RunOnRerank(t *testing.T, width, height int, test func(d *Driver)) {
	t.Helper()
	t.Chdir(t.TempDir())
	Run(t, width, height, nil, func(d *Driver) {
		d.Press("f5")
		test(d)
	})
}

// Reranker returns the screen Rerank.
func (d *Driver) Reranker() *rerank.Screen { return screenOf[*rerank.Screen](d) }

// Ranking returns the list of documents of Rerank.
func (d *Driver) Ranking() *ranking.Model { return d.Pane(rerank.RankingPane).(*ranking.Model) }

// RerankTitle returns the name of the set in the top line.
func (d *Driver) RerankTitle() string { return d.Reranker().Facts().Top.Title }

// RerankSet replaces the set by a small one of one query and some models.
func (d *Driver) RerankSet(models ...string) *rerank.Screen {
	d.T.Helper()
	s := dataset.Set{}.WithQuery(0, dataset.Query{Text: "alpha beta"})
	s = s.WithDocuments(dataset.TextDocument("alpha"), dataset.TextDocument("beta gamma"), dataset.TextDocument("alpha beta"))
	for i, slug := range models {
		s = s.WithModel(i, dataset.NewModel(slug))
	}
	return d.ReplaceSet(s)
}

// ReplaceSet replaces the set.
func (d *Driver) ReplaceSet(s dataset.Set) *rerank.Screen {
	d.Reranker().Replace(s)
	d.Apply(nil)
	return d.Reranker()
}

// AddQuery adds a query to the set, and shows it.
func (d *Driver) AddQuery(text string) {
	d.Do(views.RunAction{Action: views.ActRankQueryAdd})
	d.Do(views.SetQuery{Text: text})
}

// Rank asks the models for the query that is shown.
func (d *Driver) Rank() {
	d.T.Helper()
	d.Do(views.RunRerank{})
	d.WaitRanked()
}

// WaitRanked waits until all models have answered.
func (d *Driver) WaitRanked() {
	d.T.Helper()
	d.WaitFor("the models have answered", func() bool {
		for i := range d.Reranker().Set().Models {
			if d.Reranker().Exchange(i) == nil {
				return false
			}
		}
		return !d.Reranker().Busy()
	})
}
