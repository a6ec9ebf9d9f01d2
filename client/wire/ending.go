package wire

import "encoding/json"

// Ending is how a response says that it ended: in an event of a stream, or as a
// document. Every verdict derives from this one value
// (CONTRACT, "Verdicts").
type Ending struct {
	Status   string          // completed, incomplete, failed, cancelled; a document may have any other
	Failure  *Failure        // nil when no error is reported
	Response json.RawMessage // the response object, nil when none came
	Error    bool            // there is an error in the place of a terminal event or a response
	Conflict string          // of a completed event: the status of its response, when that is another
}

// Failed reports whether the service says that there is no answer: it failed,
// or it was cancelled by the service.
func (e Ending) Failed() bool { return e.Status == "failed" || e.Status == "cancelled" }
