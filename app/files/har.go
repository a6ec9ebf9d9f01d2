package files

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gatehouse/app/progress"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/state"
	"gatehouse/state/export"
	"gatehouse/state/rerankset"
	"gatehouse/state/talk"
)

// ErrNoExchange is the error of an HTTP Archive without an exchange that is opened.
var ErrNoExchange = errors.New("no entry of this HTTP Archive is a POST to …/responses or …/rerank; only such entries open")

// openHAR opens the exchanges of an HTTP Archive: those with /responses as a conversation,
// else those with /rerank as a set with its runs.
func openHAR(w *progress.Work, path string, data []byte) (File, error) {
	archive, err := client.ReadHAR(data, CountEntries(w))
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", path, err)
	}
	all := len(archive.Entries)
	archive.Entries = slices.DeleteFunc(archive.Entries, func(e har.Entry) bool { return !e.Capture.Sent.IsOwn() })
	archive.Others += all - len(archive.Entries)
	var responses, reranks []talk.Recorded
	var folded []*state.Exchange
	for i, e := range archive.Entries {
		x := talk.Recorded{Capture: e.Capture}
		if x.State, err = FoldEach(export.AboutOf(e), e.Capture, func(int) error { return w.Err() }); err != nil {
			return File{}, err
		}
		folded = append(folded, x.State)
		if x.State.IsRerank() {
			reranks = append(reranks, x)
		} else {
			responses = append(responses, x)
		}
		if err := w.Counted("replaying", i+1, len(archive.Entries), "exchanges"); err != nil {
			return File{}, err
		}
	}
	switch {
	case len(responses) > 0:
		return File{Folded: folded, Session: Session{
			Path: path, Entries: archive.Entries, Conversation: talk.OpenExchanges(responses), Note: leftOut(archive, len(reranks)),
		}}, nil
	case len(reranks) > 0:
		set, runs, err := rankings(reranks)
		if err != nil {
			return File{}, fmt.Errorf("%s: %w", path, err)
		}
		return File{Folded: folded, Set: &Set{
			Path: path, Entries: archive.Entries, Set: set, Runs: runs, Note: leftOut(archive, len(reranks)-len(runs)),
		}}, nil
	case archive.Faults != nil:
		return File{}, fmt.Errorf("%s: %w", path, archive.Faults)
	}
	return File{}, fmt.Errorf("%s: %w", path, ErrNoExchange)
}

// CountEntries says of work that reads an HTTP Archive how many exchanges it has read.
func CountEntries(w *progress.Work) har.Each {
	return func(done, of int) error { return w.Counted("reading", done, of, "exchanges") }
}

// rankings are the set that exchanges with /rerank were made for, and those of them that
// asked with the documents of the first.
func rankings(all []talk.Recorded) (set rerankset.Set, runs []talk.Recorded, err error) {
	for _, x := range all {
		asked, wrong := rerankset.FromRequest(x.State.Request)
		switch {
		case wrong != nil:
			err = errors.Join(err, wrong)
			continue
		case len(runs) == 0:
			set = asked
		default:
			if joined, ok := set.Joined(asked); ok {
				set = joined
				break
			}
			continue
		}
		runs = append(runs, x)
	}
	if len(runs) > 0 {
		err = nil
	}
	return set, runs, err
}

// leftOut says what of an HTTP Archive is not opened; empty for nothing.
func leftOut(archive client.HAR, rankings int) string {
	var words []string
	add := func(n int, one, several string) {
		switch {
		case n == 1:
			words = append(words, "1 "+one)
		case n > 1:
			words = append(words, fmt.Sprintf("%d %s", n, several))
		}
	}
	faults := 0
	if joined, ok := archive.Faults.(interface{ Unwrap() []error }); ok {
		faults = len(joined.Unwrap())
	}
	add(rankings, "rerank exchange", "rerank exchanges")
	add(archive.Others, "other request", "other requests")
	add(faults, "entry that cannot be read", "entries that cannot be read")
	if len(words) == 0 {
		return ""
	}
	return "left out: " + strings.Join(words, ", ")
}
