package app

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"testing"

	"gatehouse/state"
	"gatehouse/state/preview"
	"gatehouse/state/rank"
	"gatehouse/state/rerankset"
	"gatehouse/views"
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

// ranked waits until all runs have ended and the figures are worked out.
func (d *driver) ranked() {
	d.t.Helper()
	d.until("the models have answered", func() bool {
		r := &d.m.rankings
		for _, run := range r.row() {
			if run == nil {
				return false
			}
		}
		return !r.checking && !r.running() && !r.figures.working && r.figures.done.of == r.figuresNow()
	})
}

// answer types into an open question what it is answered with.
func (d *driver) answer(text string) {
	d.keys("ctrl+u")
	d.typeText(text)
	d.keys("enter")
}

// What a person does to choose a reranker, with the keyboard alone.
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
		d.shows("Kendall's tau-b")
		d.keys("p")
		d.shows("sim/bm25 · sim/position")
		d.keys("esc")
		for _, mark := range []string{"3", "2", "0", "1", "3"} {
			d.keys(mark, "j")
		}
		d.ranked()
		d.keys("=")
		d.shows("5 marked")
		d.shows("nDCG@10")
		r := &d.m.rankings
		for i, run := range r.row() {
			want := rank.Judge(run.order, r.set.Marks(0), 10)
			if got := r.figures.done.judged[i]; got != want || math.IsNaN(got.NDCG) {
				t.Errorf("model %d: judged %+v, want %+v", i, got, want)
			}
			d.shows(fmt.Sprintf("%.3f", want.NDCG))
		}
		d.keys("ctrl+s")
		d.answer("set.json")
		d.until("it is saved", func() bool { return d.m.rankings.path == "set.json" })
		data, err := os.ReadFile("set.json")
		if err != nil {
			t.Fatal(err)
		}
		set, err := rerankset.Open(data)
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
		d.until("it runs", d.m.rankings.running)
		d.shows("ctrl+c stop")
		d.keys("esc")
		if d.m.screens.shown != chatScreen || !d.m.rankings.running() {
			t.Fatal("esc stops the run, or does not lead back")
		}
		d.keys("f5", "ctrl+c")
		d.ranked()
		if got := d.m.rankings.row()[0].exchange.Verdict; got != state.Cancelled || d.quit {
			t.Errorf("%s", got)
		}
		d.shows("■")
	})
}

// Whatever stands in the palette works on the empty screen and on a full one.
func TestEveryRowOfTheKeyTableWorks(t *testing.T) {
	for _, example := range []bool{false, true} {
		onRerank(t, 120, 35, func(d *driver) {
			for _, c := range views.RerankCommands() {
				if example && len(d.m.rankings.set.Documents) == 0 {
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
		loaded := d.m.Models.List
		d.m.Models.List, d.m.Models.Catalogue, d.m.Models.Loaded = nil, preview.Catalogue{}, false
		d.do(views.RunAction{Action: views.ActRerank})
		if n := len(d.m.rankings.set.Models); n != 3 {
			t.Errorf("%d models of the %d that the list names", n, len(loaded))
		}
		d.keys("x", "x", "x", "f2", "f5")
		d.shows("0 models")
	})
}
