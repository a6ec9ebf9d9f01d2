package rerank_test

import (
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/views"
)

func TestMarksAndRankingsBelongToTheirQuery(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "alt+g")
		d.WaitRanked()
		d.Press("3", ")")
		d.Shows("query 2 of 2")
		if r := d.Reranker(); r.Set().Queries[1].Marked() != 0 || r.Exchange(0) != nil {
			t.Error("the second query has the first one's marks or runs")
		}
		d.Press("j", "2", "alt+g")
		d.WaitRanked()
		d.Press("=")
		d.Shows("mean over 2 queries")
		d.Press("esc", "(")
		d.WaitRanked()
		if d.Reranker().Set().Queries[0].Mark(0) != 3 {
			t.Error("the first query's mark is gone")
		}
		d.Press("A")
		d.Shows("query 3 of 3")
		d.Type("new")
		d.Press("up")
		d.Shows("query 2 of 3")
		d.Press("tab", "X")
		d.Shows("query 2 of 2")
		d.Press("alt+z")
		d.Shows("query 2 of 3")
	})
}

func TestSettingsOfAModel(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "l", "S", "enter")
		d.Answer("none")
		d.Shows("whole number")
		d.Answer("3")
		d.Press("alt+g")
		d.WaitRanked()
		d.Shows("top_n 3")
		order, request := d.Reranker().Table().Columns[0].Order, d.Reranker().Exchange(0).State.Request
		if len(order.Docs) != 3 || !strings.Contains(string(request), `"top_n": 3`) {
			t.Errorf("%d came back for %s", len(order.Docs), request)
		}
		d.Do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"changed","documents":["a","b"],"x":{"b":1}}`)})
		r := d.Reranker()
		if r.Set().Queries[0].Text != "changed" || len(r.Set().Documents) != 2 || string(r.Set().Models[0].Setting("x")) != `{"b":1}` {
			t.Errorf("the set is %+v", r.Set().Models[0])
		}
		d.Shows("changed")
		d.Shows("✓ ranked 12")
	})
}

func TestARequestIsEditedAsJSON(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "v")
		d.Shows("Request to sim/bm25")
		d.Shows(`"documents"`)
		d.Press("enter", "down", "down", "end", "left", "left")
		d.Type(" indeed")
		d.Press("esc")
		if got := d.Reranker().Set().Queries[0].Text; got != "how do I rotate an API key? indeed" && got != "how do I rotate an API key indeed?" {
			t.Errorf("the query is %q", got)
		}
		d.Shows("indeed")
		d.Press("esc")
		if d.Overlays.Top() != nil || d.Focus().Screen() != "rerank" {
			t.Error("esc does not close the JSON alone")
		}
	})
}

func TestAChangedQueryMarksTheAnswersAsEarlierOnes(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "alt+g")
		d.WaitRanked()
		d.Hides("earlier")
		d.Press("f5")
		d.Type(" please")
		d.Shows("earlier")
		d.Press("enter")
		d.WaitRanked()
		d.Hides("earlier")
	})
}

func TestARequestThatIsNoneIsRefusedInItsJSON(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "v")
		before := d.Reranker().Set().Queries[0].Text
		d.Do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"other","documents":[1]}`)})
		if d.Reranker().Set().Queries[0].Text != before || d.Overlays.Top() == nil {
			t.Error("what is no request changed the set")
		}
		d.Shows("documents[0]")
	})
}

// The best documents for another question scroll into view by themselves; if the same
// question is asked again, or the user has scrolled, the list stays.
func TestAnotherQuestionIsAnsweredFromTheTop(t *testing.T) {
	apptest.RunOnRerank(t, 80, 24, func(d *apptest.Driver) {
		r := d.Reranker()
		at := func(want int, why string) {
			t.Helper()
			if doc, _ := d.Ranking().Selected(); doc != want {
				t.Errorf("%s: document %d, want %d", why, doc+1, want+1)
			}
		}
		d.Press("e", "alt+g")
		d.WaitRanked()
		d.Press("right", "G")
		last := r.Table().Columns[0].Order.Docs[len(r.Set().Documents)-1]
		at(last, "at the end")
		d.Press("alt+g")
		d.WaitRanked()
		at(last, "asked again")
		d.Press("f5")
		d.Type(" billing")
		d.Press("enter")
		d.WaitRanked()
		at(r.Table().Columns[0].Order.Docs[0], "another query")
		d.Shows(" 1 Billing")
		d.Press("f5")
		d.Type(" invoice")
		d.Press("tab", "alt+g", "j", "j")
		d.WaitRanked()
		if doc, _ := d.Ranking().Selected(); doc == r.Table().Columns[0].Order.Docs[0] {
			t.Error("the person is taken away from where they went")
		}
	})
}

// Another set starts where each starts, whatever was looked at of the one before.
func TestAnotherSetStartsAtTheTop(t *testing.T) {
	apptest.RunOnRerank(t, 120, 35, func(d *apptest.Driver) {
		d.Press("e", "ctrl+s")
		d.Answer("a.json")
		d.WaitFor("it is saved", func() bool { return d.RerankTitle() == "a.json" })
		d.Press("right", "right", "G", "o", "ctrl+o")
		d.Answer("a.json")
		d.Shows("opened a.json")
		if doc, _ := d.Ranking().Selected(); doc != 0 || d.Ranking().InModel() {
			t.Errorf("document %d, in a model's column: %t", doc+1, d.Ranking().InModel())
		}
		d.Hides("sorted")
	})
}
