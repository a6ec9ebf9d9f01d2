package app

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"testing"

	"gatehouse/app/rerank"
	"gatehouse/state"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/preview"
	"gatehouse/views"
	"gatehouse/views/rerank/ranking"

	tea "charm.land/bubbletea/v2"
)

// onRerank runs a test on the rerank screen of the local gateway.
func onRerank(t *testing.T, width, height int, test func(d *driver)) {
	t.Helper()
	t.Chdir(t.TempDir())
	bubble(t, width, height, nil, func(d *driver) {
		d.keys("f5")
		test(d)
	})
}

//go:embed rerank/example-set.json
var exampleSet []byte

// rerank is the rerank screen.
func (d *driver) rerank() *rerank.Screen {
	return d.m.screens.rows[rerankScreen].Screen.(*rerank.Screen)
}

// list is its list of documents.
func (d *driver) list() *ranking.Model { return d.m.pane(rerank.RankingPane).(*ranking.Model) }

// setName is what the top line calls the set.
func (d *driver) setName() string { return d.rerank().Facts().Top.Title }

// rerankSet makes a small set of one query and some models.
func (d *driver) rerankSet(models ...string) *rerank.Screen {
	d.t.Helper()
	s := dataset.Set{}.WithQuery(0, dataset.Query{Text: "alpha beta"})
	s = s.WithDocuments(dataset.TextDocument("alpha"), dataset.TextDocument("beta gamma"), dataset.TextDocument("alpha beta"))
	for i, slug := range models {
		s = s.WithModel(i, dataset.NewModel(slug))
	}
	return d.replaceSet(s)
}

// replaceSet replaces the set.
func (d *driver) replaceSet(s dataset.Set) *rerank.Screen {
	d.rerank().Replace(s)
	d.land(nil)
	return d.rerank()
}

// addQuery adds a query to the set, and shows it.
func (d *driver) addQuery(text string) {
	d.do(views.RunAction{Action: views.ActRankQueryAdd})
	d.do(views.SetQuery{Text: text})
}

// land runs a Cmd and lands its message and all that follow.
func (d *driver) land(cmd tea.Cmd) {
	d.start(d.m.Refreshed(cmd))
	d.flush()
}

// rank asks the models for the query that is shown.
func (d *driver) rank() {
	d.t.Helper()
	d.do(views.RunRerank{})
	d.ranked()
}

// ranked waits until all models have answered.
func (d *driver) ranked() {
	d.t.Helper()
	d.until("the models have answered", func() bool {
		for i := range d.rerank().Set().Models {
			if d.rerank().Exchange(i) == nil {
				return false
			}
		}
		return !d.rerank().Busy()
	})
}

// answer types into an open question what it is answered with.
func (d *driver) answer(text string) {
	d.keys("ctrl+u")
	d.typeText(text)
	d.keys("enter")
}

// What the user does to choose a reranker, with the keyboard alone.
func TestThreeModelsAreComparedOnAFile(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "docs.txt", manyDocuments(200))
		d.keys("o")
		d.answer("docs.txt")
		d.shows("200 documents from docs.txt")
		d.keys("f5")
		d.typeText("rotate a key")
		d.keys("enter")
		d.ranked()
		d.shows("sim/bm25 ✓")
		d.shows("sim/trigram ✓")
		d.shows("sim/position ✓")
		d.keys("tab", "=")
		d.shows("tau-b")
		d.shows("trigram  position")
		d.keys("esc")
		for _, mark := range []string{"3", "2", "0", "1", "3"} {
			d.keys(mark, "j")
		}
		d.ranked()
		d.keys("=")
		d.shows("5 of 200 marked")
		d.shows("nDCG@10")
		r := d.rerank()
		for i, c := range r.Table().Columns {
			want := rank.Judge(c.Order, r.Set().Marks(0), 10)
			if math.IsNaN(want.NDCG) {
				t.Errorf("model %d is not judged", i)
			}
			d.shows(fmt.Sprintf("%.3f", want.NDCG))
		}
		d.keys("ctrl+s")
		d.answer("set.json")
		d.until("it is saved", func() bool { return d.setName() == "set.json" })
		data, err := os.ReadFile("set.json")
		if err != nil {
			t.Fatal(err)
		}
		set, err := dataset.Open(data)
		if err != nil || len(set.Documents) != 200 || len(set.Models) != 3 || set.Queries[0].Marked() != 5 {
			t.Errorf("saved: %d documents, %d models, %v", len(set.Documents), len(set.Models), err)
		}
		d.keys("w")
		d.answer("ranking.csv")
		d.shows("saved ranking.csv")
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
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "x", "x", "x", "m")
		d.choose("fault/slow")
		d.keys("alt+g")
		d.until("it runs", func() bool { return d.rerank().Running() > 0 })
		d.shows("esc stop")
		d.hides("ctrl+c")
		d.keys("f2") // it continues meanwhile
		if d.m.screens.shown != chatScreen || d.rerank().Running() == 0 {
			t.Fatal("it was stopped, or f2 does not lead to the chat")
		}
		d.keys("f5", "esc")
		d.ranked()
		if got := d.rerank().Exchange(0).State.Verdict; got != state.Cancelled || d.m.screens.shown != rerankScreen {
			t.Errorf("%s", got)
		}
		d.shows("■")
		d.keys("esc")
		if d.m.screens.shown != chatScreen {
			t.Error("a second esc does not lead back")
		}
	})
}

// Everything in the palette works on the empty screen and on a full one.
func TestEveryRowOfTheKeyTableWorks(t *testing.T) {
	for _, example := range []bool{false, true} {
		onRerank(t, 120, 35, func(d *driver) {
			for _, c := range views.RerankCommands() {
				if example && len(d.rerank().Set().Documents) == 0 {
					d.do(views.RunAction{Action: views.ActRankEdit})
				}
				d.do(views.RunAction{Action: c.Action})
				d.exact(120, 35)
				for d.m.Overlays.Top() != nil {
					d.m.Overlays.Close()
				}
				d.keys("f5")
			}
		})
	}
}

func TestTheRerankScreens(t *testing.T) {
	for _, size := range []struct{ width, height int }{{80, 24}, {120, 35}, {160, 45}, {50, 18}, {24, 8}} {
		bubble(t, size.width, size.height, nil, func(d *driver) {
			d.keys("f5")
			at := fmt.Sprintf("%dx%d", size.width, size.height)
			d.golden("rerank-empty-" + at)
			d.keys("e")
			d.golden("rerank-example-" + at)
			d.keys("alt+g")
			d.ranked()
			for range 5 {
				d.exact(size.width, size.height)
				d.keys("tab")
			}
		})
	}
}

func TestTheLocalModelsComeWhenTheyAreKnown(t *testing.T) {
	bubble(t, 120, 35, nil, func(d *driver) {
		loaded := d.m.Link.Models.List
		d.m.Link.Models.List, d.m.Link.Models.Catalogue, d.m.Link.Models.Loaded = nil, preview.Catalogue{}, false
		d.do(views.RunAction{Action: views.ActRerank})
		if n := len(d.rerank().Set().Models); n != 3 {
			t.Errorf("%d models of the %d that the list names", n, len(loaded))
		}
		d.keys("x", "x", "x", "f2", "f5")
		d.shows("0 models")
	})
}
