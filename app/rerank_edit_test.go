package app

import (
	"strings"
	"testing"

	"gatehouse/views"
)

func TestEveryQueryHasItsOwnMarksAndRuns(t *testing.T) {
	onRerank(t, 120, 35, func(d *driver) {
		d.keys("e", "alt+g")
		d.ranked()
		d.keys("3", ")")
		d.shows("query 2 of 2")
		if r := &d.m.rankings; r.set.Queries[1].Marked() != 0 || r.row()[0] != nil {
			t.Error("the second query has the first one's marks or runs")
		}
		d.keys("j", "2", "alt+g")
		d.ranked()
		d.keys("=")
		d.shows("mean over 2 queries")
		d.keys("esc", "(")
		d.ranked()
		if d.m.rankings.set.Queries[0].Mark(0) != 3 {
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
		run := d.m.rankings.row()[0]
		if len(run.order.Docs) != 3 || !strings.Contains(string(run.exchange.Request), `"top_n": 3`) {
			t.Errorf("%d came back for %s", len(run.order.Docs), run.exchange.Request)
		}
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"changed","documents":["a","b"],"x":{"b":1}}`)})
		r := &d.m.rankings
		if r.set.Queries[0].Text != "changed" || len(r.set.Documents) != 2 || string(r.set.Models[0].Setting("x")) != `{"b":1}` {
			t.Errorf("the set is %+v", r.set.Models[0])
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
		if got := d.m.rankings.set.Queries[0].Text; got != "how do I rotate an API key? indeed" && got != "how do I rotate an API key indeed?" {
			t.Errorf("the query is %q", got)
		}
		d.shows("indeed")
		d.keys("esc")
		if d.m.overlay() != nil || d.m.screens.shown != rerankScreen {
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
		before := d.m.rankings.set.Queries[0].Text
		d.do(views.ReplaceDocument{Document: []byte(`{"model":"sim/bm25","query":"other","documents":[1]}`)})
		if d.m.rankings.set.Queries[0].Text != before || d.m.overlay() == nil {
			t.Error("what is no request changed the set")
		}
		d.shows("documents[0]")
	})
}
