package state

import (
	"fmt"

	"gatehouse/state/frames"
)

// Warning is reported beside a verdict, never instead of it.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	AtUS    int64  `json:"at_us"` // microseconds after the start of the request
	Count   int    `json:"-"`     // how often it occurred; Message names the first occurrences
}

// The warning codes.
const (
	WarnNoDone       = "no_done"
	WarnNoTerminal   = "no_terminal"
	WarnLost         = "connection_lost"
	WarnIdle         = "idle_timeout"
	WarnUndecodable  = "undecodable_event"
	WarnSequence     = "sequence_gap"
	WarnUnknown      = "unknown_event"
	WarnContentType  = "content_type"
	WarnUnterminated = "unterminated_frame"
	WarnRefusal      = "refusal"
	WarnAfterEnd     = "after_terminal"
	WarnLineCap      = "line_cap"
	WarnBodyCap      = "body_cap"        // the answer exceeds the cap on a body
	WarnEncoding     = "encoding"        // the body's encoding cannot be decoded, or is not the announced one
	WarnUnread       = "unread_rest"     // the rest of a saved answer was not read
	WarnChecksum     = "checksum"        // a saved answer does not match its checksum
	WarnResults      = "results"         // of a ranking: see rank.Order.Warnings
	WarnStatus       = "status_conflict" // a completed event whose response has another status
	WarnRebuilt      = "rebuilt"         // bytes were put together from a file: see wire.Capture.Remarks
	WarnReplaced     = "replaced_text"   // the end of the answer replaced streamed text

	WarnRequestEncoding = "request_encoding" // the body of the request could not be decoded: see wire.Encoded
)

// maxSubjects bounds what one warning names: a hostile stream can be wrong in a million
// ways, and a person reads the first few.
const maxSubjects = 8

// warned is the state of one code's warning.
type warned struct {
	at       int // its index in Warnings
	subjects map[string]bool
}

// warn adds a warning. A code that occurs again is counted, and a new subject is named in
// the same warning.
func (x *Exchange) warn(code, subject, message string) {
	x.frameMarks |= mark(code)
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

// mark returns the mark that the list of frames shows for a warning; 0 for none.
func mark(code string) frames.Mark {
	switch code {
	case WarnSequence:
		return frames.Gap
	case WarnUndecodable:
		return frames.Undecodable
	case WarnUnknown:
		return frames.Unknown
	case WarnAfterEnd:
		return frames.Late
	}
	return 0
}
