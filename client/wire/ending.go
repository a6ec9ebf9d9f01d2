package wire

import "encoding/json"

// Ending is what an answer itself says of how it ended: in an event of a
// stream, or as a document. Every verdict is made from this one reading
// (CONTRACT, "Verdicts").
type Ending struct {
	Status   string          // completed, incomplete, failed, cancelled; a document's may be any other word
	Failure  *Failure        // nil when no error is told
	Response json.RawMessage // the response object, nil when none came
	Error    bool            // an error in the place of a terminal event or of a response
	Conflict string          // of a completed event: what its response says instead of completed
}

// Failed reports whether the service says that there is no answer: it failed,
// or it was cancelled by the service.
func (e Ending) Failed() bool { return e.Status == "failed" || e.Status == "cancelled" }
