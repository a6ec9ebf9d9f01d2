package read

import (
	"bytes"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// Ends reports whether an event is a terminal event or an error in the place
// of one. line is the name in the frame's event line, which counts where the
// data names no type.
func Ends(e wire.Event, line string) bool {
	switch kind := kindOf(e, line); {
	case isTerminal(kind), kind == "error", kind == "response.error":
		return true
	default:
		return !strings.HasPrefix(kind, "response.") && !Heartbeat(kind) && present(gjson.GetBytes(e.Data, "error"))
	}
}

// ReadEnding reads how an event ends its stream; ok is false for an event that does
// not. line is as for Ends.
func Ending(e wire.Event, line string) (ending wire.Ending, ok bool) {
	if !Ends(e, line) {
		return wire.Ending{}, false
	}
	e.Type = kindOf(e, line)
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
func DocumentEnding(body []byte) (ending wire.Ending, ok bool) {
	if f, failed := BodyFailure(body); failed {
		ending.Failure = &f
	}
	root := parse(bytes.TrimSpace(body))
	if !root.IsObject() || !scan.Valid(body) {
		return wire.Ending{}, false
	}
	ending.Status = strings.Clone(root.Get("status").Str)
	response := ending.Status != "" || root.Get("object").Str == "response" ||
		present(root.Get("output")) || present(root.Get("results"))
	switch {
	case response:
		ending.Response = body
	case ending.Failure == nil:
		return wire.Ending{}, false
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

func kindOf(e wire.Event, line string) string {
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
func worse(named, told string, failure *wire.Failure) string {
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
