package rerank_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/views"
)

// The undo history holds earlier rankings, within a limit of bytes.
func TestWhatIsTakenBackIsBoundedInBytes(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25")
		for i := range 6 {
			d.Do(views.SetReranker{Model: 0, Member: "top_n", Value: fmt.Sprint(i + 1)})
			d.Rank()
			r.Exchange(0).State.Request = make([]byte, 16<<20) // a quarter of the bound
		}
		d.Do(views.MarkDocument{Document: 0, Mark: 1})
		edits := 0
		for ; !strings.Contains(d.Screen(), "nothing to undo"); edits++ {
			d.Press("alt+z")
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
			d.Press("alt+shift+z")
		}
		if got := r.Set().Models[0].TopN(); got != 6 || r.Set().Queries[0].Mark(0) != 1 {
			t.Errorf("all made again, top_n is %d", got)
		}
	})
}

// Large texts are written in the background.
func TestWhatIsCopiedIsWrittenInTheBackground(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		written := false
		cmd := d.Model.Do(views.CopyWritten{What: "it", Text: func() string { written = true; return "text" }})
		if written {
			t.Error("it is written while the screen waits")
		}
		d.Apply(cmd)
		d.Shows("4 B: it; by ")
		d.RerankSet("sim/bm25")
		for _, what := range []string{"rank table, CSV", "rank table, text", "request JSON"} {
			d.Press("alt+y")
			d.Choose(what)
			d.Shows("B: " + what + "; by ")
		}
	})
}

// TestUndoInHugeJSONIsWrittenInTheBackground: it takes longer than a frame.
func TestUndoInHugeJSONIsWrittenInTheBackground(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25")
		change := func(query string) {
			d.Do(views.ReplaceDocument{Document: fmt.Appendf(nil, `{"model":"sim/bm25","query":%q,"documents":[%q]}`, query, strings.Repeat("word ", 1<<20))})
		}
		change("zero")
		editRequest(d, 0)
		change("first")
		d.Shows(`"query": "first"`)
		undo := d.Run(views.ActUndo)
		if d.Shows(`"query": "first"`); r.Set().Queries[0].Text != "zero" {
			t.Fatal("nothing was taken back")
		}
		d.Apply(undo)
		d.Shows(`"query": "zero"`)
		change("second")
		undo = d.Run(views.ActUndo)
		change("third") // written before the undone text has arrived
		d.Apply(undo)
		d.Shows(`"query": "third"`)
	})
}

// TestUndoOfASmallRequestIsThereAtOnce: before more can be typed into what is
// undone.
func TestUndoOfASmallRequestIsThereAtOnce(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25")
		editRequest(d, 0)
		d.Do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"first","documents":["a"]}`)})
		d.Shows(`"query": "first"`)
		d.Run(views.ActUndo) // the later message of its Cmd is dropped
		d.Shows(`"query": "alpha beta"`)
		d.Run(views.ActRedo)
		d.Shows(`"query": "first"`)
	})
}

// What was written for a set is not made another's that asks the same.
func TestLateResultsLandInTheirSet(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25")
		other := writeFile(t, "other.json", `{"kind":"rerank-set","queries":["alpha beta"],"documents":["mine"],"models":["sim/bm25"]}`)
		late, run := d.Model.Do(largeRequest("changed", `"b"`)), d.Model.Do(views.RunRerank{})
		d.Do(views.OpenFile{Path: other})
		d.Apply(late)
		d.Shows("not changed: another set is open now")
		if r.Set().Queries[0].Text != "alpha beta" || r.Set().Documents[0].Text != "mine" {
			t.Errorf("the query is %q", r.Set().Queries[0].Text)
		}
		d.Apply(run)
		d.Shows("not run: another set is open now")
		if r.Exchange(0) != nil || r.Busy() {
			t.Error("the set that was opened has a run")
		}
	})
}

func TestNoKeyOfTheListSaysNothing(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "(")
		d.Shows("this is the first of 2 queries; A in")
		d.Press(")", ")")
		d.Shows("this is the last of 2 queries")
		d.Press("j", "-")
		d.Shows("document 2 has no mark")
		d.Press("2", "k", "2") // a mark moves on to the next document
		d.Shows("document 2 is already marked 2")
		d.Press("K")
		d.Shows("depth k is now 20; = shows the figures")
		d.Press("=")
		d.Shows("AGREEMENT")
		d.Press("=")
		d.Shows("IN THE TABLE")
	})
}

// A document with a picture is opened where its text is, or would be.
func TestTheCursorIsNotBehindThePicture(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		image := `"image":"data:image/png;base64,` + strings.Repeat("AAAA", 500) + `"`
		writeFile(t, "docs.json", `[{`+image+`},{"text":"a key",`+image+`}]`)
		d.Do(views.LoadDocuments{Path: "docs.json", Objects: true})
		d.Press("g", "e")
		d.Type(`"text":"a cat",`)
		d.Press("enter", "j", "e")
		d.Type(" ring")
		d.Press("enter")
		docs := d.Reranker().Set().Documents
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
	apptest.RunAgainst(t, server, 160, 45, nil, func(d *apptest.Driver) {
		d.Press("f5")
		r := d.RerankSet("a/told", "a/fails", "a/tells-nothing")
		d.Rank()
		d.Shows("told-2 · Pro␛vider · 1,234 tok")
		d.Hides("gen-rerank-1")
		for _, want := range []string{"gen-rerank-1", "HTTP status 500", "gen-of-the-header"} {
			if got := figuresText(d); !strings.Contains(got, want) {
				t.Errorf("the figures do not say %q: %s", want, got)
			}
		}
		if got := r.Table().Columns; got[0].ID != "gen-rerank-1" || got[1].ID != "gen-of-the-header" || got[2].ID != "" {
			t.Errorf("exported: %q, %q, %q", got[0].ID, got[1].ID, got[2].ID)
		}
		d.Do(views.SetQuery{Text: "another"})
		d.Shows("earlier")
	})
}
