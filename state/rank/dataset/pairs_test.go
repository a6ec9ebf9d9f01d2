package dataset

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"gatehouse/state/rank"
)

// A table of judgements is exported and imported without loss, as a table and as lines of JSON.
func TestJudgementsSurviveExportAndImport(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Set
		text := rapid.StringMatching(`[a-z"'\t,; äß\n]{0,12}`)
		lead := rapid.SampledFrom([]string{"", "=", "+", "-", "@", "'", "'=", "''-"}) // of formulas in a spreadsheet
		for i := range rapid.IntRange(1, 6).Draw(t, "documents") {
			d := TextDocument(lead.Draw(t, "lead") + string(rune('a'+i)) + text.Draw(t, "document"))
			d.ID = rapid.SampledFrom([]string{"", "doc " + string(rune('a'+i)), "=doc" + string(rune('a'+i))}).Draw(t, "id")
			s.Documents = append(s.Documents, d)
		}
		for q := range rapid.IntRange(0, 4).Draw(t, "queries") {
			s = s.WithQuery(q, Query{Text: lead.Draw(t, "lead") + string(rune('a'+q)) + text.Draw(t, "query")})
			for doc := range s.Documents {
				s = s.WithMark(q, doc, rapid.IntRange(rank.None, MaxMark).Draw(t, "mark"))
			}
		}
		for format, write := range map[Format]func() ([]byte, error){CSV: s.PairsTSV, JSONL: s.PairsJSONL} {
			data, err := write()
			if err != nil {
				t.Fatal(err)
			}
			if missing, _ := (Columns{}).Missing(data, format); missing != "" {
				t.Fatalf("it is no table of judgements: %s", data)
			}
			got, err := ReadPairs("x", data, format, Columns{})
			if err != nil {
				t.Fatalf("%v\n%s", err, data)
			}
			if len(got.Documents) != len(s.Documents) || len(got.Queries) != len(s.Queries) {
				t.Fatalf("%s", data)
			}
			for doc := range s.Documents {
				if got.Documents[doc].Text != s.Documents[doc].Text || got.DocumentID(doc) != s.DocumentID(doc) {
					t.Errorf("document %d: %q", doc, got.Documents[doc].Text)
				}
			}
			for q := range s.Queries {
				if got.Queries[q].Text != s.Queries[q].Text || got.QueryID(q) != s.QueryID(q) || got.Queries[q].MarkedFor() != "" {
					t.Errorf("query %d: %q", q, got.Queries[q].Text)
				}
				for doc := range s.Documents {
					if got.Queries[q].Mark(doc) != s.Queries[q].Mark(doc) {
						t.Errorf("mark of %d for %d: %d", doc, q, got.Queries[q].Mark(doc))
					}
				}
			}
		}
	})
}

func TestTableOfJudgementsByText(t *testing.T) {
	s, err := ReadPairs("x.csv", []byte("question;passage;label\nkeys;how to rotate;3\nkeys;billing;\nbills;billing;2\n"), CSV, Columns{"question", "passage", "label"})
	if err != nil || len(s.Documents) != 2 || len(s.Queries) != 2 || s.Queries[0].Mark(0) != 3 || s.Queries[0].Mark(1) != rank.None || s.Queries[1].Mark(1) != 2 {
		t.Errorf("%+v %v", s, err)
	}
	for _, c := range []struct {
		format        Format
		data          string
		columns       Columns
		missing, have string
	}{
		{CSV, "query,text,relevance\n", Columns{}, "", "query text relevance"},
		{CSV, "Query,text,mark\n", Columns{}, "query", "Query text mark"},
		{CSV, "query,text,relevance\n", Columns{Relevance: "label"}, "label", "query text relevance"},
		{JSONL, `{"query":"q","text":"a","label":1}`, Columns{}, "relevance", "query text label"},
		{JSONL, `{"query":"q","text":"a","label":1}`, Columns{Relevance: "label"}, "", "query text label"},
		{Lines, "query text relevance", Columns{}, "query", ""},
	} {
		if missing, columns := c.columns.Missing([]byte(c.data), c.format); missing != c.missing || strings.Join(columns, " ") != c.have {
			t.Errorf("%s: it lacks %q and has %v", c.data, missing, columns)
		}
	}
}

func TestFaultsOfTablesOfJudgements(t *testing.T) {
	for _, c := range []struct {
		format     Format
		data, want string
	}{
		{CSV, "query,text,relevance\na,b,high\n", "x:2: column relevance: “high” is no whole number from 0 to 3"},
		{CSV, "query,text,relevance\na,b,4\n", "x:2: column relevance: “4” is no whole number"},
		{CSV, "query,text,relevance\na,\"b\nc\",1\n,d,1\n", "x:4: column relevance: a mark needs a query and a document"},
		{CSV, "query,text,relevance\na,b,1\na,b,2\n", "x:3: column relevance: this document has another mark for this query in a line before"},
		{CSV, "query,text,relevance\na,b\n", "x: no CSV: record on line 2: wrong number of fields"},
		{CSV, "query,text\n", "x:1: no column relevance; it has query, text"},
		{CSV, "query,text,relevance,document_id\na,b,1,d\na,c,1,d\n", "x:3: column text: the id d has another text in a line before"},
		{CSV, "query,text,relevance,document_id\na,,1,d\n", "x:2: column text: it is empty, and no line before has the text of the id d"},
		{CSV, "query,text,relevance,query_id\n,b,1,q\n", "x:2: column query: it is empty"},
		{CSV, "query,text,relevance\n", "x: no document is in it"},
		{JSONL, `{"query":"a","text":"b","relevance":1}` + "\n[1]", `x:2: no {"query"`},
		{JSONL, `{"query":"a","text":"b","relevance":1}` + "\n{", "x: line 2, column 2: no JSON: "},
		{JSONL, `{"query":"a","text":{"b":1},"relevance":1}`, `x:1: column text: {"b":1} is neither a text nor a number`},
	} {
		if _, err := ReadPairs("x", []byte(c.data), c.format, Columns{}); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.data, err, c.want)
		}
	}
}

// TestAQueryThatTheSetDoesNotHaveRanksAsManyDocuments as those that it has.
func TestAQueryThatTheSetDoesNotHaveRanksAsManyDocuments(t *testing.T) {
	s := Set{}.WithDocuments(TextDocument("rotate a key"), TextDocument("billing"), TextDocument("a key of the audit log"))
	s = s.WithQuery(0, Query{Text: "billing"}).Retrieved(2).Asking("billing", "audit")
	for q := range s.Queries {
		if n := s.Count(q); n != 2 {
			t.Errorf("query %d ranks %d documents, want 2", q, n)
		}
	}
}
