package explain

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"gatehouse/client/wire"
	"gatehouse/state"
	"gatehouse/state/answer/figures"
	"gatehouse/state/text/spelling"
)

var signs = map[state.Verdict]string{
	state.Completed: "✓", state.Incomplete: "◐", state.Failed: "✗", state.Truncated: "✂", state.Cancelled: "■", state.Unknown: "?",
}

// Sign returns a verdict's sign, since colour alone is not enough.
func Sign(v state.Verdict) string { return cmp.Or(signs[v], "●") }

// The part in an answer of the model that an exchange names.
const (
	Served = "served"
	Begun  = "started by" // the answer did not end
	Named  = "reported"   // none began
)

// Part returns which of these it was.
func Part(x *state.Exchange) string {
	switch over := x.Verdict == state.Failed || x.Verdict == state.Truncated || x.Verdict == state.Cancelled; {
	case over && x.HasOutput():
		return Begun
	case over:
		return Named
	}
	return Served
}

// Standing returns in words the state or the verdict of an exchange, without the sign. The
// reason in it comes from the wire and is not made safe.
func Standing(x *state.Exchange) string {
	switch {
	case x.Verdict == state.Completed || x.Verdict != state.Running && x.Reason == "":
		return string(x.Verdict)
	case x.Verdict != state.Running:
		return string(x.Verdict) + ": " + x.Reason
	case x.Waits:
		return "not sent yet, it waits for you"
	case !x.Known.Times && x.DeltaBytes == 0: // at an earlier frame
		return "before the first token"
	case !x.Known.Times:
		return "streaming"
	case x.Head == nil:
		return "waiting for the first byte"
	case x.IsConnection(): // tokens are in other exchanges, or not read
		return "the WebSocket is open"
	case !x.Stream:
		return "connected, waiting for the complete answer"
	case x.FirstDeltaUS < 0 && x.Kind() != state.Other:
		return "connected, waiting for the first token"
	}
	return "streaming"
}

// ErrorType returns the error_type of an answer that did not fail, with its name; empty where
// it has none, or where the verdict's reason says it. It comes from the wire and is not
// made safe.
func ErrorType(x *state.Exchange) string {
	if x.ErrorType == "" || x.ErrorType == x.Reason || x.Verdict != state.Completed && x.Verdict != state.Incomplete {
		return ""
	}
	return "error_type: " + x.ErrorType
}

// NotStored returns in which the stored answer is not the received one.
func NotStored(x *state.Exchange) (list []string) {
	if x.Redacted > 0 {
		list = append(list, figures.Counted(x.Redacted, "byte")+" of secrets masked")
	}
	if x.Dropped > 0 {
		list = append(list, figures.Counted(int(x.Dropped), "byte")+" of the response not stored")
	}
	return list
}

// Saved returns what a file that was opened held of an exchange; it is empty for one
// that was sent.
func Saved(x *state.Exchange) string {
	switch {
	case x == nil || x.Known.Request:
		return ""
	case x.Stream:
		return "a saved stream"
	case len(x.Response) > 0:
		return "a saved response"
	case x.Failure != nil && x.Failure.Status/100 != 2: // a 2xx without a response
		return "a saved error"
	}
	return "a saved answer"
}

// NoRequest returns that what was opened does not hold the request; it is empty where the
// request is known.
func NoRequest(x *state.Exchange) string {
	if saved := Saved(x); saved != "" {
		return saved + " does not include its request"
	}
	return ""
}

// Ending returns what went wrong with an exchange: how its connections ended, else what the
// answer says. It is empty where all went well.
func Ending(x *state.Exchange, c *wire.Capture) string {
	because := func(words string) string { return words + ": " + c.End.Message }
	switch {
	case c.End == nil:
		return "end unknown"
	case c.End.Cause == wire.EndHungUp && x.Verdict == state.Completed:
		return "the program closed the connection after the last event"
	case c.End.Cause == wire.EndHungUp:
		return "the program closed the connection before the end"
	case c.End.Cause == wire.EndCancelled:
		return "stopped in gatehouse before the end"
	case c.End.Detail == wire.DetailFault:
		return c.End.Message
	case c.End.Detail == wire.DetailReset:
		return because("the server reset the connection")
	case c.End.Cause == wire.EndLost:
		return because("the connection to the server was lost")
	case c.End.Cause != wire.EndClean && c.Head == nil:
		return because("no answer arrived")
	case c.End.Cause != wire.EndClean && c.End.Message != "":
		return c.End.Message
	case x.Verdict == state.Truncated:
		return "the answer ended before it was complete"
	case x.Verdict == state.Cancelled && x.Reason != "":
		return "cancelled " + x.Reason
	case x.Verdict == state.Incomplete:
		return x.Reason
	case x.Failure != nil && c.Sent.Method != http.MethodHead: // its answer has no body to say why
		const maxLength = 200 // characters, in the log
		return spelling.Shorten(x.Failure.Message, maxLength)
	}
	return ""
}

// NoRouting returns why an exchange has no routing metadata: it was not requested, has not
// arrived yet, or is never part of such an answer (wire-notes §6). asked means that the
// request had the header, which has the word for the service in its name (document,
// "Request header"). It is empty when there is metadata.
func NoRouting(x *state.Exchange, asked bool, service string) string {
	switch {
	case x == nil || len(x.Routing) > 0:
		return ""
	case !x.Known.Request && x.Running(): // at an earlier frame
		return "It arrives at the end of an answer."
	case !x.Known.Request && x.Verdict == state.Truncated && x.Known.End:
		return "It arrives at the end of an answer, which was not received."
	case !x.Known.Request && x.Verdict == state.Truncated:
		return "It arrives at the end of an answer, which was not saved."
	case !x.Known.Request:
		return "The saved file has none."
	case !x.Kind().IsNative():
		return "The answer has none."
	case x.IsRerank(): // API document, "POST /rerank": its only headers are the key and the type
		return "It is not available for rerank."
	case !asked:
		word := cmp.Or(service, "service")
		return "Not requested: the request had no X-" + strings.ToUpper(word[:1]) + word[1:] + "-Metadata: enabled."
	case x.Running():
		return "Requested; it arrives at the end of the answer."
	case !x.Known.Answer:
		return "Requested; the answer was not recorded."
	case x.Head == nil:
		return "Requested, but no response was received."
	case cached(x.Head.Header):
		return "Requested, but the answer came from the response cache, so nothing was routed."
	case x.Verdict == state.Truncated, x.Verdict == state.Cancelled:
		return "Requested, but it arrives at the end of the answer, which was not received."
	}
	if f := x.Failure; f != nil {
		switch {
		case f.Document:
			return "Requested, but the response did not come from the gateway."
		case slices.Contains([]int{400, 401, 402, 403, 413, 422, 429}, f.Status):
			return fmt.Sprintf("Requested, but this error (%d) was returned before anything was routed.", f.Status)
		case f.Status == http.StatusInternalServerError:
			return "Requested, but a 500 never includes it."
		}
		return "Requested, but this error does not include it."
	}
	return "Requested, not returned."
}

// CanAskRouting reports whether an exchange could have requested routing metadata.
func CanAskRouting(x *state.Exchange) bool {
	return x != nil && x.Known.Request && x.Kind().IsNative() && !x.IsRerank()
}

// cached reports whether a header shows a hit in the response cache (wire-notes §9).
func cached(h http.Header) bool {
	for name, values := range h {
		if strings.HasSuffix(strings.ToLower(name), "-cache-status") && len(values) > 0 && strings.EqualFold(values[0], "hit") {
			return true
		}
	}
	return false
}

// MissingText returns what the final text shows about missing deltas, for a warning that
// there may be some; empty for any other warning and without a final text.
func MissingText(x *state.Exchange, code string) string {
	if code != state.WarnSequence && code != state.WarnUndecodable {
		return ""
	}
	proof, ok := x.CheckDeltas()
	switch {
	case !ok:
		return ""
	case proof.Differs:
		return "The final text differs from the deltas: the final text is shown."
	case proof.Missing == 1:
		return "The text is complete: 1 character arrived only in the final event."
	case proof.Missing > 0:
		return fmt.Sprintf("The text is complete: %d characters arrived only in the final event.", proof.Missing)
	}
	return "The text is complete: the deltas match the final text."
}
