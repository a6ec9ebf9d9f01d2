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
	Usage       *Usage            // nil when absent
	Output      []json.RawMessage // the items as they came
	Routing     json.RawMessage   // see FindRouting
	Raw         json.RawMessage
}
