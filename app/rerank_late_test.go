package app

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gatehouse/app/screen"
	"gatehouse/views"
)

// What was asked for in an overlay that is closed by now does nothing to
// another that is open.
func TestWhatComesLateClosesNoOtherOverlay(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.rerankSet("sim/bm25")
		r := d.rerank()
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
			d.do(views.RunAction{Action: views.ActRankLoad})
			late := d.m.Do(intent)
			d.keys("esc")
			d.land(d.m.showHelp())
			help := d.m.Overlays.Top()
			d.land(late)
			if d.m.Overlays.Top() != help || len(r.Set().Documents) != before {
				t.Errorf("%s: it does something to what is done by now", name)
			}
			d.m.Overlays.Close()
		}
	})
}

// A set that is being saved while another is opened gives that no name.
func TestALateSaveRenamesNoOtherSet(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.twoQueries()
		late := d.m.Do(views.SaveFile{Of: d.rerank().ToSave(), Path: "mine.json"})
		d.do(views.OpenFile{Path: writeFile(t, "other.json", string(exampleSet))})
		d.shows("query 1 of 2")
		if d.land(late); d.setName() != "other.json" {
			t.Errorf("the set is called %q", d.setName())
		}
		d.do(views.SaveFile{Of: d.rerank().ToSave(), Path: "again.json"})
		if d.setName() != "again.json" {
			t.Errorf("saved as again.json, the set is called %q", d.setName())
		}
	})
}

func TestAFaultLeadsToTheModelThatHasIt(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25", "sim/trigram")
		bad, _ := r.Set().Models[1].With("top_n", []byte("0"))
		d.replaceSet(r.Set().WithModel(1, bad))
		d.list().SelectColumn(0)
		d.do(views.RunRerank{})
		d.shows("Faults in the request to sim/trigram")
		d.keys("enter")
		d.shows("top_n of sim/trigram")
		d.answer("2")
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
	within(t, reranker(lateBody), 120, 35, nil, func(d *driver) {
		d.keys("f5")
		r := d.rerankSet("a/b", "c/d")
		d.do(views.RunRerank{})
		d.pass(time.Second)
		d.list().SelectColumn(1)
		d.do(views.RunAction{Action: views.ActRankInspect})
		if x := d.m.look().Exchange().State; x.Head == nil || !x.Running() {
			t.Fatal("its head has come, and is not there")
		}
		d.shows("200")
		d.shows("rerank run 2 of 2: c/d")
		d.keys("ctrl+c")
		d.until("they have ended", func() bool { return r.Running() == 0 })
		d.shows("■")
	})
}

// TestARunThatWasStoppedTookUntilThen, even if the last byte arrived long before.
func TestARunThatWasStoppedTookUntilThen(t *testing.T) {
	within(t, reranker(lateBody), 120, 35, nil, func(d *driver) {
		d.keys("f5")
		r := d.rerankSet("a/b")
		d.do(views.RunRerank{})
		d.pass(5 * time.Second)
		d.keys("ctrl+c")
		d.ranked()
		d.shows("a/b ■ 5.0 s")
		if c := r.Table().Columns[0]; c.TimeUS < 5_000_000 {
			t.Errorf("exported: %d µs", c.TimeUS)
		}
	})
}

// largeRequest is a request that is read in the background.
func largeRequest(query, document string) views.ReplaceDocument {
	return views.ReplaceDocument{Document: fmt.Appendf(nil, `{"model":"sim/bm25","query":%q,"documents":["%s",%s]}`, query, strings.Repeat("word ", screen.Quick/4), document)}
}

// editRequest opens the request of a model as JSON.
func (d *driver) editRequest(model int) {
	d.list().SelectColumn(model)
	d.do(views.RunAction{Action: views.ActRaw})
}

func TestALateRequestKeepsToItsQueryAndModel(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.twoQueries()
		d.do(views.AddReranker{Slug: "sim/trigram"})
		d.do(views.StepQuery{Step: -1})
		d.list().SelectColumn(0)
		late := d.m.Do(largeRequest("changed", `"b"`))
		d.do(views.StepQuery{Step: 1})
		d.list().SelectColumn(1)
		d.do(views.MarkDocument{Document: 0, Mark: 2})
		d.land(late)
		if q, m := r.Set().Queries, r.Set().Models; q[0].Text != "changed" || q[1].Text != "gamma" || m[0].Slug != "sim/bm25" || m[1].Slug != "sim/trigram" {
			t.Errorf("the queries are %q and %q, the models %s and %s", q[0].Text, q[1].Text, m[0].Slug, m[1].Slug)
		}
		d.list().SelectColumn(0)
		late = d.m.Do(largeRequest("once more", `"b"`))
		d.do(views.SetQuery{Text: "delta"})
		d.land(late)
		if q := r.Set().Queries; q[0].Text != "changed" || q[1].Text != "delta" {
			t.Errorf("the queries are %q and %q", q[0].Text, q[1].Text)
		}
		d.shows("not changed: the query has changed")
	})
}

func TestALateRequestSaysNothingInAnotherJSON(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		r := d.rerankSet("sim/bm25", "sim/trigram")
		for document, words := range map[string]string{`1`: "▌ not ch", `"b"`: "sim/trigram"} {
			d.editRequest(0)
			late := d.m.Do(largeRequest("changed", document))
			d.m.Overlays.Close()
			d.editRequest(1)
			d.land(late)
			d.shows("Request to sim/trigram")
			d.shows(words)
			d.hides(`"model": "sim/bm25"`)
			d.m.Overlays.Close()
		}
		if r.Set().Queries[0].Text != "changed" || r.Set().Models[1].Slug != "sim/trigram" {
			t.Errorf("the query is %q, the second model %s", r.Set().Queries[0].Text, r.Set().Models[1].Slug)
		}
	})
}

// TestALargeRequestIsTakenBackAtOnce: what is typed next would else be written
// into the text that was undone, and restore it.
func TestALargeRequestIsTakenBackAtOnce(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.rerankSet("sim/bm25")
		d.do(largeRequest("the first", `"b"`))
		d.editRequest(0)
		d.do(largeRequest("another", `"b"`))
		d.shows(`"query": "another"`)
		d.send(keyPress("alt+z"))
		d.shows(`"query": "the first"`) // before any message has arrived
		d.send(keyPress("alt+shift+z"))
		d.shows(`"query": "another"`)
	})
}

func TestARunIsSentAgainFromTheInspector(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		r := d.rerankSet("sim/bm25", "sim/trigram")
		d.rank()
		before := r.Exchange(1).State
		d.list().SelectColumn(1)
		d.do(views.RunAction{Action: views.ActRankInspect})
		d.keys("[")
		d.shows("rerank run 1 of 2: sim/bm25")
		d.keys("]", "]")
		d.shows("rerank run 2 of 2: sim/trigram")
		d.keys("alt+r")
		d.until("it has come again", func() bool { return r.Exchange(1).State.Ranking != nil && !r.Busy() })
		again := r.Exchange(1)
		if again.State.ID == before.ID || string(again.State.Request) != string(before.Request) {
			t.Error("it was not the same request that was sent again")
		}
		if d.m.look().Exchange() != again || len(d.m.desk.Shown().Turns()) != 0 {
			t.Error("the inspector does not show it")
		}
		d.keys("alt+y")
		d.shows("curl command")
		d.shows("the body of the request, byte for byte")
	})
}

func TestAChangeThatTheRoutePageSuggestsIsMadeToTheModel(t *testing.T) {
	onRerank(t, 160, 45, func(d *driver) {
		r := d.rerankSet("sim/bm25", "sim/trigram")
		strict, _ := r.Set().Models[1].With("provider", []byte(`{"only":["nobody"],"sort":"price"}`))
		d.replaceSet(r.Set().WithModel(1, strict))
		d.rank()
		d.list().SelectColumn(1)
		d.do(views.RunAction{Action: views.ActRankInspect})
		d.list().SelectColumn(0)
		d.do(views.Relax{Edits: []views.Edit{{Pointer: "/provider/only"}}})
		d.shows("removed provider.only")
		if got := string(r.Set().Models[1].Setting("provider")); strings.Contains(got, "only") || !strings.Contains(got, "price") {
			t.Errorf("provider is %s", got)
		}
		d.keys("alt+z")
		if got := string(r.Set().Models[1].Setting("provider")); !strings.Contains(got, "only") {
			t.Errorf("taken back, provider is %s", got)
		}
	})
}
