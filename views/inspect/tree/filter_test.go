package tree

import (
	"context"
	"testing"
	"time"

	jsontree "gatehouse/state/json/tree"
)

// TestChangingAFilterEndsTheOneThatRuns: its process runs until its context ends, and the
// changed one does not start before.
func TestChangingAFilterEndsTheOneThatRuns(t *testing.T) {
	s := viewer(Content{Title: "JSON", JSON: []byte(`{"a":1}`)}, 80, 24)
	m := s.Pane.(*Model)
	ran := make(chan context.Context, 1)
	m.SetFilterer(func(ctx context.Context, doc []byte, filter string) (jsontree.Filtered, error) {
		ran <- ctx
		<-ctx.Done()
		return jsontree.Filtered{}, ctx.Err()
	})
	m.openFilter()
	m.prompt.words = "last(repeat(1))"
	go m.run()()
	ctx := <-ran
	m.SetFilterer(jsontree.Filter)
	s.press("backspace")
	select {
	case <-ctx.Done():
	case <-time.After(time.Minute):
		t.Fatal("the filter that runs was not ended")
	}
	m.prompt.words = ".a"
	s.press("enter")
	s.has(t, "jq .a: 1 result")
}
