package app

import (
	"strings"
	"testing"

	"gatehouse/views"
)

func TestMarksAndRankingsBelongToTheirQuery(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		d.keys("3", ")")
		d.shows("query 2 of 2")
		if r := d.rerank(); r.Set().Queries[1].Marked() != 0 || r.Exchange(0) != nil {
			t.Error("the second query has the first one's marks or runs")
		}
		d.keys("j", "2", "alt+g")
		d.ranked()
		d.keys("=")
		d.shows("mean over 2 queries")
		d.keys("esc", "(")
		d.ranked()
		if d.rerank().Set().Queries[0].Mark(0) != 3 {
			t.Error("the first query's mark is gone")
		}
		d.keys("A")
		d.shows("query 3 of 3")
		d.typeText("new")
		d.keys("up")
		d.shows("query 2 of 3")
		d.keys("tab", "X")
		d.shows("query 2 of 2")
		d.keys("alt+z")
		d.shows("query 2 of 3")
	})
}

func TestSettingsOfAModel(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "l", "t", "enter")
		d.answer("none")
		d.shows("whole number")
		d.answer("3")
		d.keys("alt+g")
		d.ranked()
		d.shows("top_n 3")
		order, request := d.rerank().Table().Columns[0].Order, d.rerank().Exchange(0).State.Request
		if len(order.Docs) != 3 || !strings.Contains(string(request), `"top_n": 3`) {
			t.Errorf("%d came back for %s", len(order.Docs), request)
		}
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"changed","documents":["a","b"],"x":{"b":1}}`)})
		r := d.rerank()
		if r.Set().Queries[0].Text != "changed" || len(r.Set().Documents) != 2 || string(r.Set().Models[0].Setting("x")) != `{"b":1}` {
			t.Errorf("the set is %+v", r.Set().Models[0])
		}
		d.shows("changed")
		d.shows("✓ ranked 12")
	})
}

func TestARequestIsEditedAsJSON(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "v")
		d.shows("Request to sim/bm25")
		d.shows(`"documents"`)
		d.keys("enter", "down", "down", "end", "left", "left")
		d.typeText(" indeed")
		d.keys("esc")
		if got := d.rerank().Set().Queries[0].Text; got != "how do I rotate an API key? indeed" && got != "how do I rotate an API key indeed?" {
			t.Errorf("the query is %q", got)
		}
		d.shows("indeed")
		d.keys("esc")
		if d.m.Overlays.Top() != nil || d.m.screens.shown != rerankScreen {
			t.Error("esc does not close the JSON alone")
		}
	})
}

func TestAChangedQueryMarksTheAnswersAsEarlierOnes(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		d.hides("earlier")
		d.keys("f5")
		d.typeText(" please")
		d.shows("earlier")
		d.keys("enter")
		d.ranked()
		d.hides("earlier")
	})
}

func TestARequestThatIsNoneIsRefusedInItsJSON(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "v")
		before := d.rerank().Set().Queries[0].Text
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"other","documents":[1]}`)})
		if d.rerank().Set().Queries[0].Text != before || d.m.Overlays.Top() == nil {
			t.Error("what is no request changed the set")
		}
		d.shows("documents[0]")
	})
}

// The best documents for another question scroll into view by themselves; if the same
// question is asked again, or the user has scrolled, the list stays.
func TestAnotherQuestionIsAnsweredFromTheTop(t *testing.T) {
	onRerank(t, 80, 24, func(d *driver) {
		r := d.rerank()
		at := func(want int, why string) {
			t.Helper()
			if doc, _ := d.list().Selected(); doc != want {
				t.Errorf("%s: document %d, want %d", why, doc+1, want+1)
			}
		}
		d.keys("e", "alt+g")
		d.ranked()
		d.keys("right", "G")
		last := r.Table().Columns[0].Order.Docs[len(r.Set().Documents)-1]
		at(last, "at the end")
		d.keys("alt+g")
		d.ranked()
		at(last, "asked again")
		d.keys("f5")
		d.typeText(" billing")
		d.keys("enter")
		d.ranked()
		at(r.Table().Columns[0].Order.Docs[0], "another query")
		d.shows(" 1 Billing")
		d.keys("f5")
		d.typeText(" invoice")
		d.keys("tab", "alt+g", "j", "j")
		d.ranked()
		if doc, _ := d.list().Selected(); doc == r.Table().Columns[0].Order.Docs[0] {
			t.Error("the person is taken away from where they went")
		}
	})
}

// Another set starts where each starts, whatever was looked at of the one before.
func TestAnotherSetStartsAtTheTop(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "ctrl+s")
		d.answer("a.json")
		d.until("it is saved", func() bool { return d.setName() == "a.json" })
		d.keys("right", "right", "G", "s", "ctrl+o")
		d.answer("a.json")
		d.shows("opened a.json")
		if doc, _ := d.list().Selected(); doc != 0 || d.list().InModel() {
			t.Errorf("document %d, in a model's column: %t", doc+1, d.list().InModel())
		}
		d.hides("sorted")
	})
}
