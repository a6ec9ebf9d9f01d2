package export

import (
	"errors"
	"testing"

	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/statetest"
)

// TestHARNamesItsOrigin: session, connection and verdict go with the bytes.
func TestHARNamesItsOrigin(t *testing.T) {
	x, c := statetest.Talk(t, `{"model":"fault/no-done","input":"hi","stream":true}`, 0)
	about := history.About{Origin: history.Send, Connection: "work", BaseURL: "https://h/v1", Service: "s", Session: "one", Turn: 2}
	file, err := harDocument([]Exchange{{State: x, Capture: c, About: about, Title: "hi"}}, unwatched)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := har.Read(file)
	if err != nil || len(entries) != 1 {
		t.Fatal(err)
	}
	e := entries[0]
	if AboutOf(e) != about || e.Title != "hi" || e.Verdict != "completed" || len(e.Warnings) != 1 || e.Warnings[0] != state.WarnNoDone {
		t.Errorf("%+v", e)
	}
}

// TestHAROfARunningExchange holds what has been folded, and nothing that the reader still
// writes to.
func TestHAROfARunningExchange(t *testing.T) {
	x, c := statetest.Talk(t, `{"model":"sim/writer","input":"hi","stream":true}`, 0)
	running := state.NewExchange(x.ID, x.Request)
	running.Apply(wire.Arrival{Kind: wire.ArrivedHead, Head: c.Head, Stream: true})
	file, err := harDocument([]Exchange{{State: running, Capture: c}}, unwatched)
	if err != nil {
		t.Fatal(err)
	}
	entries, err := har.Read(file)
	if err != nil || entries[0].Capture.End.Cause != wire.EndUnread || entries[0].Capture.Body.Len() != c.Body.Len() {
		t.Errorf("%v %+v", err, entries[0].Capture.End)
	}
}

func TestNoHAROfARequestAlone(t *testing.T) {
	x := state.NewExchange("", []byte(`{}`))
	for want, c := range map[error]*wire.Capture{
		ErrNotSent:   Unsent(wire.Sent{Method: "POST", URL: "https://h/responses"}),
		ErrNoRequest: {},
	} {
		if _, err := harDocument([]Exchange{{State: x, Capture: c}}, unwatched); !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// TestAboutOfAnotherProgramsEntry: only what its address says.
func TestAboutOfAnotherProgramsEntry(t *testing.T) {
	e := har.Entry{Foreign: true, Capture: &wire.Capture{Sent: wire.Sent{Method: "POST", URL: "https://h/api/v1/rerank/?a=b"}}}
	if got := AboutOf(e); got != (history.About{Kind: state.Rerank, BaseURL: "https://h/api/v1"}) {
		t.Errorf("%+v", got)
	}
}
