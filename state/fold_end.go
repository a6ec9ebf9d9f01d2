package state

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/client/read"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
	"gatehouse/state/dialect/answers"
)

// foldEnd folds the end of the transport. A verdict from the body stays; without one, the
// cause of the end decides (CONTRACT, "Verdicts").
func (x *Exchange) foldEnd(a *wire.Arrival) {
	if a.End == nil || x.End != nil {
		return
	}
	x.End = a.End
	x.setTiming(a)
	x.Redacted, x.Dropped = a.Redacted, a.Dropped
	x.lintEnd()
	if x.linter != nil {
		x.linter.End(a.End, wire.TrimBOM(a.Body), x.Known.Answer)
	}
	x.checkTornFrame(a.End.Cause)
	if x.nowUS = a.End.AtUS; x.nowUS < 0 { // read from a file without times
		x.Known.Times = false
	}
	if f, ok := x.foreign.(interface{ Rest() []answers.Step }); ok && !x.decided {
		x.applySteps(&answers.Read{Steps: f.Rest()})
	}
	x.sortItems()
	x.NoBody = x.Known.Answer && x.Head != nil && !x.Stream && x.Head.Header.Get("Content-Encoding") == "" && len(bytes.TrimSpace(a.Body)) == 0
	if x.Stream || x.NoBody && x.Head.Success() { // a message to which there is no answer
		x.endForeign()
	}
	if x.foreign != nil && x.Stream && !x.decided && x.Finish == "" && x.Usage != nil {
		x.UsageBegun = true // it broke off, and some services count with each piece
	}
	body := wire.TrimBOM(a.Body)
	if x.Frames == 0 && !x.NoBody && x.Known.Answer {
		x.checkEncoding(utf8.Valid(body))
		x.checkContentType()
	}
	switch {
	case x.decided && x.IsRerank() && x.Verdict == Completed:
		x.failNoResponse(nil, "the answer is an event stream, and no rerank result")
	case x.decided:
		x.warnOfEnd()
	case a.End.Cause == wire.EndHungUp && x.Head != nil && !x.Head.Success(): // many programs do not read what an error says
		x.errorAnswer(body)
	case a.End.Cause == wire.EndCancelled, a.End.Cause == wire.EndHungUp:
		x.Verdict = Cancelled
		x.failWithoutHead()
	case !x.Known.Answer && x.Head == nil:
		x.Verdict = Unknown
	case !x.Known.Answer && x.Head.Success():
		x.Verdict = Unknown
		x.warnOfEnd()
	case x.Head == nil && (x.Known.Head || a.End.Cause == wire.EndUnknown):
		x.Verdict, x.Reason = Failed, string(a.End.Cause)
		x.failWithoutHead()
	case x.Head != nil && !x.Head.Success():
		x.errorAnswer(body)
	case x.kind == Other && a.End.Cause == wire.EndClean:
		x.Verdict = Completed
		x.otherDocument(body)
	case x.Stream, x.kind == Other, a.End.Cause == wire.EndBehind:
		x.setTruncated()
	default:
		x.documentAnswer(body)
	}
	x.decided = true
	x.checkCompaction()
	x.countTextBytes()
}

// checkCompaction warns of a complete answer that is to shorten a conversation and does not: Codex
// takes exactly one item of it (https://github.com/openai/codex/pull/22809).
func (x *Exchange) checkCompaction() {
	asked := kinds[x.kind].Compacts
	if !asked && x.kind == Responses && bytes.Contains(x.Request, []byte("compaction_trigger")) { // which is the last item
		for _, item := range scan.Elements(scan.Get(x.Request, "input")) {
			asked = scan.Text(scan.Get(item, "type")) == "compaction_trigger"
		}
	}
	if x.Verdict != Completed || x.itemsDropped || !asked {
		return
	}
	n := 0
	for _, it := range x.Items {
		if (it.Type == "compaction" || it.Type == "context_compaction") && scan.TextLen(scan.Get(it.Raw, "encrypted_content")) > 0 {
			n++
		}
	}
	switch {
	case n == 0:
		x.warn(WarnCompaction, "", "the answer has no compaction item with a content")
	case n > 1:
		x.warnf(WarnCompaction, "", "the answer has %d compaction items, and should have one", n)
	}
}

// failWithoutHead sets the failure of a request that got no answer. Its code is the cause
// (CONTRACT, send), from a closed list: a request that could not be sent counts as no
// connection, silence as a time-out.
func (x *Exchange) failWithoutHead() {
	if x.Head != nil {
		return
	}
	if x.End.Cause == wire.EndUnknown {
		x.Failure, x.Reason = &wire.Failure{Message: x.End.Message}, ""
		return
	}
	cause := x.End.Cause
	switch cause {
	case wire.EndDNS, wire.EndTLS, wire.EndTimeout, wire.EndCancelled, wire.EndUnsent:
	case wire.EndHungUp:
		cause = wire.EndCancelled
	case wire.EndIdle:
		cause = wire.EndTimeout
	default:
		cause = wire.EndConnect
	}
	code, err := json.Marshal(cause)
	if err != nil {
		return // unreachable: a string always encodes
	}
	x.Failure = &wire.Failure{Code: code, Message: x.End.Message}
}

// checkTornFrame warns of a stream that the service ended inside a frame. A cut made by
// this client (a cap, a time limit, a cancel) is not the service's fault and only marked
// in the list.
func (x *Exchange) checkTornFrame(cause wire.EndCause) {
	switch {
	case !x.tornFrame:
	case cause.ByClient():
		x.FrameList.ClearTorn()
	case x.Head.IsSocket():
		x.warn(WarnUnterminated, "", "the connection ends inside a message")
	default:
		x.warn(WarnUnterminated, "", "the stream ends inside a frame: no empty line closes it")
	}
}

// errorAnswer reads the body of an answer outside 2xx.
func (x *Exchange) errorAnswer(body []byte) {
	f := x.readFailure(body)
	x.Failure = &f
	if x.Routing == nil && len(f.Routing) > 0 {
		x.Routing = f.Routing
	}
	x.Verdict, x.Reason = Failed, x.failedReason(nil)
	x.warnOfEnd()
}

// maxRetryMS is a century in milliseconds: a longer Retry-After is a date measured against
// no clock.
const maxRetryMS = 100 * 365 * 24 * 3600 * 1000

func (x *Exchange) readFailure(body []byte) wire.Failure {
	at := x.headTime()
	f := read.Failure(x.Head.Status, x.Head.Header, body, int64(len(body)), at)
	if at.IsZero() && f.Retry != nil && f.Retry.AfterMS > maxRetryMS {
		f.Retry = nil // a date, and nobody knows when the answer arrived
	}
	switch {
	case !x.Known.Answer:
		f.Message = x.End.Message
	case x.Undecoded != "":
		f.Message = "the answer is encoded as " + x.Undecoded + ", which is not read"
	}
	return f
}

// headTime returns the wall clock at the answer's arrival, from which a Retry-After date
// counts. Where the head has no time stamp, the service's Date serves.
func (x *Exchange) headTime() time.Time {
	if !x.Head.At.IsZero() {
		return x.Head.At
	}
	date, err := http.ParseTime(x.Head.Header.Get("Date"))
	if err != nil {
		return time.Time{}
	}
	return date
}

// setTruncated sets the verdict on an answer that stops without a terminal event, for
// whatever cause.
func (x *Exchange) setTruncated() {
	x.Verdict, x.Reason = Truncated, string(x.End.Cause)
	defer x.quoteUnread(len(x.Warnings))
	before := "before its final event arrived"
	if x.IsRerank() { // which has no events
		before = "before the answer was complete"
	}
	switch x.End.Cause {
	case wire.EndClean:
		x.Reason = ""
		if x.NoBody {
			x.warn(WarnNoTerminal, "", "the answer has a head, and nothing after it")
			break
		}
		if x.IsRerank() || !x.Stream { // which has no events
			words := "the answer stops before its end"
			if x.StopsAt != "" {
				words += ": " + x.StopsAt
			}
			x.warn(WarnNoTerminal, "", words)
			break
		}
		x.warn(WarnNoTerminal, "", "the answer stops before its end: no "+kinds[x.kind].Last+" arrived")
	case wire.EndTimeout:
		x.warn(WarnNoTerminal, "", "the time for the call was over "+before)
	case wire.EndKilled:
		x.warn(WarnNoTerminal, "", "the program ended "+before)
	default:
		x.warnOfEnd()
	}
}

// maxQuoted is how much of a frame that is not understood is quoted, in bytes.
const maxQuoted = 4 << 10

// quoteUnread adds the last frame, if it is not understood, to the first warning of an end, which
// is the one at an index: the frame may give the reason.
func (x *Exchange) quoteUnread(at int) {
	if x.unread == nil || at >= len(x.Warnings) {
		return
	}
	quoted := strings.ToValidUTF8(string(x.unread[:min(len(x.unread), maxQuoted)]), "\uFFFD")
	if more := len(x.unread) - maxQuoted; more > 0 {
		quoted += fmt.Sprintf("… (and %d bytes more)", more)
	}
	x.Warnings[at].Message += ", and the last frame is not understood: " + quoted
}

// warnOfEnd warns of an abnormal end, whatever the verdict.
func (x *Exchange) warnOfEnd() {
	switch x.End.Cause {
	case wire.EndIdle:
		x.warn(WarnIdle, "", "no byte arrived during the idle time")
	case wire.EndLineCap:
		x.warn(WarnLineCap, "", x.End.Message)
	case wire.EndBodyCap:
		x.warn(WarnBodyCap, "", x.End.Message)
	case wire.EndClean:
		if x.Stream && !x.DoneSeen && !x.Head.IsSocket() && kinds[x.kind].Done && (x.Verdict == Completed || x.Verdict == Incomplete) {
			x.warn(WarnNoDone, "", "the stream ends without [DONE]")
		}
	case wire.EndUnread, wire.EndBehind:
		x.warn(WarnUnread, "", x.End.Message)
	case wire.EndChecksum:
		x.warn(WarnChecksum, "", x.End.Message)
	case wire.EndEncoding:
		x.warn(WarnEncoding, "", x.End.Message)
	case wire.EndCancelled, wire.EndHungUp, wire.EndTimeout, wire.EndKilled:
	default:
		words := "the connection was lost: " + x.End.Message
		if x.End.Detail == wire.DetailFault {
			words = x.End.Message
		}
		x.warn(WarnLost, "", words)
	}
}
