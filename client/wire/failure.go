package wire

import "encoding/json"

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
