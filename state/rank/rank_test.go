package rank_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/client/wire"
	"gatehouse/state/rank"
)

// result reads a rerank result from its JSON.
func result(t *testing.T, body string) wire.Rerank {
	t.Helper()
	r, err := read.Rerank([]byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// ordered returns the order of a complete result with the documents as listed,
// scores falling.
func ordered(n int, docs ...int) rank.Order {
	var r wire.Rerank
	for i, doc := range docs {
		score := float64(len(docs) - i)
		r.Results = append(r.Results, wire.Ranked{
			Index: doc, Score: score,
			Raw: json.RawMessage(fmt.Sprintf(`{"index":%d,"relevance_score":%g}`, doc, score)),
		})
	}
	return rank.Join(n, len(docs), r)
}

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		name, body string
		n, topN    int
		docs       []int
		stray      int
		warns      []string
	}{
		{"sorted", `{"results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`, 2, 0, []int{1, 0}, 0, nil},
		{"ties keep their order", `{"results":[{"index":2,"relevance_score":0.5},{"index":0,"relevance_score":0.5},{"index":1,"relevance_score":0.5}]}`, 3, 0, []int{2, 0, 1}, 0, nil},
		{"unsorted", `{"results":[{"index":0,"relevance_score":0.1},{"index":1,"relevance_score":0.9}]}`, 2, 0, []int{1, 0}, 0, []string{"unsorted"}},
		{"bare array", `[{"index":1,"score":3},{"index":0,"score":1}]`, 2, 0, []int{1, 0}, 0, []string{"read from a bare list/score, not results/relevance_score"}},
		{"data", `{"data":[{"index":0,"score":1}]}`, 1, 0, []int{0}, 0, []string{"read from data/score, not results/relevance_score"}},
		{"data with the score's own name", `{"data":[{"index":0,"relevance_score":1}]}`, 1, 0, []int{0}, 0, []string{"read from data, not results"}},
		{"score", `{"results":[{"index":0,"score":1}]}`, 1, 0, []int{0}, 0, []string{"read from score, not relevance_score"}},
		{"scores in strings", `{"results":[{"index":0,"relevance_score":"0.1"},{"index":1,"relevance_score":"0.9"}]}`, 2, 0, []int{1, 0}, 0, []string{"scores are strings", "unsorted"}},
		{"index in a string", `{"results":[{"index":"1","relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`, 2, 0, []int{1, 0}, 0, []string{"index is a string"}},
		{"index in words", `{"results":[{"index":"first","relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`, 1, 0, []int{0}, 1, []string{"no whole number (in the list at 1)"}},
		{"index between two documents", `{"results":[{"index":0.9,"relevance_score":0.9},{"index":1.0,"relevance_score":0.2},{"index":1.5,"relevance_score":0.1}]}`, 2, 1, []int{1}, 2, []string{"no whole number (in the list at 1, 3)"}},
		{"score in words", `{"results":[{"index":1,"relevance_score":"high"},{"index":0,"relevance_score":0.1}]}`, 2, 0, []int{1, 0}, 0, []string{"a score that is no number (index 1)"}},
		{"twice", `{"results":[{"index":1,"relevance_score":0.9},{"index":1,"relevance_score":0.8},{"index":0,"relevance_score":0.1}]}`, 2, 0, []int{1, 0}, 1, []string{"several results for one document (index 1)"}},
		{"out of range", `{"results":[{"index":7,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`, 1, 0, []int{0}, 1, []string{"does not have (index 7)"}},
		{"negative", `{"results":[{"index":-2,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`, 1, 0, []int{0}, 1, []string{"does not have (index -2)"}},
		{"no index", `{"results":[{"index":0,"relevance_score":1},{"relevance_score":0.9}]}`, 1, 0, []int{0}, 1, []string{"without an index (in the list at 2)"}},
		{"no score", `{"results":[{"index":1},{"index":0,"relevance_score":0.9}]}`, 2, 0, []int{1, 0}, 0, []string{"without a score (index 1)"}},
		{"no finite score", `{"results":[{"index":1,"relevance_score":0.1},{"index":0,"relevance_score":1e999}]}`, 2, 0, []int{1, 0}, 0, []string{"not a finite number (index 0)"}},
		{"missing", `{"results":[{"index":1,"relevance_score":0.9}]}`, 3, 0, []int{1}, 0, []string{"2 of 3 documents"}},
		{"top_n", `{"results":[{"index":1,"relevance_score":0.9}]}`, 3, 1, []int{1}, 0, nil},
		{"top_n above the count", `{"results":[{"index":0,"relevance_score":0.9}]}`, 1, 9, []int{0}, 0, nil},
		{"more than top_n", `{"results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`, 3, 1, []int{1, 0}, 0, []string{"2 results were returned where top_n asked for 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := rank.Join(c.n, c.topN, result(t, c.body))
			if !slices.Equal(o.Docs, c.docs) || len(o.Stray) != c.stray || o.Len() != c.n {
				t.Fatalf("order %v of %d, %d stray; want %v of %d, %d stray", o.Docs, o.Len(), len(o.Stray), c.docs, c.n, c.stray)
			}
			for place, doc := range o.Docs {
				if o.Place[doc] != place {
					t.Errorf("document %d stands at %d, its place says %d", doc, place, o.Place[doc])
				}
			}
			if len(o.Warnings) != len(c.warns) {
				t.Fatalf("warnings %q, want %q", o.Warnings, c.warns)
			}
			for i, w := range c.warns {
				if !strings.Contains(o.Warnings[i], w) {
					t.Errorf("warning %q does not say %q", o.Warnings[i], w)
				}
			}
		})
	}
}

func TestTiesAndNearTies(t *testing.T) {
	ladder := make([]int, 200)
	for i := range ladder {
		ladder[i] = 1000 - i
	}
	for _, c := range []struct {
		name       string
		scores     []int
		same, near []int // places from 0
	}{
		// Range 1000, mean step 1000/4 = 250, a tenth of it 25.
		{"steps of 25 and 26", []int{1000, 975, 949, 500, 0}, nil, []int{0}},
		{"equal ones", []int{9, 5, 5, 0}, []int{1}, nil},
		{"all equal", []int{5, 5, 5}, []int{0, 1}, nil},
		{"an even ladder of many rungs", ladder, nil, nil},
		{"two", []int{1000, 999}, nil, nil},
		{"one", []int{1}, nil, nil},
		{"none", nil, nil, nil},
	} {
		var r wire.Rerank
		for i, score := range c.scores {
			r.Results = append(r.Results, wire.Ranked{Index: i, Score: float64(score), Raw: []byte(`{"score":1}`)})
		}
		same, near := rank.Join(len(c.scores), 0, r).Ties()
		if got := set(same); !slices.Equal(got, c.same) {
			t.Errorf("%s: the same are %v, want %v", c.name, got, c.same)
		}
		if got := set(near); !slices.Equal(got, c.near) {
			t.Errorf("%s: near are %v, want %v", c.name, got, c.near)
		}
	}
}

func TestTiedDocuments(t *testing.T) {
	o := tiedOrder(9, 5, 5, 0)
	var got []bool
	for doc := range o.Len() {
		got = append(got, o.Tied(doc))
	}
	if !slices.Equal(got, []bool{false, true, true, false}) || ordered(2, 1).Tied(0) {
		t.Errorf("tied: %v", got)
	}
}

func set(flags []bool) (at []int) {
	for i, on := range flags {
		if on {
			at = append(at, i)
		}
	}
	return at
}

func TestDisagreements(t *testing.T) {
	docs, spread := rank.Disagreements(ordered(5, 0, 1, 2, 3), ordered(5, 3, 1, 2, 0), ordered(5, 0, 1))
	// 3 goes from the first place to the last; 0 too; that the third order did
	// not return 2 agrees with its third place; 4 came from none.
	if !slices.Equal(docs, []int{0, 3, 1, 2, 4}) || !slices.Equal(spread, []float64{3, 0, 0, 3, 0}) {
		t.Errorf("documents %v, spread %v", docs, spread)
	}
	_, spread = rank.Disagreements(ordered(5, 0, 1, 2, 3, 4), ordered(5, 3, 4))
	if !slices.Equal(spread, []float64{2, 1, 0, 3, 3}) {
		t.Errorf("spread %v of a whole list and a shortened one", spread)
	}
	// Four of one score have rank 2.5 of 4 each, the last no farther from 1 than the first.
	docs, spread = rank.Disagreements(ordered(4, 3, 2, 1, 0), tiedOrder(5, 5, 5, 5))
	if !slices.Equal(docs, []int{0, 3, 1, 2}) || !slices.Equal(spread, []float64{1.5, 0.5, 0.5, 1.5}) {
		t.Errorf("documents %v, spread %v of an order and a tie of all", docs, spread)
	}
}

func near(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-12
}

func TestDefinitions(t *testing.T) {
	names := map[string]bool{}
	for _, d := range rank.Definitions() {
		if len(d.Lines) == 0 || names[d.Name] {
			t.Errorf("%s is defined in %d lines, twice: %v", d.Name, len(d.Lines), names[d.Name])
		}
		names[d.Name] = true
	}
}

func TestOrderAmongAllDocuments(t *testing.T) {
	o := ordered(3, 2, 0)
	got := o.Among(6, func(i int) int { return []int{5, 3, 1}[i] })
	if !slices.Equal(got.Docs, []int{1, 5}) || got.Len() != 6 || got.Place[1] != 0 || got.Place[5] != 1 || got.Place[3] != rank.None || got.Score[1] != o.Score[2] {
		t.Errorf("%+v", got)
	}
}
