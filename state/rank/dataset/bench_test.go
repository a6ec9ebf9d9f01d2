package dataset

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gatehouse/client/read"
	"gatehouse/state/rank"
)

// BenchmarkComparison is what follows the last of three answers over 10,000
// documents of 1 KB: reading each, joining it, agreement, and the table as a
// file.
func BenchmarkComparison(b *testing.B) {
	const n = 10_000
	s := Set{}.WithQueryText(0, "q").WithModel(0, NewModel("m"))
	var answer strings.Builder
	answer.WriteString(`{"results":[`)
	text := strings.Repeat("a word ", 1000/7)
	docs := make([]Document, n)
	for i := range n {
		docs[i] = TextDocument(text)
		if i > 0 {
			answer.WriteByte(',')
		}
		fmt.Fprintf(&answer, `{"index":%d,"relevance_score":%d,"document":{"text":%q}}`, (i*7919)%n, n-i, text)
	}
	s = s.WithDocuments(docs...)
	body := []byte(answer.String() + "]}")
	orders := make([]rank.Order, 3)
	b.Run("request", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.Request(0, 0); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read and join", func(b *testing.B) {
		for b.Loop() {
			r, err := read.Rerank(body)
			if err != nil {
				b.Fatal(err)
			}
			orders[0] = rank.Join(n, 0, r)
		}
	})
	b.Run("agree", func(b *testing.B) {
		for b.Loop() {
			rank.Agree(orders[0], orders[0], 0.9, 10)
		}
	})
	b.Run("CSV", func(b *testing.B) {
		t := s.Table(0, 10, Answer{Label: "m", Order: orders[0]})
		for b.Loop() {
			t.CSV()
		}
	})
	b.Run("mark", func(b *testing.B) {
		for b.Loop() {
			s.WithMark(0, 5, 3).Marks(0)
		}
	})
}

// TestMeasureOfCandidatesDoesNotReadTheSet: a measure of the few documents that were sent costs as much as they.
func TestMeasureOfCandidatesDoesNotReadTheSet(t *testing.T) {
	s := Set{Documents: make([]Document, 1<<17), Queries: []Query{{Text: "q", Candidates: []int{1, 2}}}}
	bench := Bench{Set: s, Results: [][]Result{{{Order: rank.Order{Docs: []int{0, 1}, Place: []int{0, 1}, Score: []float64{2, 1}}}}}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	bench.FirstRelevant()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<18 {
		t.Errorf("%d bytes are allocated for two documents", used)
	}
}
