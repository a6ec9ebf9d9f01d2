// Package answers has what the readers of other APIs' answers share, which read them,
// streamed or not, in the terms of the Responses API: items that begin, grow and end. What
// was received is not changed: a step describes what a frame means, and never replaces its
// bytes. A Translation goes the other way: it writes an answer of the Responses API as one of
// another.
package answers

import (
	"encoding/json"
	"fmt"

	"gatehouse/client/wire"
)

// Step is what happens to one item, as an event of the Responses API. Its Data holds what
// the fold reads of such an event, and was not received.
type Step struct {
	wire.Event
	Block    json.RawMessage // of an item that arrived in one piece: its block as received; nil for any other
	Ends     bool            // the item at OutputIndex is complete; the event is empty
	Reopened bool            // it was, and grows again; the event is empty
	// Choice is the index of the choice that the item belongs to; 0 where an API gives one
	// answer.
	Choice int
}

// Read is the content of a frame or document.
type Read struct {
	Name            string          // what the frame carries, for a list of frames
	Steps           []Step          // valid until the next frame is read
	Choices         []Choice        // those that the frame speaks of; valid as long
	Facts           json.RawMessage // an object with the members id, model and usage, as received; nil for none
	Begun           json.RawMessage // the answer as it began, as received; nil for none
	Last            bool            // it is the last of the answer
	HasFinishReason bool            // it has the reason why the model stopped, and no content
	Unknown         string          // what in it is not known; empty for nothing
	Doubt           bool            // it is not known which call a piece in it belongs to
}

// Choice is one of several answers to one request (choices of a chat completion).
type Choice struct {
	Index    int
	Finish   string // finish_reason, as received; empty before it ended
	Complete bool   // it has ended, and not because of a limit or a fault
}

// MaxChoices limits the choices that are read of an answer: each takes some kilobytes, and no API takes an n of more than
// 128. Others are in the body alone, and a warning reports that.
const MaxChoices = 1000

// Beyond is Read.Unknown of a frame with more.
var Beyond = fmt.Sprintf("answers beyond the first %d", MaxChoices)

// Delta returns the first text that the frame writes; empty for none.
func (r *Read) Delta() string {
	for i := range r.Steps {
		if r.Steps[i].Delta != "" {
			return r.Steps[i].Delta
		}
	}
	return ""
}

// Item returns the output_index of the item that the frame writes to or begins, else of the
// only one that it is about; wire.None for none.
func (r *Read) Item() int {
	begun, only := wire.None, wire.None
	for i := range r.Steps {
		switch s := &r.Steps[i]; {
		case s.Delta != "":
			return s.OutputIndex
		case !s.Ends && begun == wire.None:
			begun = s.OutputIndex
		case i == 0:
			only = s.OutputIndex
		case s.OutputIndex != only:
			only = wire.None
		}
	}
	if begun != wire.None {
		return begun
	}
	return only
}

// Ending is what is known of an answer's end so far.
type Ending struct {
	Known   bool            // it has ended
	Status  string          // completed, incomplete or failed
	Reason  string          // finish_reason or stop_reason, as received; empty for none
	Refused bool            // the model declined
	Error   json.RawMessage // of a failed one: its error as received; nil for none
	Usage   json.RawMessage // of several reports all that they say; nil where one object says it all
	Unread  bool            // it has content that is in no step
}

// Reader reads one answer: its frames in their order, or its document.
type Reader interface {
	// Frame reads a frame whose data is a JSON object; line is its event line.
	Frame(e *wire.Event, line string) Read
	// Document reads an answer that is no stream; ok is false where it is another document.
	Document(body []byte) (r Read, ok bool)
	Ending() Ending
	// Member returns the name of the member with the reason why the model stopped.
	Member() string
	// Clone returns a copy that reads on independently.
	Clone() Reader
}
