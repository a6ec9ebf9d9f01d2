package read

import (
	"bytes"
	"cmp"
	"strings"

	"gatehouse/client/scan"
	"gatehouse/client/wire"

	"github.com/tidwall/gjson"
)

// Ends reports whether a frame is a terminal event or an error instead of one.
func Ends(a *wire.Arrival) bool {
	if !a.Decoded {
		_, failed := textFailure(&a.Frame)
		return failed
	}
	return isTerminal(kindOf(&a.Event, a.Frame.Event)) || isError(&a.Event, a.Frame.Event)
}

// Ending reads how a frame ends its stream; ok is false if it does not.
func Ending(a *wire.Arrival) (ending wire.Ending, ok bool) {
	if !Ends(a) {
		return wire.Ending{}, false
	}
	e := a.Event
	e.Type = kindOf(&e, a.Frame.Event)
	switch {
	case !a.Decoded:
		f, _ := textFailure(&a.Frame)
		return wire.Ending{Status: "failed", Error: true, Failure: &f}, true
	case !isTerminal(e.Type):
		f := eventFailure(e)
		return wire.Ending{Status: "failed", Error: true, Failure: &f}, true
	}
	if e.Type == "response.failed" || namesError(gjson.GetBytes(e.Data, "response.error")) {
		f := eventFailure(e)
		ending.Failure = &f
	}
	response := parse(e.Data).Get("response")
	ending.Response = sharedObject(e.Data, response)
	named, reported := strings.TrimPrefix(e.Type, "response."), strings.Clone(response.Get("status").Str)
	if named == "completed" && reported != "completed" {
		ending.Conflict = reported
	}
	ending.Status = statusOf(named, reported, ending.Failure)
	return ending, true
}

// DocumentEnding reads how a response that is no event stream ended; ok is false if the
// body is neither a response object or a rerank result, nor an error. One
// without a status is completed.
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

// Heartbeat reports whether events of a type only prevent that a connection is closed
// (wire-notes §10, 3).
func Heartbeat(kind string) bool {
	switch kind {
	case "keepalive", "keep_alive", "response.keep_alive", "response.keepalive", "ping":
		return true
	}
	return false
}

// kindOf returns the type of an event, or else its event line.
func kindOf(e *wire.Event, line string) string { return cmp.Or(e.Type, line) }

func isTerminal(kind string) bool {
	switch kind {
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		return true
	}
	return false
}

// statusOf combines the status in a terminal event's name with that of its
// response: an error in the response counts, and so does a failed or cancelled
// response of an incomplete event. The name of a completed event overrides its
// response (CONTRACT, "Verdicts"; see Conflict).
func statusOf(named, reported string, failure *wire.Failure) string {
	switch {
	case named != "completed" && named != "incomplete":
		return named
	case failure != nil:
		return "failed"
	case named == "incomplete" && (reported == "failed" || reported == "cancelled"):
		return reported
	}
	return named
}
