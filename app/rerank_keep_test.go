package app

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"gatehouse/state/rerankset"
	"gatehouse/views"
)

// The history keeps runs of before alive, but not without end.
func TestWhatIsTakenBackIsBoundedInBytes(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		edits := len(r.past)
		for i := range 6 {
			d.do(views.SetReranker{Model: 0, Member: "top_n", Value: fmt.Sprint(i + 1)})
			d.rank()
			r.row()[0].exchange.Request = make([]byte, mostKept/4)
		}
		d.do(views.MarkDocument{Document: 0, Mark: 1})
		if n := len(r.past) - edits; n < 3 || n > 5 {
			t.Errorf("%d edits can be taken back, with runs of a quarter of the bound each", n)
		}
		kept := 0
		for _, run := range r.past[0].runs.all() {
			kept += len(run.exchange.Request)
		}
		if kept == 0 {
			t.Fatal("the oldest edit has no run")
		}
		for range 20 {
			d.keys("alt+z")
		}
		d.shows("there is no edit of the set to take back")
		if got := r.set.Models[0].TopN(); got < 2 || got > 4 {
			t.Errorf("all taken back, top_n is %d", got)
		}
		for range 20 {
			d.keys("alt+shift+z")
		}
		if got := r.set.Models[0].TopN(); got != 6 || r.set.Queries[0].Mark(0) != 1 {
			t.Errorf("all made again, top_n is %d", got)
		}
	})
}

func TestWhatAListHoldsAlone(t *testing.T) {
	list := rerankset.Set{}.WithDocuments(rerankset.TextDocument("a"), rerankset.TextDocument("bb"), rerankset.TextDocument("ccc"))
	const each, quotes = 40, 2
	for name, c := range map[string]struct {
		other rerankset.Set
		want  int
	}{
		"the same":      {list.WithMark(0, 0, 1), 0},
		"another there": {list.WithDocument(1, rerankset.TextDocument("bb")), 3*each + 4 + quotes},
		"one fewer":     {list.WithoutDocument(0), 3*each + 2 + quotes},
		"one more":      {list.WithDocuments(rerankset.TextDocument("d")), 3 * each},
		"none":          {list.WithoutDocuments(), 3*each + 12 + 3*quotes},
	} {
		if got := onlyIn(list.Documents, c.other.Documents); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}

// Large texts are written beside the screen.
func TestWhatIsCopiedIsWrittenBesideTheScreen(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		written := false
		cmd := d.m.do(views.CopyWritten{What: "it", Text: func() string { written = true; return "text" }})
		if written {
			t.Error("it is written while the screen waits")
		}
		d.land(cmd)
		d.shows("it, 4 B")
		d.rerankSet("sim/bm25")
		for _, what := range []string{"comparison", "request"} {
			d.keys("alt+y")
			d.choose(what)
			d.shows(what + ", ")
		}
	})
}

// TestUndoInHugeJSONIsWrittenBesideTheScreen: it takes longer than a frame.
func TestUndoInHugeJSONIsWrittenBesideTheScreen(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.land(d.m.editRequestOf(0))
		change := func(query string) {
			d.do(views.ReplaceDocument{Document: fmt.Appendf(nil, `{"model":"sim/bm25","query":%q,"documents":[%q]}`, query, strings.Repeat("word ", betweenKeys/4))})
		}
		change("zero")
		r.past[len(r.past)-1].in = "" // the next one is an edit by itself
		change("first")
		d.shows(`"query": "first"`)
		undo := d.m.back("undone", &r.past, &r.next, "")
		if d.shows(`"query": "first"`); r.set.Queries[0].Text != "zero" {
			t.Fatal("nothing was taken back")
		}
		d.land(undo)
		d.shows(`"query": "zero"`)
		change("second")
		undo = d.m.back("undone", &r.past, &r.next, "")
		change("third") // written before the undone text has come
		d.land(undo)
		d.shows(`"query": "third"`)
	})
}

// TestUndoOfASmallRequestIsThereAtOnce: before more can be typed into what is
// taken back.
func TestUndoOfASmallRequestIsThereAtOnce(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.land(d.m.editRequestOf(0))
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"first","documents":["a"]}`)})
		d.shows(`"query": "first"`)
		d.m.back("undone", &r.past, &r.next, "") // what it is to bring later does not come
		d.shows(`"query": "alpha beta"`)
		d.m.back("done again", &r.next, &r.past, "")
		d.shows(`"query": "first"`)
	})
}

// TestTheRunningTotalIsWhatTheHistoryHolds: each run that only the history keeps
// counts once, whatever was run, edited, taken back and made again.
func TestTheRunningTotalIsWhatTheHistoryHolds(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		check := func(after string) {
			t.Helper()
			held, total := map[*rankRun]bool{}, 0
			for _, p := range slices.Concat(r.past, r.next) {
				total += p.size
				for _, run := range p.runs.all() {
					held[run] = true
				}
			}
			for _, run := range r.runs.all() {
				delete(held, run)
			}
			want := 0
			for run := range held {
				want += run.size()
			}
			if want == 0 || total < want || total > want+2000 { // the few documents count too
				t.Errorf("after %s: %d bytes are taken down, %d are held", after, total, want)
			}
		}
		for i := range 3 {
			d.do(views.SetReranker{Model: 0, Member: "top_n", Value: fmt.Sprint(i + 1)})
			d.rank()
			r.row()[0].exchange.Request = make([]byte, 1<<20)
		}
		d.rank() // the run before stands in no edit
		d.do(views.MarkDocument{Document: 0, Mark: 1})
		check("the runs")
		d.keys("alt+z", "alt+z")
		check("taking back")
		d.keys("alt+shift+z")
		check("making again")
		d.do(views.MarkDocument{Document: 2, Mark: 1})
		d.rank()
		r.row()[0].exchange.Request = make([]byte, 1<<20)
		d.do(views.MarkDocument{Document: 2, Mark: 2})
		_, asked := d.m.Update(d.m.runRerank(false)())
		d.do(views.MarkDocument{Document: 1, Mark: 2}) // before the answer is there
		d.start(asked)
		d.ranked()
		check("an edit while the models run")
	})
}

// What was written for a set is not made another's that asks the same.
func TestWhatComesLateFindsItsOwnSet(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		other := writeFile(t, "other.json", `{"kind":"rerank-set","queries":["alpha beta"],"documents":["mine"],"models":["sim/bm25"]}`)
		late, run := d.m.do(largeRequest("changed", `"b"`)), d.m.runRerank(false)
		d.do(views.OpenSet{Path: other})
		d.land(late)
		d.shows("nothing was changed: the set is another by now")
		if r.set.Queries[0].Text != "alpha beta" || r.set.Documents[0].Text != "mine" {
			t.Errorf("the query is %q", r.set.Queries[0].Text)
		}
		d.land(run)
		d.shows("nothing was asked: the set is another by now")
		if r.row()[0] != nil || r.busy() {
			t.Error("the set that was opened has a run")
		}
	})
}

func TestNoKeyOfTheListSaysNothing(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "(")
		d.shows("this is the first of 2 queries; A in")
		d.keys(")", ")")
		d.shows("this is the last of 2 queries")
		d.keys("j", "-")
		d.shows("document 2 has no mark")
		d.keys("2", "2")
		d.shows("document 2 is marked 2 already")
		d.keys("p") // the figures have no room beside three models
		d.shows("the figures compare sim/bm25 and sim/position; = shows them")
		d.keys("c")
		d.shows("the figures go to depth 20; = shows them")
		d.keys("=")
		d.shows("AGREEMENT")
		d.keys("=")
		d.shows("IN THE TABLE")
	})
}

// A document with a picture is opened where its text is, or would be.
func TestTheCursorIsNotBehindThePicture(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		image := `"image":"data:image/png;base64,` + strings.Repeat("AAAA", 500) + `"`
		writeFile(t, "docs.json", `[{`+image+`},{"text":"a key",`+image+`}]`)
		d.do(views.LoadDocuments{Path: "docs.json", Whole: true})
		d.keys("g", "e")
		d.typeText(`"text":"a cat",`)
		d.keys("enter", "j", "e")
		d.typeText(" ring")
		d.keys("enter")
		docs := d.m.rankings.set.Documents
		if docs[0].Text != "a cat" || docs[1].Text != "a key ring" || !docs[0].HasImage() || !docs[1].HasImage() {
			t.Errorf("the texts are %q and %q", docs[0].Text, docs[1].Text)
		}
	})
}

// Who served and the id stand in the column; of a run that failed the id that
// the header told, and of one that told nothing, nothing.
func TestAColumnSaysWhoServed(t *testing.T) {
	server := reranker(func(w http.ResponseWriter, model string) {
		switch model {
		case "a/told":
			io.WriteString(w, `{"id":"gen-rerank-1","model":"a/told-2","provider":"Pro\u001bvider","results":[],"usage":{"total_tokens":1234}}`)
		case "a/fails":
			w.Header().Set("X-Generation-Id", "gen-of-the-header")
			w.WriteHeader(500)
			io.WriteString(w, `{"error":{"code":500,"message":"no"}}`)
		default:
			io.WriteString(w, `{"results":[]}`)
		}
	})
	within(t, server, 160, 45, nil, func(d *driver) {
		d.keys("f5")
		r := d.rerankSet("a/told", "a/fails", "a/tells-nothing")
		d.rank()
		d.shows("told-2 · Pro␛vider · 1,234 tok")
		d.shows("gen-rerank-1 ")
		d.shows("gen-of-the-header")
		if got := r.columns(d.m.Keys)[2].Served; got.Model+got.Provider+got.Tokens+got.ID != "" {
			t.Errorf("of what was not told it says %+v", got)
		}
		if got := strings.Join(r.row()[1].facts(), "; "); got != "HTTP status 500; gen-of-the-header" {
			t.Errorf("the figures say of the one that failed: %s", got)
		}
		if got := r.table().Columns; got[0].ID != "gen-rerank-1" || got[1].ID != "gen-of-the-header" || got[2].ID != "" {
			t.Errorf("exported: %q, %q, %q", got[0].ID, got[1].ID, got[2].ID)
		}
		d.do(views.SetQuery{Text: "another"})
		d.shows("earlier")
		d.shows("gen-rerank-1 ")
	})
}

// TestTheRequestThatIsSavedIsTheRuns: as it was sent, whatever was edited since.
func TestTheRequestThatIsSavedIsTheRuns(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		d.do(views.SaveRanking{What: views.RankingRequest, Path: "before.json"})
		d.rank()
		sent := string(r.row()[0].exchange.Request)
		d.do(views.SetQuery{Text: "another query"})
		d.do(views.AddDocuments{Text: "one more"})
		d.do(views.SaveRanking{What: views.RankingRequest, Path: "run.json"})
		for _, path := range []string{"before.json", "run.json"} {
			if got, err := os.ReadFile(path); err != nil || string(got) != sent+"\n" {
				t.Errorf("%s: %s, %v", path, got, err)
			}
		}
	})
}
