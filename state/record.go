package state

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Record is what a file holds of an exchange: an answer saved as received, a document, or
// items alone. None of them includes the request.
type Record struct {
	ID       string
	Arrivals iter.Seq[wire.Arrival] // of an answer saved as received; times are -1 where the file has none
	Body     json.RawMessage        // of a document: the response, or the body of an error
	Items    []json.RawMessage      // of anything else: its complete items
	Outcome  *Outcome               // what `send --json` printed with Body or Items; nil for nothing
	Warnings []Warning              // those in the file; nil where it has no list of them
}

// Outcome is what `send --json` prints with the response. Times are in microseconds
// after the start of the request, -1 where unknown.
type Outcome struct {
	Verdict                          Verdict
	HTTPStatus                       int // 0 where no head arrived
	Error                            json.RawMessage
	Usage, Routing                   json.RawMessage // usage and routing of a response that has none
	Model                            string          // model of a response that has none
	FirstByteUS, FirstDeltaUS, EndUS int64
}

// unknownUS is the time of a moment that a file does not record.
const unknownUS = -1

// savedKind returns what the first frame of a saved stream shows the answer to be: the file does not
// hold the address that was asked.
func savedKind(a *wire.Arrival) Kind {
	switch {
	case !a.Decoded:
	case scan.Text(scan.Get(a.Event.Data, "object")) == "chat.completion.chunk":
		return Chat
	case a.Event.Type == "message_start":
		return Messages
	}
	return Responses
}

// NewRecorded returns the exchange that a file records, already ended.
func NewRecorded(r Record) *Exchange {
	x := NewExchange(r.ID, nil)
	x.file = new(fileIdentity)
	x.Known = Known{Answer: true, End: r.Outcome != nil || r.Warnings != nil}
	if r.Arrivals != nil {
		for a := range r.Arrivals {
			if k := savedKind(&a); x.Frames == 0 && k != Responses {
				x.setKind(k)
				x.linter.Head(x.Head, x.Stream)
			}
			x.Apply(a)
		}
		x.addWarnings(r.Warnings)
		x.Known.Stream = x.Stream || x.Head != nil
		return x
	}
	x.nowUS = unknownUS
	if r.Body != nil {
		x.linter.End(&wire.End{Cause: wire.EndClean, AtUS: unknownUS}, r.Body, true)
	}
	if r.Outcome != nil {
		x.applyDocument(r, *r.Outcome)
		x.applyOutcome(r, *r.Outcome)
	} else {
		x.applyDocument(r, Outcome{})
		x.End = nil                                // when, nobody knows
		if x.Response == nil && x.Failure != nil { // its status arrived with the head: the code repeats it
			x.Failure.Status = statusOf(x.Failure.Code)
		}
	}
	x.Version++
	return x
}

// applyDocument reads a response or items that were delivered completely. A body that only
// looks like a response is not read: of a repeated member readers may take either value.
func (x *Exchange) applyDocument(r Record, o Outcome) {
	x.End = &wire.End{Cause: wire.EndClean, AtUS: o.EndUS}
	if o.HTTPStatus > 0 {
		x.Head = &wire.Head{Status: o.HTTPStatus, AtUS: unknownUS}
	}
	if r.Body != nil {
		body := x.dropTooDeep(r.Body)
		if _, ok := read.DocumentEnding(body); ok {
			x.objectAnswer(body)
		}
	}
	for i, item := range r.Items {
		x.mergeItem(x.createItem(i, scan.Text(scan.Get(item, "id")), ""), item, true)
	}
}

// applyOutcome reads what is recorded with the response: how and when it ended, and what
// the response lacks.
func (x *Exchange) applyOutcome(r Record, o Outcome) {
	x.Timing.FirstByte, x.Timing.End, x.FirstDeltaUS = o.FirstByteUS, o.EndUS, o.FirstDeltaUS
	x.Verdict = o.Verdict
	x.Known.Answer = o.Verdict != Unknown
	if scan.KindOf(o.Error) == scan.Object {
		x.Failure = x.failureOf(o.Error)
		if x.Verdict == Failed {
			x.Reason = x.failedReason(x.Response)
		}
	}
	if x.Usage == nil {
		x.Usage = o.Usage
	}
	if x.Routing == nil {
		x.Routing = o.Routing
	}
	if x.Model == "" {
		x.Model = o.Model
	}
	if r.Warnings != nil {
		x.Warnings = nil
		x.addWarnings(r.Warnings)
	}
	x.sortItems()
	x.decided = true
	x.countTextBytes()
}

// failureOf reads the error recorded with the response. Without a head its code is the
// transport's cause and its message is ours.
func (x *Exchange) failureOf(failure json.RawMessage) *wire.Failure {
	if x.Head == nil {
		f := &wire.Failure{Code: scan.Get(failure, "code"), Message: scan.Text(scan.Get(failure, "message"))}
		x.End.Cause, x.End.Message = causeOf(scan.Text(f.Code)), f.Message
		return f
	}
	f := x.readFailure(scan.MakeObject("error", failure))
	if x.Head.Success() {
		f.Status = 0 // the error arrived inside the answer
	}
	return &f
}

// causeOf returns the cause that the code of a failure without a head names.
func causeOf(code string) wire.EndCause {
	switch cause := wire.EndCause(code); cause {
	case wire.EndDNS, wire.EndConnect, wire.EndTLS, wire.EndTimeout, wire.EndCancelled:
		return cause
	}
	return wire.EndUnknown
}

// addWarnings adds the warnings of a file that folding it did not raise.
func (x *Exchange) addWarnings(all []Warning) {
	for _, w := range all {
		known := slices.ContainsFunc(x.Warnings, func(have Warning) bool { return have.Code == w.Code })
		if !known {
			w.Count = 1
			x.Warnings = append(x.Warnings, w)
		}
	}
}

// statusOf returns the HTTP status that an error's code repeats; 0 where the code is
// something else.
func statusOf(code json.RawMessage) int {
	status, err := strconv.Atoi(string(code))
	if err != nil || status < 300 || status > 599 {
		return 0
	}
	return status
}

// Known lists which facts of an exchange are known besides the answer. Of a sent exchange
// all are; an opened file records fewer.
type Known struct {
	Request bool // the body that was sent
	Head    bool // whether a head arrived: no Head means that there was none
	Times   bool // the arrival times; unknown ones are -1
	Stream  bool // whether the answer was a stream
	End     bool // whether the answer was complete; without it the rest may be missing
	Answer  bool // what was answered; without it only a status shows how it ended
}

// All reports whether all facts are known.
func (k Known) All() bool { return k == allKnown() }

// allKnown returns what is known of a sent exchange.
func allKnown() Known { return Known{true, true, true, true, true, true} }

// FromCapture returns the exchange of a capture before anything of it is folded. What of it is
// known follows from the capture alone.
func FromCapture(k Kind, c *wire.Capture) *Exchange {
	x := New(k, c.ID, c.Sent.Body)
	x.Known.Request = c.Sent.Method != "" && !c.Lacks.Request && c.Sent.Undecoded() == ""
	x.Known.Head = c.Head == nil || c.Head.Header != nil // not where its fields were not recorded
	x.Known.Answer = !c.Lacks.Answer
	x.Known.End, x.Waits = x.Known.Answer, c.Waits
	if c.Changed != nil {
		x.Made = c.Changed.Made
	}
	x.remark(c.Remarks)
	x.warnUndecoded(c.Sent.Undecoded())
	return x
}

// warnUndecoded warns that the body of the request could not be decoded; fault is the reason,
// or empty if nothing is wrong.
func (x *Exchange) warnUndecoded(fault string) {
	if x.requestFault = fault; fault != "" {
		x.warn(WarnRequestEncoding, "", fault)
	}
}

// remark warns of each place where the bytes of a file's exchange may be spelled otherwise
// than on the wire.
func (x *Exchange) remark(remarks []string) {
	x.remarks = remarks
	for _, words := range remarks {
		x.nowUS = unknownUS
		x.warn(WarnRebuilt, words, words)
	}
}

// longestChain is how many models Chain names.
const longestChain = 5

// Chain names the models of a request in the order in which they are tried: `model`, then
// `models`, without repeating one that directly follows itself. When the request names none,
// it is the router among its plugins, which chooses one; empty when there is none either.
func Chain(request []byte) string {
	var names []string
	if model := scan.Text(scan.Get(request, "model")); model != "" {
		names = append(names, model)
	}
	more := 0
	for _, e := range scan.Elements(scan.Get(request, "models")) {
		switch slug := scan.Text(e); {
		case slug != "" && len(names) > 0 && slug == names[len(names)-1]: // models repeats model
		case len(names) < longestChain && slug != "":
			names = append(names, slug)
		default:
			more++
		}
	}
	if len(names) == 0 {
		return router(request)
	}
	chain := strings.Join(names, ", then ")
	if more > 0 {
		chain += fmt.Sprintf(", and %d more", more)
	}
	return chain
}

// router returns the plugin of a request that chooses the model: of several that are enabled the
// first, as a gateway does it. It is empty when there is none.
func router(request []byte) string {
	for _, plugin := range scan.Elements(scan.Get(request, "plugins")) {
		id := scan.Text(scan.Get(plugin, "id"))
		if (strings.HasSuffix(id, "-router") || id == "fusion") && string(scan.Get(plugin, "enabled")) != "false" {
			return id
		}
	}
	return ""
}
