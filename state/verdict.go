package state

// Verdict is how an exchange ended. Every finished exchange has exactly one.
type Verdict string

// The verdicts (CONTRACT "Verdicts"). Running is none: the exchange goes on.
const (
	Running    Verdict = ""
	Completed  Verdict = "completed"
	Incomplete Verdict = "incomplete" // the model stopped early
	Failed     Verdict = "failed"
	Truncated  Verdict = "truncated" // a 2xx head, then a body without a terminal event
	Cancelled  Verdict = "cancelled" // by the person alone
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
	WarnAfter        = "after_terminal"
	WarnLineCap      = "line_cap"
	WarnBodyCap      = "body_cap"        // of an answer larger than is read of one
	WarnEncoding     = "encoding"        // a body in an encoding that is not read, or that is not the one it claims
	WarnUnread       = "unread_rest"     // of a saved answer of which more came than was read
	WarnChecksum     = "checksum"        // of a saved answer that was read to its end
	WarnResults      = "results"         // of a ranking: see rank.Order.Warnings
	WarnStatus       = "status_conflict" // a completed event whose response says otherwise
	WarnReplaced     = "replaced_text"   // the end of the answer replaced what had been streamed
)
