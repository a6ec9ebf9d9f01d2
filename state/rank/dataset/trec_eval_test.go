package dataset_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
)

// measured returns the measures of a run and of a model, which ranks the first document of the corpus first and no other,
// for the only query.
func measured(t *testing.T, s dataset.Set, run string, ties rank.Ties, measures string) (ofRun, ofModel []float64) {
	t.Helper()
	file, err := dataset.ReadRun("x.run", []byte(run))
	if err != nil {
		t.Fatal(err)
	}
	if s, _, _, err = s.WithRun(file); err != nil {
		t.Fatal(err)
	}
	order := rank.NewOrder(len(s.Documents))
	order.Docs, order.Place[0], order.Score[0] = []int{0}, 0, 1
	b := dataset.Bench{Set: s, Models: []string{"model"}, Ties: ties, Results: [][]dataset.Result{{{Answer: lab.Answer{Valid: true}, Order: order}}}}.WithRuns()
	if b.Measures, err = rank.ParseMeasures(measures); err != nil {
		t.Fatal(err)
	}
	for _, m := range b.AllMeasures() {
		ofModel, ofRun = append(ofModel, m.Grid[0][0]), append(ofRun, m.Grid[0][1])
	}
	return ofRun, ofModel
}

// oneQuery is a data set with the documents d1, d2 and d3, the query q1 and its judgements.
func oneQuery(t *testing.T, qrels string) dataset.Set {
	t.Helper()
	s, err := dataset.BEIR{Corpus: []byte(corpus), Queries: []byte(queries), Qrels: []byte(qrels), Split: "test.tsv"}.Read()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMeasuresCountAsTrecEval checks values computed by hand from the definitions of trec_eval (form_res_rels.c, m_map.c,
// m_recip_rank.c, m_P.c, m_recall.c, m_ndcg.c in github.com/usnistgov/trec_eval): all documents that the qrels judge
// relevant count as relevant, and every document of the run has its rank.
func TestMeasuresCountAsTrecEval(t *testing.T) {
	const measures = "map,mrr,p@5,recall@10,ndcg-linear"
	log3 := math.Log2(3)
	for _, c := range []struct {
		name, qrels, run string
		ties             rank.Ties
		run5, model5     []float64 // by measure
	}{
		{"complete", "q1 0 d1 2\nq1 0 d2 1\n", "q1 Q0 d3 1 3 r\nq1 Q0 d1 2 2 r\n", rank.TiesAverage,
			[]float64{1.0 / 2 / 2, 1.0 / 2, 1.0 / 5, 1.0 / 2, 2 / log3 / (2 + 1/log3)},
			[]float64{1.0 / 2, 1, 1.0 / 5, 1.0 / 2, 2 / (2 + 1/log3)}},
		{"the corpus lacks relevant documents", "q1 0 d1 2\nq1 0 d2 0\nq1 0 x1 1\nq1 0 x2 3\n", "q1 Q0 d1 1 2 r\nq1 Q0 d2 2 1 r\n", rank.TiesAverage,
			[]float64{1.0 / 3, 1, 1.0 / 5, 1.0 / 3, 2 / (3 + 2/log3 + 1.0/2)},
			[]float64{1.0 / 3, 1, 1.0 / 5, 1.0 / 3, 2 / (3 + 2/log3 + 1.0/2)}},
		{"the run has them", "q1 0 d1 2\nq1 0 d2 0\nq1 0 x1 1\nq1 0 x2 3\n", "q1 Q0 x1 1 0.9 r\nq1 Q0 d1 2 0.8 r\nq1 Q0 u1 3 0.7 r\nq1 Q0 d2 4 0.6 r\n", rank.TiesAverage,
			[]float64{(1.0 + 1) / 3, 1, 2.0 / 5, 2.0 / 3, (1 + 2/log3) / (3 + 2/log3 + 1.0/2)},
			[]float64{1.0 / 3, 1, 1.0 / 5, 1.0 / 3, 2 / (3 + 2/log3 + 1.0/2)}},
		{"an unjudged document that the corpus lacks", "q1 0 d1 1\n", "q1 Q0 u1 1 0.9 r\nq1 Q0 u2 2 0.8 r\nq1 Q0 d1 3 0.7 r\n", rank.TiesAverage,
			[]float64{1.0 / 3, 1.0 / 3, 1.0 / 5, 1, 1.0 / 2}, []float64{1, 1, 1.0 / 5, 1, 1}},
		{"ties by id, descending", "q1 0 d1 1\n", "q1 Q0 c 1 0.9 r\nq1 Q0 u1 2 0.9 r\nq1 Q0 d1 3 0.9 r\n", rank.TiesTREC,
			[]float64{1.0 / 2, 1.0 / 2, 1.0 / 5, 1, 1 / log3}, []float64{1, 1, 1.0 / 5, 1, 1}},
		{"the run lacks the relevant document", "q1 0 d1 1\n", "q1 Q0 d2 1 0.9 r\n", rank.TiesAverage,
			[]float64{0, 0, 0, 0, 0}, []float64{1, 1, 1.0 / 5, 1, 1}},
		{"no relevant document is in the corpus", "q1 0 d2 0\nq1 0 x1 1\n", "q1 Q0 d1 1 0.9 r\n", rank.TiesAverage,
			[]float64{0, 0, 0, 0, 0}, []float64{0, 0, 0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ofRun, ofModel := measured(t, oneQuery(t, c.qrels), c.run, c.ties, measures)
			for i, name := range strings.Split(measures, ",") {
				if math.Abs(ofRun[i]-c.run5[i]) > 1e-9 {
					t.Errorf("%s of the run is %v, want %v", name, ofRun[i], c.run5[i])
				}
				if math.Abs(ofModel[i]-c.model5[i]) > 1e-9 {
					t.Errorf("%s of the model is %v, want %v", name, ofModel[i], c.model5[i])
				}
			}
		})
	}
}

// TestMissingDocumentsStayInFiles: their marks are written wherever marks are, and become those of a document that is
// added.
func TestMissingDocumentsStayInFiles(t *testing.T) {
	const all = "q1 0 d1 2\nq1 0 x1 1\nq1 0 x2 3\n"
	s := oneQuery(t, all)
	file, err := s.JSON()
	if err != nil {
		t.Fatal(err)
	}
	opened, err := dataset.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []dataset.Set{s, opened} {
		if out, err := set.Qrels(); err != nil || string(out) != all {
			t.Errorf("%s %v", out, err)
		}
		if out, err := set.BEIR(); err != nil || string(out.Qrels) != "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\tx1\t1\nq1\tx2\t3\n" {
			t.Errorf("%s %v", out.Qrels, err)
		}
		if _, err := set.PairsTSV(); err == nil || !strings.HasPrefix(err.Error(), "document x1 has a mark, and the set lacks its text") {
			t.Error(err)
		}
		if set.Queries[0].Marked() != 3 || !set.Queries[0].SameMarks(s.Queries[0]) {
			t.Errorf("%d marks", set.Queries[0].Marked())
		}
	}
	d := dataset.TextDocument("found")
	d.ID = "x2"
	added := s.WithDocuments(dataset.TextDocument("other"), d)
	if added.Queries[0].Mark(4) != 3 || added.Queries[0].Marked() != 3 || s.Queries[0].Mark(4) != rank.None || added.Queries[0].SameMarks(s.Queries[0]) {
		t.Errorf("%+v", added.Queries[0])
	}
	if gone := s.WithoutDocuments(); gone.Queries[0].Marked() != 0 {
		t.Errorf("%+v", gone.Queries[0])
	}
	for text, want := range map[string]string{
		`{"x1":4}`:  `queries[0].missing_marks["x1"]: must be a whole number from 0 to 3`,
		`{"x1":""}`: `queries[0].missing_marks["x1"]: must be a whole number from 0 to 3`,
	} {
		if _, err := dataset.Open([]byte(`{"kind":"rerank-set","queries":[{"query":"q","missing_marks":` + text + `}],"documents":["a"]}`)); err == nil || err.Error() != want {
			t.Error(err)
		}
	}
}

func TestNotesOfJudgements(t *testing.T) {
	for qrels, want := range map[string]string{
		"q1 0 d1 2\nq2 0 d2 0\n":                       "",
		"q1 0 d1 2\nq1 0 x1 0\n":                       "1 mark of documents that the set lacks: counted as not returned",
		"q1 0 d1 2\nq8 0 d1 2\nq9 0 x1 1\nq9 0 d2 1\n": "2 judged queries without a text: not ranked",
		"q1 0 d1 2\nq1 0 x1 1\nq1 0 x2 1\nq8 0 d1 2\n": "1 judged query without a text: not ranked; 2 marks of documents that the set lacks: counted as not returned",
	} {
		if got := strings.Join(oneQuery(t, qrels).Notes(), "; "); got != want {
			t.Errorf("%q: %q, want %q", qrels, got, want)
		}
	}
}

func TestRunsAndSetsThatDiffer(t *testing.T) {
	s := oneQuery(t, "q1 0 d1 2\nq2 0 d2 1\n")
	for run, want := range map[string]string{
		"q1 Q0 d1 1 1 r\nq2 Q0 d1 1 1 r":                "",
		"q1 Q0 d1 1 1 r":                                "1 query of the set not in it",
		"q1 Q0 d1 1 1 r\nq2 Q0 u 1 1 r\nq7 Q0 d1 1 1 r": "left out 1 query that the set does not have; 1 document that the set does not have: measured at its rank",
	} {
		file, err := dataset.ReadRun("x.run", []byte(run))
		if err != nil {
			t.Fatal(err)
		}
		with, queries, unknown, err := s.WithRun(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := file.Differs(with, queries, unknown); got != want {
			t.Errorf("%q: %q, want %q", run, got, want)
		}
	}
}

// TestSpellingsOfMarks: files of marks have decimals and repeated lines.
func TestSpellingsOfMarks(t *testing.T) {
	for text, want := range map[string]string{
		"query-id\tcorpus-id\tscore\nq1\td1\t2.0\n": "q1 0 d1 2\n",
		"q1 0 d1 2.00\nq1 0 d2 0.0\n":               "q1 0 d1 2\nq1 0 d2 0\n",
		"q1 0 d1 -1.0\n":                            "q1 0 d1 0\n",
		"q1 0 d1 1\nq1 0 d1 1\nq1 0 d2 1\n":         "q1 0 d1 1\nq1 0 d2 1\n",
		"q1 0 d1 1\nq1 0 d1 1.0\n":                  "q1 0 d1 1\n",
		"q1 0 d1 2.5\n":                             `q:1: the mark "2.5" is no whole number`,
		"q1 0 d1 1e0\n":                             `q:1: the mark "1e0" is no whole number`,
		"q1 0 d1 .\n":                               `q:1: the mark "." is no whole number`,
		"q1 0 d1 4.0\n":                             `q:1: the mark 4 is above 3; map the grades of the file to 0 to 3`,
		"q1 0 d1 1\nq1 0 d1 2\n":                    `q:2: document "d1" of query "q1" has another mark in line 1; remove one of them`,
	} {
		all, err := dataset.ReadQrels("q", []byte(text))
		var got strings.Builder
		for _, one := range all {
			got.WriteString(one.Query + " 0 " + one.Document + " " + string(rune('0'+one.Mark)) + "\n")
		}
		if err != nil {
			if err.Error() != want {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		} else if got.String() != want {
			t.Errorf("%q: %q, want %q", text, got.String(), want)
		}
	}
	set, err := oneQuery(t, "q1 0 d1 2\n").WithQueries("q.jsonl", []byte(`{"query":"a","marks":{"d1":2.0}}`))
	if err != nil || set.Queries[0].Mark(0) != 2 {
		t.Errorf("%+v %v", set.Queries, err)
	}
	set, err = dataset.ReadPairs("p.csv", []byte("query,text,relevance\na,x,1.0\na,x,1\na,y,0.0\n"), dataset.CSV, dataset.Columns{})
	if err != nil || set.Queries[0].Mark(0) != 1 || set.Queries[0].Mark(1) != 0 {
		t.Errorf("%+v %v", set.Queries, err)
	}
	if _, err = dataset.ReadPairs("p.csv", []byte("query,text,relevance\na,x,1\na,x,2\n"), dataset.CSV, dataset.Columns{}); err == nil || !strings.HasSuffix(err.Error(), "this document has another mark for this query in a line before; remove one of them") {
		t.Error(err)
	}
}

func TestTagsOfRunsHaveSeveralWords(t *testing.T) {
	for text, want := range map[string]string{
		"q1 Q0 d1 1 0.5 my system\nq1 Q0 d2 2 0.4 my system": "my system",
		"q1\tQ0\td1\t1\t0.5\tmy system":                      "my system",
		"q1 Q0 d1 1 2.0 BM25 + RM3":                          "BM25 + RM3",
		"q1 Q0 d1 1 0.5 system":                              "system",
	} {
		run, err := dataset.ReadRun("x.run", []byte(text))
		if err != nil || run.Tag != want || !dataset.IsRun([]byte(text)) {
			t.Errorf("%q: %q %v", text, run.Tag, err)
		}
	}
	for _, text := range []string{"q1 Q0 d1 1 0.5", "one two three four 5 six seven", "q1 Q0 d1 1 high my system"} {
		if dataset.IsRun([]byte(text)) {
			t.Errorf("%q is no run", text)
		}
	}
}

// TestOnlyMeasuresRankMissingDocuments: agreement and what is to be judged are about documents of the set.
func TestOnlyMeasuresRankMissingDocuments(t *testing.T) {
	bench := func(run string) dataset.Bench {
		file, err := dataset.ReadRun("x.run", []byte(run))
		if err != nil {
			t.Fatal(err)
		}
		s, _, _, err := oneQuery(t, "q1 0 d1 2\nq1 0 x1 1\n").WithRun(file)
		if err != nil {
			t.Fatal(err)
		}
		o := rank.NewOrder(3)
		for place, doc := range []int{1, 0, 2} {
			o.Docs, o.Place[doc], o.Score[doc] = append(o.Docs, doc), place, float64(-place)
		}
		return dataset.Bench{Set: s, Models: []string{"model"}, Results: [][]dataset.Result{{{Answer: lab.Answer{Valid: true}, Order: o}}}}.WithRuns()
	}
	plain, missing := bench("q1 Q0 d1 1 3 r\nq1 Q0 d3 2 2 r\n"), bench("q1 Q0 u1 1 9 r\nq1 Q0 d1 1 3 r\nq1 Q0 x1 2 2.5 r\nq1 Q0 d3 2 2 r\n")
	if got, want := missing.Agreements(0, 1, 2)[0], plain.Agreements(0, 1, 2)[0]; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := missing.Unjudged(9); !slices.Equal(got[0], []int{1, 2}) {
		t.Errorf("%v", got)
	}
	if words := missing.UnjudgedWords(1); words != "1 document in the models' top 1s is unjudged, in 1 query" { // of the model
		t.Error(words)
	}
}
