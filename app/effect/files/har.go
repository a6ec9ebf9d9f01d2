package files

import (
	"errors"
	"fmt"
	"iter"
	"strings"

	"gatehouse/app/effect/progress"
	"gatehouse/client"
	"gatehouse/client/har"
	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/history"
	"gatehouse/state/rank/dataset"
	"gatehouse/state/request/talk"
	"gatehouse/state/share/export"
)

// ErrNoExchange is the error of an HTTP Archive without an exchange that is opened.
var ErrNoExchange = errors.New("no entry of this HTTP Archive is a request of /responses, of an API that can be translated to it, or of /rerank; only such entries open")

// openHAR opens the exchanges of an HTTP Archive: those with a model as a conversation, else
// those with /rerank as a set with its rankings.
func openHAR(w *progress.Work, path string, data []byte) (File, error) {
	archive, err := client.ReadHAR(data, CountEntries(w), state.Opens)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", path, err)
	}
	folded, err := foldAll(w, archive.Entries)
	if err != nil {
		return File{}, err
	}
	var answers, reranks []talk.Recorded
	for i, x := range folded {
		if r := (talk.Recorded{State: x, Capture: archive.Entries[i].Capture}); x.IsRerank() {
			reranks = append(reranks, r)
		} else {
			answers = append(answers, r)
		}
	}
	switch {
	case len(answers) > 0:
		return File{Session: Session{
			Path: path, Entries: archive.Entries, Conversation: talk.OpenExchanges(answers), Note: leftOut(archive, len(reranks)),
		}}, nil
	case len(reranks) > 0:
		set, runs, err := rankings(reranks)
		if err != nil {
			return File{}, fmt.Errorf("%s: %w", path, err)
		}
		return File{Set: &Set{
			Path: path, Entries: archive.Entries, Set: set, Runs: runs, Note: leftOut(archive, len(reranks)-len(runs)),
		}}, nil
	case archive.Faults != nil:
		return File{}, fmt.Errorf("%s: %w", path, archive.Faults)
	}
	return File{}, fmt.Errorf("%s: %w", path, ErrNoExchange)
}

// foldAll derives the exchanges of the entries of an HTTP Archive.
func foldAll(w *progress.Work, entries []har.Entry) (all []*state.Exchange, err error) {
	for i, e := range entries {
		x, err := FoldEach(export.AboutOf(e), e.Capture, func(int) error { return w.Err() })
		if err != nil {
			return nil, err
		}
		all = append(all, x)
		if err := w.Counted("replaying", i+1, len(entries), "exchanges"); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Archived is the content of an HTTP Archive: every exchange that can be read.
type Archived struct {
	Entries []har.Entry
	Folded  []*state.Exchange // of the entries, in their order
	Note    string            // what of the file is missing here, or ""
}

// ReadArchive reads the data of an HTTP Archive; ok is false for any other file. The error names
// the path.
func ReadArchive(w *progress.Work, path string, data []byte) (a Archived, ok bool, err error) {
	if data = wire.TrimBOM(data); !har.LooksLikeHAR(data) {
		return Archived{}, false, nil
	}
	archive, err := client.ReadHAR(data, CountEntries(w), state.Opens)
	if err != nil {
		return Archived{}, true, fmt.Errorf("%s: %w", path, err)
	}
	a.Entries = archive.All()
	if a.Folded, err = foldAll(w, a.Entries); err != nil {
		return Archived{}, true, err
	}
	archive.Others = nil
	a.Note = leftOut(archive, 0)
	if len(a.Entries) == 0 && archive.Faults != nil {
		return a, true, fmt.Errorf("%s: %w", path, archive.Faults)
	}
	return a, true, nil
}

// CountEntries returns a function that reports to w how many exchanges of an HTTP Archive were
// read.
func CountEntries(w *progress.Work) har.Each {
	return func(done, of int) error { return w.Counted("reading", done, of, "exchanges") }
}

// rankings returns the set of exchanges with /rerank, and those of them that have the documents of
// the first one.
func rankings(all []talk.Recorded) (set dataset.Set, runs []talk.Recorded, err error) {
	for _, x := range all {
		asked, wrong := dataset.FromRequest(x.State.Request)
		if wrong != nil {
			err = errors.Join(err, wrong)
			continue
		}
		if len(runs) > 0 {
			var ok bool
			if asked, ok = set.Joined(asked); !ok {
				continue
			}
		}
		set, runs = asked, append(runs, x)
	}
	if len(runs) > 0 {
		err = nil
	}
	return set, runs, err
}

// leftOut describes what of an HTTP Archive is not opened, or returns "".
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
	add(len(archive.Others), "other request", "other requests")
	add(faults, "entry that cannot be read", "entries that cannot be read")
	if len(words) == 0 {
		return ""
	}
	return "left out: " + strings.Join(words, ", ")
}

// Fold derives an exchange from its capture.
func Fold(about history.About, c *wire.Capture) *state.Exchange {
	x, _ := FoldEach(about, c, func(int) error { return nil })
	return x
}

// foldStep is the number of events between two reports of progress: some milliseconds.
const foldStep = 1024

// FoldEach is Fold with progress: it calls each from time to time with the number of folded
// events, and returns its error.
func FoldEach(about history.About, c *wire.Capture, each func(events int) error) (*state.Exchange, error) {
	x := state.FromCapture(about.Kind, c)
	n := 0
	for a := range client.Replay(c) {
		x.Apply(a)
		if n++; n%foldStep > 0 {
			continue
		}
		if err := each(n); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// watched returns the arrivals of an answer, and reports their number to w. They end early if w is
// stopped: the result is then not used.
func watched(w *progress.Work, all iter.Seq[wire.Arrival]) iter.Seq[wire.Arrival] {
	return func(yield func(wire.Arrival) bool) {
		n := 0
		for a := range all {
			if !yield(a) {
				return
			}
			if n++; n%foldStep == 0 && w.Counted("replaying", n, 0, "events") != nil {
				return
			}
		}
	}
}
