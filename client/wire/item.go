package wire

import "encoding/json"

// Item is what an item of a response's output, or of a request's input, says
// (wire-notes §4). Items of any type are read; what is not here is in Raw.
type Item struct {
	Type   string
	ID     string // often missing on items of server tools
	Status string
	Role   string // of messages
	Name   string // of calls
	CallID string // of calls and their outputs
	Input  string // a call's arguments, input, code or command as text; JSON text need not be valid
	Parts  []Part // content, then summary
	Raw    json.RawMessage
}

// Part is one content or summary part of an item.
type Part struct {
	Type string // output_text, refusal, reasoning_text, summary_text, input_text, …
	Text string
	Raw  json.RawMessage
}
