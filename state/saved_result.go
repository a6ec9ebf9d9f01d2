package state

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"

	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// IsResult reports whether a document is what send --json printed (CONTRACT,
// "--json"): a verdict with its status, its times, and the response or what
// there is in its place.
func IsResult(doc []byte) bool {
	for _, name := range []string{"http_status", "text", "response", "timing"} {
		if scan.Get(doc, name) == nil {
			return false
		}
	}
	return scan.Get(doc, "input") == nil && isVerdict(scan.Text(scan.Get(doc, "status")))
}

func isVerdict(word string) bool {
	return slices.Contains([]Verdict{Completed, Incomplete, Failed, Truncated, Cancelled}, Verdict(word))
}

// openResult makes the conversation that stands after what send --json printed,
// with the verdict, the warnings and the times that it holds.
func openResult(doc []byte) (*Conversation, error) {
	x, output := resultExchange(doc)
	response := x.Response
	if response == nil { // the model is known all the same
		response = object("model", scan.Quote(x.Model))
	}
	conv, err := openAnswer(response, x, nil)
	if err == nil && output != nil {
		conv.Current.Output = output
	}
	return conv, err
}

// resultExchange reads the exchange that send --json printed. output is the
// message that a text without a response becomes; nil for none.
func resultExchange(doc []byte) (x *Exchange, output []json.RawMessage) {
	response := scan.Get(doc, "response")
	x = NewExchange("saved "+scan.Text(scan.Get(response, "id")), nil)
	x.saved, x.now = &opening{result: true, ended: true}, untold
	total := microseconds(scan.At(doc, "timing", "total_ms"))
	x.End = &wire.End{Cause: wire.EndClean, AtUS: total}
	if status, _ := strconv.Atoi(string(scan.Get(doc, "http_status"))); status > 0 {
		x.Head = &wire.Head{Status: status, AtUS: untold}
	}
	switch text := scan.Text(scan.Get(doc, "text")); {
	case scan.KindOf(response) == scan.Object:
		x.plainObject(x.shallow(response))
	case text != "":
		output = []json.RawMessage{partialText(text)}
		x.deliver(x.create(0, "", "message"), output[0], true)
	}
	x.Timing.FirstByte, x.Timing.End = microseconds(scan.At(doc, "timing", "ttfb_ms")), total
	x.FirstDeltaUS = microseconds(scan.At(doc, "timing", "ttft_ms"))
	x.resultSays(doc)
	x.tidy()
	x.ended = true
	x.weigh()
	x.Version++
	return x, output
}

// partialText is the message that holds a text of which no response came.
func partialText(text string) json.RawMessage {
	part := object("type", scan.Quote("output_text"), "text", scan.Quote(text), "annotations", []byte("[]"))
	return object("type", scan.Quote("message"), "role", scan.Quote("assistant"), "status", scan.Quote("incomplete"), "content", array([]json.RawMessage{part}))
}

// resultSays takes what the object tells beside the response: how it ended, and
// what the response lacks.
func (x *Exchange) resultSays(doc []byte) {
	x.Verdict = Verdict(scan.Text(scan.Get(doc, "status")))
	if failure := scan.Get(doc, "error"); scan.KindOf(failure) == scan.Object {
		x.Failure = x.failureOf(failure)
		if x.Verdict == Failed {
			x.Reason = x.failedReason(x.Response)
		}
	}
	if usage := scan.Get(doc, "usage"); x.Usage == nil && !scan.IsNull(usage) {
		x.Usage = usage
	}
	if routing := scan.Get(doc, "metadata"); x.Routing == nil && !scan.IsNull(routing) {
		x.Routing = routing
	}
	if x.Model == "" {
		x.Model = scan.Text(scan.Get(doc, "model"))
	}
	var warnings []Warning
	if json.Unmarshal(scan.Get(doc, "warnings"), &warnings) == nil {
		x.Warnings = nil
		x.addWarnings(warnings)
	}
}

// failureOf reads the error of the object. Without a head its code is the
// transport's cause, and the message is its own.
func (x *Exchange) failureOf(failure json.RawMessage) *wire.Failure {
	if x.Head == nil {
		f := &wire.Failure{Code: scan.Get(failure, "code"), Message: scan.Text(scan.Get(failure, "message"))}
		x.End.Cause, x.End.Message = causeOf(scan.Text(f.Code)), f.Message
		return f
	}
	f := x.readFailure(object("error", failure))
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
	return wire.EndUntold
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

// microseconds reads a moment that is written in milliseconds; untold for one
// that is not there.
func microseconds(ms []byte) int64 {
	v, err := strconv.ParseFloat(string(ms), 64)
	if err != nil || v < 0 || v > aCentury {
		return untold
	}
	return int64(math.Round(v * 1000))
}
