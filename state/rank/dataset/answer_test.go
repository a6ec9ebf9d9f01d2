package dataset

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/explain"
)

// Without a result the id is that of the header; an answer that names nothing has no facts.
func TestAnswerNamesWhoServed(t *testing.T) {
	failed := state.NewRerank("r", nil)
	failed.Head = &wire.Head{Status: 500, Header: http.Header{"X-Generation-Id": {"gen-of-the-header"}}}
	if got := strings.Join(AnswerOf(failed, explain.Context{}, 0, 0).Served(), "; "); got != "HTTP status 500; gen-of-the-header" {
		t.Error(got)
	}
	silent := state.NewRerank("r", nil)
	silent.Head, silent.Ranking = &wire.Head{Status: 200}, &wire.Rerank{}
	if a := AnswerOf(silent, explain.Context{}, 0, 0); a.Served() != nil || !a.Ranked {
		t.Errorf("%+v", a)
	}
}
