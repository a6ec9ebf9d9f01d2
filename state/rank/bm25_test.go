package rank_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	models "gatehouse/gateway/rank"
	"gatehouse/state/rank"
)

// The formula by hand, k1 1.2 and b 0.75: of three documents one has the word twice, one once.
func TestBM25ScoresByHand(t *testing.T) {
	got := rank.NewBM25([]string{"key key lock", "a key", "nothing of it here"}).Scores("key")
	idf := math.Log(1 + (3-2+0.5)/(2+0.5))
	want := []float64{idf * 2 * 2.2 / (2 + 1.2*(0.25+0.75*3/3)), idf * 1 * 2.2 / (1 + 1.2*(0.25+0.75*2/3)), 0}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("document %d: %v, want %v", i, got[i], want[i])
		}
	}
}

// The model sim/bm25 of the local gateway, which shares no code with this, gives the same
// scores and the same order.
func TestBM25AgreesWithTheLocalGateway(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([abcdÄä]{1,2}[ ,.]?){0,8}`)
		texts := rapid.SliceOfN(text, 0, 12).Draw(t, "documents")
		query := text.Draw(t, "query")
		x := rank.NewBM25(texts)
		got := x.Scores(query)
		var order []int
		for _, r := range models.Order(context.Background(), models.BM25, query, texts) {
			if math.Abs(r.Score-got[r.Index]) > 1e-9 {
				t.Fatalf("document %d: %v, the model says %v", r.Index, got[r.Index], r.Score)
			}
			if texts[r.Index] != "" && r.Score > 0 {
				order = append(order, r.Index)
			}
		}
		if top := x.Top(query, len(order)); !slices.EqualFunc(top, order, func(a, b int) bool { return a == b || math.Abs(got[a]-got[b]) < 1e-9 }) {
			t.Fatalf("%v, the model says %v", top, order)
		}
	})
}

func TestBM25TopIsBounded(t *testing.T) {
	x := rank.NewBM25([]string{"a", "b"})
	if got := x.Top("b", 9); !slices.Equal(got, []int{1, 0}) {
		t.Errorf("%v", got)
	}
	if got := x.Top("b", 1); !slices.Equal(got, []int{1}) {
		t.Errorf("%v", got)
	}
	if got := rank.NewBM25(nil).Top("b", 3); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// Of 10,000 documents the candidates of 300 queries.
func BenchmarkBM25Candidates(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	words := func(n int) string {
		var out strings.Builder
		for range n {
			fmt.Fprintf(&out, "w%d ", int(math.Exp(random.Float64()*9)))
		}
		return out.String()
	}
	texts, queries := make([]string, 10_000), make([]string, 300)
	for i := range texts {
		texts[i] = words(100)
	}
	for i := range queries {
		queries[i] = words(8)
	}
	for b.Loop() {
		x := rank.NewBM25(texts)
		for _, q := range queries {
			x.Top(q, 100)
		}
	}
}
