package wire

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
)

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

// Ends reports whether an event is a terminal event or an error in the place
// of one. line is the name in the frame's event line, which counts where the
// data names no type.
func (e Event) Ends(line string) bool {
	switch kind := e.kind(line); {
	case isTerminal(kind), kind == "error", kind == "response.error":
		return true
	default:
		return !strings.HasPrefix(kind, "response.") && !Heartbeat(kind) && present(gjson.GetBytes(e.Data, "error"))
	}
}

// Ending reads how an event ends its stream; ok is false for an event that does
// not. line is as for Ends.
func (e Event) Ending(line string) (ending Ending, ok bool) {
	if !e.Ends(line) {
		return Ending{}, false
	}
	e.Type = e.kind(line)
	if f, failed := EventFailure(e); failed {
		ending.Failure = &f
	}
	if !isTerminal(e.Type) {
		ending.Status, ending.Error = "failed", true
		return ending, true
	}
	response := parse(e.Data).Get("response")
	ending.Response = sharedObject(e.Data, response)
	named, told := strings.TrimPrefix(e.Type, "response."), strings.Clone(response.Get("status").Str)
	if named == "completed" && told != "completed" {
		ending.Conflict = told
	}
	ending.Status = worse(named, told, ending.Failure)
	return ending, true
}

// DocumentEnding reads how a whole plain answer ended; ok is false for one that
// is no response object, nor an error in its place. A rerank result is one. A
// response that names no status is taken for completed.
func DocumentEnding(body []byte) (ending Ending, ok bool) {
	if f, failed := BodyFailure(body); failed {
		ending.Failure = &f
	}
	root := parse(bytes.TrimSpace(body))
	if !root.IsObject() || !Valid(body) {
		return Ending{}, false
	}
	ending.Status = strings.Clone(root.Get("status").Str)
	response := ending.Status != "" || root.Get("object").Str == "response" ||
		present(root.Get("output")) || present(root.Get("results"))
	switch {
	case response:
		ending.Response = body
	case ending.Failure == nil:
		return Ending{}, false
	}
	switch {
	case ending.Failure != nil:
		ending.Status, ending.Error = "failed", !response
	case ending.Status == "":
		ending.Status = "completed"
	}
	return ending, true
}

// Heartbeat reports whether events of a type only keep a connection open
// (wire-notes §10, 3).
func Heartbeat(kind string) bool {
	switch kind {
	case "keepalive", "keep_alive", "response.keep_alive", "response.keepalive", "ping":
		return true
	}
	return false
}

func (e Event) kind(line string) string {
	if e.Type != "" {
		return e.Type
	}
	return line
}

func isTerminal(kind string) bool {
	switch kind {
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		return true
	}
	return false
}

// worse returns what a terminal event's name and its response say together: an error
// in the response counts, and of an incomplete answer a response that says worse. A
// completed event is taken at its word (CONTRACT, "Verdicts"; see Conflict).
func worse(named, told string, failure *Failure) string {
	switch {
	case named != "completed" && named != "incomplete":
		return named
	case failure != nil:
		return "failed"
	case named == "incomplete" && (told == "failed" || told == "cancelled"):
		return told
	}
	return named
}
