package app

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"gatehouse/state"
	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// land lets a Cmd bring what it brings, and whatever follows from it.
func (d *driver) land(cmd tea.Cmd) {
	d.start(d.m.Refreshed(cmd))
	d.settle()
}

// twoQueries is a set of two queries that one model has ranked.
func (d *driver) twoQueries() *rankings {
	d.t.Helper()
	r := d.rerankSet("sim/bm25")
	d.m.editSet(r.set.WithQuery(1, rerankset.Query{Text: "gamma"}), "", nil)
	for q := range 2 {
		d.do(views.StepQuery{Step: q - r.at})
		d.rank()
	}
	return r
}

// What is taken back never puts the run of one query under another.
func TestRunsStayWithTheirQueryWhateverIsTakenBack(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.twoQueries()
		d.do(views.StepQuery{Step: -1})
		first, second := r.runs[0][0], r.runs[1][0]
		d.land(d.m.deleteQuery())
		if r.row()[0] != second {
			t.Fatal("the run of the query that is left is gone")
		}
		d.keys("alt+z")
		if r.runs[0][0] != first || r.runs[1][0] != second {
			t.Error("undone, the queries have each other's runs")
		}
		d.keys("alt+shift+z")
		d.rank()
		later := r.row()[0]
		d.keys("alt+z")
		if r.runs[0][0] != first || r.runs[1][0] != later {
			t.Error("the run that was made since does not stand with its query")
		}
	})
}

func TestRunsStayWithTheirSettingsWhateverIsTakenBack(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.rank()
		whole := r.row()[0]
		d.do(views.SetReranker{Model: 0, Member: "top_n", Value: "2"})
		d.rank()
		cut := r.row()[0]
		d.keys("alt+z")
		if r.row()[0] != whole {
			t.Errorf("without top_n the run is one of %d", len(r.row()[0].order.Docs))
		}
		d.hides("earlier")
		d.keys("alt+shift+z")
		if r.row()[0] != cut {
			t.Error("with top_n again its run is gone")
		}
	})
}

func TestRunsThatLeaveTheComparisonAreStopped(t *testing.T) {
	for name, leave := range map[string]func(d *driver){
		"its model":   func(d *driver) { d.land(d.m.removeReranker()) },
		"its query":   func(d *driver) { d.land(d.m.deleteQuery()) },
		"the example": func(d *driver) { d.land(d.m.loadExample()) },
		"another set": func(d *driver) { d.do(views.OpenSet{Path: writeFile(d.t, "set.json", string(exampleSet))}) },
		"undo":        func(d *driver) { d.keys("alt+z") },
	} {
		t.Run(name, func(t *testing.T) {
			onRerank(t, 120, 35, func(d *driver) {
				r := d.rerankSet("fault/slow")
				d.do(views.RunRerank{})
				d.until("it runs", r.running)
				run := r.row()[0]
				leave(d)
				d.until("it has ended", func() bool { return run.exchange.End != nil })
				if run.exchange.Verdict != state.Cancelled {
					t.Errorf("it is %s", run.exchange.Verdict)
				}
			})
		})
	}
}

// Requests are written beside the screen; what was deleted meanwhile is not
// asked for, and what has moved is found.
func TestARunIsStartedWhereItsQueryIsByNow(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.twoQueries()
		before := r.runs[0][0]
		written := d.m.runRerank(false) // of the second query
		d.land(d.m.deleteQuery())
		d.land(written)
		d.shows("the query was deleted meanwhile")
		if r.row()[0] != before || r.busy() {
			t.Error("the query that is left was asked instead")
		}
		d.keys("alt+z")
		written = d.m.runRerank(false)
		d.do(views.StepQuery{Step: -1})
		d.land(d.m.deleteQuery())
		d.land(written)
		d.ranked()
		if got := r.row()[0]; got.query != "gamma" || r.at != 0 {
			t.Errorf("the run is of %q", got.query)
		}
	})
}

func TestOneUndoTakesBackOneEdit(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e")
		r := &d.m.rankings
		text, docs := r.set.Queries[0].Text, len(r.set.Documents)
		d.do(views.SetQuery{Text: text + " now"})
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"other","documents":["a","b"]}`)})
		d.keys("alt+z")
		if got := r.set.Queries[0].Text; got != text+" now" || len(r.set.Documents) != docs {
			t.Errorf("taken back with it: the query is %q", got)
		}
		d.keys("alt+z")
		if got := r.set.Queries[0].Text; got != text {
			t.Errorf("the query is %q", got)
		}
	})
}

func TestWhatIsWrittenInTheJSONIsTakenBackThere(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "v", "enter", "down", "down", "end", "left", "left")
		was := d.m.rankings.set.Queries[0].Text
		d.typeText(" so")
		if now := d.m.rankings.set.Queries[0].Text; now == was {
			t.Fatal("nothing was written")
		}
		d.keys("esc", "alt+z")
		if now := d.m.rankings.set.Queries[0].Text; now != was || d.m.Overlays.Top() == nil {
			t.Errorf("the query is %q", now)
		}
		d.keys("alt+z") // what was done before is none of the JSON's
		if len(d.m.rankings.set.Documents) == 0 {
			t.Error("the documents are gone")
		}
		d.shows(was)
	})
}

func TestASetIsCalledChangedByEditsAlone(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := &d.m.rankings
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
			if got := r.name(); got != c.want {
				t.Errorf("%s: it is called %q, want %q", c.name, got, c.want)
			}
		}
	})
}

func TestUndoOfOpeningGivesTheOldFileBack(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := &d.m.rankings
		writeFile(t, "other.json", string(exampleSet))
		d.rerankSet("sim/bm25")
		d.do(views.OpenSet{Path: "other.json"})
		if got := r.name(); got != "other.json" {
			t.Fatalf("it is called %q", got)
		}
		d.keys("alt+z")
		if got := r.name(); got != "untitled set*" {
			t.Errorf("what was there before is called %q", got)
		}
		d.keys("alt+shift+z")
		if got := r.name(); got != "other.json" {
			t.Errorf("opened again it is called %q", got)
		}
	})
}

func TestANewSetHasTheModelsAndComesBackWithUndo(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := &d.m.rankings
		d.keys("alt+n")
		d.shows("this set is new")
		d.keys("e", "3", "ctrl+s")
		d.answer("set.json")
		d.rank()
		d.keys("2", "alt+n")
		d.shows("alt+z brings back the one before, which is not saved")
		d.shows("How do rerankers order your documents?")
		if r.name() != "" || len(r.set.Models) != 3 || len(r.set.Queries) != 1 || r.set.Queries[0].Text != "" || d.m.screens.shown != rerankScreen {
			t.Errorf("it is called %q\n%s", r.name(), d.screen())
		}
		d.keys("alt+z")
		d.ranked()
		if r.name() != "set.json*" || r.set.Queries[0].Mark(0) != 2 || !r.row()[0].ranked {
			t.Errorf("it comes back as %q\n%s", r.name(), d.screen())
		}
		d.keys("alt+n")
		d.do(views.LoadDocuments{Path: writeFile(t, "docs.txt", "one\ntwo")})
		d.shows("2 documents from docs.txt")
		d.hides("behind the")
		d.do(views.LoadDocuments{Path: "docs.txt"})
		d.shows("2 documents from docs.txt, behind the 2 there; alt+n begins a new set")
		if len(r.set.Documents) != 4 {
			t.Errorf("%d documents", len(r.set.Documents))
		}
	})
}
