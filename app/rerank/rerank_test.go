package rerank_test

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/preview"
	"gatehouse/views"
)

//go:embed example-set.json
var exampleSet []byte

// What the user does to choose a reranker, with the keyboard alone.
func TestThreeModelsAreComparedOnAFile(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "docs.txt", manyDocuments(200))
		d.Press("L")
		d.Answer("docs.txt")
		d.Shows("200 documents from docs.txt")
		d.Press("f5")
		d.Type("rotate a key")
		d.Press("enter")
		d.WaitRanked()
		d.Shows("sim/bm25 ✓")
		d.Shows("sim/trigram ✓")
		d.Shows("sim/position ✓")
		d.Press("tab", "=")
		d.Shows("tau-b")
		d.Shows("trigram  position")
		d.Press("esc")
		for _, mark := range []string{"3", "2", "0", "1", "3"} {
			d.Press(mark, "j")
		}
		d.WaitRanked()
		d.Press("=")
		d.Shows("5 of 200 marked")
		d.Shows("nDCG@10")
		r := d.Reranker()
		for i, c := range r.Table().Columns {
			want := rank.Judge(c.Order, r.Set().Marks(0), 10)
			if math.IsNaN(want.NDCG) {
				t.Errorf("model %d is not judged", i)
			}
			d.Shows(fmt.Sprintf("%.3f", want.NDCG))
		}
		d.Press("ctrl+s")
		d.Answer("set.json")
		d.WaitFor("it is saved", func() bool { return d.RerankTitle() == "set.json" })
		data, err := os.ReadFile("set.json")
		if err != nil {
			t.Fatal(err)
		}
		set, err := dataset.Open(data)
		if err != nil || len(set.Documents) != 200 || len(set.Models) != 3 || set.Queries[0].Marked() != 5 {
			t.Errorf("saved: %d documents, %d models, %v", len(set.Documents), len(set.Models), err)
		}
		d.Press("w")
		d.Answer("ranking.csv")
		d.Shows("saved ranking.csv")
		f, err := os.Open("ranking.csv")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil || len(rows) != 201 {
			t.Errorf("exported %d rows, %v", len(rows), err)
		}
	})
}

func TestRunsAreStoppedAndTheScreenIsLeft(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "x", "x", "x", "+")
		d.Choose("fault/slow")
		d.Press("alt+g")
		d.WaitFor("it runs", func() bool { return d.Reranker().Running() > 0 })
		d.Shows("esc stop")
		d.Hides("ctrl+c")
		d.Press("f2") // it continues meanwhile
		if d.Focus().Screen() != "chat" || d.Reranker().Running() == 0 {
			t.Fatal("it was stopped, or f2 does not lead to the chat")
		}
		d.Press("f5", "esc")
		d.WaitRanked()
		if got := d.Reranker().Exchange(0).State.Verdict; got != state.Cancelled || d.Focus().Screen() != "rerank" {
			t.Errorf("%s", got)
		}
		d.Shows("■")
		d.Press("esc")
		if d.Focus().Screen() != "chat" {
			t.Error("a second esc does not lead back")
		}
	})
}

// Everything in the palette works on the empty screen and on a full one.
func TestEveryRowOfTheKeyTableWorks(t *testing.T) {
	for _, example := range []bool{false, true} {
		apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
			for _, c := range views.RerankCommands() {
				if example && len(d.Reranker().Set().Documents) == 0 {
					d.Do(views.RunAction{Action: views.ActRankEdit})
				}
				d.Do(views.RunAction{Action: c.Action})
				d.CheckScreen(120, 35)
				for d.Overlays.Top() != nil {
					d.Overlays.Close()
				}
				d.Press("f5")
			}
		})
	}
}

func TestTheRerankScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}, {50, 18}, {24, 8}} {
		apptest.Run(t, size.width, size.height, nil, func(d *apptest.Driver) {
			d.Press("f5")
			at := fmt.Sprintf("%dx%d", size.width, size.height)
			d.Golden("rerank-empty-" + at)
			d.Press("e")
			d.Golden("rerank-example-" + at)
			d.Press("alt+g")
			d.WaitRanked()
			for range 5 {
				d.CheckScreen(size.width, size.height)
				d.Press("tab")
			}
		})
	}
}

func TestTheLocalModelsComeWhenTheyAreKnown(t *testing.T) {
	apptest.Run(t, 120, 35, nil, func(d *apptest.Driver) {
		loaded := d.Link.Models.List
		d.Link.Models.List, d.Link.Models.Catalogue, d.Link.Models.Loaded = nil, preview.Catalogue{}, false
		d.Do(views.RunAction{Action: views.ActRerank})
		if n := len(d.Reranker().Set().Models); n != 3 {
			t.Errorf("%d models of the %d that the list names", n, len(loaded))
		}
		d.Press("x", "x", "x", "f2", "f5")
		d.Shows("0 models")
	})
}
