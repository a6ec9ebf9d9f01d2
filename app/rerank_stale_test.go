package app

import (
	"math"
	"strings"
	"testing"

	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// rerankSet makes a small set of one query and some models.
func (d *driver) rerankSet(models ...string) *rankings {
	d.t.Helper()
	s := rerankset.Set{}.WithQuery(0, rerankset.Query{Text: "alpha beta"})
	s = s.WithDocuments(rerankset.TextDocument("alpha"), rerankset.TextDocument("beta gamma"), rerankset.TextDocument("alpha beta"))
	for i, slug := range models {
		s = s.WithModel(i, rerankset.NewModel(slug))
	}
	d.m.editSet(s, "", nil)
	d.m.rankings.otherDocuments()
	d.start(d.m.Refreshed(nil))
	d.settle()
	return &d.m.rankings
}

// run asks the models for the query that is shown.
func (d *driver) rank() {
	d.t.Helper()
	d.do(views.RunRerank{})
	d.ranked()
	d.settle()
}

// As many documents as before, but others: nothing of the old order is theirs.
func TestAnOrderIsOfItsOwnDocumentsAlone(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.rank()
		d.do(views.MarkDocument{Document: 0, Mark: 3})
		d.ranked()
		d.shows("1 marked")
		r.ranking.Select(2)
		d.start(d.m.Refreshed(d.m.deleteDocument()))
		d.do(views.AddDocuments{Text: "nothing of it at all"})
		d.settle()
		d.shows("ranked 3 documents; there are others now")
		table := r.table()
		if c := table.Columns[0]; c.Order.Len() != 0 || c.Note == "" {
			t.Errorf("exported: %d places, note %q", c.Order.Len(), c.Note)
		}
		if csv := string(table.CSV()); !strings.Contains(csv, "3,2,,,,,nothing of it at all") || !strings.Contains(csv, "(earlier: ranked other documents) rank") {
			t.Errorf("exported\n%s", csv)
		}
		d.keys("alt+z", "alt+z")
		d.settle()
		d.hides("there are others now")
		if r.table().Columns[0].Order.Len() != 3 {
			t.Error("the documents came back, but not their order")
		}
	})
}

func TestAnExportSaysThatAnOrderIsEarlier(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.rank()
		if note := r.table().Columns[0].Note; note != "" {
			t.Errorf("note %q of a fresh order", note)
		}
		d.do(views.SetReranker{Model: 0, Member: "top_n", Value: "2"})
		table := r.table()
		for _, out := range [][]byte{table.CSV(), table.JSON(), table.Markdown()} {
			if !strings.Contains(string(out), "earlier: asked of sim/bm25 without settings") {
				t.Errorf("exported as if of now:\n%s", out)
			}
		}
	})
}

// Figures belong to a model, not to its place.
func TestFiguresStayWithTheirModel(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/position", "sim/bm25")
		d.rank()
		d.do(views.MarkDocument{Document: 2, Mark: 3})
		d.ranked()
		want := r.figures.done.judged[1]
		r.ranking.SelectColumn(0)
		d.m.removeReranker()
		if got, _, _ := r.figures.done.judgements(r.figuresNow(), r.set.Models, 0); got != want {
			t.Errorf("judged %+v, want %+v", got, want)
		}
		d.m.nextDepth()
		if got, _, _ := r.figures.done.judgements(r.figuresNow(), r.set.Models, 0); !math.IsNaN(got.NDCG) {
			t.Errorf("nDCG of another depth: %v", got.NDCG)
		}
	})
}

func TestAnAgreementStaysWithItsModels(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/position", "sim/bm25", "sim/trigram")
		d.rank()
		done := &r.figures.done
		if !done.agreed || !done.isOf(r.set.Models) {
			t.Fatal("the first two do not agree at all")
		}
		r.ranking.SelectColumn(0)
		d.m.removeReranker()
		if now := r.figuresNow(); now.a != done.of.a || now.b != done.of.b || done.isOf(r.set.Models) {
			t.Error("their agreement is said to be that of the two that are left")
		}
	})
}

func TestRowsStaySortedByTheirModel(t *testing.T) {
	onRerank(t, 160, 35, func(d *driver) {
		r := d.rerankSet("sim/position", "sim/bm25", "sim/trigram")
		d.rank()
		d.keys("tab")
		for range 3 {
			d.do(views.RunAction{Action: views.ActRankSort})
		}
		d.shows("by sim/bm25")
		r.ranking.SelectColumn(0)
		d.start(d.m.Refreshed(d.m.removeReranker()))
		d.settle()
		d.shows("by sim/bm25")
		r.ranking.SelectColumn(0)
		d.start(d.m.Refreshed(d.m.removeReranker()))
		d.settle()
		d.hides("by sim/bm25")
	})
}
