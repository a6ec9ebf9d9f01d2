package dataset

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/state/rank"
)

func table3(t *testing.T) Table {
	t.Helper()
	s := Set{}.WithQueryText(0, "a|b").WithDocuments(TextDocument("x, \"y\""), TextDocument("*two*\nlines | <b>"), TextDocument("three")).WithMark(0, 1, 3)
	r, err := read.Rerank([]byte(`{"results":[{"index":2,"relevance_score":0.5},{"index":0,"relevance_score":7},{"index":9,"relevance_score":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	half, err := read.Rerank([]byte(`{"results":[{"index":0,"relevance_score":2},{"index":1,"relevance_score":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s.Table(0, 2,
		Answer{Label: "m/x", Model: "m/x-1", Provider: "Local", Verdict: "completed", TimeUS: 12_500, Usage: json.RawMessage(`{"total_tokens":30,"cost":0.0005}`), Notes: rank.Join(3, 0, r).Notes(), Ranked: true, Order: rank.Join(3, 0, r)},
		Answer{Label: "m/y", Verdict: "failed", Failure: "server error (500):\nthe \x1b"},
		Answer{Label: "m/z", Verdict: "completed", Ranked: true, Order: rank.Join(3, 2, half)})
}

func TestCSV(t *testing.T) {
	const want = "document from 1,index from 0,mark,m/x rank,m/x tie,m/x score,m/y (failed: server error (500): the ␛) rank,m/y tie,m/y score,m/z rank,m/z tie,m/z score,text\n" +
		"1,0,,1,,7,,,,1,,2,\"x, \"\"y\"\"\"\n" +
		"2,1,3,,,,,,,2,,1,\"*two*\nlines | <b>\"\n" +
		"3,2,,2,,0.5,,,,,,,three\n"
	if got := string(table3(t).CSV()); got != want {
		t.Error(got)
	}
}

func TestTableAsJSON(t *testing.T) {
	out := table3(t).JSON()
	var got struct {
		Query   string
		Columns []struct {
			Label    string
			Model    *string
			Warnings []string
			TimeMS   *float64 `json:"time_ms"`
			Usage    struct {
				TotalTokens *int `json:"total_tokens"`
				SearchUnits *int `json:"search_units"`
				Cost        *float64
			}
			Figures struct {
				K    int
				NDCG *float64
			}
		}
		Agreement []struct {
			A, B    string
			TauB    float64 `json:"tau_b"`
			Overlap int
		}
		Documents []struct {
			Index    int
			Mark     *int
			Ranks    []*int
			Scores   []*float64
			Document string
		}
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	first, second := got.Documents[0], got.Documents[1]
	if *first.Ranks[0] != 1 || *first.Scores[0] != 7 || first.Ranks[1] != nil || *second.Mark != 3 || second.Scores[0] != nil {
		t.Errorf("%s", out)
	}
	if got.Columns[1].Model != nil || len(got.Columns[0].Warnings) != 3 || strings.Count(string(out), "\n") != 21 {
		t.Errorf("%s", out)
	}
	if c := got.Columns[0]; *c.TimeMS != 12.5 || *c.Usage.TotalTokens != 30 || c.Usage.SearchUnits != nil || *c.Usage.Cost != 0.0005 || c.Figures.K != 2 {
		t.Errorf("%s", out)
	}
	if none := got.Columns[1]; none.TimeMS != nil || none.Usage.Cost != nil || none.Figures.NDCG != nil {
		t.Errorf("figures of a run that failed: %s", out)
	}
	if a := got.Agreement; len(a) != 1 || a[0].A != "m/x" || a[0].B != "m/z" || a[0].Overlap != 1 {
		t.Errorf("%+v", a)
	}
}

// What the screen says of an answer that a table of ranks does not show: ties,
// and what was asked for it.
func TestExportsAgreeWithTheScreen(t *testing.T) {
	r, err := read.Rerank([]byte(`{"results":[{"index":1,"relevance_score":2},{"index":0,"relevance_score":2}]}`))
	if err != nil {
		t.Fatal(err)
	}
	asked := ReadModel([]byte("{\"model\":\"m/x\",\"top_n\":2,\"provider\":{\n}}"))
	table := Set{}.WithQueryText(0, "now").WithDocuments(TextDocument("a"), TextDocument("b")).Table(0, 2,
		Answer{Label: "m/x", Query: "before", Asked: &asked, Earlier: "asked for “before”", Notes: append(rank.Join(2, 2, r).Notes(), "odd"), Order: rank.Join(2, 2, r)}, Answer{Label: "m/y"})
	csv, doc := string(table.CSV()), string(table.JSON())
	for _, c := range []struct{ in, want string }{
		{csv, "m/x (earlier: asked for “before”) rank,m/x tie,m/x score"}, {csv, "1,0,,2,tied,2,,,,a"},
		{doc, `"asked":{"query":"before","model":"m/x","top_n":2,"provider":{}}`}, {doc, `"warnings":["it gives all documents the same score","odd"]`},
		{doc, `"ranks":[2,null],"tied":[true,false]`}, {doc, `"index": 0,`},
		{csv, ",m/y (not asked) rank,m/y tie,"},
	} {
		if !strings.Contains(c.in, c.want) {
			t.Errorf("%q is missing in\n%s", c.want, c.in)
		}
	}
}

// TestScoresThatJSONCannotHold are null and no broken file.
func TestScoresThatJSONCannotHold(t *testing.T) {
	o := rank.Order{Docs: []int{0}, Place: []int{0}, Score: []float64{math.Inf(1)}}
	out := Table{Documents: []Document{TextDocument("a")}, Columns: []Answer{{Order: o}}}.JSON()
	if !json.Valid(out) {
		t.Errorf("%s", out)
	}
}
