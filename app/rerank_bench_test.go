package app

import (
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"

	"gatehouse/app/rerank"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// benchSet is a small set of three queries with marks.
func benchSet(models ...string) dataset.Set {
	s := dataset.Set{}
	for _, text := range []string{"Rotating keys", "Billing and invoices", "Key scopes: rotate one", "Audit log of keys"} {
		s = s.WithDocuments(dataset.TextDocument(text))
	}
	for q, text := range []string{"rotate a key", "billing", "audit"} {
		s = s.WithQuery(q, dataset.Query{Text: text})
	}
	s = s.WithMark(0, 0, 3).WithMark(0, 2, 1).WithMark(1, 1, 3).WithMark(2, 3, 2)
	for i, slug := range models {
		s = s.WithModel(i, dataset.NewModel(slug))
	}
	return s
}

// swept waits until all queries have been run.
func (d *driver) swept() {
	d.t.Helper()
	d.until("all queries have been run", func() bool { return !d.rerank().Busy() })
}

func TestAllQueriesAreRunAndCompared(t *testing.T) {
	onRerank(t, 100, 30, func(d *driver) {
		d.replaceSet(benchSet("sim/bm25", "sim/position"))
		d.keys("tab", "R")
		d.swept()
		d.shows("6 of 6 answers, $0.00000")
		d.keys("B")
		d.shows("nDCG@10 · 3 queries × 2 models")
		d.shows("rotate a key")
		d.shows("0.609")
		d.shows("1.000 █")
		d.shows("median")
		d.shows("MORE THAN CHANCE?")
		d.shows("3 queries that differ are too few: with them p is never below 0.250.")
		d.keys("right")
		d.shows("RR · 3 queries × 2 models")
		d.shows("0.250 ▃")
		d.keys("d")
		d.shows("where the models disagree most first")
		d.keys("enter")
		d.shows("query 3 of 3")
		d.keys("R")
		d.shows("all 6 requests have been answered; alt+g runs this query again")
		d.keys("B", "=")
		d.shows("WORST QUERIES")
		d.keys("esc")
		d.keys("w")
		d.answer("all.csv")
		d.until("it is written", func() bool { _, err := os.Stat("all.csv"); return err == nil })
		data, err := os.ReadFile("all.csv")
		if err != nil || strings.Count(string(data), "\n") != 7 || !strings.HasPrefix(string(data), "query_id,query,model,status,") {
			t.Errorf("%s %v", data, err)
		}
	})
}

// A model that fails does not stop the others; what failed runs again alone.
func TestWhatFailedRunsAgainAlone(t *testing.T) {
	onRerank(t, 100, 30, func(d *driver) {
		d.replaceSet(benchSet("sim/bm25", "fault/503"))
		d.keys("tab", "R")
		d.swept()
		d.shows("3 of 6 answers")
		d.shows("3 failed; R runs these again")
		d.keys("B")
		d.shows("✗ failed")
		d.keys("R")
		d.swept()
		d.shows("0 of 3 answers, 3 failed")
		// Without the model that fails there is nothing to do.
		d.replaceSet(benchSet("sim/bm25"))
		d.keys("R")
		d.swept()
		d.shows("3 of 3 answers")
	})
}

// A service that accepts no more requests ends the run; its answers are retained.
func TestAnExhaustedBudgetRetainsAnswers(t *testing.T) {
	onRerank(t, 100, 30, func(d *driver) {
		d.replaceSet(benchSet("sim/bm25", "fault/402", "sim/position"))
		d.keys("tab", "R")
		d.swept()
		d.shows("fault/402 answered 402 Payment Required")
		d.shows("R runs the rest")
		if d.rerank().Table().Columns[0].Order.Len() == 0 {
			t.Error("the ranking that came is gone")
		}
	})
}

func TestRunOfAllQueriesIsStopped(t *testing.T) {
	onRerank(t, 100, 30, func(d *driver) {
		d.replaceSet(benchSet("sim/bm25", "fault/stall"))
		d.keys("tab", "R")
		d.until("bm25 has answered all", func() bool { return d.rerank().Running() == 3 })
		d.shows("3 of 6 answers")
		d.keys("B", "esc")
		d.until("nothing runs", func() bool { return !d.rerank().Busy() })
		d.shows("stopped: 3 of 6 answers received; R runs the rest")
		d.shows("1.000 █")
		d.keys("esc") // to the list, where esc does the same
		d.keys("R")
		d.shows("0 of 3 answers · esc stops all")
		d.keys("B", "=", "esc") // of what all queries say together too
		d.until("nothing runs", func() bool { return !d.rerank().Busy() })
		d.shows("stopped: 0 of 3 answers received; R runs the rest")
		d.shows("OVER ALL QUERIES")
		d.shows("esc grid")
		d.keys("esc", "esc", "R", "/", "esc")
		if !d.rerank().Busy() {
			t.Error("esc stops the run before it ends the search")
		}
		d.keys("esc")
		d.until("nothing runs", func() bool { return !d.rerank().Busy() })
		if d.m.Focus() != rerank.RankingPane {
			t.Error("the esc that stops leaves the list")
		}
		d.keys("esc", "esc") // the first one closes the hint
		if d.m.screens.shown != chatScreen {
			t.Error("esc does not lead back after that")
		}
	})
}

// priced is a service whose rankings cost a cent, by its list of models two at most.
func priced() http.Handler {
	mux := http.NewServeMux()
	answer := func(document string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, document)
		}
	}
	mux.HandleFunc("GET /api/v1/models", answer(`{"data":[{"id":"m/x","pricing":{"prompt":"0","completion":"0","request":"0.02"},"architecture":{"output_modalities":["rerank"]}}]}`))
	mux.HandleFunc("POST /api/v1/rerank", answer(`{"results":[{"index":0,"relevance_score":2},{"index":1,"relevance_score":1}],"usage":{"cost":0.01}}`))
	return mux
}

// If answers cost money, the limit of the cost is shown before a run begins. After the limit is
// reached the answers are retained, and the rest can be run.
func TestAReachedCostLimitRetainsAnswers(t *testing.T) {
	elsewhere(t, priced(), nil, func(d *driver) {
		d.keys("f5")
		d.replaceSet(benchSet("m/x"))
		d.keys("tab", "R")
		d.shows("Limit of the cost in USD")
		d.shows("3 requests, to other.example: at most $0.06 by its list of models.")
		d.answer("much")
		d.shows("the limit must be an amount in USD above 0")
		d.answer("0.03")
		d.swept()
		d.shows("the limit of $0.03 is reached: the next request may cost $0.02, and $0.01 is left: 2 of 3")
		d.shows("answers, $0.02; R runs the rest")
		d.keys("R")
		d.shows("running the 1 of 3 requests without an answer, to other.example: at")
		d.shows("most $0.02 by its list of models.")
		d.keys("esc")
		if d.rerank().Busy() {
			t.Error("it runs, though nobody began it")
		}
		d.keys("R")
		d.answer("")
		d.swept()
		d.shows("1 of 1 answer, $0.01")
	})
}

// The documents that models have on top and no one has marked are judged one after the other,
// without the ranks that would reveal whose they are.
func TestUnjudgedDocumentsAreJudged(t *testing.T) {
	onRerank(t, 100, 30, func(d *driver) {
		d.replaceSet(benchSet("sim/bm25", "sim/position"))
		d.keys("tab", "u")
		d.shows("nothing is ranked yet; R runs every query with every model")
		d.keys("R")
		d.swept()
		d.keys("B")
		d.shows("8 documents in the models' top 10s are unjudged, in 3 queries; u judges them")
		d.keys("u")
		d.shows("unjudged document 1 of 8")
		d.shows("Billing and invoices")
		d.hides("rank 3")
		d.keys("0")
		d.shows("unjudged document 2 of 8")
		d.keys("2")
		d.shows("query 2 of 3")
		d.keys(")", "(", "(")
		d.shows("unjudged document 2 of 8")
		d.shows("★★☆")
		if s := d.rerank().Set(); s.Queries[0].Mark(1) != 0 || s.Queries[0].Mark(3) != 2 || s.Queries[1].Mark(0) != rank.None {
			t.Errorf("marks %v", s.AllMarks(0))
		}
		d.keys(")")
		for range 6 {
			d.keys("1")
		}
		d.shows("8 documents judged, 0 left")
		d.shows("nDCG@10 · 3 queries × 2 models")
		d.keys("u")
		d.shows("every document in the top 10s of the models has a mark")
		d.do(views.RunAction{Action: views.ActUndo})
		if s := d.rerank().Set(); s.Queries[2].Mark(2) != rank.None {
			t.Error("the last mark was not undone")
		}
	})
}

// TestJudgingEndsWhenTheQueriesChange: no mark goes to another query than the one that was shown.
func TestJudgingEndsWhenTheQueriesChange(t *testing.T) {
	onRerank(t, 100, 30, func(d *driver) {
		d.replaceSet(benchSet("sim/bm25", "sim/position"))
		d.keys("tab", "R")
		d.swept()
		d.keys("B", "u")
		d.shows("unjudged document 1 of 8")
		d.do(views.RunAction{Action: views.ActRankQueryDelete})
		before := d.rerank().Set()
		d.keys("2")
		d.shows("the documents or the queries have changed; u begins again")
		if !reflect.DeepEqual(d.rerank().Set().Queries, before.Queries) {
			t.Error("a document was marked")
		}
	})
}
