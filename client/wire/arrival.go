package wire

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
