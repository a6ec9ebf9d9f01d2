package state

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"gatehouse/client/read"
	"gatehouse/client/wire"
)

func success(status int) bool { return status >= 200 && status < 300 }

// head folds the response's head. It may come twice: the second corrects what
// the first took the body for.
func (x *Exchange) head(a *wire.Arrival) {
	x.Stream = a.Stream
	if a.Head == nil { // it was saved without it
		return
	}
	x.Head = a.Head
	x.timed(a)
	x.now = a.Head.AtUS
}

func (x *Exchange) timed(a *wire.Arrival) {
	if a.Timing != nil {
		x.Timing = *a.Timing
	}
}

// checkKind warns of an answer that is of another kind than was asked for, or
// than it says: it is read as what it is (wire-notes §10, 28).
func (x *Exchange) checkKind() {
	if x.Head == nil || !success(x.Head.Status) || !x.Known.Head && x.Head.Header == nil {
		return
	}
	media := mediaType(x.Head.Header)
	fitting := isJSON(media)
	if x.Stream {
		fitting = media == "text/event-stream"
	}
	switch {
	case x.Undecoded != "": // what it is does not show
	case len(x.Head.Header.Values("Content-Type")) == 0:
		x.warnf(WarnContentType, "", "the answer is %s, but no Content-Type came", x.shape())
	case !fitting:
		x.warnf(WarnContentType, "", "the answer is %s, but its Content-Type is %q", x.shape(), media)
	case !x.Known.Request:
	case x.Stream && !x.wanted:
		x.warn(WarnContentType, "", "an event stream came, though none was asked for")
	case !x.Stream && x.wanted:
		x.warn(WarnContentType, "", "a stream was asked for, but one document came")
	}
}

// checkCoding warns of a body in an encoding that is not read. One whose beginning is
// legible was not encoded, whatever its head claims, or was decoded by who saved it, as
// curl --compressed does.
func (x *Exchange) checkCoding(legible bool) {
	if x.Head == nil || legible {
		return
	}
	if x.Undecoded = wire.Undecodable(x.Head.Header); x.Undecoded != "" {
		x.warnf(WarnEncoding, "", "the answer is encoded as %q, which is not read: it is kept as it came", x.Undecoded)
	}
}

func (x *Exchange) shape() string {
	if x.Stream {
		return "an event stream"
	}
	return "one document"
}

func mediaType(h http.Header) string {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil && media == "" {
		media, _, _ = strings.Cut(h.Get("Content-Type"), ";")
	}
	return strings.ToLower(strings.TrimSpace(media))
}

func isJSON(media string) bool {
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

// end folds the end of the transport. A verdict that the body gave stands;
// else the way it ended decides (CONTRACT, Verdicts).
func (x *Exchange) end(a *wire.Arrival) {
	if a.End == nil || x.End != nil {
		return
	}
	x.End = a.End
	x.timed(a)
	x.Redacted, x.Dropped = a.Redacted, a.Dropped
	x.tail(a.End.Cause)
	x.now = a.End.AtUS
	x.tidy()
	x.Bare = x.Head != nil && !x.Stream && x.Head.Header.Get("Content-Encoding") == "" && len(bytes.TrimSpace(a.Body)) == 0
	body := wire.WithoutMark(a.Body)
	if x.Frames == 0 && !x.Bare {
		x.checkCoding(utf8.Valid(body))
		x.checkKind()
	}
	switch {
	case x.ended && x.reranks && x.Verdict == Completed:
		x.noResponse(nil, "the answer is an event stream, and no rerank result")
	case x.ended:
		x.endWarnings()
	case a.End.Cause == wire.EndCancelled:
		x.Verdict = Cancelled
		x.noHeadFailure()
	case x.Head == nil && (x.Known.Head || a.End.Cause == wire.EndUntold):
		x.Verdict, x.Reason = Failed, string(a.End.Cause)
		x.noHeadFailure()
	case x.Head != nil && !success(x.Head.Status):
		x.errorAnswer(body)
	case x.Stream:
		x.truncate()
	default:
		x.plainAnswer(body)
	}
	x.ended = true
	x.weigh()
}

// noHeadFailure tells of a request that no answer came to: the code is the
// cause (CONTRACT, send). That list is closed: a request that could not even be
// sent made no connection, and silence is a time-out.
func (x *Exchange) noHeadFailure() {
	if x.Head != nil {
		return
	}
	if x.End.Cause == wire.EndUntold {
		x.Failure, x.Reason = &wire.Failure{Message: x.End.Message}, ""
		return
	}
	cause := x.End.Cause
	switch cause {
	case wire.EndDNS, wire.EndTLS, wire.EndTimeout, wire.EndCancelled:
	case wire.EndIdle:
		cause = wire.EndTimeout
	default:
		cause = wire.EndConnect
	}
	code, err := json.Marshal(cause)
	if err != nil {
		return // a string always encodes
	}
	x.Failure = &wire.Failure{Code: code, Message: x.End.Message}
}

// tail warns of a stream that the service ended inside a frame. Where the reader ended
// it, by a cap, a time limit or a cancel, the cut is ours and says nothing of the service.
func (x *Exchange) tail(cause wire.EndCause) {
	switch {
	case !x.torn:
	case cause.Ours():
		x.FrameList.CutHere()
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
	x.endWarnings()
}

// aCentury in milliseconds: no service asks for such patience.
const aCentury = 100 * 365 * 24 * 3600 * 1000

func (x *Exchange) readFailure(body []byte) wire.Failure {
	at := x.headTime()
	f := read.Failure(x.Head.Status, x.Head.Header, body, int64(len(body)), at)
	if at.IsZero() && f.Retry != nil && f.Retry.AfterMS > aCentury {
		f.Retry = nil // a date, and nobody knows when the answer came
	}
	if x.Undecoded != "" {
		f.Message = "the answer is encoded as " + x.Undecoded + ", which is not read"
	}
	return f
}

// headTime is the wall clock at the answer's arrival: a Retry-After that is a
// date counts from it. Where nobody stamped the head, the service's own clock
// serves.
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

// truncate is the verdict on an answer that stops without a terminal event,
// whatever stopped it.
func (x *Exchange) truncate() {
	x.Verdict, x.Reason = Truncated, string(x.End.Cause)
	before := "before its final event came"
	if x.reranks { // which has no events
		before = "before the answer was whole"
	}
	switch x.End.Cause {
	case wire.EndClean:
		x.Reason = ""
		if x.Bare {
			x.warn(WarnNoTerminal, "", "the answer has a head, and nothing behind it")
			break
		}
		if x.reranks || !x.Stream { // which has no events
			words := "the answer stops before its end"
			if x.Stops != "" {
				words += ": " + x.Stops
			}
			x.warn(WarnNoTerminal, "", words)
			break
		}
		x.warn(WarnNoTerminal, "", "the answer stops before its end: no final event came")
	case wire.EndTimeout:
		x.warn(WarnNoTerminal, "", "the time for the whole call was over "+before)
	case wire.EndKilled:
		x.warn(WarnNoTerminal, "", "the program ended "+before)
	default:
		x.endWarnings()
	}
}

// endWarnings says what was wrong with the end, beside any verdict.
func (x *Exchange) endWarnings() {
	switch x.End.Cause {
	case wire.EndIdle:
		x.warn(WarnIdle, "", "no byte came for the whole idle time")
	case wire.EndLineCap:
		x.warn(WarnLineCap, "", x.End.Message)
	case wire.EndBodyCap:
		x.warn(WarnBodyCap, "", x.End.Message)
	case wire.EndClean:
		if x.Stream && !x.DoneSeen && (x.Verdict == Completed || x.Verdict == Incomplete) {
			x.warn(WarnNoDone, "", "the stream ends without [DONE]")
		}
	case wire.EndUnread:
		x.warn(WarnUnread, "", x.End.Message)
	case wire.EndChecksum:
		x.warn(WarnChecksum, "", x.End.Message)
	case wire.EndEncoding:
		x.warn(WarnEncoding, "", x.End.Message)
	case wire.EndCancelled, wire.EndTimeout, wire.EndKilled:
	default:
		x.warn(WarnLost, "", "the connection was lost: "+x.End.Message)
	}
}
