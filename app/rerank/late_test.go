package rerank_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/app/apptest"
	"gatehouse/app/screen"
	"gatehouse/views"
)

// What was asked for in an overlay that is closed by now does nothing to
// another that is open.
func TestWhatComesLateClosesNoOtherOverlay(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25")
		r := d.Reranker()
		before := len(r.Set().Documents)
		writeFile(t, "docs.txt", "one\ntwo")
		writeFile(t, "there.json", "{}")
		writeFile(t, "bad.png", "\x00")
		writeFile(t, "set.json", string(exampleSet))
		for name, intent := range map[string]views.Intent{
			"load":       views.LoadDocuments{Path: "docs.txt"},
			"load badly": views.LoadDocuments{Path: "bad.png"},
			"open":       views.OpenFile{Path: "set.json"},
			"save":       views.SaveFile{Of: r.ToSave(), Path: "saved.json"},
			"save there": views.SaveFile{Of: r.ToSave(), Path: "there.json"},
		} {
			d.Do(views.RunAction{Action: views.ActRankLoad})
			late := d.Model.Do(intent)
			d.Press("esc")
			d.Apply(d.Run(views.ActHelp))
			help := d.Overlays.Top()
			d.Apply(late)
			if d.Overlays.Top() != help || len(r.Set().Documents) != before {
				t.Errorf("%s: it does something to what is done by now", name)
			}
			d.Overlays.Close()
		}
	})
}

// A set that is being saved while another is opened gives that no name.
func TestALateSaveRenamesNoOtherSet(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		twoQueries(d)
		late := d.Model.Do(views.SaveFile{Of: d.Reranker().ToSave(), Path: "mine.json"})
		d.Do(views.OpenFile{Path: writeFile(t, "other.json", string(exampleSet))})
		d.Shows("query 1 of 2")
		if d.Apply(late); d.RerankTitle() != "other.json" {
			t.Errorf("the set is called %q", d.RerankTitle())
		}
		d.Do(views.SaveFile{Of: d.Reranker().ToSave(), Path: "again.json"})
		if d.RerankTitle() != "again.json" {
			t.Errorf("saved as again.json, the set is called %q", d.RerankTitle())
		}
	})
}

func TestAFaultLeadsToTheModelThatHasIt(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25", "sim/trigram")
		bad, _ := r.Set().Models[1].With("top_n", []byte("0"))
		d.ReplaceSet(r.Set().WithModel(1, bad))
		d.Ranking().SelectColumn(0)
		d.Do(views.RunRerank{})
		d.Shows("Faults in the request to sim/trigram")
		d.Press("enter")
		d.Shows("top_n of sim/trigram")
		d.Answer("2")
		if r.Set().Models[1].TopN() != 2 || r.Set().Models[0].TopN() != 0 {
			t.Errorf("top_n is %d and %d", r.Set().Models[0].TopN(), r.Set().Models[1].TopN())
		}
	})
}

// lateBody answers a rerank with a few bytes at once and with the rest ten seconds later.
func lateBody(w http.ResponseWriter, _ string) {
	fmt.Fprint(w, `{"model":"m",`)
	w.(http.Flusher).Flush()
	time.Sleep(10 * time.Second)
	fmt.Fprint(w, `"results":[{"index":0,"relevance_score":0.5}]}`)
}

func TestARunIsInspectedWhileItRuns(t *testing.T) {
	apptest.RunAgainst(t, reranker(lateBody), 120, 35, nil, func(d *apptest.Driver) {
		d.Press("f5")
		r := d.RerankSet("a/b", "c/d")
		d.Do(views.RunRerank{})
		d.Sleep(time.Second)
		d.Ranking().SelectColumn(1)
		d.Do(views.RunAction{Action: views.ActRankInspect})
		if x := d.Look().Exchange().State; x.Head == nil || !x.Running() {
			t.Fatal("its head has come, and is not there")
		}
		d.Shows("200")
		d.Shows("rerank run 2 of 2: c/d")
		d.Press("ctrl+c")
		d.WaitFor("they have ended", func() bool { return r.Running() == 0 })
		d.Shows("■")
	})
}

// TestARunThatWasStoppedTookUntilThen, even if the last byte arrived long before.
func TestARunThatWasStoppedTookUntilThen(t *testing.T) {
	apptest.RunAgainst(t, reranker(lateBody), 120, 35, nil, func(d *apptest.Driver) {
		d.Press("f5")
		r := d.RerankSet("a/b")
		d.Do(views.RunRerank{})
		d.Sleep(5 * time.Second)
		d.Press("ctrl+c")
		d.WaitRanked()
		d.Shows("a/b ■ 5.0 s")
		if c := r.Table().Columns[0]; c.TimeUS < 5_000_000 {
			t.Errorf("exported: %d µs", c.TimeUS)
		}
	})
}

// largeRequest is a request that is read in the background.
func largeRequest(query, document string) views.ReplaceDocument {
	return views.ReplaceDocument{Document: fmt.Appendf(nil, `{"model":"sim/bm25","query":%q,"documents":["%s",%s]}`, query, strings.Repeat("word ", screen.MaxSyncBytes/4), document)}
}

// editRequest opens the request of a model as JSON.
func editRequest(d *apptest.Driver, model int) {
	d.Ranking().SelectColumn(model)
	d.Do(views.RunAction{Action: views.ActRaw})
}

func TestALateRequestKeepsToItsQueryAndModel(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := twoQueries(d)
		d.Do(views.AddReranker{Slug: "sim/trigram"})
		d.Do(views.StepQuery{Step: -1})
		d.Ranking().SelectColumn(0)
		late := d.Model.Do(largeRequest("changed", `"b"`))
		d.Do(views.StepQuery{Step: 1})
		d.Ranking().SelectColumn(1)
		d.Do(views.MarkDocument{Document: 0, Mark: 2})
		d.Apply(late)
		if q, m := r.Set().Queries, r.Set().Models; q[0].Text != "changed" || q[1].Text != "gamma" || m[0].Slug != "sim/bm25" || m[1].Slug != "sim/trigram" {
			t.Errorf("the queries are %q and %q, the models %s and %s", q[0].Text, q[1].Text, m[0].Slug, m[1].Slug)
		}
		d.Ranking().SelectColumn(0)
		late = d.Model.Do(largeRequest("once more", `"b"`))
		d.Do(views.SetQuery{Text: "delta"})
		d.Apply(late)
		if q := r.Set().Queries; q[0].Text != "changed" || q[1].Text != "delta" {
			t.Errorf("the queries are %q and %q", q[0].Text, q[1].Text)
		}
		d.Shows("not changed: the query has changed")
	})
}

func TestALateRequestSaysNothingInAnotherJSON(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25", "sim/trigram")
		for document, words := range map[string]string{`1`: "▌ not ch", `"b"`: "sim/trigram"} {
			editRequest(d, 0)
			late := d.Model.Do(largeRequest("changed", document))
			d.Overlays.Close()
			editRequest(d, 1)
			d.Apply(late)
			d.Shows("Request to sim/trigram")
			d.Shows(words)
			d.Hides(`"model": "sim/bm25"`)
			d.Overlays.Close()
		}
		if r.Set().Queries[0].Text != "changed" || r.Set().Models[1].Slug != "sim/trigram" {
			t.Errorf("the query is %q, the second model %s", r.Set().Queries[0].Text, r.Set().Models[1].Slug)
		}
	})
}

// TestALargeRequestIsTakenBackAtOnce: what is typed next would else be written
// into the text that was undone, and restore it.
func TestALargeRequestIsTakenBackAtOnce(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.RerankSet("sim/bm25")
		d.Do(largeRequest("the first", `"b"`))
		editRequest(d, 0)
		d.Do(largeRequest("another", `"b"`))
		d.Shows(`"query": "another"`)
		d.Send(apptest.Key("alt+z"))
		d.Shows(`"query": "the first"`) // before any message has arrived
		d.Send(apptest.Key("alt+shift+z"))
		d.Shows(`"query": "another"`)
	})
}

func TestARunIsSentAgainFromTheInspector(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25", "sim/trigram")
		d.Rank()
		before := r.Exchange(1).State
		d.Ranking().SelectColumn(1)
		d.Do(views.RunAction{Action: views.ActRankInspect})
		d.Press("[")
		d.Shows("rerank run 1 of 2: sim/bm25")
		d.Press("]", "]")
		d.Shows("rerank run 2 of 2: sim/trigram")
		d.Press("alt+r")
		d.WaitFor("it has come again", func() bool { return r.Exchange(1).State.Ranking != nil && !r.Busy() })
		again := r.Exchange(1)
		if again.State.ID == before.ID || string(again.State.Request) != string(before.Request) {
			t.Error("it was not the same request that was sent again")
		}
		if d.Look().Exchange() != again || len(d.Desk.Shown().Turns()) != 0 {
			t.Error("the inspector does not show it")
		}
		d.Press("alt+y")
		d.Shows("curl command")
		d.Shows("the body of the request, byte for byte")
	})
}

func TestAChangeThatTheRoutePageSuggestsIsMadeToTheModel(t *testing.T) {
	apptest.RunOnRerank(t, 160, 45, func(d *apptest.Driver) {
		r := d.RerankSet("sim/bm25", "sim/trigram")
		strict, _ := r.Set().Models[1].With("provider", []byte(`{"only":["nobody"],"sort":"price"}`))
		d.ReplaceSet(r.Set().WithModel(1, strict))
		d.Rank()
		d.Ranking().SelectColumn(1)
		d.Do(views.RunAction{Action: views.ActRankInspect})
		d.Ranking().SelectColumn(0)
		d.Do(views.Relax{Edits: []views.Edit{{Pointer: "/provider/only"}}})
		d.Shows("removed provider.only")
		if got := string(r.Set().Models[1].Setting("provider")); strings.Contains(got, "only") || !strings.Contains(got, "price") {
			t.Errorf("provider is %s", got)
		}
		d.Press("alt+z")
		if got := string(r.Set().Models[1].Setting("provider")); !strings.Contains(got, "only") {
			t.Errorf("taken back, provider is %s", got)
		}
	})
}
