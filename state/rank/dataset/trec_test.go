package dataset_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/client/scan"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
)

const corpus = `{"_id": "d1", "title": "Rotating keys", "text": "Create a second key, then revoke the first.", "metadata": {"url": "https://a.example"}}
{"_id": "d2", "title": "", "text": "Invoices are made each month."}
{"_id": "d3", "title": "Scopes", "text": "", "metadata": {}}
`

const queries = `{"_id": "q1", "text": "rotate a key", "metadata": {"n": 1}}
{"_id": "q2", "text": "when are invoices made?"}
{"_id": "q3", "text": "has no judgement"}
`

const qrels = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td2\t1\n"

func beir(t *testing.T) dataset.Set {
	t.Helper()
	s, err := dataset.BEIR{Corpus: []byte(corpus), Queries: []byte(queries), Qrels: []byte(qrels), Split: "test.tsv"}.Read()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestDataSetOfBEIRGoesInAndOut(t *testing.T) {
	s := beir(t)
	if len(s.Documents) != 3 || s.Documents[0].Text != "Rotating keys Create a second key, then revoke the first." || s.Documents[2].Text != "Scopes" {
		t.Errorf("%+v", s.Documents)
	}
	if len(s.Queries) != 2 || s.Queries[0].Mark(0) != 2 || s.Queries[0].Mark(1) != 0 || s.Queries[0].Mark(2) != rank.None || s.Queries[1].Mark(1) != 1 {
		t.Errorf("%+v", s.Queries)
	}
	body, err := s.WithModel(0, dataset.NewModel("m")).Request(0, 0)
	if err != nil || strings.Contains(string(body), "d1") || strings.Contains(string(body), "a.example") {
		t.Errorf("the request holds more than the texts: %s %v", body, err)
	}
	file, err := s.JSON() // through the file of a set too
	if err != nil {
		t.Fatal(err)
	}
	again, err := dataset.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, set := range []dataset.Set{s, again} {
		out, err := set.BEIR()
		if err != nil {
			t.Fatal(err)
		}
		sameLines(t, string(out.Corpus), corpus)
		sameLines(t, string(out.Queries), strings.Join(strings.SplitAfter(queries, "\n")[:2], ""))
		if string(out.Qrels) != qrels {
			t.Errorf("%q", out.Qrels)
		}
	}
}

// sameLines compares lines of JSON by their values.
func sameLines(t *testing.T, got, want string) {
	t.Helper()
	a, b := strings.Split(strings.TrimSpace(got), "\n"), strings.Split(strings.TrimSpace(want), "\n")
	if len(a) != len(b) {
		t.Fatalf("%d lines, want %d", len(a), len(b))
	}
	for i := range a {
		if !json.Valid([]byte(a[i])) || !scan.Same([]byte(a[i]), []byte(b[i])) {
			t.Errorf("%s\nwant %s", a[i], b[i])
		}
	}
}

func TestFaultsOfDataSetsNameFileAndLine(t *testing.T) {
	good := dataset.BEIR{Corpus: []byte(corpus), Queries: []byte(queries), Qrels: []byte(qrels), Split: "test.tsv"}
	for want, change := range map[string]func(*dataset.BEIR){
		`corpus.jsonl:2: no {"_id": "…", "text": "…"}; each line must be such an object`: func(b *dataset.BEIR) { b.Corpus = []byte(`{"_id":"a","text":"t"}` + "\n" + `{"_id":1,"text":"t"}`) },
		`queries.jsonl:1: `:                                                        func(b *dataset.BEIR) { b.Queries = []byte(`{"_id":`) },
		`corpus.jsonl: the file is empty`:                                          func(b *dataset.BEIR) { b.Corpus = nil },
		`qrels/test.tsv:2: the mark "x" is no whole number`:                        func(b *dataset.BEIR) { b.Qrels = []byte("query-id\tcorpus-id\tscore\nq1\td1\tx") },
		`qrels/test.tsv:1: the mark 4 is above 3; map the grades of the file`:      func(b *dataset.BEIR) { b.Qrels = []byte("q1 0 d1 4") },
		`qrels/test.tsv:2: document "d1" of query "q1" has another mark in line 1`: func(b *dataset.BEIR) { b.Qrels = []byte("q1 0 d1 1\nq1 0 d1 2") },
		`qrels/test.tsv:1: a field is empty`:                                       func(b *dataset.BEIR) { b.Qrels = []byte("q1\t\td1") },
		`qrels/test.tsv:1: 2 fields; a line is`:                                    func(b *dataset.BEIR) { b.Qrels = []byte("q1 d1") },
		`qrels/test.tsv: none of its queries and documents is in`:                  func(b *dataset.BEIR) { b.Qrels = []byte("a 0 b 1") },
		`documents 1 and 2 have the same id, a; give one of them another`:          func(b *dataset.BEIR) { b.Corpus = []byte(`{"_id":"a","text":"t"}` + "\n" + `{"_id":"a","text":"u"}`) },
	} {
		b := good
		change(&b)
		if _, err := b.Read(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

const run = "q1 Q0 d2 1 0.9 other\nq1 Q0 d1 2 1.5 other\nq1 Q0 d9 3 0.1 other\nq7 Q0 d1 1 1 other\n"

func TestRunOfAnotherSystemIsAColumn(t *testing.T) {
	s := beir(t)
	file, err := dataset.ReadRun("other.run", []byte(run))
	if err != nil || file.Tag != "other" {
		t.Fatal(file, err)
	}
	column, has, unknown := file.Column(s)
	if has != 1 || unknown != 1 || !column[0].Valid || column[1].Valid {
		t.Errorf("%d queries, %d unknown, %+v", has, unknown, column)
	}
	b := dataset.Bench{Set: s, Models: []string{file.Tag}, Results: [][]dataset.Result{column[:1], column[1:]}, Measures: []rank.Measure{{Kind: rank.MRR}}}
	if g := b.Measure(b.Measures[0]).Grid; g[0][0] != 1 || !math.IsNaN(g[1][0]) { // by score, d1 comes first
		t.Errorf("%v", g)
	}
	out, err := b.RunFile(0)
	if want := "q1 Q0 d1 1 1.5 other\nq1 Q0 d2 2 0.9 other\nq1 Q0 d9 3 0.1 other\n"; err != nil || string(out) != want {
		t.Errorf("%s %v", out, err)
	}
	for want, text := range map[string]string{
		"x.run:2: 5 fields; a line of a run is “query Q0 document rank score tag”":                 "a Q0 b 1 1 t\na Q0 c 1 1",
		`x.run:1: the score "nan" is no finite number`:                                             "a Q0 b 1 nan t",
		`x.run:2: document "b" of query "a" is ranked in line 1 already; remove one of them`:       "a Q0 b 1 1 t\na Q0 b 2 1 t",
		"x.run: nothing is ranked in it; a line is “query Q0 document rank score tag”":             "\n",
		"x.run: no text in UTF-8: byte 0xff at offset 0; convert it to UTF-8, or give a text file": "\xff",
	} {
		if _, err := dataset.ReadRun("x.run", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
	}
}

func TestQrelsAreWritten(t *testing.T) {
	out, err := beir(t).Qrels()
	if want := "q1 0 d1 2\nq1 0 d2 0\nq2 0 d2 1\n"; err != nil || string(out) != want {
		t.Errorf("%s %v", out, err)
	}
	again, err := dataset.ReadQrels("q", out)
	if err != nil || len(again) != 3 || again[0] != (dataset.Qrel{Query: "q1", Document: "d1", Mark: 2}) {
		t.Errorf("%v %v", again, err)
	}
}

// What is ranked of many documents: the candidates alone, and a document with a mark that is
// not among them counts as missed.
func TestCandidates(t *testing.T) {
	s := beir(t).Retrieved(2)
	if got := s.Chosen(); got != "each query ranks its best 2 of 3 documents by BM25 (k1 1.2, b 0.75)" {
		t.Error(got)
	}
	if s.Count(1) != 2 || s.Document(1, 0) != 1 || s.Document(1, 1) != 0 {
		t.Errorf("%v", s.Queries[1].Candidates)
	}
	if marks := s.Marks(1); len(marks) != 2 || marks[0] != 1 || marks[1] != rank.None {
		t.Errorf("%v", marks)
	}
	s = s.WithMark(1, 2, 3) // not among the candidates
	if marks := s.Marks(1); len(marks) != 3 || marks[2] != 3 || s.Document(1, 2) != 2 {
		t.Errorf("%v", marks)
	}
	body, err := s.WithModel(0, dataset.NewModel("m")).Request(1, 0)
	if err != nil || strings.Count(string(body), "\n    ") != 2 || strings.Contains(string(body), "Scopes") {
		t.Errorf("%s %v", body, err)
	}
	fewer := s.WithoutDocument(0)
	if fewer.Count(1) != 1 || fewer.Document(1, 0) != 0 || fewer.Queries[1].Mark(1) != 3 {
		t.Errorf("%v", fewer.Queries[1])
	}
	file, err := s.JSON()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := dataset.Open(file); err != nil || again.Chosen() != s.Chosen() || again.DocumentID(2) != "d3" || again.QueryID(1) != "q2" {
		t.Errorf("%v %s", err, file)
	}
	for want, text := range map[string]string{
		`queries[0].candidates[1]: no document has the number 1; they count from 0 to 0`: `{"kind":"rerank-set","queries":[{"query":"q","candidates":[0,1]}],"documents":["a"]}`,
		`queries[0].candidates[1]: document 0 is in the list twice`:                      `{"kind":"rerank-set","queries":[{"query":"q","candidates":[0,0]}],"documents":["a"]}`,
		`queries[0].candidates: must be a list of documents, counted from 0`:             `{"kind":"rerank-set","queries":[{"query":"q","candidates":1}],"documents":["a"]}`,
		`document_ids[0]: must be a string, an object with "_id", or null`:               `{"kind":"rerank-set","document_ids":[1],"documents":["a"]}`,
		`document_ids: more than the 1 documents`:                                        `{"kind":"rerank-set","document_ids":["a","b"],"documents":["a"]}`,
	} {
		if _, err := dataset.Open([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestMarksGoThroughQrels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := dataset.Set{}
		for range rapid.IntRange(1, 4).Draw(t, "documents") {
			s = s.WithDocuments(dataset.TextDocument("x"))
		}
		for range rapid.IntRange(1, 4).Draw(t, "queries") {
			s = s.WithQuery(-1, dataset.Query{Text: "q"})
		}
		want := map[[2]int]int{}
		for range rapid.IntRange(1, 9).Draw(t, "marks") {
			q, d := rapid.IntRange(0, len(s.Queries)-1).Draw(t, "query"), rapid.IntRange(0, len(s.Documents)-1).Draw(t, "document")
			mark := rapid.IntRange(0, 3).Draw(t, "mark")
			s, want[[2]int{q, d}] = s.WithMark(q, d, mark), mark
		}
		out, err := s.Qrels()
		if err != nil {
			t.Fatal(err)
		}
		read, err := dataset.ReadQrels("q", out)
		if err != nil || len(read) != len(want) {
			t.Fatal(read, err)
		}
		bare := dataset.Set{Documents: s.Documents}
		for range s.Queries {
			bare = bare.WithQuery(-1, dataset.Query{Text: "q"})
		}
		back, unknown := bare.WithQrels(read)
		if unknown != 0 {
			t.Fatalf("%d unknown", unknown)
		}
		for at, mark := range want {
			if back.Queries[at[0]].Mark(at[1]) != mark {
				t.Fatalf("%v: %d", at, back.Queries[at[0]].Mark(at[1]))
			}
		}
	})
}

func FuzzTREC(f *testing.F) {
	for _, seed := range []string{run, qrels, "q1 0 d1 2\n", corpus, "a\tb\tc\td\te\tf"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if all, err := dataset.ReadQrels("f", data); err == nil {
			for _, one := range all {
				if one.Query == "" || one.Document == "" || one.Mark < 0 || one.Mark > dataset.MaxMark {
					t.Fatalf("%+v", one)
				}
			}
		} else if !strings.HasPrefix(err.Error(), "f:") {
			t.Fatal(err)
		}
		if _, err := dataset.ReadRun("f", data); err != nil && !strings.HasPrefix(err.Error(), "f:") {
			t.Fatal(err)
		}
		s, err := dataset.BEIR{Corpus: data, Queries: data, Qrels: []byte(qrels), Split: "t.tsv"}.Read()
		if err == nil {
			if _, err := s.Retrieved(1).JSON(); err != nil {
				t.Fatal(err)
			}
		}
	})
}
