package explain

import "gatehouse/state"

// Sign is a verdict's sign; colour never stands alone.
func Sign(v state.Verdict) string {
	switch v {
	case state.Completed:
		return "✓"
	case state.Incomplete:
		return "◐"
	case state.Failed:
		return "✗"
	case state.Truncated:
		return "✂"
	case state.Cancelled:
		return "■"
	case state.Unknown:
		return "?"
	}
	return "●"
}

// What the model that an exchange tells of had to do with its answer.
const (
	Served = "served"
	Begun  = "started by" // the answer did not come to its end
	Named  = "reported"   // none began
)

// Part is which of these it was.
func Part(x *state.Exchange) string {
	switch over := x.Verdict == state.Failed || x.Verdict == state.Truncated || x.Verdict == state.Cancelled; {
	case over && x.HasOutput():
		return Begun
	case over:
		return Named
	}
	return Served
}

// Standing says in words how an exchange stands or ended, without the sign. The
// reason in it comes from the wire and is not made safe.
func Standing(x *state.Exchange) string {
	switch {
	case x.Verdict == state.Completed || x.Verdict != state.Running && x.Reason == "":
		return string(x.Verdict)
	case x.Verdict != state.Running:
		return string(x.Verdict) + ": " + x.Reason
	case !x.Known.Times && x.DeltaBytes == 0: // at an earlier frame
		return "before the first token"
	case !x.Known.Times:
		return "streaming"
	case x.Head == nil:
		return "waiting for the first byte"
	case x.IsConnection(): // tokens are in exchanges of their own, or not read
		return "the WebSocket is open"
	case !x.Stream:
		return "connected, waiting for the whole answer"
	case x.FirstDeltaUS < 0 && x.Kind() != state.Other:
		return "connected, waiting for the first token"
	}
	return "streaming"
}

// ErrorType is the error_type of an answer that did not fail, with its name; empty where
// it has none, or where the verdict's reason says it. It comes from the wire and is not
// made safe.
func ErrorType(x *state.Exchange) string {
	if x.ErrorType == "" || x.ErrorType == x.Reason || x.Verdict != state.Completed && x.Verdict != state.Incomplete {
		return ""
	}
	return "error_type: " + x.ErrorType
}

// Saved says what a file that was opened held of an exchange; it is empty for one
// that was sent.
func Saved(x *state.Exchange) string {
	switch {
	case x == nil || x.Known.Request:
		return ""
	case x.Stream:
		return "a saved stream"
	case len(x.Response) > 0:
		return "a saved response"
	case x.Failure != nil && x.Failure.Status/100 != 2: // a 2xx came without a response
		return "a saved error"
	}
	return "a saved answer"
}

// NoRequest says that what was opened does not hold the request; it is empty where the
// request is known.
func NoRequest(x *state.Exchange) string {
	if saved := Saved(x); saved != "" {
		return saved + " does not include its request"
	}
	return ""
}
