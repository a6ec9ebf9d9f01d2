package rerank_test

import (
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/app/rerank"
	"gatehouse/app/screen"
	"gatehouse/state"
	"gatehouse/views"
)

// twoQueries is a set of two queries that one model has ranked.
func twoQueries(d *apptest.Driver) *rerank.Screen {
	d.T.Helper()
	r := d.RerankSet("sim/bm25")
	d.Rank()
	d.AddQuery("gamma")
	d.Rank()
	return r
}

// rankings are the runs of a model for the two queries; the shown one stays.
func runs(d *apptest.Driver, model int) (runs [2]*screen.Exchange) {
	d.Do(views.StepQuery{Step: -1})
	runs[0] = d.Reranker().Exchange(model)
	d.Do(views.StepQuery{Step: 1})
	runs[1] = d.Reranker().Exchange(model)
	return runs
}

// An undo never puts the ranking of one query under another.
func TestRunsStayWithTheirQueryWhateverIsTakenBack(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := twoQueries(d)
		was := runs(d, 0)
		d.Do(views.StepQuery{Step: -1})
		d.Do(views.RunAction{Action: views.ActRankQueryDelete})
		if r.Exchange(0) != was[1] {
			t.Fatal("the run of the query that is left is gone")
		}
		d.Press("alt+z")
		d.Do(views.StepQuery{Step: 1})
		if runs(d, 0) != was {
			t.Error("undone, the queries have each other's runs")
		}
		d.Press("alt+shift+z")
		d.Rank()
		later := r.Exchange(0)
		d.Press("alt+z")
		d.Do(views.StepQuery{Step: 1})
		if runs(d, 0) != [2]*screen.Exchange{was[0], later} {
			t.Error("the run that was made since does not stand with its query")
		}
	})
}

func TestRunsStayWithTheirSettingsWhateverIsTakenBack(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25")
		d.Rank()
		full := r.Exchange(0)
		d.Do(views.SetReranker{Model: 0, Member: "top_n", Value: "2"})
		d.Rank()
		cut := r.Exchange(0)
		d.Press("alt+z")
		if r.Exchange(0) != full {
			t.Errorf("without top_n the run is one of %d", r.Table().Columns[0].Order.Len())
		}
		d.Hides("earlier")
		d.Press("alt+shift+z")
		if r.Exchange(0) != cut {
			t.Error("with top_n again its run is gone")
		}
	})
}

func TestRunsThatLeaveTheComparisonAreStopped(t *testing.T) {
	for name, leave := range map[string]func(d *apptest.Driver){
		"its model":   func(d *apptest.Driver) { d.Do(views.RunAction{Action: views.ActRankRemoveModel}) },
		"its query":   func(d *apptest.Driver) { d.Do(views.RunAction{Action: views.ActRankQueryDelete}) },
		"a new set":   func(d *apptest.Driver) { d.Do(views.RunAction{Action: views.ActNew}) },
		"another set": func(d *apptest.Driver) { d.Do(views.OpenFile{Path: writeFile(d.T, "set.json", string(exampleSet))}) },
		"undo":        func(d *apptest.Driver) { d.Press("alt+z") },
	} {
		t.Run(name, func(t *testing.T) {
			apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
				r := d.RerankSet("fault/slow")
				d.Do(views.RunRerank{})
				d.WaitFor("it runs", func() bool { return r.Running() > 0 })
				run := r.Exchange(0)
				leave(d)
				d.WaitFor("it has ended", func() bool { return run.State.End != nil })
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
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := twoQueries(d)
		before := runs(d, 0)[0]
		written := d.Model.Do(views.RunRerank{}) // of the second query
		d.Do(views.RunAction{Action: views.ActRankQueryDelete})
		d.Apply(written)
		d.Shows("not run: the query was deleted")
		if r.Exchange(0) != before || r.Busy() {
			t.Error("the query that is left was asked instead")
		}
		d.Press("alt+z")
		written = d.Model.Do(views.RunRerank{})
		d.Do(views.StepQuery{Step: -1})
		d.Do(views.RunAction{Action: views.ActRankQueryDelete})
		d.Apply(written)
		d.WaitRanked()
		if got := r.Table().Columns[0]; got.Query != "gamma" || len(r.Set().Queries) != 1 {
			t.Errorf("the run is of %q", got.Query)
		}
	})
}

func TestOneUndoTakesBackOneEdit(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e")
		r := d.Reranker()
		text, docs := r.Set().Queries[0].Text, len(r.Set().Documents)
		d.Do(views.SetQuery{Text: text + " now"})
		d.Do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"other","documents":["a","b"]}`)})
		d.Press("alt+z")
		if got := r.Set().Queries[0].Text; got != text+" now" || len(r.Set().Documents) != docs {
			t.Errorf("taken back with it: the query is %q", got)
		}
		d.Press("alt+z")
		if got := r.Set().Queries[0].Text; got != text {
			t.Errorf("the query is %q", got)
		}
	})
}

func TestWhatIsWrittenInTheJSONIsTakenBackThere(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "v", "enter", "down", "down", "end", "left", "left")
		was := d.Reranker().Set().Queries[0].Text
		d.Type(" so")
		if now := d.Reranker().Set().Queries[0].Text; now == was {
			t.Fatal("nothing was written")
		}
		d.Press("esc", "alt+z")
		if now := d.Reranker().Set().Queries[0].Text; now != was || d.Overlays.Top() == nil {
			t.Errorf("the query is %q", now)
		}
		d.Press("alt+z") // what was done before is none of the JSON's
		if len(d.Reranker().Set().Documents) == 0 {
			t.Error("the documents are gone")
		}
		d.Shows(was)
	})
}

func TestASetIsCalledChangedByEditsAlone(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "3", "ctrl+s")
		d.Answer("set.json")
		d.Shows("saved set.json")
		for _, c := range []struct {
			name string
			do   func()
			want string
		}{
			{"run", func() { d.Rank() }, "set.json"},
			{"another pair, another depth", func() { d.Press("p", "K", ")") }, "set.json"},
			{"the same mark", func() { d.Press("(", "3") }, "set.json"},
			{"a mark", func() { d.Press("2") }, "set.json*"},
			{"undone", func() { d.Press("alt+z") }, "set.json"},
			{"farther", func() { d.Press("alt+z") }, "set.json*"},
		} {
			c.do()
			if got := d.RerankTitle(); got != c.want {
				t.Errorf("%s: it is called %q, want %q", c.name, got, c.want)
			}
		}
	})
}

func TestUndoOfOpeningGivesTheOldFileBack(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		writeFile(t, "other.json", string(exampleSet))
		d.RerankSet("sim/bm25")
		d.Do(views.OpenFile{Path: "other.json"})
		if got := d.RerankTitle(); got != "other.json" {
			t.Fatalf("it is called %q", got)
		}
		d.Press("alt+z")
		if got := d.RerankTitle(); got != "not saved" {
			t.Errorf("what was there before is called %q", got)
		}
		d.Press("alt+shift+z")
		if got := d.RerankTitle(); got != "other.json" {
			t.Errorf("opened again it is called %q", got)
		}
	})
}

func TestANewSetHasTheModelsAndComesBackWithUndo(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.Reranker()
		d.Press("alt+n")
		d.Shows("this set is already empty")
		d.Press("e", "3", "ctrl+s")
		d.Answer("set.json")
		d.Rank()
		d.Press("2", "alt+n")
		d.Shows("alt+z restores the previous one (unsaved)")
		d.Shows("How do rerankers order your documents?")
		if d.RerankTitle() != "" || len(r.Set().Models) != 3 || len(r.Set().Queries) != 1 || r.Set().Queries[0].Text != "" || d.Focus().Screen() != "rerank" {
			t.Errorf("it is called %q\n%s", d.RerankTitle(), d.Screen())
		}
		d.Press("alt+z")
		d.WaitRanked()
		if d.RerankTitle() != "set.json*" || r.Set().Queries[0].Mark(0) != 2 || r.Exchange(0).State.Ranking == nil {
			t.Errorf("it comes back as %q\n%s", d.RerankTitle(), d.Screen())
		}
		d.Press("alt+n")
		d.Do(views.LoadDocuments{Path: writeFile(t, "docs.txt", "one\ntwo")})
		d.Shows("2 documents from docs.txt")
		d.Hides("behind the")
		d.Do(views.LoadDocuments{Path: "docs.txt"})
		d.Shows("2 documents from docs.txt, added to the 2 there; alt+n starts a new set")
		if len(r.Set().Documents) != 4 {
			t.Errorf("%d documents", len(r.Set().Documents))
		}
	})
}
