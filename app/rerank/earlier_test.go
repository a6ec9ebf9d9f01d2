package rerank_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/share/export"
	"gatehouse/views"
)

// As many documents as before, but others: nothing of the old order is theirs.
func TestAnOrderBelongsToItsDocuments(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25")
		d.Rank()
		d.Do(views.MarkDocument{Document: 0, Mark: 3})
		d.WaitRanked()
		d.Shows("1 of 3 marked")
		d.Ranking().Select(2)
		d.Do(views.RunAction{Action: views.ActDelete})
		d.Press("enter")
		d.Do(views.AddDocuments{Text: "nothing of it at all"})
		d.Flush()
		d.Shows("ranked 3 documents that have changed since")
		table := r.Table()
		if c := table.Columns[0]; c.Order.Len() != 0 || c.Earlier == "" {
			t.Errorf("exported: %d places, note %q", c.Order.Len(), c.Earlier)
		}
		if csv := string(table.CSV()); !strings.Contains(csv, "3,2,,,,,nothing of it at all") || !strings.Contains(csv, "(earlier: ranked other documents) rank") {
			t.Errorf("exported\n%s", csv)
		}
		d.Press("alt+z", "alt+z")
		d.Flush()
		d.Hides("there are others now")
		if r.Table().Columns[0].Order.Len() != 3 {
			t.Error("the documents came back, but not their order")
		}
	})
}

func TestAnExportSaysThatAnOrderIsEarlier(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25")
		d.Rank()
		if note := r.Table().Columns[0].Earlier; note != "" {
			t.Errorf("note %q of a fresh order", note)
		}
		d.Do(views.SetReranker{Model: 0, Member: "top_n", Value: "2"})
		table := r.Table()
		for _, out := range [][]byte{table.CSV(), table.JSON(), markdownOf(t, table)} {
			if !strings.Contains(string(out), "earlier: ran as sim/bm25 without settings") {
				t.Errorf("exported as if of now:\n%s", out)
			}
		}
	})
}

func TestRowsStaySortedByTheirModel(t *testing.T) {
	apptest.RunOnRerank(t, 160, 35, func(d *apptest.Driver) {
		d.RerankSet("sim/position", "sim/bm25", "sim/trigram")
		d.Rank()
		d.Press("tab")
		for range 3 {
			d.Do(views.RunAction{Action: views.ActRankSort})
		}
		d.Shows("by sim/bm25")
		d.Ranking().SelectColumn(0)
		d.Do(views.RunAction{Action: views.ActRankRemoveModel})
		d.Flush()
		d.Shows("by sim/bm25")
		d.Ranking().SelectColumn(0)
		d.Do(views.RunAction{Action: views.ActRankRemoveModel})
		d.Flush()
		d.Hides("by sim/bm25")
	})
}

func markdownOf(t *testing.T, table dataset.Table) []byte {
	t.Helper()
	out, err := export.TableFile(table, "x.md")()
	if err != nil {
		t.Fatal(err)
	}
	return out
}
