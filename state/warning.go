package state

import (
	"fmt"

	"gatehouse/state/frames"
)

// Warning stands beside a verdict, never instead of it.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	AtUS    int64  `json:"at_us"` // microseconds after the start of the request
	Count   int    `json:"-"`     // how often it happened; Message tells of the first times
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
	WarnBodyCap      = "body_cap"        // of an answer larger than is read of one
	WarnEncoding     = "encoding"        // a body in an encoding that is not read, or that is not the one it claims
	WarnUnread       = "unread_rest"     // of a saved answer of which more came than was read
	WarnChecksum     = "checksum"        // of a saved answer that was read to its end
	WarnResults      = "results"         // of a ranking: see rank.Order.Warnings
	WarnStatus       = "status_conflict" // a completed event whose response says otherwise
	WarnReplaced     = "replaced_text"   // the end of the answer replaced what had been streamed
)

// maxSubjects bounds what one warning names: a hostile stream can be wrong in
// a million ways, and a person reads the first few.
const maxSubjects = 8

// warned is what is remembered of one code's warning.
type warned struct {
	at       int // in Warnings
	subjects map[string]bool
}

// warn adds a warning. Each code is told once: what happens again is counted,
// and another subject is named in the same warning.
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

// warnf is warn with a message that is only written when it is needed.
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

// mark is what the list of frames tells of a frame that a warning is about.
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
