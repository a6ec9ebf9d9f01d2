package rerank_test

import (
	"os"
	"strings"
	"testing"

	"gatehouse/app/apptest"
	"gatehouse/state/rank/dataset"
	"gatehouse/views"
)

// A set whose queries rank some of its documents shows them among all of them.
func TestCandidatesAreShownAmongAllDocuments(t *testing.T) {
	apptest.RunOnRerank(t, 120, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25").Retrieved(2))
		d.Shows("best 2 of 4 documents")
		d.Press("tab", "R")
		swept(d)
		d.Press("B")
		d.Shows("each query ranks its best 2 of 4 documents by BM25 (k1 1.2, b 0.75)")
		d.Press("j", "j", "enter")
		order := d.Reranker().Table().Columns[0].Order
		if len(order.Docs) != 2 || order.Docs[0] != 3 || order.Len() != 4 {
			t.Errorf("%+v", order)
		}
		d.Shows("nDCG@10 1.000")
	})
}

// A folder as BEIR lays it out replaces the set; its models stay, and an undo restores the set
// before.
func TestDataSetIsLoaded(t *testing.T) {
	apptest.RunOnRerank(t, 120, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25"))
		if err := os.MkdirAll("data/qrels", 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, "data/corpus.jsonl", `{"_id":"a","title":"Keys","text":"how to rotate"}`+"\n"+`{"_id":"b","title":"","text":"billing"}`+"\n")
		writeFile(t, "data/queries.jsonl", `{"_id":"q1","text":"rotate a key"}`+"\n"+`{"_id":"q2","text":"no mark"}`+"\n")
		writeFile(t, "data/qrels/test.tsv", "query-id\tcorpus-id\tscore\nq1\ta\t2\n")
		d.Press("tab", "L")
		d.Answer("data")
		d.Shows("2 documents and the 1 query with marks in qrels/test.tsv from data; R runs all")
		if s := d.Reranker().Set(); len(s.Queries) != 1 || s.Queries[0].Mark(0) != 2 || len(s.Models) != 1 || s.DocumentID(0) != "a" {
			t.Errorf("%+v", s)
		}
		d.Press("R")
		swept(d)
		d.Press("B")
		d.Shows("1.000 █")
		d.Do(views.RunAction{Action: views.ActUndo})
		if s := d.Reranker().Set(); len(s.Documents) != 4 {
			t.Errorf("%d documents after the undo", len(s.Documents))
		}
		writeFile(t, "data/qrels/test.tsv", "q1\ta\tx\n")
		d.Press("esc", "L")
		d.Answer("data")
		d.Shows("qrels/test.tsv:1: the mark \"x\" is no whole number")
	})
}

// TestDataSetIsOpened: as a file is, with the rerankers of the local gateway in a set that has none.
func TestDataSetIsOpened(t *testing.T) {
	apptest.RunOnRerank(t, 120, 30, func(d *apptest.Driver) {
		if err := os.MkdirAll("data/qrels", 0o700); err != nil {
			t.Fatal(err)
		}
		writeFile(t, "data/corpus.jsonl", `{"_id":"a","title":"Keys","text":"how to rotate"}`+"\n"+`{"_id":"b","title":"","text":"billing"}`+"\n")
		writeFile(t, "data/queries.jsonl", `{"_id":"q1","text":"rotate a key"}`+"\n"+`{"_id":"q2","text":"bills"}`+"\n")
		writeFile(t, "data/qrels/test.tsv", "q1\ta\t2\nq2\tb\t1\n")
		d.Press("ctrl+o")
		d.Answer("data")
		d.Shows("opened data; R runs all queries")
		if s := d.Reranker().Set(); len(s.Queries) != 2 || s.Queries[0].Mark(0) != 2 || len(s.Models) == 0 || d.Reranker().Changed() {
			t.Errorf("%+v", s)
		}
		d.Do(views.RunAction{Action: views.ActRankRunAll})
		swept(d)
		d.Press("B")
		d.Shows("nDCG@10 · 2 queries × ")
		writeFile(t, "data/qrels/test.tsv", "q1\ta\tx\n")
		d.Press("ctrl+o")
		d.Answer("data")
		d.Shows("qrels/test.tsv:1: the mark \"x\" is no whole number")
	})
}

// A table of judgements replaces the set, and is written again.
func TestTableOfJudgementsIsLoaded(t *testing.T) {
	apptest.RunOnRerank(t, 120, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/bm25"))
		writeFile(t, "judged.csv", "query,text,relevance\nrotate a key,how to rotate,3\nrotate a key,billing,0\nbills,billing,2\n")
		d.Press("tab", "L")
		d.Answer("judged.csv")
		d.Shows("2 documents and the 2 queries from judged.csv; R runs all queries")
		if s := d.Reranker().Set(); s.Queries[0].Mark(0) != 3 || s.Queries[0].Mark(1) != 0 || s.Queries[1].Mark(1) != 2 || len(s.Models) != 1 {
			t.Errorf("%+v", s)
		}
		d.Press("R")
		swept(d)
		d.Press("B", "w")
		d.Answer("judged.jsonl")
		d.WaitFor("it is written", func() bool { _, err := os.Stat("judged.jsonl"); return err == nil })
		if data, err := os.ReadFile("judged.jsonl"); err != nil || !strings.Contains(string(data), `{"query_id":"2","query":"bills","document_id":"2","text":null,"relevance":2}`) {
			t.Errorf("%s %v", data, err)
		}
		writeFile(t, "bad.csv", "query,text,relevance\na,b,high\n")
		d.Press("L")
		d.Answer("bad.csv")
		d.Shows("column relevance: “high” is no whole number")
	})
}

// A ranking of another system is measured next to the models, and saved with the set.
func TestRankingOfAnotherSystemIsLoadedNextToTheModels(t *testing.T) {
	apptest.RunOnRerank(t, 120, 30, func(d *apptest.Driver) {
		d.ReplaceSet(benchSet("sim/position"))
		writeFile(t, "other.run", "1 Q0 1 1 3 search\n1 Q0 3 2 2 search\n2 Q0 2 1 3 search\n2 Q0 77 2 1 search\n")
		d.Press("tab", "L")
		d.Answer("other.run")
		d.Shows("search is next to the models, for 2 of 3 queries; 1 query of the set not in it; 1 document")
		d.Shows("3 queries × 2 models")
		d.Shows("1.000 █")
		d.Press("o")
		d.Shows("the worst of all models first")
		d.Press("o")
		d.Hides("the worst of all models first")
		if text, err := d.Reranker().Set().JSON(); err != nil {
			t.Error(err)
		} else if again, err := dataset.Open(text); err != nil || len(again.Runs) != 1 || again.Runs[0].Tag != "search" {
			t.Errorf("%+v %v", again.Runs, err)
		}
		d.Do(views.RunAction{Action: views.ActUndo})
		d.Shows("3 queries × 1 model")
		writeFile(t, "foreign.run", "x Q0 1 1 3 search\n")
		d.Press("L")
		d.Answer("foreign.run")
		d.Shows("none of its queries is in the set, whose first has the id 1")
	})
}
