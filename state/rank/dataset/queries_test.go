package dataset

import (
	"strings"
	"testing"

	"gatehouse/state/rank"
)

func TestQueriesOfAFile(t *testing.T) {
	in, err := Read([]byte(`{"id":"a","text":"how to rotate"}`+"\n"+`{"id":7,"text":"billing"}`+"\n"+`{"text":"audit"}`), JSONL, "text")
	if err != nil {
		t.Fatal(err)
	}
	docs := Set{Documents: in.Documents}.WithQuery(0, Query{Text: "of before"})
	s, err := docs.WithQueries("q.jsonl", []byte(`{"query":"keys","id":"q1","marks":{"a":3,"7":0,"3":1}}`+"\n\n"+`"bills"`+"\n"+`{"id":"q3","query":"who?"}`))
	if err != nil || len(s.Queries) != 3 || s.QueryID(0) != "q1" || s.Queries[1].Text != "bills" || s.QueryID(2) != "q3" {
		t.Fatalf("%+v %v", s.Queries, err)
	}
	if q := s.Queries[0]; q.Mark(0) != 3 || q.Mark(1) != 0 || q.Mark(2) != 1 || s.Queries[1].Mark(0) != rank.None || q.MarkedFor() != "" {
		t.Errorf("%+v", q)
	}
	if s, err = docs.WithQueries("q.txt", []byte("rotate a key\r\n\nbilling\n")); err != nil || len(s.Queries) != 2 || s.Queries[0].Text != "rotate a key" {
		t.Errorf("%+v %v", s.Queries, err)
	}
	for name, data := range map[string]string{"q.tsv": "id\tquery\n1\ta\n", "q.json": "[\n \"a\",\n \"b\"\n]\n"} {
		if s, err := docs.WithQueries(name, []byte(data)); err == nil || !strings.HasPrefix(err.Error(), name+": write a query a line") {
			t.Errorf("%s: %+v, %v", name, s.Queries, err)
		}
	}
	for data, want := range map[string]string{
		`{"query":"a"}` + "\n{":                "q.jsonl: line 2, column 2: no JSON: ",
		`[1]`:                                  "q.jsonl:1: no query; a line is a string or",
		"\n" + `{"query":"a","marks":{"b":1}}`: `q.jsonl:2: marks["b"]: no document has this id`,
		`{"query":"a","marks":{"a":4}}`:        `q.jsonl:1: marks["a"]: 4 is no whole number from 0 to 3`,
		"\n":                                   "q.jsonl: no query is in it",
		`{"query":"a","id":"1"}` + "\n" + `{"query":"b","id":"1"}`: "queries 1 and 2 have the same id, 1",
	} {
		if _, err := docs.WithQueries("q.jsonl", []byte(data)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", data, err, want)
		}
	}
}
