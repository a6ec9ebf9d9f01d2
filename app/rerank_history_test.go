package app

import (
	"testing"

	"gatehouse/app/rerank"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/views"
)

// twoQueries is a set of two queries that one model has ranked.
func (d *driver) twoQueries() *rerank.Screen {
	d.t.Helper()
	r := d.rerankSet("sim/bm25")
	d.rank()
	d.addQuery("gamma")
	d.rank()
	return r
}

// runs are the runs of a model for the two queries; the shown one stays.
func (d *driver) runs(model int) (runs [2]*screen.Exchange) {
	d.do(views.StepQuery{Step: -1})
	runs[0] = d.rerank().Exchange(model)
	d.do(views.StepQuery{Step: 1})
	runs[1] = d.rerank().Exchange(model)
	return runs
}

// An undo never puts the ranking of one query under another.
func TestRunsStayWithTheirQueryWhateverIsTakenBack(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.twoQueries()
		was := d.runs(0)
		d.do(views.StepQuery{Step: -1})
		d.do(views.RunAction{Action: views.ActRankQueryDelete})
		if r.Exchange(0) != was[1] {
			t.Fatal("the run of the query that is left is gone")
		}
		d.keys("alt+z")
		d.do(views.StepQuery{Step: 1})
		if d.runs(0) != was {
			t.Error("undone, the queries have each other's runs")
		}
		d.keys("alt+shift+z")
		d.rank()
		later := r.Exchange(0)
		d.keys("alt+z")
		d.do(views.StepQuery{Step: 1})
		if d.runs(0) != [2]*screen.Exchange{was[0], later} {
			t.Error("the run that was made since does not stand with its query")
		}
	})
}

func TestRunsStayWithTheirSettingsWhateverIsTakenBack(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.rank()
		full := r.Exchange(0)
		d.do(views.SetReranker{Model: 0, Member: "top_n", Value: "2"})
		d.rank()
		cut := r.Exchange(0)
		d.keys("alt+z")
		if r.Exchange(0) != full {
			t.Errorf("without top_n the run is one of %d", r.Table().Columns[0].Order.Len())
		}
		d.hides("earlier")
		d.keys("alt+shift+z")
		if r.Exchange(0) != cut {
			t.Error("with top_n again its run is gone")
		}
	})
}

func TestRunsThatLeaveTheComparisonAreStopped(t *testing.T) {
	for name, leave := range map[string]func(d *driver){
		"its model":   func(d *driver) { d.do(views.RunAction{Action: views.ActRankRemoveModel}) },
		"its query":   func(d *driver) { d.do(views.RunAction{Action: views.ActRankQueryDelete}) },
		"a new set":   func(d *driver) { d.do(views.RunAction{Action: views.ActNew}) },
		"another set": func(d *driver) { d.do(views.OpenFile{Path: writeFile(d.t, "set.json", string(exampleSet))}) },
		"undo":        func(d *driver) { d.keys("alt+z") },
	} {
		t.Run(name, func(t *testing.T) {
			onRerank(t, 120, 35, func(d *driver) {
				r := d.rerankSet("fault/slow")
				d.do(views.RunRerank{})
				d.until("it runs", func() bool { return r.Running() > 0 })
				run := r.Exchange(0)
				leave(d)
				d.until("it has ended", func() bool { return run.State.End != nil })
				if run.State.Verdict != state.Cancelled {
					t.Errorf("it is %s", run.State.Verdict)
				}
			})
		})
	}
}

// Requests are written in the background; what was deleted meanwhile is not
// asked for, and what has moved is found.
func TestARunIsStartedWhereItsQueryIsByNow(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.twoQueries()
		before := d.runs(0)[0]
		written := d.m.Do(views.RunRerank{}) // of the second query
		d.do(views.RunAction{Action: views.ActRankQueryDelete})
		d.land(written)
		d.shows("not run: the query was deleted")
		if r.Exchange(0) != before || r.Busy() {
			t.Error("the query that is left was asked instead")
		}
		d.keys("alt+z")
		written = d.m.Do(views.RunRerank{})
		d.do(views.StepQuery{Step: -1})
		d.do(views.RunAction{Action: views.ActRankQueryDelete})
		d.land(written)
		d.ranked()
		if got := r.Table().Columns[0]; got.Query != "gamma" || len(r.Set().Queries) != 1 {
			t.Errorf("the run is of %q", got.Query)
		}
	})
}

func TestOneUndoTakesBackOneEdit(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e")
		r := d.rerank()
		text, docs := r.Set().Queries[0].Text, len(r.Set().Documents)
		d.do(views.SetQuery{Text: text + " now"})
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"other","documents":["a","b"]}`)})
		d.keys("alt+z")
		if got := r.Set().Queries[0].Text; got != text+" now" || len(r.Set().Documents) != docs {
			t.Errorf("taken back with it: the query is %q", got)
		}
		d.keys("alt+z")
		if got := r.Set().Queries[0].Text; got != text {
			t.Errorf("the query is %q", got)
		}
	})
}

func TestWhatIsWrittenInTheJSONIsTakenBackThere(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "v", "enter", "down", "down", "end", "left", "left")
		was := d.rerank().Set().Queries[0].Text
		d.typeText(" so")
		if now := d.rerank().Set().Queries[0].Text; now == was {
			t.Fatal("nothing was written")
		}
		d.keys("esc", "alt+z")
		if now := d.rerank().Set().Queries[0].Text; now != was || d.m.Overlays.Top() == nil {
			t.Errorf("the query is %q", now)
		}
		d.keys("alt+z") // what was done before is none of the JSON's
		if len(d.rerank().Set().Documents) == 0 {
			t.Error("the documents are gone")
		}
		d.shows(was)
	})
}

func TestASetIsCalledChangedByEditsAlone(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "3", "ctrl+s")
		d.answer("set.json")
		d.shows("saved set.json")
		for _, c := range []struct {
			name string
			do   func()
			want string
		}{
			{"run", func() { d.rank() }, "set.json"},
			{"another pair, another depth", func() { d.keys("p", "c", ")") }, "set.json"},
			{"the same mark", func() { d.keys("(", "3") }, "set.json"},
			{"a mark", func() { d.keys("2") }, "set.json*"},
			{"undone", func() { d.keys("alt+z") }, "set.json"},
			{"farther", func() { d.keys("alt+z") }, "set.json*"},
		} {
			c.do()
			if got := d.setName(); got != c.want {
				t.Errorf("%s: it is called %q, want %q", c.name, got, c.want)
			}
		}
	})
}

func TestUndoOfOpeningGivesTheOldFileBack(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		writeFile(t, "other.json", string(exampleSet))
		d.rerankSet("sim/bm25")
		d.do(views.OpenFile{Path: "other.json"})
		if got := d.setName(); got != "other.json" {
			t.Fatalf("it is called %q", got)
		}
		d.keys("alt+z")
		if got := d.setName(); got != "not saved" {
			t.Errorf("what was there before is called %q", got)
		}
		d.keys("alt+shift+z")
		if got := d.setName(); got != "other.json" {
			t.Errorf("opened again it is called %q", got)
		}
	})
}

func TestANewSetHasTheModelsAndComesBackWithUndo(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerank()
		d.keys("alt+n")
		d.shows("this set is already empty")
		d.keys("e", "3", "ctrl+s")
		d.answer("set.json")
		d.rank()
		d.keys("2", "alt+n")
		d.shows("alt+z restores the previous one (unsaved)")
		d.shows("How do rerankers order your documents?")
		if d.setName() != "" || len(r.Set().Models) != 3 || len(r.Set().Queries) != 1 || r.Set().Queries[0].Text != "" || d.m.screens.shown != rerankScreen {
			t.Errorf("it is called %q\n%s", d.setName(), d.screen())
		}
		d.keys("alt+z")
		d.ranked()
		if d.setName() != "set.json*" || r.Set().Queries[0].Mark(0) != 2 || r.Exchange(0).State.Ranking == nil {
			t.Errorf("it comes back as %q\n%s", d.setName(), d.screen())
		}
		d.keys("alt+n")
		d.do(views.LoadDocuments{Path: writeFile(t, "docs.txt", "one\ntwo")})
		d.shows("2 documents from docs.txt")
		d.hides("behind the")
		d.do(views.LoadDocuments{Path: "docs.txt"})
		d.shows("2 documents from docs.txt, added to the 2 there; alt+n starts a new set")
		if len(r.Set().Documents) != 4 {
			t.Errorf("%d documents", len(r.Set().Documents))
		}
	})
}
