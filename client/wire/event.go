package wire

import (
	"encoding/json"
	"errors"

	"github.com/tidwall/gjson"
)

// None stands for an index that an event does not carry.
const None = -1

// Done is the data of the frame that marks the end of a stream.
const Done = "[DONE]"

// ErrNotEvent is the error of data that is not one JSON object.
var ErrNotEvent = errors.New("not a JSON object")

// Event is a typed event of a response stream. Only what nearly every event
// carries is decoded; the rest is read from Data where it is needed.
type Event struct {
	Type         string
	Sequence     int64 // sequence_number
	HasSequence  bool
	OutputIndex  int // None when absent
	ContentIndex int // None when absent
	SummaryIndex int // None when absent
	ItemID       string
	Delta        string          // of *.delta events whose delta is a string
	Data         json.RawMessage // the whole object as it came; shared, not to be written to
}

// DecodeEvent reads one event from a frame's data. The event shares data.
// Data that is not exactly one JSON object gives ErrNotEvent.
func DecodeEvent(data []byte) (Event, error) {
	if !gjson.ValidBytes(data) {
		return Event{}, ErrNotEvent
	}
	root := gjson.ParseBytes(data)
	if !root.IsObject() {
		return Event{}, ErrNotEvent
	}
	e := Event{OutputIndex: None, ContentIndex: None, SummaryIndex: None, Data: data}
	root.ForEach(func(key, value gjson.Result) bool {
		switch key.Str {
		case "type":
			e.Type = value.Str
		case "sequence_number":
			e.Sequence, e.HasSequence = value.Int(), value.Type == gjson.Number
		case "output_index":
			e.OutputIndex = index(value)
		case "content_index":
			e.ContentIndex = index(value)
		case "summary_index":
			e.SummaryIndex = index(value)
		case "item_id":
			e.ItemID = value.Str
		case "delta":
			e.Delta = value.Str
		}
		return true
	})
	return e, nil
}

func index(v gjson.Result) int {
	if v.Type != gjson.Number {
		return None
	}
	return int(v.Int())
}
