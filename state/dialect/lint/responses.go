package lint

import (
	"cmp"
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

func newResponses() *responses { return &responses{terminal: nowhere} }

func (r *responses) clone() answer { return new(*r) }

func (r *responses) frame(l *Linter, n int, a *wire.Arrival, ends bool) {
	e := &a.Event
	kind := cmp.Or(e.Type, a.Frame.Event)
	terminal := isTerminal(kind)
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

func isTerminal(kind string) bool {
	switch kind {
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		return true
	}
	return false
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
	case r.numbered && e.Sequence != r.sequence+1:
		l.Add("sequence-gap", n, "from %d to %d", r.sequence, e.Sequence)
	}
	r.sequence, r.numbered = e.Sequence, true
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
	checkUsage(l, n, scan.Get(response, "usage"), "input_tokens", "output_tokens")
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
	checkUsage(l, nowhere, scan.Get(body, "usage"), "input_tokens", "output_tokens")
	for _, raw := range scan.Elements(scan.Get(body, "output")) {
		if scan.Text(scan.Get(raw, "type")) == "function_call" {
			l.CheckArguments(nowhere, scan.Get(raw, "arguments"))
		}
	}
	l.addFaults(status == "incomplete")
}
