package wire

import "encoding/json"

// ArrivalKind is what an Arrival holds.
type ArrivalKind uint8

// The kinds of arrivals, in their order: one head or none, then the frames of an event
// stream, then one end. A head that announces an event stream is emitted at once; if the
// first bytes show a document instead, it is emitted again before the end, with Stream
// false. Any other head is emitted when the first bytes have shown what the body is.
const (
	ArrivedHead  ArrivalKind = iota // Head
	ArrivedFrame                    // Frame, and Event where Decoded
	ArrivedEnd                      // End, Timing, Redacted, Dropped, and Body for an answer that is no event stream
)

// Arrival is one event of an exchange: its head, a frame, or its end. The sequence of
// arrivals is all that the fold in state needs, live from the reader or replayed from a
// stored capture; both give the same state.
//
// A long stream has hundreds of thousands of arrivals, which may wait in memory for the
// screen: what only the head and the end have is a pointer.
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

	// With ArrivedEnd, what the capture lacks of the wire; see Capture.
	Redacted int
	Dropped  int64
}

// None is an index or a figure that is missing.
const None = -1

// Done is the data of the frame that marks the end of a stream.
const Done = "[DONE]"

// Halves reports where a piece of text has halves of characters, which are spelled in it as
// they were received (\ud83d).
type Halves struct {
	First bool // it begins with the second half of one
	Last  bool // it ends with the first half of one
	Other bool // there is any other
}

// Event is a typed event of a response stream. Only what nearly every event has is
// decoded; the rest is read from Data when it is needed.
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
	Data         json.RawMessage // the full object as received; shared, not to be written to
}

// maxInterned bounds the strings of an Intern: a stream has a few dozen types and items,
// and one with another id in every event must not grow the table.
const maxInterned = 256

// Intern allocates equal strings once, such as the type and the item's id in every event.
// The zero value is ready; it is not safe for concurrent use.
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
		if n.seen == nil || len(n.seen) >= maxInterned {
			n.seen = make(map[string]string, 16)
		}
		n.seen[s] = s
	}
	n.last = s
	return s
}
