package wire

import "encoding/json"

// Response is what a response object says (API document, "Responses result";
// wire-notes §3). Every field may be missing: real services send responses with
// an id and a status alone. What is not here is read from Raw.
type Response struct {
	ID          string
	Model       string // that served
	Status      string
	CreatedAt   int64  // Unix time, seconds; 0 when absent
	CompletedAt int64  // Unix time, seconds; 0 when absent
	Incomplete  string // incomplete_details.reason
	ErrorType   string // error_type
	ServiceTier string
	Failure     *Failure          // of its error member, or of a status failed
	Output      []json.RawMessage // the items as they came
	Routing     json.RawMessage   // see FindRouting
	Raw         json.RawMessage
}

// Ending is how a response says that it ended: in an event of a stream, or as a
// document. Every verdict derives from this one value
// (CONTRACT, "Verdicts").
type Ending struct {
	Status   string          // completed, incomplete, failed, cancelled; a document may have any other
	Failure  *Failure        // nil when no error is reported
	Response json.RawMessage // the response object, nil when none came
	Error    bool            // there is an error in the place of a terminal event or a response
	Conflict string          // of a completed event: the status of its response, when that is another
}

// Failed reports whether the service says that there is no answer: it failed,
// or it was cancelled by the service.
func (e Ending) Failed() bool { return e.Status == "failed" || e.Status == "cancelled" }

// Failure is what an answer says of a failed request: an HTTP error body of
// any known shape (spec wire-notes §7), an error object in a 200, an error
// event, or the error member of a failed response. Fields that did not come
// are empty.
type Failure struct {
	Status    int             // HTTP status; 0 for a failure inside a stream or a 200
	Code      json.RawMessage // as received: a number, a string or null
	Message   string          // the gateway's words, of long ones the first 64 KiB; for a body without any, what the body is
	Type      string          // error_type, or error.type, as similar services have it
	Param     string          // the member of the request that is at fault, as similar services name it
	Metadata  json.RawMessage // error.metadata, of any shape; nil when it is missing or null
	Available json.RawMessage // error.availability: why no endpoint could serve
	Routing   json.RawMessage // the <word>_metadata member next to error
	UserID    *string         // user_id next to error
	Patterns  []string        // error.metadata.patterns of a guardrail block
	Reasons   []string        // error.metadata.reasons of moderation
	Flagged   string          // error.metadata.flagged_input: what moderation quotes of the request, cut behind 100 characters
	Guardrail bool            // a 403 or 446 that a guardrail caused: hooks_failed, patterns, moderation's reasons, a stage that blocked, or the message say so
	Managed   bool            // a 403 whose message asks for a management key
	Retry     *Retry          // when the service says when to try again
	Document  bool            // the body is no JSON but HTML, plain text or empty
	Body      json.RawMessage // the error object or document as it came, at most 64 KiB
	BodySize  int64           // size of the whole body in bytes
}

// Retry is a service's word on when to try again.
type Retry struct {
	AfterMS int64  // milliseconds from the answer's arrival; 0 for a moment that has passed
	Source  string // the header or member that said so, for example Retry-After
	Raw     string // its value as it came
}

// Rerank is a rerank result (API document, "Rerank result"; wire-notes §8). Id,
// model, provider and usage may be missing.
type Rerank struct {
	ID, Model, Provider string
	Results             []Ranked        // in the order in which they came, which need not be sorted
	Usage               json.RawMessage // its usage, or its billed units; nil when absent
	Raw                 json.RawMessage
}

// Ranked is one result.
type Ranked struct {
	Index    int             // of the document in the request, also from a string; None when missing or no whole number, and it may be out of range
	Score    float64         // relevance, also from a string; 0 when missing
	Text     string          // of the document, where it came along
	Document json.RawMessage // as it came; nil when absent
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
