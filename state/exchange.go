package state

import (
	"encoding/json"

	"gatehouse/client/wire"
)

// Exchange is the state of one exchange, folded from its arrivals. The fold is
// the same in batches of any size, live or from a stored capture.
type Exchange struct {
	ID      string
	Request []byte // the body that was sent
	Asked   string // the request's model; empty when it named none

	Head    *wire.Head
	Stream  bool // the answer is an event stream
	Items   []*Item
	Verdict Verdict
	Reason  string // of incomplete and failed: the service's word
	Failure *wire.Failure
	End     *wire.End
	Timing  wire.Timing

	Warnings []Warning
	Response json.RawMessage // the terminal event's response or the plain body, byte for byte
	Routing  json.RawMessage // routing metadata, from result or error, under whatever <word>_metadata name
	Usage    json.RawMessage // as received
	Model    string          // that served, as the response says
	Status   string          // response.status as last seen
	Frames   int             // event-stream frames so far, comments included

	FirstDeltaUS int64 // arrival of the first non-empty delta; -1 before it
	LastDeltaUS  int64
	DeltaBytes   int64  // of all deltas: the base of the estimate before usage
	Version      uint64 // raised by every change
}

// Tokens are the figures of a turn's footer. While Estimated, Out is bytes ÷ 4
// and the others are unknown (-1).
type Tokens struct {
	In, Cached, Out, Reasoning int
	Estimated                  bool
}
