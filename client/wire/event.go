package wire

import "encoding/json"

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
