package wire

import (
	"encoding/json"
)

// ArrivalKind says what an Arrival brings.
type ArrivalKind uint8

// The kinds of arrivals, in the order in which they come: one head or none,
// then frames (of an event stream) or nothing, then one end. A head that
// announces an event stream comes at once; when the first bytes show a document
// instead, the same head comes once more, before the end, with Stream false.
// Any other head comes when the first bytes have shown what the body is.
const (
	ArrivedHead  ArrivalKind = iota // Head
	ArrivedFrame                    // Frame, and Event where Decoded
	ArrivedEnd                      // End, Timing, Redacted, Dropped, and Body for an answer that is no event stream
)

// Arrival is one event of an exchange: its head, a frame, or its end. The sequence of
// arrivals is all that the fold in state needs, live from the reader or replayed from a
// stored capture; both give the same state.
//
// A long stream has hundreds of thousands of arrivals, which wait in memory where the
// screen is slower than the wire: what only the head and the end have is behind a pointer.
type Arrival struct {
	Kind    ArrivalKind
	Decoded bool // Event is set: the frame's data was one JSON object
	Stream  bool // with ArrivedHead: the body is read as an event stream
	Head    *Head
	Frame   Frame
	Event   Event
	End     *End
	Timing  *Timing // with ArrivedEnd; with ArrivedHead the moments before it, see UntilHead; nil: nothing new
	Body    []byte  // with ArrivedEnd, for an answer that is no event stream: all of it, decompressed

	// With ArrivedEnd, what the capture does not hold as it was on the wire; see
	// Capture.
	Redacted int
	Dropped  int64
}

// None is an index or a figure that is missing.
const None = -1

// Done is the data of the frame that marks the end of a stream.
const Done = "[DONE]"

// Halves says where a piece of text has halves of characters, which are spelled in it as
// they were received (\ud83d).
type Halves struct {
	First bool // it begins with the second half of one
	Last  bool // it ends with the first half of one
	Other bool // there is any other
}

// Event is a typed event of a response stream. Only what nearly every event
// carries is decoded; the rest is read from Data where it is needed.
type Event struct {
	Type         string
	Sequence     int64 // sequence_number
	HasSequence  bool
	Deep         bool   // Data lacks members that nest deeper than 10,000 levels
	Halves       Halves // of Delta
	OutputIndex  int    // None when absent
	ContentIndex int    // None when absent
	SummaryIndex int    // None when absent
	ItemID       string
	Delta        string          // of *.delta events whose delta is a string
	Data         json.RawMessage // the whole object as it came; shared, not to be written to
}

// internMax bounds the strings an Intern remembers: a stream has a few dozen
// types and items, and one that gives every event an id of its own must not
// grow a table with it.
const internMax = 256

// Intern returns one string for equal byte strings, so that what repeats in every event
// (its type, its item's id) is allocated once. The zero value is ready; it is not safe for
// concurrent use.
type Intern struct {
	last string
	seen map[string]string
}

// String returns b as a string.
func (n *Intern) String(b []byte) string {
	if string(b) == n.last {
		return n.last
	}
	s, ok := n.seen[string(b)]
	if !ok {
		s = string(b)
		if n.seen == nil || len(n.seen) >= internMax {
			n.seen = make(map[string]string, 16)
		}
		n.seen[s] = s
	}
	n.last = s
	return s
}
