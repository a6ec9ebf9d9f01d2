package app

import (
	"strings"
	"testing"

	"gatehouse/state/rank/dataset"
	"gatehouse/state/share/export"
	"gatehouse/views"
)

// As many documents as before, but others: nothing of the old order is theirs.
func TestAnOrderBelongsToItsDocuments(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.rank()
		d.do(views.MarkDocument{Document: 0, Mark: 3})
		d.ranked()
		d.shows("1 of 3 marked")
		d.list().Select(2)
		d.do(views.RunAction{Action: views.ActDelete})
		d.do(views.AddDocuments{Text: "nothing of it at all"})
		d.flush()
		d.shows("ranked 3 documents that have changed since")
		table := r.Table()
		if c := table.Columns[0]; c.Order.Len() != 0 || c.Earlier == "" {
			t.Errorf("exported: %d places, note %q", c.Order.Len(), c.Earlier)
		}
		if csv := string(table.CSV()); !strings.Contains(csv, "3,2,,,,,nothing of it at all") || !strings.Contains(csv, "(earlier: ranked other documents) rank") {
			t.Errorf("exported\n%s", csv)
		}
		d.keys("alt+z", "alt+z")
		d.flush()
		d.hides("there are others now")
		if r.Table().Columns[0].Order.Len() != 3 {
			t.Error("the documents came back, but not their order")
		}
	})
}

func TestAnExportSaysThatAnOrderIsEarlier(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.rank()
		if note := r.Table().Columns[0].Earlier; note != "" {
			t.Errorf("note %q of a fresh order", note)
		}
		d.do(views.SetReranker{Model: 0, Member: "top_n", Value: "2"})
		table := r.Table()
		for _, out := range [][]byte{table.CSV(), table.JSON(), markdownOf(t, table)} {
			if !strings.Contains(string(out), "earlier: ran as sim/bm25 without settings") {
				t.Errorf("exported as if of now:\n%s", out)
			}
		}
	})
}

func TestRowsStaySortedByTheirModel(t *testing.T) {
	onRerank(t, 160, 35, func(d *driver) {
		d.rerankSet("sim/position", "sim/bm25", "sim/trigram")
		d.rank()
		d.keys("tab")
		for range 3 {
			d.do(views.RunAction{Action: views.ActRankSort})
		}
		d.shows("by sim/bm25")
		d.list().SelectColumn(0)
		d.do(views.RunAction{Action: views.ActRankRemoveModel})
		d.flush()
		d.shows("by sim/bm25")
		d.list().SelectColumn(0)
		d.do(views.RunAction{Action: views.ActRankRemoveModel})
		d.flush()
		d.hides("by sim/bm25")
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
