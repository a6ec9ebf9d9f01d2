package rerankset

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state/rank"
)

func table3(t *testing.T) Table {
	t.Helper()
	s := Set{}.WithQueryText(0, "a|b").WithDocuments(TextDocument("x, \"y\""), TextDocument("*two*\nlines | <b>"), TextDocument("three")).WithMark(0, 1, 3)
	r, err := wire.ReadRerank([]byte(`{"results":[{"index":2,"relevance_score":0.5},{"index":0,"relevance_score":7},{"index":9,"relevance_score":1}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s.Table(0, Column{Label: "m/x", Model: "m/x-1", Verdict: "completed", Order: rank.Join(3, 0, r)}, Column{Label: "m/y", Verdict: "failed"})
}

func TestCSV(t *testing.T) {
	const want = "index,mark,m/x rank,m/x score,m/y rank,m/y score,text\n" +
		"0,,1,7,,,\"x, \"\"y\"\"\"\n" +
		"1,3,,,,,\"*two*\nlines | <b>\"\n" +
		"2,,2,0.5,,,three\n"
	if got := string(table3(t).CSV()); got != want {
		t.Error(got)
	}
}

func TestMarkdown(t *testing.T) {
	const want = `**Query:** a\|b

| # | mark | m/x | score | m/y (failed) | score | document |
|---:|---:|---:|---:|---:|---:|---|
| 1 |  | 1 | 7 |  |  | x, "y" |
| 2 | 3 |  |  |  |  | \*two\* lines \| &lt;b> |
| 3 |  | 2 | 0.5 |  |  | three |
`
	if got := string(table3(t).Markdown()); got != want {
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
	if got.Columns[1].Model != nil || len(got.Columns[0].Warnings) != 3 || strings.Count(string(out), "\n") != 12 {
		t.Errorf("%s", out)
	}
}

// TestScoresThatJSONCannotHold are null and no broken file.
func TestScoresThatJSONCannotHold(t *testing.T) {
	o := rank.Order{Docs: []int{0}, Place: []int{0}, Score: []float64{math.Inf(1)}}
	out := Table{Documents: []Document{TextDocument("a")}, Columns: []Column{{Order: o}}}.JSON()
	if !json.Valid(out) {
		t.Errorf("%s", out)
	}
}
