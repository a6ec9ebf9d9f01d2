package app

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"gatehouse/views"
)

// The undo history holds earlier rankings, within a limit of bytes.
func TestWhatIsTakenBackIsBoundedInBytes(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		for i := range 6 {
			d.do(views.SetReranker{Model: 0, Member: "top_n", Value: fmt.Sprint(i + 1)})
			d.rank()
			r.Exchange(0).State.Request = make([]byte, 16<<20) // a quarter of the bound
		}
		d.do(views.MarkDocument{Document: 0, Mark: 1})
		edits := 0
		for ; !strings.Contains(d.screen(), "nothing to undo"); edits++ {
			d.keys("alt+z")
		}
		if edits--; edits < 3 || edits > 5 {
			t.Errorf("%d edits can be taken back, with runs of a quarter of the bound each", edits)
		}
		if got := r.Set().Models[0].TopN(); got < 2 || got > 4 {
			t.Errorf("all taken back, top_n is %d", got)
		}
		if r.Exchange(0) == nil {
			t.Error("the oldest edit has no run")
		}
		for range 20 {
			d.keys("alt+shift+z")
		}
		if got := r.Set().Models[0].TopN(); got != 6 || r.Set().Queries[0].Mark(0) != 1 {
			t.Errorf("all made again, top_n is %d", got)
		}
	})
}

// Large texts are written in the background.
func TestWhatIsCopiedIsWrittenInTheBackground(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		written := false
		cmd := d.m.Do(views.CopyWritten{What: "it", Text: func() string { written = true; return "text" }})
		if written {
			t.Error("it is written while the screen waits")
		}
		d.land(cmd)
		d.shows("4 B: it; by ")
		d.rerankSet("sim/bm25")
		for _, what := range []string{"rank table, CSV", "rank table, text", "request JSON"} {
			d.keys("alt+y")
			d.choose(what)
			d.shows("B: " + what + "; by ")
		}
	})
}

// TestUndoInHugeJSONIsWrittenInTheBackground: it takes longer than a frame.
func TestUndoInHugeJSONIsWrittenInTheBackground(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		change := func(query string) {
			d.do(views.ReplaceDocument{Document: fmt.Appendf(nil, `{"model":"sim/bm25","query":%q,"documents":[%q]}`, query, strings.Repeat("word ", 1<<20))})
		}
		change("zero")
		d.editRequest(0)
		change("first")
		d.shows(`"query": "first"`)
		undo := d.m.Run(views.ActUndo)
		if d.shows(`"query": "first"`); r.Set().Queries[0].Text != "zero" {
			t.Fatal("nothing was taken back")
		}
		d.land(undo)
		d.shows(`"query": "zero"`)
		change("second")
		undo = d.m.Run(views.ActUndo)
		change("third") // written before the undone text has arrived
		d.land(undo)
		d.shows(`"query": "third"`)
	})
}

// TestUndoOfASmallRequestIsThereAtOnce: before more can be typed into what is
// undone.
func TestUndoOfASmallRequestIsThereAtOnce(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.rerankSet("sim/bm25")
		d.editRequest(0)
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"first","documents":["a"]}`)})
		d.shows(`"query": "first"`)
		d.m.Run(views.ActUndo) // the later message of its Cmd is dropped
		d.shows(`"query": "alpha beta"`)
		d.m.Run(views.ActRedo)
		d.shows(`"query": "first"`)
	})
}

// What was written for a set is not made another's that asks the same.
func TestLateResultsLandInTheirSet(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25")
		other := writeFile(t, "other.json", `{"kind":"rerank-set","queries":["alpha beta"],"documents":["mine"],"models":["sim/bm25"]}`)
		late, run := d.m.Do(largeRequest("changed", `"b"`)), d.m.Do(views.RunRerank{})
		d.do(views.OpenFile{Path: other})
		d.land(late)
		d.shows("not changed: another set is open now")
		if r.Set().Queries[0].Text != "alpha beta" || r.Set().Documents[0].Text != "mine" {
			t.Errorf("the query is %q", r.Set().Queries[0].Text)
		}
		d.land(run)
		d.shows("not run: another set is open now")
		if r.Exchange(0) != nil || r.Busy() {
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
		d.shows("document 2 is already marked 2")
		d.keys("c")
		d.shows("depth k is now 20; = shows the figures")
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
		d.do(views.LoadDocuments{Path: "docs.json", Objects: true})
		d.keys("g", "e")
		d.typeText(`"text":"a cat",`)
		d.keys("enter", "j", "e")
		d.typeText(" ring")
		d.keys("enter")
		docs := d.rerank().Set().Documents
		if docs[0].Text != "a cat" || docs[1].Text != "a key ring" || !docs[0].HasImage() || !docs[1].HasImage() {
			t.Errorf("the texts are %q and %q", docs[0].Text, docs[1].Text)
		}
	})
}

// Who served is in the column, and the id among the figures; for a failed ranking it is the
// id of the header, and without one there is none.
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
		d.hides("gen-rerank-1")
		for _, want := range []string{"gen-rerank-1", "HTTP status 500", "gen-of-the-header"} {
			if got := d.figuresText(); !strings.Contains(got, want) {
				t.Errorf("the figures do not say %q: %s", want, got)
			}
		}
		if got := r.Table().Columns; got[0].ID != "gen-rerank-1" || got[1].ID != "gen-of-the-header" || got[2].ID != "" {
			t.Errorf("exported: %q, %q, %q", got[0].ID, got[1].ID, got[2].ID)
		}
		d.do(views.SetQuery{Text: "another"})
		d.shows("earlier")
	})
}
