package rerank

import (
	"net/http"
	"strings"
	"testing"

	"gatehouse/app/screen"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/views/ranking"
)

// Of a run that failed the id is the one in the header; of an answer that names
// nothing, nothing is said.
func TestWhoServed(t *testing.T) {
	failed := &Run{Exchange: screen.Exchange{State: state.NewRerank("r", nil)}}
	failed.State.Head = &wire.Head{Status: 500, Header: http.Header{"X-Generation-Id": {"gen-of-the-header"}}}
	if got := strings.Join(failed.facts(), "; "); got != "HTTP status 500; gen-of-the-header" {
		t.Errorf("of the one that failed: %s", got)
	}
	silent := &Run{Exchange: screen.Exchange{State: state.NewRerank("r", nil)}}
	silent.State.Head, silent.State.Ranking = &wire.Head{Status: 200}, &wire.Rerank{}
	if got := silent.served(); got != (ranking.Served{}) || silent.facts() != nil {
		t.Errorf("of what names nothing: %+v, %q", got, silent.facts())
	}
}

func TestTheReasonOfARunThatEndedIsWorkedOutOnce(t *testing.T) {
	run := &Run{Exchange: screen.Exchange{State: state.NewRerank("r", nil)}, why: "as it was"}
	if got := run.failure(); got != "as it was" {
		t.Errorf("it is read again: %s", got)
	}
}
