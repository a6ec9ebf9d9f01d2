package diff

import (
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views"
)

// reranked is a finished exchange with POST /rerank.
func reranked(answer string) views.Subject {
	x := state.NewRerank("r", []byte(`{"model":"m","query":"q","documents":["a","b"]}`))
	x.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: &wire.Head{Status: 200}},
		wire.Arrival{Kind: wire.ArrivedEnd, End: &wire.End{Cause: wire.EndClean}, Timing: new(wire.NoTiming()), Body: []byte(answer)})
	return views.Subject{Exchange: x}
}

// TestRankingsAreComparedByDocument: a document that moved differs in its rank, not in its
// text.
func TestRankingsAreComparedByDocument(t *testing.T) {
	a := reranked(`{"results":[{"index":0,"relevance_score":2,"document":{"text":"a"}},{"index":1,"relevance_score":1,"document":{"text":"b"}}],` +
		`"usage":{"search_units":1,"total_tokens":90}}`)
	b := reranked(`{"results":[{"index":1,"relevance_score":1,"document":{"text":"b"}},{"index":0,"relevance_score":2,"document":{"text":"a"}}],` +
		`"usage":{"search_units":1,"total_tokens":95}}`)
	m := newModel(a, b, 120, 60)
	has(t, m, "RESULT  2 differences", "by document, with rank", "~     rank − 1  + 2", "tokens", "+5", "search units")
	same := `{"results":[{"index":0,"relevance_score":2},{"index":0,"relevance_score":1}]}`
	if got := string(byDocument([]byte(same))); got != same {
		t.Errorf("of one document twice: %s", got)
	}
}
