package rank_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gatehouse/gateway/rank"

	"github.com/tidwall/gjson"
	"pgregory.net/rapid"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// The formula of the docs, computed by hand for three documents.
func TestBM25(t *testing.T) {
	texts := []string{"the cat sat", "the dog sat on the cat the cat", "Birds fly"}
	// Lengths 3, 8, 2: the mean is 13/3. "cat" is in two of three documents.
	idf := math.Log(1 + 1.5/2.5)
	term := func(f, length float64) float64 {
		return idf * f * 2.2 / (f + 1.2*(0.25+0.75*length/(13.0/3)))
	}
	got := rank.BM25(t.Context(), "CAT", texts)
	for i, want := range []float64{term(1, 3), term(2, 8), 0} {
		if !near(got[i], want) {
			t.Errorf("document %d: %v, want %v", i, got[i], want)
		}
	}
	// A word that is twice in the query counts twice; one that is in no document, nothing.
	for i, twice := range rank.BM25(t.Context(), "cat cat unicorn", texts) {
		if !near(twice, 2*got[i]) {
			t.Errorf("document %d: %v, want %v", i, twice, 2*got[i])
		}
	}
	for _, s := range rank.BM25(t.Context(), "cat", []string{"!", "?"}) {
		if s != 0 {
			t.Errorf("documents without words: %v", s)
		}
	}
}

func TestTrigram(t *testing.T) {
	for _, c := range []struct {
		query, text string
		want        float64
	}{
		{"cat", "cat", 1}, {"Cat", "cAT!", 1}, {"cat", "dog", 0}, {"", "", 0}, {"", "dog", 0},
		// "  c" " ca" "cat" "at " and "  c" " ca" "car" "ar ": 2 of 6.
		{"cat", "car", 2.0 / 6},
		{"naïve", "naive", 3.0 / 9},
	} {
		if got := rank.Trigram(t.Context(), c.query, []string{c.text})[0]; !near(got, c.want) {
			t.Errorf("%q and %q: %v, want %v", c.query, c.text, got, c.want)
		}
	}
	// A word written wrong is still the nearest.
	texts := []string{"a recipe for bread", "the local gateway serves models", "river and bridge"}
	if got := rank.Order(t.Context(), rank.Trigram, "gatewya sevres", texts); got[0].Index != 1 {
		t.Errorf("%v", got)
	}
}

func TestPosition(t *testing.T) {
	got := rank.Order(t.Context(), rank.Position, "whatever", []string{"a", "", "b", "c"})
	want := []rank.Result{{Index: 0, Score: 1}, {Index: 2, Score: 2.0 / 3}, {Index: 3, Score: 1.0 / 3}, {Index: 1}}
	for i := range want {
		if got[i].Index != want[i].Index || !near(got[i].Score, want[i].Score) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

// Whatever is ranked: each document once, by falling score, equal scores in the request's order,
// those without text last.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(rapid.StringMatching(`(|[abc]( [abcé]){0,3})`), 0, 20).Draw(t, "texts")
		query := rapid.StringMatching(`[abc]( [abc]){0,2}`).Draw(t, "query")
		for _, slug := range []string{"sim/bm25", "sim/trigram", "sim/position"} {
			score, ok := rank.By(slug)
			if !ok {
				t.Fatal(slug)
			}
			results := rank.Order(t.Context(), score, query, texts)
			var seen []int
			for i, r := range results {
				seen = append(seen, r.Index)
				if i == 0 {
					continue
				}
				before := results[i-1]
				empty, emptyBefore := texts[r.Index] == "", texts[before.Index] == ""
				switch {
				case emptyBefore && !empty:
					t.Fatalf("%s: a document without text before one with text: %v", slug, results)
				case empty == emptyBefore && (before.Score < r.Score || before.Score == r.Score && before.Index > r.Index):
					t.Fatalf("%s: %v", slug, results)
				}
			}
			slices.Sort(seen)
			for i, index := range seen {
				if i != index {
					t.Fatalf("%s: documents %v of %d", slug, seen, len(texts))
				}
			}
			if len(seen) != len(texts) {
				t.Fatalf("%s: %d of %d documents", slug, len(seen), len(texts))
			}
		}
	})
}

func TestBy(t *testing.T) {
	if _, ok := rank.By("sim/writer"); ok {
		t.Error("a model that writes ranks")
	}
}

func TestAnswer(t *testing.T) {
	req := rank.Parse([]byte(`{"model":"m","query":"a b","documents":["a \"b\"",{"text":"c"},{"image":"x"},{}],"top_n":3}`))
	if !slices.Equal(req.Texts, []string{`a "b"`, "c", "", ""}) || req.TopN != 3 {
		t.Fatalf("%+v", req)
	}
	a := req.Answer(t.Context(), rank.Position, "m", "P")
	a.Price = 1000
	got := gjson.ParseBytes(a.AppendJSON(nil))
	if got.Get("results.#.index").Raw == "" || got.Get("results.#").Int() != 3 || got.Get("results.0.document.text").Str != `a "b"` ||
		got.Get("results.2.document").Raw != `{"text":""}` || got.Get("results.2.index").Int() != 2 {
		t.Errorf("%s", got)
	}
	if u := got.Get("usage"); u.Get("search_units").Int() != 1 || u.Get("total_tokens").Int() != 5 || u.Get("cost").Num != 0.005 {
		t.Errorf("usage %s", u)
	}
	a.Price, a.Tokens = 0.02, 79 // 0.0000015800000000000001 as binary fractions have it
	if cost := gjson.GetBytes(a.AppendJSON(nil), "usage.cost").Raw; cost != "0.00000158" {
		t.Errorf("79 tokens at $0.02 a million cost %s", cost)
	}
	if !strings.HasPrefix(got.Get("id").Str, "gen-rerank-") || got.Get("provider").Str != "P" {
		t.Errorf("%s", got)
	}
}

// One search unit is a hundred documents or what is left of them.
func TestSearchUnits(t *testing.T) {
	for n, want := range map[int]int64{1: 1, 100: 1, 101: 2, 200: 2} {
		req := rank.Request{Query: "q", Texts: make([]string, n), TopN: 1}
		if got := gjson.GetBytes(req.Answer(t.Context(), rank.BM25, "m", "P").AppendJSON(nil), "usage.search_units").Int(); got != want {
			t.Errorf("%d documents: %d units, want %d", n, got, want)
		}
	}
}

// The work grows with the words, not with the words of the query times the documents, and ends with
// the request.
func TestManyWordsAndDocuments(t *testing.T) {
	const n = 100_000
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprint("w", i)
	}
	scores := rank.BM25(t.Context(), strings.Join(texts, " "), texts)
	if len(scores) != n || scores[0] <= 0 || scores[n-1] != scores[0] {
		t.Errorf("%d scores, the first %v", len(scores), scores[0])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, score := range map[string]rank.Scorer{"bm25": rank.BM25, "trigram": rank.Trigram} {
		if scores := score(ctx, "w1", texts); len(scores) != n || scores[1] != 0 {
			t.Errorf("%s goes on after the request's end", name)
		}
	}
}
