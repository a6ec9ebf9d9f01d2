package imports

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"gatehouse/state"
	"gatehouse/state/request/intake"
)

// batches is the content of files of the Batch API: answers name their requests, which are in
// other files.
type batches struct {
	requests map[string]batchRequest // by custom_id
	answers  []batchAnswer
}

type batchRequest struct {
	intake.Request
	from     source
	answered bool
}

type batchAnswer struct {
	intake.Answer
	from source
}

// read adds a file, and returns the faults of its lines. A second request with the same ID is a
// fault: which of them was answered is unknown.
func (b *batches) read(f source, data []byte) []error {
	file := intake.ReadBatch(data)
	if b.requests == nil {
		b.requests = map[string]batchRequest{}
	}
	for _, id := range slices.Sorted(maps.Keys(file.Requests)) {
		r := file.Requests[id]
		if was, twice := b.requests[id]; twice && !bytes.Equal(was.Body, r.Body) {
			file.Faults = append(file.Faults, &intake.LineError{Line: r.Line, Err: fmt.Errorf("custom_id %q stands for another request in %s; import the two batches one after the other", id, was.from.path)})
			continue
		}
		b.requests[id] = batchRequest{Request: r, from: f}
	}
	for _, a := range file.Answers {
		b.answers = append(b.answers, batchAnswer{a, f})
	}
	return file.Faults
}

// importBatches imports the answers with their requests, then the requests without an
// answer.
func (i *Import) importBatches() error {
	b := &i.batches
	for _, a := range b.answers {
		r, known := b.requests[a.CustomID]
		if known {
			r.answered = true
			b.requests[a.CustomID] = r
		}
		if other := r.URL != "" && !state.Reads(r.Sent) || r.URL == "" && a.IsOther(); other {
			i.Others = append(i.Others, intake.Place(r.Sent))
			continue
		}
		if err := i.addForeign(a.Capture(r.Request, a.from.at)); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(b.requests)) {
		r := b.requests[id]
		switch {
		case r.answered:
		case !state.Reads(r.Sent):
			i.Others = append(i.Others, intake.Place(r.Sent))
		default:
			if err := i.addForeign(intake.Unanswered(r.Request, r.from.at)); err != nil {
				return err
			}
		}
	}
	return nil
}
