package lint

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// responses reads the streams and the documents of POST /responses. What the API document
// does not show of a stream is held against Open Responses, "Streaming events". The fold, which
// has the items, finds what is wrong with them.
type responses struct {
	begun    bool // an event of the response has arrived
	sequence int64
	numbered bool
	terminal int  // the frame of the final event; nowhere before it
	cut      bool // the final event reports an incomplete answer
	failing  bool // an error event was received; a failed response may follow it
}

var terminals = []string{"response.completed", "response.incomplete", "response.failed", "response.cancelled"}

func (r *responses) clone() answer { return new(*r) }

func (r *responses) frame(l *Linter, n int, a *wire.Arrival, ends bool) {
	e := &a.Event
	kind := cmp.Or(e.Type, a.Frame.Event)
	terminal := slices.Contains(terminals, kind)
	if read.Heartbeat(kind) || ends && !terminal { // which need no number; error-shape checks errors
		r.sequence, r.numbered = max(r.sequence, e.Sequence), r.numbered || e.HasSequence
	}
	switch {
	case read.Heartbeat(kind):
		return
	case ends && !terminal:
	case e.Type == "":
		l.Add("type-missing", n, "")
	case a.Frame.Event != e.Type && !l.stream.head.IsSocket():
		l.addEventName(n, &a.Frame, e.Type)
	}
	if kind == "response.debug" { // it comes before the count begins
		return
	}
	if !ends || terminal {
		r.number(l, n, e)
	}
	if r.terminal != nowhere && !(r.failing && kind == "response.failed") {
		l.Add("after-terminal", n, "%s", kind)
		return
	}
	if !r.begun && kind != "" && kind != "response.created" && kind != "response.queued" && !ends {
		l.Add("no-created", n, "the stream begins with %s", kind)
	}
	r.begun = true
	switch {
	case terminal:
		r.final(l, n, e, strings.TrimPrefix(kind, "response."))
	case ends:
		r.terminal, r.failing = n, true
		checkErrorEvent(l, n, e.Data)
	}
}

// addEventName adds a finding if a frame's event line is not the event's type.
func (l *Linter) addEventName(n int, f *wire.Frame, kind string) {
	if !f.HasEvent {
		l.Add("event-name-missing", n, "no event line")
		return
	}
	l.Add("event-name-missing", n, "event: %s, type: %s", f.Event, kind)
}

// number checks sequence_number, which rises by one (Open Responses, "Streaming events").
func (r *responses) number(l *Linter, n int, e *wire.Event) {
	switch {
	case !e.HasSequence:
		l.Add("sequence-missing", n, "")
		return
	case r.numbered && e.Sequence != r.sequence+1 && !l.stream.unread:
		l.Add("sequence-gap", n, "from %d to %d", r.sequence, e.Sequence)
	}
	r.sequence, r.numbered, l.stream.unread = e.Sequence, true, false
}

// final takes the event that ends the response.
func (r *responses) final(l *Linter, n int, e *wire.Event, named string) {
	r.terminal, r.cut = n, named != "completed"
	response := scan.Get(e.Data, "response")
	status := scan.Text(scan.Get(response, "status"))
	if status != named {
		l.Add("status-conflict", n, "event response.%s, status %q", named, status)
	}
	if named == "failed" || named == "cancelled" {
		if err := scan.Get(response, "error"); named == "failed" && scan.Text(scan.Get(err, "message")) == "" {
			l.Add("error-event", n, "response.failed without error.message")
		}
		return
	}
	checkUsage(l, n, scan.Get(response, "usage"))
}

func (r *responses) end(l *Linter, complete bool) {
	l.addFaults(r.cut)
	if !complete {
		return
	}
	if r.terminal == nowhere {
		l.Add("no-terminal", nowhere, "")
	} else if !l.stream.done && !r.failing {
		l.Add("no-done", nowhere, "")
	}
}

func (r *responses) document(l *Linter, body []byte) {
	status := scan.Text(scan.Get(body, "status"))
	if _, failed := read.BodyFailure(body); failed {
		if status == "" { // else it is a response, whose error has a code of words
			checkErrorBody(l, body, 0)
		}
		return
	}
	if status != "" && status != "completed" && status != "incomplete" {
		return // it is not finished, or was cancelled
	}
	checkUsage(l, nowhere, scan.Get(body, "usage"))
	for _, raw := range scan.Elements(scan.Get(body, "output")) {
		if scan.Text(scan.Get(raw, "type")) == "function_call" {
			l.CheckArguments(nowhere, scan.Get(raw, "arguments"))
		}
		l.CheckCall(nowhere, raw)
	}
	l.addFaults(status == "incomplete")
}

// CheckCall checks whether a complete item that is a call has what it is run and answered by (OpenAI,
// Responses: output items).
func (l *Linter) CheckCall(n int, item json.RawMessage) {
	named, answered := true, true
	switch scan.Text(scan.Get(item, "type")) {
	case "function_call", "custom_tool_call":
	case "mcp_call":
		answered = false
	case "computer_call", "local_shell_call", "shell_call", "apply_patch_call":
		named = false
	default:
		return
	}
	if named && scan.TextLen(scan.Get(item, "name")) == 0 {
		l.Add("call-name-missing", n, "")
	}
	if answered && scan.TextLen(scan.Get(item, "call_id")) == 0 {
		l.Add("call-id-missing", n, "")
	}
}
