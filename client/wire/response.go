package wire

import "encoding/json"

// Ending is the end that a response reports, in an event of a stream or as a document.
// Every verdict derives from this one value (CONTRACT, "Verdicts").
type Ending struct {
	Status   string          // completed, incomplete, failed, cancelled; a document may have any other
	Failure  *Failure        // nil when no error is reported
	Response json.RawMessage // the response object, nil when none arrived
	Error    bool            // an error replaces the terminal event or the response
	Conflict string          // of a completed event: the status of its response, when that is another
}

// Failed reports whether the service reports that there is no answer: it failed,
// or it was cancelled by the service.
func (e Ending) Failed() bool { return e.Status == "failed" || e.Status == "cancelled" }

// Failure is the error of a failed request: an HTTP error body of any known shape (spec
// wire-notes §7), an error object in a 200, an error event, or the error member of a failed
// response. Missing members are empty.
type Failure struct {
	Status    int             // HTTP status; 0 for a failure inside a stream or a 200
	Code      json.RawMessage // as received: a number, a string or null
	Message   string          // the gateway's message, at most 64 KiB of it; a description of a body without one
	Type      string          // error_type, or error.type of similar services
	Param     string          // the member of the request that is at fault, from similar services
	Metadata  json.RawMessage // error.metadata, of any shape; nil when it is missing or null
	Available json.RawMessage // error.availability: why no endpoint could serve
	Routing   json.RawMessage // the <word>_metadata member next to error
	UserID    *string         // user_id next to error
	Patterns  []string        // error.metadata.patterns of a guardrail block
	Reasons   []string        // error.metadata.reasons of moderation
	Flagged   string          // error.metadata.flagged_input: the part of the request that moderation quotes, at most 100 characters
	Guardrail bool            // a 403 or 446 that a guardrail caused, by hooks_failed, patterns, moderation's reasons, a stage that blocked, or the message
	Managed   bool            // a 403 whose message asks for a management key
	Retry     *Retry          // when to try again; nil if the service does not say
	Document  bool            // the body is no JSON but HTML, plain text or empty
	Body      json.RawMessage // the error object or document as received, at most 64 KiB
	BodySize  int64           // size of the complete body in bytes
}

// Retry is when a service asks to try again.
type Retry struct {
	AfterMS int64  // milliseconds from the answer's arrival; 0 for a moment that has passed
	Source  string // the header or member, for example Retry-After
	Raw     string // its value as received
}

// Rerank is a rerank result (API document, "Rerank result"; wire-notes §8). Id,
// model, provider and usage may be missing.
type Rerank struct {
	ID, Model, Provider string
	Results             []Ranked        // in the order received, which need not be sorted
	Usage               json.RawMessage // its usage, or its billed units; nil when absent
	Raw                 json.RawMessage
}

// Ranked is one result.
type Ranked struct {
	Index    int             // of the document in the request, also from a string; None when missing or no whole number, and it may be out of range
	Score    float64         // relevance, also from a string; 0 when missing
	Text     string          // of the document, if the answer has it
	Document json.RawMessage // as received; nil when absent
	Raw      json.RawMessage
}

// Model is one entry of GET /models. The API document does not show its shape;
// an id is all that every service sends.
type Model struct {
	ID      string
	Name    string
	Context int // context length in tokens; None when not reported
	Raw     json.RawMessage
}
