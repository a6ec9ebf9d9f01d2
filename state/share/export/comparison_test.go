package export

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"gatehouse/client/read"
	"gatehouse/state/lab"
	"gatehouse/state/rank"
	"gatehouse/state/rank/dataset"
)

func markdownOf(t *testing.T, table dataset.Table) string {
	t.Helper()
	out, err := TableFile(table, "x.MD")()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func order(t *testing.T, n int, body string) rank.Order {
	t.Helper()
	r, err := read.Rerank([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return rank.Join(n, 0, r)
}

func TestComparisonAsMarkdown(t *testing.T) {
	s := dataset.Set{}.WithQueryText(0, "a|b").WithMark(0, 1, 3)
	s = s.WithDocuments(dataset.TextDocument(`x, "y"`), dataset.TextDocument("*two*\nlines | <b>"), dataset.TextDocument("three")).WithMark(0, 1, 3)
	first := order(t, 3, `{"results":[{"index":2,"relevance_score":0.5},{"index":0,"relevance_score":7},{"index":9,"relevance_score":1}]}`)
	last := order(t, 3, `{"results":[{"index":0,"relevance_score":2},{"index":1,"relevance_score":2}]}`)
	m := dataset.NewModel("m/x")
	// Document 2 alone is relevant. m/x did not return it; m/z has it in a tie for the first place.
	const want = `## Rerankers

- query: a\|b

### By your marks

1 of 3 marked

|  | nDCG@2 | RR | AP |
|---|---:|---:|---:|
| m/x | 0.000 | 0.000 | 0.000 |
| m/y | – | – | – |
| m/z | 0.815 | 0.750 | 0.750 |

### Time and cost

|  | verdict | time | units | tokens | cost |
|---|---|---:|---:|---:|---:|
| m/x | ✓ completed | 12.5 ms | – | 30 | $0.0005 |
| m/y | ✗ failed | – | – | – | – |
| m/z | ✓ completed | – | – | – | – |

### Answers

#### m/x

served by m/x-1 at Local

⚠ the results are unsorted; they are ranked here by score

⚠ results for documents that the request does not have (index 9)

⚠ 1 of 3 documents were not returned

#### m/y

server error (500):␊the ␛

### Agreement

m/x · m/z

|  |  |  |
|---|---:|---|
| Kendall's tau-b | 0.000 | 1 of 3 pairs of documents in the same order |
| Spearman's rho | 0.000 | as tau-b, but long moves count more |
| RBO, p 0.9 | 0.550 | first places count most; 1 equal, 0 nothing shared |
| overlap@2 | 1 of 2 | among the first 2 of both |
| returned by both | 1 of 3 |  |

### Documents

| document | mark | m/x rank | score | m/y rank | score | m/z rank | score | text |
|---:|---:|---:|---:|---:|---:|---:|---:|---|
| 1 |  | 1 | 7 | – | – | 1 | 2= | x, "y" |
| 2 | 3 | – | – | – | – | 2 | 2= | \*two\* lines \| \<b> |
| 3 |  | 2 | 0.5 | – | – | – | –  | three |
`
	got := markdownOf(t, s.Table(0, 2,
		dataset.Answer{Label: "m/x", Asked: &m, Model: "m/x-1", Provider: "Local", Verdict: "completed", TimeUS: 12_500, Tokens: "30", Price: "$0.0005", Usage: json.RawMessage(`{"total_tokens":30}`), Notes: first.Notes(), Ranked: true, Order: first},
		dataset.Answer{Label: "m/y", Asked: &m, Verdict: "failed", Failure: "server error (500):\nthe \x1b"},
		dataset.Answer{Label: "m/z", Asked: &m, Verdict: "completed", Ranked: true, Order: last}))
	if got != want {
		t.Error(got)
	}
}

func TestComparisonAsMarkdownHasFullScores(t *testing.T) {
	o := order(t, 2, `{"results":[{"index":0,"relevance_score":0.98764},{"index":1,"relevance_score":0.98761}]}`)
	m := dataset.NewModel("m/x")
	s := dataset.Set{}.WithQueryText(0, "q").WithDocuments(dataset.TextDocument("a"), dataset.TextDocument("b")).WithMark(0, 1, 3)
	out := markdownOf(t, s.Table(0, 10, dataset.Answer{Label: "m/x", Asked: &m, Verdict: "completed", TimeUS: 1_234_567, Earlier: "other query", Ranked: true, Order: o}))
	for _, want := range []string{
		"| 1 |  | 1 | 0.98764", "| 2 | 3 | 2 | 0.98761",
		"| m/x | ✓ completed | 1234.567 ms | – | – | – | earlier |", "| m/x | 0.631 | 0.500 | 0.500 | earlier |",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
}

func TestBenchAsMarkdown(t *testing.T) {
	o := order(t, 2, `{"results":[{"index":0,"relevance_score":2},{"index":1,"relevance_score":1}]}`)
	s := dataset.Set{}.WithDocuments(dataset.TextDocument("a"), dataset.TextDocument("b"))
	s = s.WithQuery(0, dataset.Query{Text: "first"}).WithQuery(1, dataset.Query{Text: "second"}).WithMark(0, 0, 3).WithMark(1, 1, 3)
	ranked := dataset.Result{Answer: lab.Answer{Verdict: "completed", Valid: true}, Order: o}
	failed := dataset.Result{Answer: lab.Answer{Verdict: "failed"}}
	b := dataset.Bench{
		Set: s, Models: []string{"m/x", "m/y", "m/z"}, Measures: []rank.Measure{{Kind: rank.MRR}, {Kind: rank.Recall, K: 10}}, Ties: rank.TiesAverage,
		Results: [][]dataset.Result{{ranked, failed, failed}, {ranked, ranked, failed}},
	}
	const want = `## Over all queries

2 queries

|  | MRR | recall@10 | queries |
|---|---:|---:|---:|
| m/x | 0.750 | 1.000 | 2 |
| m/y | 0.500 | 1.000 | 1 |
| m/z | – | – | 0 |

means over the queries that have a ranking and a document marked 1 or more; ties: mean over all orders of the tie

## RR of each query

| query | m/x | m/y | m/z |
|---|---:|---:|---:|
| first | 1.000 | – | – |
| second | 0.500 | 0.500 | – |
`
	out, err := BenchFile(b, "x.md", 0)()
	if err != nil {
		t.Fatal(err)
	}
	if got := string(out); got != want {
		t.Error(got)
	}
}

func TestComparisonAsMarkdownHasCompleteTexts(t *testing.T) {
	long := strings.Repeat("word | ", 5000) + "end"
	out := markdownOf(t, dataset.Set{}.WithQueryText(0, "q").WithDocuments(dataset.TextDocument(long)).Table(0, 10))
	if strings.Count(out, `word \|`) != 5000 || !strings.Contains(out, "end |\n") {
		t.Errorf("%d bytes of %d", len(out), len(long))
	}
}

func TestComparisonAsMarkdownIsSafeInATerminal(t *testing.T) {
	const evil = "a\x1b[2J b\u009b31m c\u202e d\x7f e\r f\u2066"
	m := dataset.NewModel(evil)
	set := dataset.Set{}.WithQueryText(0, evil).WithDocuments(dataset.TextDocument(evil))
	bench := dataset.Bench{Set: set, Models: []string{evil}, Results: [][]dataset.Result{{{Answer: lab.Answer{Verdict: evil}}}}, Measures: rank.DefaultMeasures()}
	all, err := BenchFile(bench, "x.md", 0)()
	if err != nil {
		t.Fatal(err)
	}
	for name, out := range map[string]string{
		"query": markdownOf(t, set.Table(0, 10, dataset.Answer{Label: evil, Asked: &m, Provider: evil, Verdict: evil, Earlier: evil})),
		"bench": string(all),
	} {
		if at := strings.IndexFunc(out, func(r rune) bool { return unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) }); at >= 0 {
			t.Errorf("%s: a control character at %d of %q", name, at, out)
		}
		if !strings.Contains(out, "‹U+202E›") || !strings.Contains(out, "a␛") {
			t.Errorf("%s: %q", name, out)
		}
	}
}
