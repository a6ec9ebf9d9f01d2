package state

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Record is what a file tells of an exchange: an answer that was saved as it came, a
// document, or items alone. What was sent is in none of them.
type Record struct {
	ID       string
	Arrivals iter.Seq[wire.Arrival] // of an answer that was saved as it came; their times are -1 where the file has none
	Body     json.RawMessage        // of a document: the response, or the body of an error
	Items    []json.RawMessage      // of what is no response: its items, each of them whole
	Outcome  *Outcome               // what stands beside Body or Items; nil where nothing does
	Warnings []Warning              // those of the file; nil where it has no list of them
}

// Outcome is what `send --json` tells beside the response. Times are in microseconds
// after the start of the request, -1 where they are not known.
type Outcome struct {
	Verdict                          Verdict
	HTTPStatus                       int // 0: no head came
	Error                            json.RawMessage
	Usage, Routing                   json.RawMessage // for a response that has none
	Model                            string          // likewise
	FirstByteUS, FirstDeltaUS, EndUS int64
}

// unknownUS is the moment of what a file does not tell the time of.
const unknownUS = -1

// NewRecorded returns the exchange that a file tells of, ended as it is told.
func NewRecorded(r Record) *Exchange {
	x := NewExchange(r.ID, nil)
	x.file = new(fileIdentity)
	x.Known = Known{End: r.Outcome != nil || r.Warnings != nil}
	if r.Arrivals != nil {
		for a := range r.Arrivals {
			x.Apply(a)
		}
		x.addWarnings(r.Warnings)
		x.Known.Stream = x.Stream || x.Head != nil
		return x
	}
	x.nowUS = unknownUS
	if r.Outcome != nil {
		x.applyDocument(r, *r.Outcome)
		x.applyOutcome(r, *r.Outcome)
	} else {
		x.applyDocument(r, Outcome{})
		x.End = nil                                // when, nobody knows
		if x.Response == nil && x.Failure != nil { // its status came with the head: the code repeats it
			x.Failure.Status = statusOf(x.Failure.Code)
		}
	}
	x.Version++
	return x
}

// applyDocument reads the response or the items, which came whole. A body that only looks
// like a response is not read: of a member that stands twice readers may take either.
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

// applyOutcome takes what is told beside the response: how and when it ended, and what
// the response lacks.
func (x *Exchange) applyOutcome(r Record, o Outcome) {
	x.Timing.FirstByte, x.Timing.End, x.FirstDeltaUS = o.FirstByteUS, o.EndUS, o.FirstDeltaUS
	x.Verdict = o.Verdict
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

// failureOf reads the error that stands beside the response. Without a head its code is the
// transport's cause, and the message is its own.
func (x *Exchange) failureOf(failure json.RawMessage) *wire.Failure {
	if x.Head == nil {
		f := &wire.Failure{Code: scan.Get(failure, "code"), Message: scan.Text(scan.Get(failure, "message"))}
		x.End.Cause, x.End.Message = causeOf(scan.Text(f.Code)), f.Message
		return f
	}
	f := x.readFailure(scan.MakeObject("error", failure))
	if success(x.Head.Status) {
		f.Status = 0 // the error came inside the answer
	}
	return &f
}

// causeOf is the cause that the code of a failure without a head names.
func causeOf(code string) wire.EndCause {
	switch cause := wire.EndCause(code); cause {
	case wire.EndDNS, wire.EndConnect, wire.EndTLS, wire.EndTimeout, wire.EndCancelled:
		return cause
	}
	return wire.EndUnknown
}

// addWarnings adds the warnings of a file that reading it did not lead to.
func (x *Exchange) addWarnings(all []Warning) {
	for _, w := range all {
		known := slices.ContainsFunc(x.Warnings, func(have Warning) bool { return have.Code == w.Code })
		if !known {
			w.Count = 1
			x.Warnings = append(x.Warnings, w)
		}
	}
}

// statusOf is the status of a failure that an error's code repeats, 0 where it is
// another word.
func statusOf(code json.RawMessage) int {
	status, err := strconv.Atoi(string(code))
	if err != nil || status < 300 || status > 599 {
		return 0
	}
	return status
}

// Known says what is known of an exchange beside the answer. Of one that was sent from
// here all of it is; a file that was opened holds less.
type Known struct {
	Request bool // what was sent, and where
	Head    bool // that no head came where there is none
	Times   bool // when each part of it came; else -1 stands for the moments that are not known
	Stream  bool // whether the answer came alone or ended a stream
	End     bool // that the answer ended where it ends here; else the rest may be lost
}

// All reports whether all of it is known.
func (k Known) All() bool { return k == allKnown() }

// allKnown is known of an exchange that is sent.
func allKnown() Known { return Known{true, true, true, true, true} }
