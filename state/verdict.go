package state

import (
	"encoding/json"
	"fmt"

	"gatehouse/client/frames"
	"gatehouse/client/scan"
	"gatehouse/client/wire"
)

// Verdict is how an exchange ended. Every finished exchange has exactly one; one that was
// imported without its answer may have Unknown.
type Verdict string

// The verdicts (CONTRACT, "Verdicts"). Running means there is none yet.
const (
	Running    Verdict = ""
	Completed  Verdict = "completed"
	Incomplete Verdict = "incomplete" // the model stopped early
	Failed     Verdict = "failed"
	Truncated  Verdict = "truncated" // a 2xx head, then a body without a terminal event
	Cancelled  Verdict = "cancelled" // by the user, or by the program that made it
	Unknown    Verdict = "unknown"   // the file that it was read from does not tell
)

// ExitCode returns the code that a command which made the exchange ends with (CONTRACT "Exit codes").
func (v Verdict) ExitCode() int {
	switch v {
	case Completed:
		return 0
	case Incomplete:
		return 3
	case Cancelled:
		return 130 // as by SIGINT
	}
	return 1
}

// ByCaller is the reason of an exchange that its caller cancelled by a message to the service.
const ByCaller = "by the caller"

// cancels reports whether a message that the caller sent on a WebSocket cancels the response
// (https://platform.openai.com/docs/api-reference/realtime-client-events/response/cancel, where
// response_id is optional).
func (x *Exchange) cancels(message []byte) bool {
	id := scan.Text(scan.Get(message, "response_id"))
	return scan.Text(scan.Get(message, "type")) == "response.cancel" && (id == "" || id == x.ResponseID)
}

// setVerdict sets the verdict for a response's status.
func (x *Exchange) setVerdict(status string, response json.RawMessage) {
	if status == "cancelled" && x.stopped {
		x.Verdict, x.Reason = Cancelled, ByCaller
		return
	}
	switch status {
	case "completed":
		x.Verdict = Completed
	case "failed", "cancelled":
		x.Verdict, x.Reason = Failed, status
		if status == "failed" {
			x.Reason = x.failedReason(response)
		}
	case "incomplete":
		x.Verdict = Incomplete
		x.Reason = scan.Text(scan.At(response, "incomplete_details", "reason"))
	default: // queued, in_progress, or a word that we do not know
		x.Verdict, x.Reason = Incomplete, status
	}
}

// failedReason returns the service's shortest word for a failure: error_type, else the
// error's type or code.
func (x *Exchange) failedReason(response json.RawMessage) string {
	if kind := scan.Text(scan.Get(response, "error_type")); kind != "" {
		return kind
	}
	if x.Failure == nil {
		return ""
	}
	if x.Failure.Type != "" {
		return x.Failure.Type
	}
	if scan.IsNull(x.Failure.Code) {
		return ""
	}
	return scan.AnyText(x.Failure.Code)
}

// Warning is reported with a verdict, never instead of it.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	AtUS    int64  `json:"at_us"` // microseconds after the start of the request
	Count   int    `json:"-"`     // how often it occurred; Message names the first occurrences
}

// The warning codes.
const (
	WarnNoDone          = "no_done"
	WarnNoTerminal      = "no_terminal"
	WarnLost            = "connection_lost"
	WarnIdle            = "idle_timeout"
	WarnUndecodable     = "undecodable_event"
	WarnSequence        = "sequence_gap"
	WarnUnknown         = "unknown_event"
	WarnContentType     = "content_type"
	WarnUnterminated    = "unterminated_frame"
	WarnRefusal         = "refusal"
	WarnAfterEnd        = "after_terminal"
	WarnLineCap         = "line_cap"
	WarnBodyCap         = "body_cap"
	WarnEncoding        = "encoding"
	WarnUnread          = "unread_rest"
	WarnChecksum        = "checksum"
	WarnResults         = "results" // see rank.Order.Warnings
	WarnStatus          = "status_conflict"
	WarnRebuilt         = "rebuilt" // see wire.Capture.Remarks
	WarnReplaced        = "replaced_text"
	WarnRequestEncoding = "request_encoding" // see wire.Encoded
	WarnCompaction      = "no_compaction"
)

// WarningKind is what the warnings of one code have in common.
type WarningKind struct {
	Code    string
	Meaning string // for the answer, in a sentence
	Ends    bool   // the warning is about how the answer ended

	mark    frames.Mark            // in the list of frames; 0 for none
	other   string                 // the meaning, where another is true of the exchange
	applies func(x *Exchange) bool // reports whether other is true of an exchange
}

// warningKinds are all warnings.
var warningKinds = []WarningKind{
	{Code: WarnNoDone, Meaning: "A stream should end with [DONE]. The answer's final event arrived before that, so nothing is missing."},
	{Code: WarnNoTerminal, Ends: true, Meaning: "There was no final event, so the answer may be incomplete."},
	{
		Code: WarnLost, Ends: true, Meaning: "The connection was lost before it was closed. What had arrived is stored.",
		other: "The proxy broke the answer off. What had arrived is stored.", applies: func(x *Exchange) bool { return x.End != nil && x.End.Detail == wire.DetailFault },
	},
	{Code: WarnIdle, Ends: true, Meaning: "The connection was closed here after the idle timeout. What had arrived is stored."},
	{
		Code: WarnUndecodable, mark: frames.Undecodable, Meaning: "What could not be parsed is not in the answer; its bytes are stored.",
		other: "What could not be parsed is not in the answer; it is only in the file.", applies: func(x *Exchange) bool { return !x.Known.Stream },
	},
	{
		Code: WarnSequence, mark: frames.Gap,
		Meaning: "Events are numbered in order: after a jump one may be missing, after a repeat or a step back one may have arrived twice.",
	},
	{Code: WarnUnknown, mark: frames.Unknown, Meaning: "The API document does not define it; nothing is lost, it is stored as received."},
	{Code: WarnContentType, Meaning: "The response is not of the type that was requested or announced; it is parsed as what it is, where possible."},
	{Code: WarnUnterminated, Meaning: "The last frame may be cut off; what could be parsed of it is in the answer."},
	{
		Code: WarnRefusal, Meaning: "A refusal is a complete answer: it holds what the model wrote instead.",
		other: "What the model wrote instead is stored. It need not be all of it.", applies: func(x *Exchange) bool { return x.Verdict != Completed },
	},
	{Code: WarnAfterEnd, mark: frames.Late, Meaning: "The answer was already complete: what arrived later is stored and changes nothing."},
	{Code: WarnLineCap, Ends: true, Meaning: "A line of the stream exceeds the limit. What arrived before it is stored."},
	{
		Code: WarnBodyCap, Ends: true,
		Meaning: "The answer is larger than max_body. What arrived up to there is stored; raise max_body in the profile to read more.",
	},
	{
		Code: WarnEncoding, Ends: true, Meaning: "The part that could be decoded is shown. The bytes are stored as received.",
		other: "None of the response could be decoded. Its bytes are stored as received.", applies: func(x *Exchange) bool { return x.Undecoded != "" },
	},
	{
		Code: WarnUnread, Ends: true, Meaning: "What comes before that place in the file is shown, and nothing after it.",
		other: "What was answered is not known.", applies: func(x *Exchange) bool { return !x.Known.Answer },
	},
	{Code: WarnChecksum, Ends: true, Meaning: "Everything in the file is shown. Some of it was changed in transit or in the file; what changed is not known."},
	{Code: WarnResults, Meaning: "The list is shown as received, with warnings."},
	{Code: WarnStatus, Meaning: "The event type counts. The conflicting status in the response is for the service operator to explain."},
	{Code: WarnRebuilt, Meaning: "On the wire it may have been spelled differently: spaces, order, escapes."},
	{Code: WarnReplaced, Meaning: "The two texts of an item differ: the complete one at its end counts and is included in the next request."},
	{Code: WarnCompaction, Meaning: "The conversation continues from the one compaction item that answers such a request; Codex fails without it."},
	{
		Code:    WarnRequestEncoding,
		Meaning: "The server received the request as it was sent. A body that cannot be decoded may hold a key, so it is not stored.",
	},
}

// kindOf returns the kind of a warning; one without a code for a code that is not ours.
func kindOf(code string) WarningKind {
	for _, k := range warningKinds {
		if k.Code == code {
			return k
		}
	}
	return WarningKind{}
}

// KindOf returns the kind of a warning with its meaning for the exchange; one without a
// code for a code that is not ours.
func (x *Exchange) KindOf(code string) WarningKind {
	k := kindOf(code)
	if k.applies != nil && k.applies(x) {
		k.Meaning = k.other
	}
	return k
}

// Marked reports whether the list of frames marks the frame that a warning is about.
func (k WarningKind) Marked() bool { return k.mark != 0 }

// maxSubjects bounds what one warning names: a hostile stream can be wrong in a million
// ways, and the user reads the first few.
const maxSubjects = 8

// warned is the state of one code's warning.
type warned struct {
	at       int // its index in Warnings
	subjects map[string]bool
}

// warn adds a warning. A code that occurs again is counted, and a new subject is named in
// the same warning.
func (x *Exchange) warn(code, subject, message string) {
	x.frameMarks |= kindOf(code).mark
	w, ok := x.warned[code]
	if !ok {
		if x.warned == nil {
			x.warned = make(map[string]warned)
		}
		x.warned[code] = warned{len(x.Warnings), map[string]bool{subject: true}}
		x.Warnings = append(x.Warnings, Warning{Code: code, Message: message, AtUS: x.nowUS, Count: 1})
		return
	}
	x.Warnings[w.at].Count++
	switch n := len(w.subjects); {
	case n > maxSubjects || w.subjects[subject]:
		return
	case n == maxSubjects:
		message = "and others"
	}
	w.subjects[subject] = true
	x.Warnings[w.at].Message += "; " + message
}

// warnf is warn with a message that is formatted only when it is needed.
func (x *Exchange) warnf(code, subject, format string, args ...any) {
	if w, ok := x.warned[code]; ok && (w.subjects[subject] || len(w.subjects) >= maxSubjects) {
		x.warn(code, subject, "")
		return
	}
	x.warn(code, subject, fmt.Sprintf(format, args...))
}

// warnRefusal warns of a model that declined: the verdict stays completed.
func (x *Exchange) warnRefusal() {
	x.warn(WarnRefusal, "", "the model refused to answer")
}
