package rerank_test

import (
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"

	"gatehouse/app/apptest"
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

// runEnded waits until all queries have been run.
func swept(d *apptest.Driver) {
	d.T.Helper()
	d.WaitFor("all queries have been run", func() bool { return !d.Reranker().Busy() })
}

func TestAllQueriesAreRunAndCompared(t *testing.T) {
	apptest.RunOnRerank(t, 100, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25", "sim/position"))
		d.Press("tab", "R")
		swept(d)
		d.Shows("6 of 6 answers, $0.00000")
		d.Press("B")
		d.Shows("nDCG@10 · 3 queries × 2 models")
		d.Shows("rotate a key")
		d.Shows("0.609")
		d.Shows("1.000 █")
		d.Shows("median")
		d.Shows("MORE THAN CHANCE?")
		d.Shows("3 queries that differ are too few: with them p is never below 0.250.")
		d.Press("right")
		d.Shows("RR · 3 queries × 2 models")
		d.Shows("0.250 ▃")
		d.Press("D")
		d.Shows("where the models disagree most first")
		d.Press("enter")
		d.Shows("query 3 of 3")
		d.Press("R")
		d.Shows("all 6 requests have been answered; alt+g runs this query again")
		d.Press("B", "=")
		d.Shows("WORST QUERIES")
		d.Press("esc")
		d.Press("w")
		d.Answer("all.csv")
		d.WaitFor("it is written", func() bool { _, err := os.Stat("all.csv"); return err == nil })
		data, err := os.ReadFile("all.csv")
		if err != nil || strings.Count(string(data), "\n") != 7 || !strings.HasPrefix(string(data), "query_id,query,model,status,") {
			t.Errorf("%s %v", data, err)
		}
	})
}

// A model that fails does not stop the others; what failed runs again alone.
func TestWhatFailedRunsAgainAlone(t *testing.T) {
	apptest.RunOnRerank(t, 100, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25", "fault/500"))
		d.Press("tab", "R")
		swept(d)
		d.Shows("3 of 6 answers")
		d.Shows("3 failed; R runs these again")
		d.Press("B")
		d.Shows("✗ failed")
		d.Press("R")
		swept(d)
		d.Shows("0 of 3 answers, 3 failed")
		// Without the model that fails there is nothing to do.
		d.ReplaceSet(benchSet("sim/bm25"))
		d.Press("R")
		swept(d)
		d.Shows("3 of 3 answers")
	})
}

// A service that accepts no more requests ends the run; its answers are retained.
func TestAnExhaustedBudgetRetainsAnswers(t *testing.T) {
	apptest.RunOnRerank(t, 100, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25", "fault/402", "sim/position"))
		d.Press("tab", "R")
		swept(d)
		d.Shows("fault/402 answered 402 Payment Required")
		d.Shows("R runs the rest")
		if d.Reranker().Table().Columns[0].Order.Len() == 0 {
			t.Error("the ranking that came is gone")
		}
	})
}

func TestRunOfAllQueriesIsStopped(t *testing.T) {
	apptest.RunOnRerank(t, 100, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25", "fault/stall"))
		d.Press("tab", "R")
		d.WaitFor("bm25 has answered all", func() bool { return d.Reranker().Running() == 3 })
		d.Shows("3 of 6 answers")
		d.Press("B", "esc")
		d.WaitFor("nothing runs", func() bool { return !d.Reranker().Busy() })
		d.Shows("stopped: 3 of 6 answers received; R runs the rest")
		d.Shows("1.000 █")
		d.Press("esc") // to the list, where esc does the same
		d.Press("R")
		d.Shows("0 of 3 answers · esc stops all")
		d.Press("B", "=", "esc") // of what all queries say together too
		d.WaitFor("nothing runs", func() bool { return !d.Reranker().Busy() })
		d.Shows("stopped: 0 of 3 answers received; R runs the rest")
		d.Shows("OVER ALL QUERIES")
		d.Shows("esc grid")
		d.Press("esc", "esc", "R", "/", "esc")
		if !d.Reranker().Busy() {
			t.Error("esc stops the run before it ends the search")
		}
		d.Press("esc")
		d.WaitFor("nothing runs", func() bool { return !d.Reranker().Busy() })
		if d.Focus() != rerank.RankingPane {
			t.Error("the esc that stops leaves the list")
		}
		d.Press("esc", "esc") // the first one closes the hint
		if d.Focus().Screen() != "chat" {
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
	apptest.RunElsewhere(t, priced(), nil, func(d *apptest.Driver) {
		d.Press("f5")
		d.ReplaceSet(benchSet("m/x"))
		d.Press("tab", "R")
		d.Shows("Cost limit in USD")
		d.Shows("3 requests, to other.example: at most $0.06 by its list of models.")
		d.Answer("much")
		d.Shows("the limit must be an amount in USD above 0")
		d.Answer("0.03")
		swept(d)
		d.Shows("the limit of $0.03 is reached: the next request may cost $0.02, and $0.01 is left: 2 of 3")
		d.Shows("answers, $0.02; R runs the rest")
		d.Press("R")
		d.Shows("running the 1 of 3 requests without an answer, to other.example: at")
		d.Shows("most $0.02 by its list of models.")
		d.Press("esc")
		if d.Reranker().Busy() {
			t.Error("it runs, though nobody began it")
		}
		d.Press("R")
		d.Answer("")
		swept(d)
		d.Shows("1 of 1 answer, $0.01")
	})
}

// The documents that models have on top and no one has marked are judged one after the other,
// without the ranks that would reveal whose they are.
func TestUnjudgedDocumentsAreJudged(t *testing.T) {
	apptest.RunOnRerank(t, 100, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25", "sim/position"))
		d.Press("tab", "u")
		d.Shows("nothing is ranked yet; R runs every query with every model")
		d.Press("R")
		swept(d)
		d.Press("B")
		d.Shows("8 documents in the models' top 10s are unjudged, in 3 queries; u judges them")
		d.Press("u")
		d.Shows("unjudged document 1 of 8")
		d.Shows("Billing and invoices")
		d.Hides("rank 3")
		d.Press("0")
		d.Shows("unjudged document 2 of 8")
		d.Press("2")
		d.Shows("query 2 of 3")
		d.Press(")", "(", "(")
		d.Shows("unjudged document 2 of 8")
		d.Shows("★★☆")
		if s := d.Reranker().Set(); s.Queries[0].Mark(1) != 0 || s.Queries[0].Mark(3) != 2 || s.Queries[1].Mark(0) != rank.None {
			t.Errorf("marks %v", s.AllMarks(0))
		}
		d.Press(")")
		for range 6 {
			d.Press("1")
		}
		d.Shows("8 documents judged, 0 left")
		d.Shows("nDCG@10 · 3 queries × 2 models")
		d.Press("u")
		d.Shows("every document in the top 10s of the models has a mark")
		d.Do(views.RunAction{Action: views.ActUndo})
		if s := d.Reranker().Set(); s.Queries[2].Mark(2) != rank.None {
			t.Error("the last mark was not undone")
		}
	})
}

// TestJudgingEndsWhenTheQueriesChange: no mark goes to another query than the one that was shown.
func TestJudgingEndsWhenTheQueriesChange(t *testing.T) {
	apptest.RunOnRerank(t, 100, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25", "sim/position"))
		d.Press("tab", "R")
		swept(d)
		d.Press("B", "u")
		d.Shows("unjudged document 1 of 8")
		d.Do(views.RunAction{Action: views.ActRankQueryDelete})
		before := d.Reranker().Set()
		d.Press("2")
		d.Shows("the documents or the queries have changed; u begins again")
		if !reflect.DeepEqual(d.Reranker().Set().Queries, before.Queries) {
			t.Error("a document was marked")
		}
	})
}
